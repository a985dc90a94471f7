import type { ChannelSettings } from '../../policy/channel-settings.ts'
import type { Speech } from '../speech.ts'
import type { Channel } from './channel.ts'
import { ChatChannel } from './chat.ts'
import { type ChatService, type Pace, PACE } from './chat-service.ts'
import { Discord } from './discord.ts'
import type { ChannelMemory } from './memory.ts'
import { readSecret } from './secrets.ts'
import { Slack } from './slack.ts'
import { Telegram } from './telegram.ts'
import { Webhook } from './webhook.ts'

/** Every kind of channel there is. To add one: a file beside this one, a line here and its settings. */
export const CHANNEL_KINDS = ['telegram', 'discord', 'slack', 'webhook'] as const

export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** What a channel gets from where it runs. */
export interface ChannelContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly memory: (kind: ChannelKind) => ChannelMemory
  /** For the person who runs the daemon. Never holds a token. */
  readonly onTrouble: (message: string) => void
  readonly pace?: Pace
  /** Which words answer, and how things are said. Left out: ours. */
  readonly speech?: Speech
}

/** The channels that are set up. One that cannot be made is told of, and the others are made all the same. */
export function makeChannels(
  settings: ChannelSettings,
  context: ChannelContext,
): {
  readonly channels: readonly Channel[]
  readonly unusable: readonly { readonly name: string; readonly message: string }[]
} {
  const channels: Channel[] = []
  const unusable: { name: string; message: string }[] = []
  for (const kind of CHANNEL_KINDS) {
    if (settings[kind] === undefined) continue
    try {
      channels.push(MAKERS[kind](settings, context))
    } catch (error) {
      unusable.push({ name: kind, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { channels, unusable }
}

const MAKERS: Readonly<Record<ChannelKind, (settings: ChannelSettings, context: ChannelContext) => Channel>> = {
  telegram: ({ telegram }, context) => {
    const { chat, approvers, apiRoot, tokenEnv, tokenFile } = given(telegram)
    const token = readSecret({ env: tokenEnv, file: tokenFile }, context.environment)
    const root = apiRoot === undefined ? {} : { apiRoot }
    return chatChannel(new Telegram({ token, chat, pace: paceOf(context), ...root }), approvers, token, context)
  },
  discord: ({ discord }, context) => {
    const { channel, approvers, api, tokenEnv, tokenFile } = given(discord)
    const token = readSecret({ env: tokenEnv, file: tokenFile }, context.environment)
    const root = api === undefined ? {} : { api }
    return chatChannel(new Discord({ token, channel, pace: paceOf(context), ...root }), approvers, token, context)
  },
  slack: ({ slack }, context) => {
    const { channel, approvers, api, ...from } = given(slack)
    const botToken = readSecret({ env: from.botTokenEnv, file: from.botTokenFile }, context.environment)
    const appToken = readSecret({ env: from.appTokenEnv, file: from.appTokenFile }, context.environment)
    const root = api === undefined ? {} : { api }
    const service = new Slack({ botToken, appToken, channel, pace: paceOf(context), ...root })
    return chatChannel(service, approvers, botToken, context)
  },
  webhook: ({ webhook }, context) => {
    const { url, approvers, secretEnv, secretFile } = given(webhook)
    const secret = readSecret({ env: secretEnv, file: secretFile }, context.environment)
    return new Webhook({ url, secret, approvers, pace: paceOf(context), onTrouble: context.onTrouble })
  },
}

function given<Settings>(settings: Settings | undefined): Settings {
  if (settings === undefined) throw new TypeError('not set up')
  return settings
}

function paceOf(context: ChannelContext): Pace {
  return context.pace ?? PACE
}

function chatChannel(
  service: ChatService,
  approvers: readonly string[],
  secret: string,
  context: ChannelContext,
): Channel {
  const { onTrouble } = context
  const memory = context.memory(service.name as ChannelKind)
  const speech = context.speech === undefined ? {} : { speech: context.speech }
  return new ChatChannel({ service, approvers, secret, memory, onTrouble, pace: paceOf(context), ...speech })
}
