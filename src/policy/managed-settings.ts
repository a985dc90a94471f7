import { z } from 'zod'
import { PUBLIC_KEY } from './bundle/keys.ts'
import { LOCKABLE } from './lockable.ts'

/** Where a bundle comes from: an https address, http on this machine, or an absolute path. */
const SOURCE = /^(?:https:\/\/[^\s/]+\/\S*|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/\S*|\/\S.*)$/

const CATEGORY = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/

/** What a machine says about the bundle that it follows. Also the shape of what `portcullis policy trust` keeps. */
export const policyBundleShape = () =>
  z.strictObject({
    keys: z
      .array(z.string().regex(PUBLIC_KEY, 'not a public key such as "ed25519:…": `portcullis policy keygen` makes one'))
      .min(1)
      .max(16)
      .describe('Public keys of which one must have signed it: "ed25519:…". Two during a change of keys.'),
    source: z
      .string()
      .max(2_000)
      .regex(SOURCE, 'must be an https:// address, http:// on this machine, or an absolute path')
      .optional()
      .describe(
        'A file, a directory or an address. A directory, and an address that ends in "/", has `stable.json` and, while a canary runs, `candidate.json`. Left out: only `portcullis policy activate` brings one.',
      ),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/)
      .optional()
      .describe('The only name of a bundle that counts here. Left out: that of the first one.'),
    pollSeconds: z
      .number()
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('How often the source is looked at; 300 unless set.'),
    whenExpired: z
      .enum(['keep', 'ask', 'deny'])
      .optional()
      .describe(
        'What becomes of calls when the bundle in force has expired: "keep" goes on with an alarm, "ask" has a person decide every call, "deny" allows nothing. The stricter of this and what the bundle says; "ask" when neither says anything.',
      ),
    required: z
      .boolean()
      .optional()
      .describe(
        'false: until the first bundle is in force, the other settings hold. Otherwise nothing is allowed until then.',
      ),
  })

export const managedShapes = () => ({
  severities: z
    .record(z.string().max(100).regex(CATEGORY, 'not the code of a category'), z.enum(['hard', 'soft']))
    .optional()
    .describe(
      'Severity of categories by their code: "hard" denies without asking anybody, and any settings may say it. "soft" counts in managed settings only, and finds that are hard by themselves stay hard.',
    ),
  locked: z
    .array(z.enum(['*', ...LOCKABLE]))
    .max(50)
    .optional()
    .describe(
      'Settings that only managed settings decide; "*" for all of these. Others may still deny, ask, close paths and take trust away. Managed settings only.',
    ),
  policyBundle: policyBundleShape()
    .optional()
    .describe('The signed policy bundle that this machine follows. Files in the managed directory only.'),
})

export type PolicyBundleSetting = z.infer<ReturnType<typeof policyBundleShape>>

/** The same, and whose word it is: that of managed settings, or of a person who used `portcullis policy trust`. */
export type FollowedBundle = PolicyBundleSetting & { readonly by: 'managed' | 'person' }
