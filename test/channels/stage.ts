import type * as QueueModule from '../../src/humans/queue/approval-queue.ts'
import type { Channel } from '../../src/humans/channels/channel.ts'
import type * as ChannelsModule from '../../src/humans/channels/index.ts'
import type * as DeskModule from '../../src/humans/channels/desk.ts'
import type * as MemoryModule from '../../src/humans/channels/memory.ts'
import type * as QuestionModule from '../../src/humans/questions/make-question.ts'
import type { Question, Settlement } from '../../src/humans/questions/question.ts'
import type * as ApprovalsModule from '../../src/journal/approvals.ts'
import type { AuditEvent } from '../../src/journal/audit-logger.ts'
import type { ChannelSettings } from '../../src/policy/channel-settings.ts'
import { loaderFor, SOURCES } from '../product.ts'
import type { ChatServer, SeenMessage, Sender } from '../servers/chats/chat-server.ts'
import { startDiscord } from '../servers/chats/discord.ts'
import { startSlack } from '../servers/chats/slack.ts'
import { startTelegram } from '../servers/chats/telegram.ts'
import { unhurried } from '../until.ts'

/** The channels as a suite sees them: the real sources, or a copy of them with a bug put back. */
export interface ChannelProduct {
  readonly channels: typeof ChannelsModule
  readonly desk: typeof DeskModule
  readonly memory: typeof MemoryModule
  readonly queue: typeof QueueModule
  readonly question: typeof QuestionModule
  readonly approvals: typeof ApprovalsModule
}

export async function loadChannels(root: string = SOURCES): Promise<ChannelProduct> {
  const load = loaderFor(root)
  return {
    channels: await load('humans/channels/index.ts'),
    desk: await load('humans/channels/desk.ts'),
    memory: await load('humans/channels/memory.ts'),
    queue: await load('humans/queue/approval-queue.ts'),
    question: await load('humans/questions/make-question.ts'),
    approvals: await load('journal/approvals.ts'),
  }
}

export const CHATS = ['telegram', 'discord', 'slack'] as const
export type Chat = (typeof CHATS)[number]

/** Ids as each service writes them. The stranger calls themselves what the approver is called. */
export const PEOPLE: Readonly<Record<Chat, { readonly ann: Sender; readonly ben: Sender; readonly stranger: Sender }>> =
  {
    telegram: {
      ann: { id: '111', name: 'Ann' },
      ben: { id: '222', name: 'Ben' },
      stranger: { id: '666', name: '111' },
    },
    discord: { ann: { id: '111', name: 'Ann' }, ben: { id: '222', name: 'Ben' }, stranger: { id: '666', name: '111' } },
    slack: {
      ann: { id: 'UANN', name: 'Ann' },
      ben: { id: 'UBEN', name: 'Ben' },
      stranger: { id: 'UEVE', name: 'UANN' },
    },
  }

/** A chat of the real protocol, a channel in it, and the real queue behind the channel. */
export interface Stage {
  readonly chat: Chat
  readonly server: ChatServer
  readonly people: (typeof PEOPLE)[Chat]
  readonly audit: AuditEvent[]
  readonly troubles: string[]
  queue(): QueueModule.ApprovalQueue
  channel(): Channel
  ask(about?: Partial<QuestionModule.Asked>, timeoutMs?: number): Asked
  /** The message that has this question's buttons, or had them. */
  shown(id: string): SeenMessage | undefined
  until<T>(what: string, look: () => T | undefined | false): Promise<T>
  /** Ends the channel and the queue, runs `meanwhile`, and starts both anew on what they kept. */
  restartDaemon(meanwhile?: () => void | Promise<void>): Promise<void>
}

export interface Asked {
  readonly question: Question
  readonly settled: Promise<Settlement>
  /** How it ended, if it has. */
  end(): Settlement | undefined
}

const PACE = { first: 4, most: 40, request: 2000 }
const PATIENCE = 8000

export class NotInTime extends Error {}

export const SERVERS = {
  telegram: startTelegram,
  discord: () => startDiscord(),
  slack: startSlack,
} as const

export async function withStage(
  product: ChannelProduct,
  chat: Chat,
  act: (stage: Stage) => Promise<void>,
  patience: number = PATIENCE,
): Promise<void> {
  const server = await SERVERS[chat]()
  const people = PEOPLE[chat]
  const audit: AuditEvent[] = []
  const troubles: string[] = []
  const store = new product.approvals.MemoryApprovals()
  const memory = product.memory.memoryInProcess()
  let queue!: QueueModule.ApprovalQueue
  let channel!: Channel
  let deaf = (): void => undefined
  let calls = 0

  const start = async (): Promise<void> => {
    const sink = { note: async (event: AuditEvent) => (audit.push(event), 'durable' as const) }
    queue = await product.queue.openQueue({
      store,
      now: Date.now,
      monotonic: () => performance.now(),
      policyDigest: ({ policyDigest }) => policyDigest,
      sessionOpen: () => true,
      audit: sink,
      mostPerSession: () => 1000,
    })
    const made = product.channels.makeChannels(settingsFor(chat, server), {
      environment: environmentFor(server),
      memory: () => memory,
      onTrouble: (message) => troubles.push(message),
      pace: PACE,
    })
    channel = made.channels[0]!
    if (channel === undefined) throw new Error(made.unusable[0]?.message)
    deaf = product.desk.connect(channel, queue)
    await channel.start(product.desk.deskFor(queue, sink))
    product.desk.bringUpToDate(channel, queue)
  }
  await start()
  const stage: Stage = {
    chat,
    server,
    people,
    audit,
    troubles,
    queue: () => queue,
    channel: () => channel,
    ask: (about = {}, timeoutMs = 60_000) => {
      const asked = { ...PLAIN, call: `call-${++calls}`, fingerprint: `fingerprint-${calls}`, ...about }
      const question = product.question.makeQuestion(asked, Date.now(), timeoutMs)
      const settled = queue.ask(question).then((end) => {
        if (!('how' in end)) throw new Error(end.message)
        return end
      })
      settled.catch(() => undefined)
      return {
        question,
        settled,
        end: () => queue.settled(1000).find((each) => each.question.id === question.id)?.settlement,
      }
    },
    shown: (id) => server.messages().find(({ words }) => new RegExp(`Portcullis (?:asks|asked): ${id}`).test(words)),
    until: async (what, look) => {
      const began = performance.now()
      for (;;) {
        const found = look()
        if (found !== undefined && found !== false) return found
        if (performance.now() - began > unhurried(patience)) throw new NotInTime(what)
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
    },
    restartDaemon: async (meanwhile) => {
      deaf()
      await channel.stop()
      queue.close()
      await meanwhile?.()
      await start()
    },
  }
  try {
    await act(stage)
  } finally {
    deaf()
    await Promise.all([channel.stop(), server.close()])
    queue.close()
  }
}

export function settingsFor(chat: Chat, server: ChatServer): ChannelSettings {
  const { ann, ben } = PEOPLE[chat]
  const approvers = [ann.id, ben.id]
  switch (chat) {
    case 'telegram':
      return { telegram: { tokenEnv: 'TOKEN', chat: server.chat, approvers, apiRoot: server.url } }
    case 'discord':
      return { discord: { tokenEnv: 'TOKEN', channel: server.chat, approvers, api: server.url } }
    case 'slack':
      return {
        slack: { botTokenEnv: 'BOT', appTokenEnv: 'APP', channel: server.chat, approvers, api: server.url },
      }
  }
}

function environmentFor(
  server: ChatServer & { token?: string; botToken?: string; appToken?: string },
): Record<string, string> {
  return { TOKEN: server.token ?? '', BOT: server.botToken ?? '', APP: server.appToken ?? '' }
}

const PLAIN: QuestionModule.Asked = {
  session: 'session-1',
  agent: 'claude-code',
  call: 'call-0',
  tool: 'Bash',
  cwd: '/home/dev/project',
  fingerprint: 'fingerprint-0',
  policyDigest: 'digest-1',
  text: 'git push --force origin main',
  deeds: ['rewrites the history of main at origin'],
  why: [
    { code: 'git.force-push', sentence: 'rewrites history others may have pulled', clearedBy: 'asking for it by name' },
  ],
  offers: ['Bash(git push --force origin main)'],
}
