import { afterEach, describe, expect, it } from 'vitest'
import { answerTo, Clocks, sampleQuestion } from '../../../test/humans/samples.ts'
import { until } from '../../../test/until.ts'
import { type ApprovalEnd, MemoryApprovals } from '../../journal/approvals.ts'
import { JournalFailure } from '../../journal/journal.ts'
import type { Draft } from '../../journal/records.ts'
import { ApprovalQueue } from './approval-queue.ts'

/** A store that breaks when it is told to: nothing reaches it, or everything does and it says that nothing did. */
class BreakingStore extends MemoryApprovals {
  broken: 'no' | 'refuses' | 'writes and says it did not' = 'no'
  readonly records: string[]

  constructor() {
    const records: string[] = []
    super(async (draft) => void records.push(draft.code))
    this.records = records
  }

  override async add(...row: Parameters<MemoryApprovals['add']>): Promise<boolean> {
    this.#check()
    return super.add(...row)
  }

  override async settle(id: string, end: ApprovalEnd, record: Draft): Promise<boolean> {
    if (this.broken === 'refuses') this.#check()
    const settled = await super.settle(id, end, record)
    this.#check()
    return settled
  }

  override async deliver(id: string): Promise<boolean> {
    this.#check()
    return super.deliver(id)
  }

  #check(): void {
    if (this.broken !== 'no') throw new JournalFailure('journal.deadline', 'the store is broken')
  }
}

const clocks = new Clocks()
const once = { says: 'once' } as const
let queue: ApprovalQueue

function open(): BreakingStore {
  const store = new BreakingStore()
  const { now, monotonic } = clocks
  queue = new ApprovalQueue({ store, now, monotonic, policyDigest: () => 'digest', sessionOpen: () => true })
  return store
}

function sample(call: string) {
  return sampleQuestion(call, {}, clocks.wall)
}

async function asked(question: ReturnType<typeof sample>) {
  const waiting = queue.ask(question)
  waiting.catch(() => undefined)
  while (queue.find(question.id) === undefined) await Promise.resolve()
  return { waiting }
}

afterEach(() => queue.close())

describe('when the store breaks', () => {
  it('a question that is not kept is asked of nobody and takes nobody’s place', async () => {
    const store = open()
    const shown: string[] = []
    queue.listen((event) => shown.push(event.what))
    store.broken = 'refuses'
    for (let call = 0; call < 10; call++) await expect(queue.ask(sample(`a ${call}`))).rejects.toThrow('broken')
    expect(shown).toEqual([])
    store.broken = 'no'
    const question = sample('a')
    await asked(question)
    expect(queue.pending()).toEqual([question])
  })

  it('an answer that is not kept is none, and can be given again', async () => {
    const store = open()
    const question = sample('a')
    const { waiting } = await asked(question)
    store.broken = 'refuses'
    await expect(queue.answer(question.id, answerTo(question, once))).rejects.toThrow('broken')
    expect(queue.pending()).toHaveLength(1)
    store.broken = 'no'
    await queue.answer(question.id, answerTo(question, { says: 'deny' }))
    expect(await waiting).toMatchObject({ how: 'answered', choice: { says: 'deny' } })
    expect(store.records).toEqual(['approval.denied'])
  })

  it('an answer that was kept after all holds against the next one', async () => {
    const store = open()
    const question = sample('a')
    const { waiting } = await asked(question)
    store.broken = 'writes and says it did not'
    await expect(queue.answer(question.id, answerTo(question, { says: 'deny' }))).rejects.toThrow('broken')
    store.broken = 'no'
    expect(await queue.answer(question.id, answerTo(question, once))).toMatchObject({
      refused: { code: 'approval.settled' },
    })
    expect(await waiting).toMatchObject({ how: 'answered', choice: { says: 'deny' } })
  })

  it('an answer that was kept after all is found without another one', async () => {
    const store = open()
    const question = sample('a')
    const { waiting } = await asked(question)
    store.broken = 'writes and says it did not'
    await expect(queue.answer(question.id, answerTo(question, once))).rejects.toThrow('broken')
    store.broken = 'no'
    expect(await waiting).toMatchObject({ how: 'answered', choice: { says: 'once' } })
  })

  it('an approval that cannot be spent is not given', async () => {
    const store = open()
    const question = sample('a')
    const { waiting } = await asked(question)
    const answered = queue.answer(question.id, answerTo(question, once))
    queue.listen(() => (store.broken = 'refuses'))
    store.deliver = () => Promise.reject(new JournalFailure('journal.deadline', 'cannot be spent'))
    await answered
    await expect(waiting).rejects.toThrow('cannot be spent')
  })

  it('whoever waits is told at the deadline, and the record follows when the store is back', async () => {
    const store = open()
    const question = sample('a')
    const { waiting } = await asked(question)
    store.broken = 'refuses'
    clocks.pass(300_000)
    expect(await waiting).toMatchObject({ how: 'expired' })
    expect(store.records).toEqual([])
    store.broken = 'no'
    await until('the record follows', () => store.records.length > 0)
    expect(store.records).toEqual(['approval.timeout'])
    expect(await queue.answer(question.id, answerTo(question, once))).toHaveProperty('refused')
  })
})

describe('whoever asks and leaves', () => {
  it('lets go of the question, which stays for whoever comes back', async () => {
    open()
    const question = sample('a')
    const leave = new AbortController()
    const left = queue.ask(question, leave.signal)
    while (queue.pending().length === 0) await Promise.resolve()
    leave.abort()
    await expect(left).rejects.toThrow('was abandoned')
    expect(queue.pending()).toHaveLength(1)
    const back = queue.ask(question)
    await queue.answer(question.id, answerTo(question, once))
    expect(await back).toMatchObject({ how: 'answered' })
  })

  it('of two who wait for one question the last one is given the approval, both a denial', async () => {
    open()
    const first = sample('a')
    const both = [queue.ask(first), queue.ask(first)]
    while (queue.pending().length === 0) await Promise.resolve()
    await Promise.resolve()
    await queue.answer(first.id, answerTo(first, once))
    expect(await Promise.all(both)).toMatchObject([{ how: 'withdrawn' }, { how: 'answered' }])
    const second = sample('b')
    const again = [queue.ask(second), queue.ask(second)]
    while (queue.pending().length === 0) await Promise.resolve()
    await Promise.resolve()
    await queue.answer(second.id, answerTo(second, { says: 'deny' }))
    expect(await Promise.all(again)).toMatchObject([{ how: 'answered' }, { how: 'answered' }])
  })
})
