import { visible } from '../call/visible.ts'
import { type Kind, kindOf } from './character-kinds.ts'

/**
 * Text from an agent as a person may rely on it: what `visible` writes out, and besides every character that passes for
 * another one, spaces that are none, marks piled upon letters, letters that turn the direction of a line, and blank room
 * that would push the rest off the screen. Honest text in any script stays readable. Time is linear in the text.
 */
export function truthful(text: string): string {
  const shown = visible(text, 'keep lines')
  if (PLAIN.test(shown)) return countBlanks(shown)
  if (shown.length > LONGEST_READ) return countBlanks(shown.replaceAll(/[^\t\n\u0020-\u007e]/gu, writtenOut))
  return countBlanks(shown.split('\n').map(unmaskAll).join('\n'))
}

/** In longer text nothing but plain ASCII is left as it is: nobody reads it, and looking closely takes too long. */
const LONGEST_READ = 100_000

function writtenOut(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`
}

const PLAIN = /^[\t\n\u0020-\u007e]*$/

/** What was written out is Latin text itself and may put its neighbours in another light: until nothing changes. */
function unmaskAll(line: string): string {
  let text = line
  for (;;) {
    const shown = PLAIN.test(text) ? text : unmask(Array.from(text, kindOf))
    if (shown === text) return text
    text = shown
  }
}

function unmask(line: readonly Kind[]): string {
  const facts = factsOf(line)
  let shown = ''
  for (const [at, kind] of line.entries()) {
    const deceives = kind.char > '\u007e' && passesForAnother(kind, facts, line, at)
    shown += deceives ? writtenOut(kind.char) : kind.char
  }
  return shown
}

/** What the surroundings of a character say about it. */
interface Facts {
  /** Text that is read from right to left, beside text that is not: the screen puts the pieces in another order. */
  readonly turned: boolean
  /** Between two blanks: letters of East Asian writing, plain letters or digits. By place. */
  readonly tokens: readonly Token[]
  /** Places of letters that stand in a Latin word, or make up a word that could pass for one. */
  readonly suspects: ReadonlySet<number>
}

interface Token {
  latin: boolean
  eastAsian: boolean
  plain: boolean
}

interface Word {
  readonly places: number[]
  readonly token: Token
  latin: boolean
}

function factsOf(line: readonly Kind[]): Facts {
  const tokens: Token[] = []
  const words: Word[] = []
  let token: Token | undefined
  let word: Word | undefined
  let rightToLeft = false
  for (const [at, kind] of line.entries()) {
    if (kind.blank) token = undefined
    token ??= { latin: false, eastAsian: false, plain: false }
    if (kind.latin) token.latin = true
    if (kind.eastAsian) token.eastAsian = true
    if (kind.plain) token.plain = true
    if (kind.rightToLeft) rightToLeft = true
    tokens.push(token)
    if (!kind.letter && !kind.mark && !kind.digit && kind.char !== '_') {
      word = undefined
      continue
    }
    if (word === undefined) words.push((word = { places: [], token, latin: false }))
    if (kind.latin) word.latin = true
    if (kind.script !== undefined) word.places.push(at)
  }
  return { turned: rightToLeft && line.some((kind) => kind.plain), tokens, suspects: suspectsOf(line, words) }
}

function suspectsOf(line: readonly Kind[], words: readonly Word[]): ReadonlySet<number> {
  const foreign = words.filter((word) => word.places.length > 0)
  const suspects = new Set<number>()
  if (foreign.length === 0) return suspects
  // A word that can only be of a script vouches for its neighbours in the line.
  const vouched = new Set<string>()
  for (const word of foreign) {
    if (word.latin) continue
    for (const at of word.places) if (!line[at]!.latinLooking) vouched.add(line[at]!.script!)
  }
  for (const word of foreign) {
    const couldPass = word.places.every((at) => line[at]!.latinLooking)
    const doubted = couldPass && (word.token.latin || !word.places.every((at) => vouched.has(line[at]!.script!)))
    if (word.latin || doubted) for (const at of word.places) suspects.add(at)
  }
  return suspects
}

function passesForAnother(kind: Kind, facts: Facts, line: readonly Kind[], at: number): boolean {
  if (kind.always || facts.suspects.has(at) || (facts.turned && kind.rightToLeft)) return true
  const before = line[at - 1]
  const after = line[at + 1]
  if (kind.blank) return !isAmongEastAsian(line, at)
  if (kind.mark) return isPiled(line, at)
  // Where a word begins it is read as the hyphen of an option.
  if (kind.dash) {
    const begins = !(before?.letter || before?.digit) && (after?.letter || after?.digit || after?.dash) === true
    return begins && !isAmongEastAsian(line, at)
  }
  if (kind.curly) {
    const apostrophe = kind.char === '’' && before?.letter === true && after?.letter === true
    return !apostrophe && !isAmongEastAsian(line, at)
  }
  if (kind.stroke) {
    if (before?.ascii && after?.ascii) return true
    const honest = [before, after].some((each) => each?.eastAsian || each?.eastAsianSign)
    return (before?.ascii === true || after?.ascii === true) && !honest
  }
  const token = facts.tokens[at]!
  if (kind.otherForm) {
    if (!kind.eastAsianSign) return true
    return !(token.eastAsian && kind.noOperator) && !isAmongEastAsian(line, at)
  }
  return kind.digit && token.plain
}

/** How far a neighbour may stand: a long row of signs is no writing. */
const NEAR = 8

/** The nearest neighbour that is not such a sign itself, on either side, is a letter of that writing. */
function isAmongEastAsian(line: readonly Kind[], at: number): boolean {
  for (const step of [-1, 1]) {
    let place = at + step
    while (Math.abs(place - at) < NEAR && line[place]?.eastAsianSign) place += step
    if (line[place]?.eastAsian) return true
  }
  return false
}

/** A mark is honest on a letter that has such a form, or in a script that works with marks; two at most. */
function isPiled(line: readonly Kind[], at: number): boolean {
  let base = at - 1
  while (at - base < 4 && line[base]?.mark) base--
  let end = at + 1
  while (end - at < 4 && line[end]?.mark) end++
  const letter = line[base]
  if (letter === undefined || !letter.letter || end - base > 3) return true
  if (!letter.composes) return false
  const whole = line
    .slice(base, at + 1)
    .map((kind) => kind.char)
    .join('')
    .normalize('NFC')
  return Array.from(whole).length > at - base
}

/** Blank room is told by its size: it would push what follows out of sight. */
function countBlanks(text: string): string {
  return text
    .replaceAll(/[ \t]{48,}/g, (run) => ` [${run.length} spaces] `)
    .replaceAll(/\n(?:[ \t]*\n){5,}/g, (run) => `\n[${run.split('\n').length - 2} empty lines]\n`)
}
