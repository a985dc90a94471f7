import type { Approval } from '../../journal/approvals.ts'
import { GivenUp } from '../../verdict.ts'
import { draftSettlement, draftUnreadable, refusalEvent } from './approval-record.ts'
import { deadlineOf, isOver, lapsed } from '../bindings.ts'
import { boundedChoice, isApproval, refusedRule } from '../questions/choice.ts'
import { QuestionsElsewhere } from './elsewhere.ts'
import { isLeft } from './left-questions.ts'
import { renamed, shownOf } from '../questions/make-question.ts'
import type { Answer, Answered, AnswerRefusal, Question, Settlement } from '../questions/question.ts'
import type { NotAsked, Queue, QueueEvent, Withdrawn } from './queue.ts'
import type { Entry, QueueOptions, Waiter } from './queue-entry.ts'
import { allows, alreadySettled, takenByAnother, UNKNOWN } from '../questions/settlements.ts'
import { questionFromStore, settlementFromStore } from '../questions/stored-question.ts'
import type { MayAnswer } from '../who-may-answer.ts'

/** Opens the queue with every question that still waits. None of them is answered by that. */
export async function openQueue(options: QueueOptions): Promise<ApprovalQueue> {
  const queue = new ApprovalQueue(options)
  await queue.load()
  return queue
}

const PER_SESSION = 5
const ALTOGETHER = 20_000
const KEEP = 1000
/** How long a jump of the wall clock can go unnoticed. */
const TICK = 1000
const MOST_RENAMES = 20

/**
 * Questions as rows, and who waits for them. The row decides: whoever changes it from pending first has settled the
 * question. A settlement is given once; after that the same call is a new question.
 */
export class ApprovalQueue implements Queue {
  readonly #options: QueueOptions
  /** By id, oldest first. */
  readonly #pending = new Map<string, Entry>()
  /** Pending ones, and settled ones that nobody has been given. */
  readonly #byKey = new Map<string, Entry>()
  readonly #perSession = new Map<string, number>()
  /** Told as expired or withdrawn here, not yet in the store. */
  readonly #unwritten = new Set<Entry>()
  #settled: { readonly question: Question; readonly settlement: Settlement }[] = []
  readonly #listeners = new Set<(event: QueueEvent) => void>()
  #timer: NodeJS.Timeout | undefined
  /** On the monotonic clock. */
  #wakesAt = 0
  #sincePrune = 0
  #closed = false
  readonly #elsewhere: QuestionsElsewhere | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    const { elsewhere } = options.store
    this.#elsewhere =
      elsewhere &&
      new QuestionsElsewhere(elsewhere, {
        pending: () => [...this.#pending.keys()],
        isKnown: (id) => this.#pending.has(id) || this.#settled.some(({ question }) => question.id === id),
        adopt: (id) => this.#adopt(id),
        readAgain: async (id) => {
          const entry = this.#pending.get(id)
          if (entry !== undefined) await this.#readAgain(entry)
        },
      })
  }

  async load(): Promise<void> {
    const { store, now } = this.#options
    const time = now()
    await store.prune(this.#keep, time)
    const latest = await store.latest(Math.min(this.#keep, 200))
    this.#settled = latest.toReversed().flatMap((row) => {
      const question = questionFromStore(row.question)
      return question === undefined ? [] : [{ question, settlement: settlementFromStore(row) }]
    })
    const rows = await store.open(time)
    const others = new Set(await store.elsewhere?.others(rows.map(({ id }) => id)))
    for (const row of rows) {
      if (isLeft(row)) continue
      const question = questionFromStore(row.question)
      if (question === undefined || question.id !== row.id) {
        await this.#withdrawUnreadable(row)
        continue
      }
      const entry: Entry = {
        question,
        deadline: deadlineOf(question, this.#options),
        waiters: [],
        stored: Promise.resolve(),
        waits: false,
        ...(row.state === 'pending' ? {} : { settlement: settlementFromStore(row) }),
        ...(others.has(row.id) ? { elsewhere: true } : {}),
      }
      this.#byKey.set(question.key, entry)
      if (row.state !== 'pending') continue
      this.#count(entry)
      this.#pending.set(question.id, entry)
    }
    await Promise.allSettled(this.#overdue().map((entry) => this.#end(entry, 'expired')))
    this.#schedule()
    this.#elsewhere?.start()
  }

  async ask(question: Question, signal?: AbortSignal): Promise<Settlement | NotAsked> {
    if (signal?.aborted || this.#closed) throw new GivenUp('the question was abandoned')
    if (shownOf(question) !== question.shown) throw new TypeError('the question is not the one its hash is of')
    await this.#dropOutdated(question)
    if (!this.#byKey.has(question.key)) await this.#findElsewhere(question)
    const known = this.#byKey.get(question.key)
    const refused = known === undefined ? this.#tooMany(question) : undefined
    if (refused !== undefined) return refused
    const entry = known ?? this.#enter(question)
    await entry.stored
    return entry.settlement === undefined ? this.#wait(entry, signal) : this.#deliver(entry, entry.settlement)
  }

  async answer(id: string, answer: Answer): Promise<Answered> {
    const entry = this.#pending.get(id) ?? (await this.#adopt(id))
    const refused = entry === undefined ? await this.#notPending(id) : await this.#unfit(entry, answer)
    const may = entry === undefined || refused !== undefined ? undefined : await this.#may(entry.question, answer)
    if (entry === undefined || may === undefined || 'refused' in may) {
      const refusal = refused ?? (may !== undefined && 'refused' in may ? may.refused : UNKNOWN)
      void this.#options.audit?.note(refusalEvent(id, entry?.question, answer, refusal))
      return { refused: refusal }
    }
    const { by, channel } = may.taken
    const choice = boundedChoice(may.taken.choice)
    const mine = { how: 'answered', choice, by, channel, at: this.#options.now() } as const
    const settlement = await this.#settle(entry, mine)
    if (settlement === mine) return { ok: mine }
    const refusal = alreadySettled(settlement)
    void this.#options.audit?.note(refusalEvent(id, entry.question, answer, refusal))
    return { refused: refusal }
  }

  async #may(question: Question, answer: Answer): Promise<MayAnswer> {
    return (await this.#options.whoMayAnswer?.check(question, answer)) ?? { taken: answer }
  }

  pending(): readonly Question[] {
    return Array.from(this.#pending.values(), (entry) => entry.question)
  }

  isElsewhere(id: string): boolean {
    return this.#pending.get(id)?.elsewhere === true
  }

  find(id: string): Question | undefined {
    return this.#pending.get(id)?.question ?? this.#settled.findLast((each) => each.question.id === id)?.question
  }

  settled(most: number): readonly { readonly question: Question; readonly settlement: Settlement }[] {
    return this.#settled.slice(-Math.max(1, most)).toReversed()
  }

  async withdrawSession(session: string, because: string, which: Withdrawn = 'everything'): Promise<void> {
    const mine = [...this.#byKey.values()].filter(
      ({ question }) => question.session === session && (which === 'everything' || question.contained === undefined),
    )
    for (const entry of mine) if (entry.settlement !== undefined) this.#release(entry)
    const ends = mine.filter((entry) => entry.settlement === undefined).map((entry) => this.#end(entry, because))
    const outcomes = await Promise.allSettled([...ends, this.#options.store.closeSession(session)])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  listen(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Lets go of everybody who waits. The questions stay for the next process. */
  close(): void {
    this.#closed = true
    this.#elsewhere?.stop()
    clearTimeout(this.#timer)
    for (const entry of this.#pending.values()) {
      for (const waiter of entry.waiters.splice(0)) waiter.reject(new GivenUp('the queue is closed'))
    }
  }

  get #keep(): number {
    return this.#options.keepSettled ?? KEEP
  }

  #tooMany(question: Question): NotAsked | undefined {
    const { most = ALTOGETHER } = this.#options
    const mostPerSession = this.#options.mostPerSession?.() ?? PER_SESSION
    const here = this.#perSession.get(question.session) ?? 0
    if (here < mostPerSession && this.#pending.size < most) return undefined
    const sentence =
      here < mostPerSession
        ? `${this.#pending.size} questions already wait for a person`
        : `${here} questions of this session already wait for a person, and ${mostPerSession} may`
    return { code: 'approval.too-many', message: sentence }
  }

  /** The same call under other rules is another question. */
  async #dropOutdated(question: Question): Promise<void> {
    const known = this.#byKey.get(question.key)
    if (known === undefined || known.question.policyDigest === question.policyDigest) return
    this.#release(known)
    if (known.settlement !== undefined || known.elsewhere === true) return
    await this.#end(known, 'the rules have changed since it was asked').catch(() => undefined)
  }

  /** Takes its place among the pending at once, so that two callers with one key share one question. */
  #enter(question: Question): Entry {
    const deadline = deadlineOf(question, this.#options)
    const entry: Entry = { question, deadline, waiters: [], stored: Promise.resolve(), waits: false }
    this.#byKey.set(question.key, entry)
    this.#count(entry)
    entry.stored = this.#keepRow(entry)
    return entry
  }

  async #keepRow(entry: Entry): Promise<void> {
    try {
      for (let attempt = 1; !(await this.#addRow(entry.question)); attempt++) {
        if (attempt > MOST_RENAMES) throw new Error('no short id is free')
        entry.question = renamed(entry.question, attempt)
      }
    } catch (error) {
      this.#release(entry)
      this.#uncount(entry)
      throw error
    }
    if (entry.settlement !== undefined) return
    this.#pending.set(entry.question.id, entry)
    this.#tell({ what: 'asked', question: entry.question })
    this.#schedule(entry.deadline)
  }

  async #addRow(question: Question): Promise<boolean> {
    const { id, key, session, askedAt, expiresAt } = question
    const row = { id, key, session, question: JSON.stringify(question), asked: askedAt, expires: expiresAt }
    return this.#options.store.add(row)
  }

  #wait(entry: Entry, signal: AbortSignal | undefined): Promise<Settlement> {
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>()
    const waiter: Waiter = { resolve, reject }
    const leave = (): void => {
      const place = entry.waiters.indexOf(waiter)
      if (place < 0) return
      entry.waiters.splice(place, 1)
      reject(new GivenUp('the question was abandoned'))
    }
    if (signal?.aborted || this.#closed) {
      reject(new GivenUp('the question was abandoned'))
      return promise
    }
    entry.waiters.push(waiter)
    signal?.addEventListener('abort', leave, { once: true })
    this.#timer?.ref()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Why this answer cannot be taken. What it finds to be over is ended here. */
  async #unfit(entry: Entry, answer: Answer): Promise<AnswerRefusal | undefined> {
    const { question } = entry
    const lapse = entry.elsewhere === true && !isOver(entry, this.#options) ? undefined : lapsed(entry, this.#options)
    if (lapse !== undefined) {
      await this.#end(entry, lapse.code === 'approval.expired' ? 'expired' : lapse.message).catch(() => undefined)
      return lapse
    }
    // A no needs no reading.
    if (!isApproval(answer.choice)) return undefined
    if (answer.shown !== question.shown) {
      return { code: 'approval.not-shown', message: 'that is not what was asked: look at the whole question first' }
    }
    return refusedRule(question, answer.choice)
  }

  async #notPending(id: string): Promise<AnswerRefusal> {
    const known = this.#settled.findLast((each) => each.question.id === id)
    if (known !== undefined) return alreadySettled(known.settlement)
    const row = await this.#options.store.read(id)
    return row === undefined || row.state === 'pending' ? UNKNOWN : alreadySettled(settlementFromStore(row))
  }

  /** Returns the settlement that holds: the given one when it was the first. */
  async #settle(entry: Entry, settlement: Settlement): Promise<Settlement> {
    const { question } = entry
    const end = { state: settlement.how, settlement: JSON.stringify(settlement), at: settlement.at }
    try {
      const won = await this.#options.store.settle(question.id, end, draftSettlement(question, settlement))
      const holds = won ? settlement : (entry.settlement ?? (await this.#stored(entry)))
      this.#finish(entry, holds)
      return holds
    } catch (error) {
      entry.doubtful = true
      this.#schedule()
      throw error
    }
  }

  async #stored(entry: Entry): Promise<Settlement> {
    const row = await this.#options.store.read(entry.question.id)
    if (row === undefined) return { how: 'withdrawn', because: 'its row is gone', at: this.#options.now() }
    if (row.state === 'pending') throw new Error('the row is pending and cannot be settled')
    return settlementFromStore(row)
  }

  /** `expired`, or withdrawn with a reason. Whoever waits is told even when the store cannot be written. */
  async #end(entry: Entry, because: string): Promise<void> {
    const at = this.#options.now()
    const settlement: Settlement = because === 'expired' ? { how: 'expired', at } : { how: 'withdrawn', because, at }
    try {
      await entry.stored
      await this.#settle(entry, settlement)
    } catch (error) {
      if (this.#pending.has(entry.question.id)) this.#unwritten.add(entry)
      this.#finish(entry, settlement)
      throw error
    }
  }

  #finish(entry: Entry, settlement: Settlement): void {
    const { question } = entry
    if (entry.settlement !== undefined) return
    entry.settlement = settlement
    this.#pending.delete(question.id)
    this.#uncount(entry)
    this.#settled.push({ question, settlement })
    if (this.#settled.length > this.#keep * 2) this.#settled = this.#settled.slice(-this.#keep)
    const waiters = entry.waiters.splice(0)
    // Who came back last is there; who came before may be a connection that nobody has noticed to be dead.
    const newest = waiters.pop()
    newest?.resolve(this.#deliver(entry, settlement))
    for (const waiter of waiters) waiter.resolve(allows(settlement) ? takenByAnother(settlement.at) : settlement)
    this.#tell({ what: 'settled', question, settlement, ...(entry.elsewhere ? { elsewhere: true } : {}) })
    this.#pruneSometimes()
  }

  /** Gives a settlement to whoever asked. An approval is given once, and only while everything is as it was. */
  async #deliver(entry: Entry, settlement: Settlement): Promise<Settlement> {
    const { store, now } = this.#options
    if (!allows(settlement)) {
      this.#release(entry)
      store.deliver(entry.question.id).catch(() => undefined)
      return settlement
    }
    const mine = await store.deliver(entry.question.id)
    this.#release(entry)
    const lapse = lapsed(entry, this.#options)
    if (lapse?.code === 'approval.expired') return { how: 'expired', at: now() }
    if (lapse !== undefined) return { how: 'withdrawn', because: lapse.message, at: now() }
    return mine ? settlement : takenByAnother(now())
  }

  #release(entry: Entry): void {
    if (this.#byKey.get(entry.question.key) === entry) this.#byKey.delete(entry.question.key)
  }

  #count(entry: Entry): void {
    const { session } = entry.question
    entry.waits = true
    this.#perSession.set(session, (this.#perSession.get(session) ?? 0) + 1)
  }

  #uncount(entry: Entry): void {
    const { session } = entry.question
    if (!entry.waits) return
    entry.waits = false
    const left = (this.#perSession.get(session) ?? 1) - 1
    if (left > 0) this.#perSession.set(session, left)
    else this.#perSession.delete(session)
  }

  #tell(event: QueueEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch {
        // What a channel does with the news changes nothing about the question.
      }
    }
  }

  #overdue(): readonly Entry[] {
    return [...this.#pending.values()].filter((entry) => isOver(entry, this.#options))
  }

  /** One timer: for the next deadline, and at least every second, because the wall clock may jump. */
  #schedule(deadline?: number): void {
    if (this.#closed || this.#byKey.size + this.#unwritten.size === 0) return
    const time = this.#options.monotonic()
    let next = time + TICK
    if (deadline !== undefined) next = Math.min(next, deadline)
    else for (const entry of this.#pending.values()) next = Math.min(next, entry.deadline)
    if (this.#timer !== undefined && this.#wakesAt <= next) return
    clearTimeout(this.#timer)
    this.#wakesAt = next
    this.#timer = setTimeout(() => void this.#tick(), Math.max(1, next - time))
    // Somebody who waits keeps the program alive until they are told; questions alone do not.
    if (![...this.#pending.values()].some((entry) => entry.waiters.length > 0)) this.#timer.unref()
  }

  async #tick(): Promise<void> {
    this.#timer = undefined
    await this.#sweep().catch(() => undefined)
    this.#schedule()
  }

  async #sweep(): Promise<void> {
    const { store } = this.#options
    const ends = this.#overdue().map((entry) => this.#end(entry, 'expired'))
    for (const entry of this.#byKey.values()) {
      if (entry.settlement !== undefined && isOver(entry, this.#options)) this.#release(entry)
      else if (entry.doubtful && entry.settlement === undefined) ends.push(this.#readAgain(entry))
    }
    for (const entry of this.#unwritten) {
      const { question, settlement } = entry
      if (settlement === undefined || settlement.how === 'answered') continue
      const end = { state: settlement.how, settlement: JSON.stringify(settlement), at: settlement.at }
      ends.push(
        store.settle(question.id, end, draftSettlement(question, settlement)).then(() => {
          this.#unwritten.delete(entry)
        }),
      )
    }
    if (this.#elsewhere !== undefined) ends.push(this.#elsewhere.look())
    await Promise.allSettled(ends)
  }

  /** The same call may have been asked on another daemon, which then went away. */
  async #findElsewhere({ key, policyDigest }: Question): Promise<void> {
    const { store, now } = this.#options
    const row = await store.elsewhere?.pendingUnder(key, now())
    if (row === undefined || this.#byKey.has(key)) return
    const question = questionFromStore(row.question)
    // Asked under other rules, it is another question.
    if (question?.policyDigest !== policyDigest) return
    if (row.state === 'pending') {
      await this.#adopt(row.id)
      return
    }
    const deadline = deadlineOf(question, this.#options)
    const settlement = settlementFromStore(row)
    this.#byKey.set(key, { question, deadline, waiters: [], stored: Promise.resolve(), waits: false, settlement })
  }

  /** A pending question that another daemon asked, or this one before it was started anew. */
  async #adopt(id: string): Promise<Entry | undefined> {
    const { store } = this.#options
    if (store.elsewhere === undefined || this.#pending.has(id)) return this.#pending.get(id)
    const row = await store.read(id)
    if (row === undefined || row.state !== 'pending' || isLeft(row) || this.#pending.has(id))
      return this.#pending.get(id)
    const question = questionFromStore(row.question)
    if (question === undefined || question.id !== row.id) return undefined
    // This daemon is asking it at this very moment: its own entry is about to be there.
    if (this.#byKey.get(question.key)?.question.id === id) return undefined
    const others = await store.elsewhere.others([id])
    if (this.#pending.has(id) || this.#closed) return this.#pending.get(id)
    const entry: Entry = {
      question,
      deadline: deadlineOf(question, this.#options),
      waiters: [],
      stored: Promise.resolve(),
      waits: false,
      ...(others.length > 0 ? { elsewhere: true } : {}),
    }
    if (!this.#byKey.has(question.key)) this.#byKey.set(question.key, entry)
    this.#count(entry)
    this.#pending.set(id, entry)
    this.#tell({ what: 'asked', question, elsewhere: true })
    this.#schedule(entry.deadline)
    return entry
  }

  /** A row that cannot be read is nobody's question: it is neither shown nor given. */
  async #withdrawUnreadable(row: Approval): Promise<void> {
    const at = this.#options.now()
    const settlement: Settlement = { how: 'withdrawn', because: 'the question could not be read back', at }
    const end = { state: settlement.how, settlement: JSON.stringify(settlement), at }
    await this.#options.store.settle(row.id, end, draftUnreadable(row.id, at)).catch(() => false)
  }

  /** After a write that failed or was given up: it may have reached the store after all. */
  async #readAgain(entry: Entry): Promise<void> {
    const row: Approval | undefined = await this.#options.store.read(entry.question.id)
    if (row !== undefined && row.state !== 'pending') this.#finish(entry, settlementFromStore(row))
  }

  #pruneSometimes(): void {
    if (++this.#sincePrune < 256) return
    this.#sincePrune = 0
    this.#options.store.prune(this.#keep, this.#options.now()).catch(() => undefined)
  }
}
