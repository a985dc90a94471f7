import { isJsonObject, readJson } from '../call/strict-json.ts'
import { type Answer, answerOfReason } from './answer.ts'
import type { StopReason } from './models/model.ts'

/** Whatever is longer is no verdict of one sentence. */
const MOST_CHARACTERS = 64 * 1024

/**
 * What a model means that was held to JSON. Total, and never throws. The only texts that say no: one complete object
 * with `"block": false` and perhaps a `"reason"` that is a string, ended by itself, with nothing before, after or beside
 * it, no key twice. Anything else is an objection or cannot be read.
 */
export function readConstrained(text: string, ended: StopReason): Answer {
  if (ended === 'refusal') return { says: 'unreadable', why: 'refusal' }
  if (ended === 'max-tokens') return { says: 'unreadable', why: 'truncated' }
  if (ended !== 'end' || text.length > MOST_CHARACTERS) return MALFORMED
  const read = readJson(text)
  if ('unreadable' in read || !isJsonObject(read.ok)) return MALFORMED
  const { block, reason, ...others } = read.ok
  if (Object.keys(others).length > 0 || (reason !== undefined && typeof reason !== 'string')) return MALFORMED
  if (block === false) return { says: 'no' }
  return block === true ? answerOfReason(reason ?? '') : MALFORMED
}

const MALFORMED: Answer = { says: 'unreadable', why: 'malformed' }
