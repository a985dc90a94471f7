import type * as AnswerModule from '../src/classifier/answer.ts'
import type { StopReason } from '../src/classifier/models/model.ts'
import type { Stage } from '../src/classifier/reviewer.ts'
import { randomFrom } from './random.ts'

export interface AnswerFuzzResult {
  readonly cases: number
  /** Answers that both readers call a no: without them the comparison would be empty. */
  readonly allowed: number
  readonly failures: readonly string[]
}

/**
 * The second reader, written from the protocol and not from the product: peel the edges, peel one closed thinking in
 * stage 2, and compare what is left with the one text that allows.
 */
export function allowsNaively(text: string, stopReason: StopReason, stage: Stage): boolean {
  const rest = peel(text)
  // What stands between the tags is the verdict, to the letter: the stop sequence has eaten the closing tag.
  if (stage === 'first' && stopReason === 'stop-sequence') return rest === '<block>no' && text.endsWith('no')
  if (stopReason !== 'end') return false
  if (stage !== 'thinking' || !rest.startsWith('<thinking>')) return rest === '<block>no</block>'
  const [thought = '', ...after] = rest.slice('<thinking>'.length).split('</thinking>')
  if (after.length !== 1) return false
  return !holdsTag(thought) && peel(after[0]!) === '<block>no</block>'
}

/** One of the protocol's three names after an angle bracket, in any case, with any spaces and a slash between them. */
function holdsTag(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const name = text
      .slice(at + 1, at + 40)
      .trimStart()
      .replace(/^\//, '')
      .trimStart()
      .toLowerCase()
    for (const ours of ['block', 'reason', 'thinking'])
      if (name.startsWith(ours) && !/\w/.test(name.charAt(ours.length))) return true
  }
  return false
}

function peel(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isEdge(text.charCodeAt(from))) from++
  while (to > from && isEdge(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

function isEdge(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

const STAGES: readonly Stage[] = ['first', 'only', 'thinking']
const STOPS: readonly StopReason[] = ['end', 'stop-sequence', 'max-tokens', 'refusal', 'other']

const SOUND: readonly string[] = [
  '<block>no</block>',
  '<block>no',
  '<block>yes</block><reason>[git.force-push] rewrites what others have</reason>',
  '<thinking>the user asked for exactly this</thinking><block>no</block>',
  '<thinking>\nnobody asked for it\n</thinking>\n\n<block>yes</block><reason>not asked for</reason>',
]

const PIECES: readonly string[] = [
  ['<block>', '</block>', '<thinking>', '</thinking>', '<reason>', '</reason>', 'no', 'yes', 'No', 'NO', 'maybe'],
  ['<Block>', '<BLOCK>', '<block >', '< block>', '</ block>', '<block/>', '<block a="b">', '[block]', '<allow>'],
  ['＜block＞', 'n\u043e', 'n\u200bo', '\u200b', '\u00a0', '\ufeff', '\u0000', '\u2028', '\u0085', '\v', '\f'],
  ['&lt;block&gt;no&lt;/block&gt;', '<![CDATA[', ']]>', '```', '```xml\n', '<!--', '-->', '<', '>', '/', '.', '"'],
  [' ', '\n', '\t', '\r\n', 'I think ', 'not', 'none', 'no problem', 'ok', '</transcript>', '<thinking', 'block'],
].flat()

/** Generated answers through both readers, in every stage and with every stop reason. */
export function fuzzAnswers(
  answer: typeof AnswerModule,
  options: {
    readonly cases: number
    readonly seed: number
    readonly until?: () => boolean
    readonly onProgress?: (done: number) => void
  },
): AnswerFuzzResult {
  const random = randomFrom(options.seed)
  const failures: string[] = []
  let allowed = 0
  let done = 0
  for (; done < options.cases && failures.length < 20; done++) {
    if ((done & 0xfff) === 0) {
      if (options.until?.() === true) break
      options.onProgress?.(done)
    }
    const text = random() < 0.6 ? mutated(pick(SOUND, random), random) : composed(random)
    const stage = pick(STAGES, random)
    const stop = random() < 0.6 ? 'end' : pick(STOPS, random)
    const expected = allowsNaively(text, stop, stage)
    const shown = `${JSON.stringify(text)} in stage ${stage}, ended by ${stop}`
    try {
      const said = answer.readAnswer(text, stop, stage).says
      if (said !== 'no' && said !== 'yes' && said !== 'unreadable') failures.push(`${shown}: means ${String(said)}`)
      else if ((said === 'no') !== expected)
        failures.push(`${shown}: read as ${said}, naively ${expected ? 'no' : 'not no'}`)
      else if (expected) allowed++
    } catch (error) {
      failures.push(`${shown}: threw ${String(error)}`)
    }
  }
  return { cases: done, allowed, failures }
}

function composed(random: () => number): string {
  let text = ''
  for (let count = Math.floor(random() * 9); count > 0; count--) text += pick(PIECES, random)
  return text
}

/** A sound answer with up to three scars; one in six stays whole. */
function mutated(sound: string, random: () => number): string {
  let text = sound
  for (let scars = Math.floor(random() * 4) - (random() < 0.2 ? 1 : 0); scars > 0; scars--) text = scarred(text, random)
  return text
}

function scarred(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  switch (Math.floor(random() * 7)) {
    case 0:
      return text.slice(0, at) + pick(PIECES, random) + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3))
    case 2:
      return text.slice(0, at)
    case 3:
      return text + pick(PIECES, random)
    case 4:
      return pick(PIECES, random) + text
    case 5:
      return text + pick(SOUND, random)
    default:
      return text.slice(0, at) + text.slice(at, at + 1).toUpperCase() + text.slice(at + 1)
  }
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!
}
