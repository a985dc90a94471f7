import { get, post, Refused } from './api.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf, textsOf } from './fields.ts'
import { type ReasonView, reasonsOf } from './records.ts'
import { Store } from './store.ts'
import type { Told } from './stream.ts'

/** A question that waits for a person. */
export interface QuestionView {
  readonly id: string
  readonly session: string
  readonly agent: string
  readonly subagent: string
  readonly call: string
  readonly tool: string
  readonly cwd: string
  readonly text: string
  /** So many characters of the text are left out; then it cannot be approved before all of it was shown. */
  readonly hidden: number
  readonly deeds: readonly string[]
  readonly why: readonly ReasonView[]
  readonly offers: readonly string[]
  /** About a contained run whose changes are held: `text` is their diff. Empty: about a call that waits. */
  readonly run: string
  readonly workspace: string
  /** Quoted by an approval, so that nobody approves what they were not shown. */
  readonly shown: string
  readonly askedAt: number
  readonly expiresAt: number
}

export interface SettledView {
  readonly id: string
  readonly session: string
  readonly agent: string
  readonly tool: string
  readonly how: string
  readonly says: string
  readonly rule: string
  readonly by: string
  readonly channel: string
  readonly because: string
  readonly at: number
}

export type Choice =
  | { readonly says: 'once' }
  | { readonly says: 'session' }
  | { readonly says: 'uncontained' }
  | { readonly says: 'rule' | 'save'; readonly rule: string }
  | { readonly says: 'deny'; readonly message?: string }

export interface Questions {
  readonly loaded: boolean
  readonly pending: readonly QuestionView[]
  readonly settled: readonly SettledView[]
}

export const questions = new Store<Questions>({ loaded: false, pending: [], settled: [] })

/** What this page answered itself: its ends need no note. */
const mine = new Set<string>()

export function questionOf(value: Fields): QuestionView {
  const subagent = asFields(value['subagent'])
  return {
    id: textOf(value['id']),
    session: textOf(value['session']),
    agent: textOf(value['agent']),
    subagent: textOf(value['subagent']) || textOf(subagent['type']) || textOf(subagent['id']),
    call: textOf(value['call']),
    tool: textOf(value['tool']),
    cwd: textOf(value['cwd']),
    text: textOf(value['text']),
    hidden: numberOf(value['hidden']) ?? 0,
    deeds: textsOf(value['deeds']),
    why: reasonsOf(value['why']),
    offers: textsOf(value['offers']),
    run: textOf(asFields(value['contained'])['run']),
    workspace: textOf(asFields(value['contained'])['workspace']),
    shown: textOf(value['shown']),
    askedAt: numberOf(value['askedAt']) ?? 0,
    expiresAt: numberOf(value['expiresAt']) ?? 0,
  }
}

export function settledOf(value: Fields): SettledView {
  const settlement = asFields(value['settlement'])
  const choice = asFields(settlement['choice'])
  return {
    id: textOf(value['id']),
    session: textOf(value['session']),
    agent: textOf(value['agent']),
    tool: textOf(value['tool']),
    how: textOf(settlement['how']),
    says: textOf(choice['says']),
    rule: textOf(choice['rule']),
    by: textOf(settlement['by']),
    channel: textOf(settlement['channel']),
    because: textOf(settlement['because']),
    at: numberOf(settlement['at']) ?? 0,
  }
}

export async function loadQuestions(): Promise<void> {
  const answer = await get('/v1/approvals')
  const known = new Map(questions.value.pending.map((question) => [question.id, question]))
  questions.set({
    loaded: true,
    // A question never changes: one that was shown whole stays so.
    pending: fieldsOf(answer['pending']).map((value) => {
      const before = known.get(textOf(value['id']))
      return before !== undefined && before.shown !== '' ? before : questionOf(value)
    }),
    settled: fieldsOf(answer['settled']).map(settledOf),
  })
}

/** The whole text, and with it the right to approve. */
export async function loadWhole(id: string): Promise<void> {
  const whole = questionOf(await get(`/v1/approvals/${encodeURIComponent(id)}`))
  questions.update((now) => ({ ...now, pending: now.pending.map((one) => (one.id === id ? whole : one)) }))
}

/** Undefined when the answer was taken; otherwise why not, in words. */
export async function answer(question: QuestionView, choice: Choice): Promise<string | undefined> {
  mine.add(question.id)
  try {
    const said = await post(`/v1/approvals/${encodeURIComponent(question.id)}/answer`, {
      choice,
      ...(question.shown === '' ? {} : { shown: question.shown }),
    })
    // One of two people said yes: the question stays for the other.
    const noted = textOf(asFields(said['error'])['message'])
    if (noted !== '') return noted
    remove(question.id)
    return undefined
  } catch (error) {
    mine.delete(question.id)
    if (!(error instanceof Refused)) throw error
    if (error.status === 409 || error.status === 404) remove(question.id)
    const settlement = asFields(error.body['settlement'])
    const ended = settledOf({ ...question, settlement })
    return ended.how === '' ? error.message : `Too late: ${howItEnded(ended)}`
  } finally {
    void loadQuestions().catch(() => undefined)
  }
}

function remove(id: string): void {
  questions.update((now) => ({ ...now, pending: now.pending.filter((one) => one.id !== id) }))
}

const SAYS: Readonly<Record<string, string>> = {
  once: 'allowed it once',
  session: 'allowed it for the session',
  rule: 'allowed it by a rule for the session',
  save: 'allowed it and saved a rule',
  uncontained: 'discarded the changes and allowed it once uncontained',
  deny: 'denied it',
}

/** "dev allowed it once (telegram)", "no answer came in time", … */
export function howItEnded(settled: SettledView): string {
  if (settled.how === 'expired') return 'no answer came in time'
  if (settled.how === 'withdrawn') return `withdrawn: ${settled.because || 'it is no longer needed'}`
  const channel = settled.channel === '' || settled.channel === settled.by ? '' : ` (${settled.channel})`
  return `${settled.by || 'somebody'} ${SAYS[settled.says] ?? 'answered'}${channel}`
}

export interface QuestionNews {
  readonly asked: readonly Fields[]
  /** Ended by somebody else, or by nobody. */
  readonly endedElsewhere: readonly string[]
}

/** What the stream says about questions. The list itself is read again: events carry no text to approve. */
export function newsOf(told: readonly Told[]): QuestionNews | undefined {
  const about = told.filter(({ kind }) => kind === 'approval').map(({ data }) => data)
  if (about.length === 0) return undefined
  const endedElsewhere: string[] = []
  for (const data of about) {
    if (data['what'] !== 'settled' || mine.delete(textOf(data['id']))) continue
    const ended = settledOf({
      ...data,
      settlement: { how: data['how'], by: data['by'], because: data['because'], choice: { says: data['says'] } },
    })
    endedElsewhere.push(`${ended.agent} ${ended.tool}: ${howItEnded(ended)}`)
  }
  return { asked: about.filter((data) => data['what'] === 'asked'), endedElsewhere }
}
