import { z } from 'zod'
import { once } from '../call/once.ts'
import { environmentName } from './setting-shapes.ts'

/** Roles that a group of the identity provider may give. Owners are made by hand: no provider makes one. */
export const GROUP_ROLES = ['admin', 'approver', 'auditor'] as const

/** Made when a settings file is first read: most processes never need them. */
export const consoleShape = once(() => {
  const secret = {
    clientSecretEnv: environmentName()
      .optional()
      .describe('The environment variable that holds the client secret. Left out, with no file: a public client.'),
    clientSecretFile: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe('A file that only you can read, with the client secret in it.'),
  }
  const groups = z.strictObject({
    claim: z.string().min(1).max(100).describe('The claim that lists the groups: "groups" with most providers.'),
    roles: z
      .record(z.string().min(1).max(256), z.enum(GROUP_ROLES))
      .describe('Group → role. Of several the one with the most rights counts; whoever is in none is refused.'),
  })
  const oidc = z
    .strictObject({
      issuer: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .refine(isIssuer, 'must be https, or http to this machine, without user, query or fragment')
        .describe('The issuer, exactly as the provider writes it in its discovery document and its tokens.'),
      clientId: z
        .string()
        .min(1)
        .max(256)
        .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces'),
      ...secret,
      scopes: z
        .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
        .max(20)
        .optional()
        .describe('What is asked for besides "openid".'),
      identity: z
        .enum(['sub', 'email', 'preferred_username'])
        .optional()
        .describe(
          'Which claim says who somebody is. Default: "sub", the only one that is never given to somebody else. "email" counts only when the provider has verified it.',
        ),
      allowedDomains: z
        .array(z.string().regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/))
        .min(1)
        .max(100)
        .optional()
        .describe('Only people with a verified email address of one of these domains, exactly.'),
      groups: groups.optional().describe("Lets the provider's groups decide the role, at every login."),
      provision: z
        .boolean()
        .optional()
        .describe('true: somebody who is in a group of `groups` becomes a user with the first login. Default: false.'),
      sessionHours: z.number().min(0.25).max(12).optional().describe('A login lasts at most this long. Default: 8.'),
    })
    .refine(
      ({ clientSecretEnv, clientSecretFile }) => clientSecretEnv === undefined || clientSecretFile === undefined,
      'needs either clientSecretEnv or clientSecretFile',
    )
    .refine(({ provision, groups: given }) => provision !== true || given !== undefined, 'provision needs groups')
  return z.strictObject({
    oidc: oidc.optional().describe('Single sign-on by OpenID Connect.'),
  })
})

/** What is sent there proves who somebody is: never in the open, except on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '' || /[?#\s]/.test(text)) return false
  return protocol === 'https:' || /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname)
}

export type ConsoleSettings = z.infer<ReturnType<typeof consoleShape>>
export type OidcSettings = NonNullable<ConsoleSettings['oidc']>
