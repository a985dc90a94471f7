import { z } from 'zod'
import { once } from '../call/once.ts'
import { baseUrl, environmentName } from './setting-shapes.ts'

/** Made when a settings file is first read: most processes never need them. */
export const channelShapes = once(() => {
  const file = z.string().min(1).max(4_096)
  const people = (what: string, id: RegExp): z.ZodArray<z.ZodString> =>
    z
      .array(z.string().regex(id, `must be the id of ${what}, not a name`))
      .min(1)
      .max(100)
      .describe('Who may answer: ids as the service gives them, never names.')

  /** A token comes from an environment variable or from a file that only its owner can read; it never stands in settings. */
  const tokenEnv = environmentName().optional().describe('The environment variable that holds the token.')
  const tokenFile = file.optional().describe('A file that only you can read, with the token in it.')

  const telegram = z
    .strictObject({
      tokenEnv,
      tokenFile,
      chat: z
        .string()
        .regex(/^-?\d{1,20}$/, 'must be the number of the chat, as text: "-1001234567890"')
        .describe('The chat in which is asked.'),
      approvers: people('a person', /^\d{1,20}$/),
      apiRoot: baseUrl().optional().describe('A Bot API server of your own.'),
    })
    .refine(hasOne('tokenEnv', 'tokenFile'), 'needs either tokenEnv or tokenFile')

  const discord = z
    .strictObject({
      tokenEnv,
      tokenFile,
      channel: z.string().regex(/^\d{1,20}$/, 'must be the id of the channel, as text'),
      approvers: people('a person', /^\d{1,20}$/),
      api: baseUrl().optional().describe('Another address of the API, without its version.'),
    })
    .refine(hasOne('tokenEnv', 'tokenFile'), 'needs either tokenEnv or tokenFile')

  const slack = z
    .strictObject({
      botTokenEnv: environmentName().optional().describe('The environment variable that holds the bot token (xoxb-…).'),
      botTokenFile: file.optional(),
      appTokenEnv: environmentName().optional().describe('The environment variable that holds the app token (xapp-…).'),
      appTokenFile: file.optional(),
      channel: z.string().regex(/^[CGD][A-Z0-9]{2,30}$/, 'must be the id of the channel: "C0123456789"'),
      approvers: people('a member', /^[UW][A-Z0-9]{2,30}$/),
      api: baseUrl().optional().describe('Another address of the Web API.'),
    })
    .refine(hasOne('botTokenEnv', 'botTokenFile'), 'needs either botTokenEnv or botTokenFile')
    .refine(hasOne('appTokenEnv', 'appTokenFile'), 'needs either appTokenEnv or appTokenFile')

  const webhook = z
    .strictObject({
      url: baseUrl().describe('Questions are posted here, signed.'),
      secretEnv: environmentName()
        .optional()
        .describe('The environment variable that holds the secret of the signatures.'),
      secretFile: file.optional(),
      approvers: people('somebody', /^[\w.@+:-]{1,100}$/).describe('For whom the receiver may answer.'),
    })
    .refine(hasOne('secretEnv', 'secretFile'), 'needs either secretEnv or secretFile')

  const channels = z.strictObject({
    telegram: telegram.optional(),
    discord: discord.optional(),
    slack: slack.optional(),
    webhook: webhook.optional(),
  })

  const on = z
    .array(z.enum(['ask', 'deny', 'stop']))
    .min(1)
    .optional()
    .describe('What is told; left out: ask and stop.')

  const notify = z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('bell').describe('The bell of the terminal in which the daemon runs.'), on }),
        z.strictObject({ kind: z.literal('desktop').describe('notify-send.'), on }),
        z.strictObject({
          kind: z.literal('ntfy').describe('A topic of ntfy.sh, or of anything that takes a POST with a text.'),
          url: baseUrl(),
          tokenEnv,
          tokenFile,
          on,
        }),
      ]),
    )
    .max(20)

  return { channels, notify }
})

function hasOne<Key extends string>(
  one: Key,
  other: Key,
): (value: { readonly [K in Key]?: string | undefined }) => boolean {
  return (value) => (value[one] === undefined) !== (value[other] === undefined)
}

export type ChannelSettings = z.infer<ReturnType<typeof channelShapes>['channels']>
export type NotifySettings = z.infer<ReturnType<typeof channelShapes>['notify']>
