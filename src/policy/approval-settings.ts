import { z } from 'zod'
import { once } from '../call/once.ts'
import { chatWording, replyWords } from './speech-settings.ts'
import { ROLES } from './users.ts'

/** Longer than five minutes nobody waits for a person, and no agent waits for its hook. */
const LONGEST_WAIT = 3_600

/** Made when a settings file is first read: most processes never need them. */
export const approvalShape = once(() => {
  const who = z.string().regex(/^(?:severity:(?:hard|soft)|\*|[a-z][a-z0-9.-]*(?:\.\*)?)$/, 'not a reason code')
  return z.strictObject({
    who: z
      .record(who, z.array(z.enum(ROLES)).min(1).max(5))
      .optional()
      .describe(
        'Which roles may approve what: reason code ("deploy.production", "git.*", "severity:hard") to roles. Owners always may. Left out: owner, admin and approver.',
      ),
    twoPeople: z
      .array(who)
      .max(200)
      .optional()
      .describe('Reason codes, as in `who`, that two different users have to approve.'),
    ownAgent: z
      .enum(['allowed', 'forbidden'])
      .optional()
      .describe('"forbidden": nobody approves what their own agent asks. "allowed" unless set.'),
    prefer: z
      .enum(['agent', 'portcullis'])
      .optional()
      .describe(
        'Who asks where both could: the agent in its own prompt (default), or `portcullis approve`, console and chat.',
      ),
    wait: z
      .enum(['auto', 'always', 'never'])
      .optional()
      .describe(
        'Where the agent cannot ask: "auto" (default) waits when an approver is available, "always" waits, "never" denies at once.',
      ),
    timeoutSeconds: z
      .number()
      .int()
      .min(5)
      .max(LONGEST_WAIT)
      .optional()
      .describe('How long a question waits; 300 unless set, and never longer than the agent waits for its hook.'),
    mostPerSession: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('More open questions of one session are denied.'),
    mostPerChannel: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('With only chats to ask in, more open questions than this in each of them are denied; 5 unless set.'),
    replies: replyWords()
      .optional()
      .describe('Further words that answer in chats, in your own language. They are added to ours.'),
    wording: chatWording()
      .optional()
      .describe('Other words for what is said in chats; what is left out is said as we say it.'),
  })
})
