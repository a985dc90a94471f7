import { hash } from 'node:crypto'
import { canonical } from '../../call/canonical-json.ts'
import { shorten } from '../../call/visible.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Reason } from '../../verdict.ts'
import { type Question, QUESTION_TIMEOUT_MS } from './question.ts'
import { shortIdOf } from '../short-id.ts'

/** Everything that is asked, before it has a name. Texts are masked and without invisible characters already. */
export type Asked = Omit<Question, 'id' | 'key' | 'shown' | 'askedAt' | 'expiresAt'>

/** The same call of the same session asked again has the same key. */
export function keyOf(asked: Pick<Question, 'session' | 'call' | 'fingerprint' | 'contained'>): string {
  const run = asked.contained === undefined ? [] : [asked.contained.run]
  return hash('sha256', canonical([asked.session, asked.call, asked.fingerprint, ...run]))
}

export function makeQuestion(asked: Asked, now: number, timeoutMs: number = QUESTION_TIMEOUT_MS): Question {
  const key = keyOf(asked)
  const question = { ...asked, key, id: shortIdOf(key, now), shown: '', askedAt: now, expiresAt: now + timeoutMs }
  return { ...question, shown: shownOf(question) }
}

/** The same question under another short id, for when the first one is taken. Only before anybody was shown it. */
export function renamed(question: Question, attempt: number): Question {
  const other = { ...question, id: shortIdOf(question.key, question.askedAt, attempt) }
  return { ...other, shown: shownOf(other) }
}

/** What an answer has to quote: SHA-256 over everything a person is shown. */
export function shownOf(question: Question): string {
  const { id, key, session, agent, call, tool, cwd, subagent, fingerprint, policyDigest, text } = question
  const { deeds, why, offers, contained } = question
  const texts = { id, key, session, agent, call, tool, cwd, fingerprint, policyDigest, text }
  const body: JsonObject = {
    ...texts,
    ...(subagent === undefined ? {} : { subagent: { id: subagent.id, type: subagent.type } }),
    deeds: [...deeds],
    why: why.map(reasonAsJson),
    offers: [...offers],
    ...(contained === undefined ? {} : { contained: { ...contained } }),
  }
  return hash('sha256', canonical(body))
}

function reasonAsJson({ code, sentence, clearedBy, severity }: Reason): JsonObject {
  return {
    code,
    sentence,
    ...(clearedBy === undefined ? {} : { clearedBy }),
    ...(severity === undefined ? {} : { severity }),
  }
}

export interface View {
  readonly text: string
  /** Characters that are not in `text`. */
  readonly hidden: number
  /** Only when nothing is hidden: whoever has not seen the whole cannot approve it. */
  readonly shown?: string
}

/** As much of a question's text as fits: head and tail with a count of what lies between. */
export function viewOf(question: Question, most: number): View {
  const { text, shown } = question
  if (text.length <= most) return { text, hidden: 0, shown }
  const head = Math.ceil(most * 0.6)
  return { text: shorten(text, most), hidden: text.length - head - (most - head) }
}
