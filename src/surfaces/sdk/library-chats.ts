import { randomBytes } from 'node:crypto'
import { visible } from '../../call/visible.ts'
import { MAX_PENDING } from '../../humans/channel-gate.ts'
import type { Channel } from '../../humans/channels/channel.ts'
import { ChatChannel } from '../../humans/channels/chat.ts'
import type { ChatService } from '../../humans/channels/chat-service.ts'
import type { ShownQueue } from '../../humans/channels/desk.ts'
import { memoryInProcess } from '../../humans/channels/memory.ts'
import type { NotAsked } from '../../humans/queue/queue.ts'
import { speechOf } from '../../humans/speech.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { type ChannelSettings, channelShapes } from '../../policy/channel-settings.ts'
import type { ApprovalSettings } from '../../policy/settings.ts'
import { noRoomInChat } from '../daemon/approvals.ts'
import { Channels } from '../daemon/channels.ts'
import { JointQueue } from './joint-queue.ts'

/** A chat of your own: a `ChatService` carries the words, and these people answer. */
export interface OwnChat {
  readonly service: ChatService
  /** Who may answer: ids as your service authenticates them, never names. */
  readonly approvers: readonly string[]
}

/** Chats as the settings describe them, or services of your own. */
export type LibraryChannels = Omit<ChannelSettings, 'webhook'> | readonly OwnChat[]

/** The chats of a program that embeds the gate. */
export interface LibraryChats {
  /** A session's questions are shown from now on. Call what is returned when it is over. */
  readonly attach: (queue: ShownQueue) => () => void
  /** Somebody would see a question, sooner or later. */
  readonly isSomebodyThere: () => boolean
  /** Every chat is full. */
  readonly noRoom: (most: number | undefined) => NotAsked | undefined
  readonly close: () => Promise<void>
}

export interface LibraryChatsParts {
  readonly audit: AuditLogger
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly approvals: ApprovalSettings | undefined
  readonly stateDirectory: string
  readonly onTrouble: (message: string) => void
}

/** Throws a sentence when a chat is not set up right. What goes wrong later is told, and nobody is asked there. */
export function openChats(given: LibraryChannels, parts: LibraryChatsParts): LibraryChats {
  const queue = new JointQueue()
  const { audit, environment, stateDirectory, approvals, onTrouble } = parts
  const channels = new Channels({
    queue,
    audit,
    environment,
    stateDirectory,
    memory: memoryInProcess,
    log: (level, sentence) => {
      if (level !== 'info') onTrouble(visible(sentence))
    },
  })
  if (isOwn(given)) for (const channel of ownChannels(given, approvals, onTrouble)) channels.add(channel)
  else {
    channels.use(checked(given), approvals)
    const [unusable] = channels.states.filter(({ state }) => state === 'unusable')
    if (unusable !== undefined) throw new Error(`${unusable.name} cannot be used: ${unusable.message}`)
  }
  return {
    attach: (own) => queue.add(own),
    isSomebodyThere: () => channels.hasAny,
    noRoom: (most = MAX_PENDING) => noRoomInChat(channels.fewestWaiting, most),
    close: () => channels.stop(),
  }
}

function isOwn(given: LibraryChannels): given is readonly OwnChat[] {
  return Array.isArray(given)
}

function checked(given: Omit<ChannelSettings, 'webhook'>): ChannelSettings {
  const settings = channelShapes().channels.parse(given)
  if (settings.webhook !== undefined)
    throw new Error('`webhook` needs the daemon, which takes its answers: give a service of your own instead')
  return settings
}

function ownChannels(
  given: readonly OwnChat[],
  approvals: ApprovalSettings | undefined,
  onTrouble: (message: string) => void,
): readonly Channel[] {
  const names = given.map(({ service }) => service.name)
  if (new Set(names).size !== names.length) throw new Error(`every chat needs a name of its own: ${names.join(', ')}`)
  const { replies, wording } = approvals ?? {}
  const speech = speechOf({ replies, wording })
  return given.map(({ service, approvers }) => {
    if (approvers.length === 0) throw new Error(`nobody may answer in ${service.name}: name \`approvers\``)
    // Its buttons are those of this process: nothing outlives it.
    const secret = randomBytes(32).toString('base64url')
    return new ChatChannel({ service, approvers, secret, memory: memoryInProcess(), onTrouble, speech })
  })
}
