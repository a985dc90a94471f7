import { visible } from '../call/visible.ts'
import type { StopReason } from './models/model.ts'
import type { Stage } from './reviewer.ts'

/** What a model's text means. `no` is the only value that allows anything. */
export type Answer =
  | { readonly says: 'no' }
  | { readonly says: 'yes'; readonly reason: string; readonly rule?: string }
  | { readonly says: 'unreadable'; readonly why: 'malformed' | 'ambiguous' | 'truncated' | 'refusal' }

const MOST_REASON_CHARACTERS = 500

/**
 * Total: every text has a meaning, and it never throws. The only texts that say no, surrounded by nothing but spaces,
 * tabs and line ends:
 * - `first`: `<block>no` when the stop sequence ended it; `<block>no</block>` when it ended by itself
 * - `only`: `<block>no</block>`, ended by itself
 * - `thinking`: the same, after at most one `<thinking>…</thinking>` without a tag of ours inside
 *
 * A yes is read more generously, because nothing depends on its form: what follows it is a reason or is left out, and
 * words before it are overlooked when no tag of ours stands among them (`Sure: <block>yes</block>` blocks; with a no in
 * the same place it is unreadable).
 */
export function readAnswer(text: string, stopReason: StopReason, stage: Stage): Answer {
  if (stopReason === 'refusal') return unreadable('refusal')
  const verdict = withoutThoughts(trim(text), stage)
  if (typeof verdict !== 'string') return stopReason === 'max-tokens' ? unreadable('truncated') : verdict

  // The stop sequence is asked for in `first` only; in any other stage nobody can have ended the text with it.
  // What stands before it is part of the value: `no` and a line end is not `no`.
  if (stopReason === 'stop-sequence') {
    if (isSpace(text.charCodeAt(text.length - 1))) return unreadable('malformed')
    if (stage === 'first' && verdict === '<block>no') return { says: 'no' }
    if (stage === 'first' && verdict === '<block>yes') return { says: 'yes', reason: '' }
    return objection(verdict, 'malformed')
  }
  switch (stopReason) {
    case 'end':
      return verdict === '<block>no</block>' ? { says: 'no' } : objection(verdict, 'malformed')
    case 'max-tokens':
      return objection(verdict, 'truncated')
    case 'other':
      return objection(verdict, 'malformed')
  }
}

/** What stands after at most one closed `<thinking>`; only stage 2 may think aloud. */
function withoutThoughts(text: string, stage: Stage): string | Answer {
  if (stage !== 'thinking' || !text.startsWith('<thinking>')) return text
  const end = text.indexOf('</thinking>')
  if (end < 0) return unreadable('truncated')
  // A verdict among the thoughts is often one that the judged text put there.
  if (TAG.test(text.slice('<thinking>'.length, end))) {
    const rest = trim(text.slice(end + '</thinking>'.length))
    return rest.startsWith('<block>yes</block>') ? rest : unreadable('ambiguous')
  }
  return trim(text.slice(end + '</thinking>'.length))
}

/** Anything that is not a no: an objection with its reason, or nothing that can be read. */
function objection(verdict: string, otherwise: 'malformed' | 'truncated'): Answer {
  const yes = verdict.indexOf('<block>yes</block>')
  if (yes < 0 || TAG.test(verdict.slice(0, yes)))
    return unreadable(verdict.split(TAG).length > 3 ? 'ambiguous' : otherwise)
  const rest = trim(verdict.slice(yes + '<block>yes</block>'.length))
  const reason = /^<reason>([\s\S]*?)(?:<\/reason>([\s\S]*))?$/.exec(rest)
  if (/<\/?block/i.test(reason === null ? rest : (reason[2] ?? '').replace(/[\s\S]*<\/reason>/, '')))
    return unreadable('ambiguous')
  return answerOfReason(reason?.[1] ?? '')
}

/** An objection, with the rule that its reason names in square brackets. */
export function answerOfReason(reason: string): Answer {
  const shown = shownReason(reason)
  const rule = /\[([a-z][a-z0-9]*(?:[.-][a-z0-9]+)+)\]/.exec(shown)?.[1]
  return { says: 'yes', reason: shown, ...(rule === undefined ? {} : { rule }) }
}

/** Anything that looks like one of our tags, however it is spelt. */
const TAG = /<\s*\/?\s*(?:block|thinking|reason)\b/i

/** The model's words, safe to show: one line, nothing invisible, no tag, at most 500 characters. */
function shownReason(text: string): string {
  const plain = visible(trim(text).slice(0, 4 * MOST_REASON_CHARACTERS))
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
  return plain.length <= MOST_REASON_CHARACTERS ? plain : `${plain.slice(0, MOST_REASON_CHARACTERS - 1)}…`
}

/** Only the four characters that are nothing on any screen; `String.trim` would take a zero-width mark for a space. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function unreadable(why: Extract<Answer, { says: 'unreadable' }>['why']): Answer {
  return { says: 'unreadable', why }
}
