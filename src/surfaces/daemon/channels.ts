import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Channel, Desk } from '../../humans/channels/channel.ts'
import type { Pace } from '../../humans/channels/chat-service.ts'
import { bringUpToDate, connect, deskFor, type ShownQueue } from '../../humans/channels/desk.ts'
import { makeChannels } from '../../humans/channels/index.ts'
import { type ChannelMemory, memoryInFile } from '../../humans/channels/memory.ts'
import { Webhook } from '../../humans/channels/webhook.ts'
import { makeQuestion } from '../../humans/questions/make-question.ts'
import type { Answered, Answer, Question, Settlement } from '../../humans/questions/question.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { speechOf } from '../../humans/speech.ts'
import type { ChannelSettings } from '../../policy/channel-settings.ts'
import type { ApprovalSettings } from '../../policy/settings.ts'
import type { Log } from './log.ts'

export interface ChannelsOptions {
  readonly queue: ShownQueue
  readonly audit: Pick<AuditLogger, 'note'>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stateDirectory: string
  readonly log: Log
  readonly pace?: Pace
  /** Where messages of open questions are remembered. Left out: in files of the state directory. */
  readonly memory?: () => ChannelMemory
}

/** How a channel is doing, for whoever asks. */
export interface ChannelState {
  readonly name: string
  readonly state: 'connecting' | 'connected' | 'trouble' | 'unusable'
  readonly message?: string
}

interface Running {
  readonly channel: Channel
  readonly deaf: () => void
  state: 'connecting' | 'connected' | 'unusable'
  message: string
}

interface Test {
  readonly question: Question
  readonly channel: string
  settlement: Settlement | undefined
}

/** How long a test waits for an answer. */
const TEST_MS = 120_000
const MOST_TESTS = 10
/** Nobody waits longer than this for a chat service to say goodbye. */
const GOODBYE = 2000

/** The channels that are set up, connected to the queue. Whatever their networks do, the daemon goes on. */
export class Channels {
  readonly #options: ChannelsOptions
  readonly #running = new Map<string, Running>()
  readonly #tests = new Map<string, Test>()
  #unusable: readonly { readonly name: string; readonly message: string }[] = []
  #settings = JSON.stringify([{}, undefined, undefined])
  #stopped = false

  constructor(options: ChannelsOptions) {
    this.#options = options
  }

  /** Somebody would see a question, sooner or later. */
  get hasAny(): boolean {
    return [...this.#running.values()].some(({ state }) => state !== 'unusable')
  }

  /** How many questions wait in the chat that has the fewest: each has room of its own. */
  get fewestWaiting(): number {
    const usable = [...this.#running.values()].filter(({ state }) => state !== 'unusable')
    // One that is not connected yet has not been shown what waits since before.
    const before = this.#options.queue.pending().length
    return Math.min(...usable.map(({ channel, state }) => (state === 'connecting' ? before : channel.waiting)))
  }

  get states(): readonly ChannelState[] {
    const running = [...this.#running.values()].map(({ channel, state, message }): ChannelState => {
      if (state === 'unusable') return { name: channel.name, state, message }
      const { trouble } = channel
      if (state === 'connected' && trouble !== undefined)
        return { name: channel.name, state: 'trouble', message: trouble }
      return { name: channel.name, state, ...(trouble === undefined ? {} : { message: trouble }) }
    })
    return [...running, ...this.#unusable.map(({ name, message }) => ({ name, state: 'unusable' as const, message }))]
  }

  get webhook(): Webhook | undefined {
    const channel = this.#running.get('webhook')?.channel
    return channel instanceof Webhook ? channel : undefined
  }

  /** To be called now and then: whoever was taken out of the settings cannot answer any more. */
  use(settings: ChannelSettings | undefined, approvals: Pick<ApprovalSettings, 'replies' | 'wording'> = {}): void {
    const { replies, wording } = approvals
    const text = JSON.stringify([settings ?? {}, replies, wording])
    if (text === this.#settings || this.#stopped) return
    this.#settings = text
    const { environment, stateDirectory, log, pace } = this.#options
    const old = [...this.#running.values()]
    this.#running.clear()
    for (const { deaf } of old) deaf()
    const onTrouble = (message: string): void => log('warn', message)
    const made = makeChannels(settings ?? {}, {
      environment,
      memory: (kind) =>
        this.#options.memory?.() ?? memoryInFile(join(stateDirectory, 'channels', `${kind}.json`), onTrouble),
      onTrouble,
      speech: speechOf({ replies, wording }),
      ...(pace === undefined ? {} : { pace }),
    })
    this.#unusable = made.unusable
    for (const { name, message } of made.unusable) log('error', `${name} cannot be used: ${message}`)
    // The old ones first: two at once would take each other's messages.
    const gone = goodbye(old)
    for (const channel of made.channels) this.#start(channel, gone)
  }

  /** One that somebody else made. Stays until the end. */
  add(channel: Channel): void {
    this.#start(channel, Promise.resolve())
  }

  /** A real question that allows nothing, in one channel. */
  test(name: string): Question | undefined {
    const running = this.#running.get(name)
    if (running === undefined) return undefined
    const question = makeQuestion(
      {
        session: 'channels-test',
        agent: 'portcullis',
        call: randomUUID(),
        tool: 'channels test',
        cwd: '/',
        fingerprint: 'none',
        policyDigest: 'none',
        text: 'This is a test. Nothing is run and nothing is allowed, whatever you answer.',
        deeds: ['does nothing'],
        why: [{ code: 'channel.test', sentence: 'somebody ran `portcullis channels test`' }],
        offers: [],
      },
      Date.now(),
      TEST_MS,
    )
    const test: Test = { question, channel: name, settlement: undefined }
    this.#tests.set(question.id, test)
    const [oldest] = this.#tests.keys()
    if (this.#tests.size > MOST_TESTS && oldest !== undefined) this.#tests.delete(oldest)
    const timer = setTimeout(() => this.#endTest(test, { how: 'expired', at: Date.now() }), TEST_MS)
    timer.unref()
    running.channel.show(question)
    return question
  }

  testOf(id: string): Pick<Test, 'settlement'> | undefined {
    return this.#tests.get(id)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const all = [...this.#running.values()]
    for (const { deaf } of all) deaf()
    await goodbye(all)
  }

  #start(channel: Channel, after: Promise<void>): void {
    const { queue, log } = this.#options
    const running: Running = { channel, deaf: connect(channel, queue), state: 'connecting', message: '' }
    this.#running.set(channel.name, running)
    const begin = async (): Promise<void> => {
      await after
      if (this.#running.get(channel.name) !== running || this.#stopped) return
      await channel.start(this.#deskOf(channel.name))
      bringUpToDate(channel, queue)
      running.state = 'connected'
      log('info', `${channel.name} is connected: people are asked there`)
    }
    begin().catch((error: unknown) => {
      running.state = 'unusable'
      running.message = error instanceof Error ? error.message : String(error)
      log('error', `${channel.name} cannot be used: ${running.message}`)
    })
  }

  /** The queue's desk, and the tests of this channel, which are no questions of anybody's. */
  #deskOf(name: string): Desk {
    const desk = deskFor(this.#options.queue, this.#options.audit)
    const mine = (id: string): Test | undefined => {
      const test = this.#tests.get(id)
      return test?.channel === name ? test : undefined
    }
    return {
      ...desk,
      answer: (id, answer) => {
        const test = mine(id)
        return test === undefined ? desk.answer(id, answer) : Promise.resolve(this.#answerTest(test, answer))
      },
      find: (id) => mine(id)?.question ?? desk.find(id),
      pending: () => {
        const tests = [...this.#tests.values()].filter((test) => test.channel === name && test.settlement === undefined)
        return [...desk.pending(), ...tests.map(({ question }) => question)]
      },
    }
  }

  #answerTest(test: Test, { choice, by, channel, shown }: Answer): Answered {
    if (test.settlement !== undefined)
      return { refused: { code: 'approval.settled', message: 'the test is over', settlement: test.settlement } }
    if (shown !== test.question.shown)
      return { refused: { code: 'approval.not-shown', message: 'that is not what was asked' } }
    const settlement = { how: 'answered', choice, by, channel, at: Date.now() } as const
    this.#endTest(test, settlement)
    return { ok: settlement }
  }

  #endTest(test: Test, settlement: Settlement): void {
    if (test.settlement !== undefined) return
    test.settlement = settlement
    this.#running.get(test.channel)?.channel.settle(test.question, settlement)
  }
}

async function goodbye(all: readonly Pick<Running, 'channel'>[]): Promise<void> {
  if (all.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GOODBYE)
  })
  await Promise.race([Promise.allSettled(all.map(({ channel }) => channel.stop())), enough])
  clearTimeout(timer)
}
