import { handsOn } from './code-defences.ts'
import { formOf } from './condition-forms.ts'
import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { guardsByName, split } from './refusals.ts'
import { logicalLines } from './stripped.ts'

/**
 * Lines that keep somebody out are held: what such a line says has to be said by what takes its place, in the same words, in
 * the same form under other names, or by a name that checks as well. What is neither is another check, and nobody can tell
 * whom it lets in. In words; undefined: every such line is kept. The texts come without their comments.
 */
export function loosenedLine(path: string, before: string, after: string): string | undefined {
  const [whole, wholeAfter] = [logicalLines(before), logicalLines(after)]
  const [lost, added] = [linesOnlyIn(whole, wholeAfter), linesOnlyIn(wholeAfter, whole)]
  if (added.length === 0) return undefined
  const named = guardsByName(path)
  for (const [at, line] of lost.entries()) {
    const now = pairOf(line, at, lost, added)
    if (now === undefined) continue
    const open = opens(line, now, named)
    if (open !== undefined) return `${open}: \`${now.trim().slice(0, 80)}\``
  }
  if (handsOn(before, after)) return undefined
  const pool = new Set(added.flatMap(tokens))
  const known = new Set(lost.flatMap(guardWords))
  const otherGuard = added.flatMap(guardWords).some((word) => !known.has(word))
  for (const [at, line] of lost.entries()) {
    if (otherGuard || SAYS_ONLY.test(line)) continue
    const now = pairOf(line, at, lost, added)
    if (now === undefined) continue
    const gone = tokens(line).filter((token) => !pool.has(token))
    if (gone.length === 0) continue
    if (leavesScope(line, now, gone)) return `rows of others are no longer left out: \`${now.trim().slice(0, 80)}\``
    if (LETS_IN.test(line) || sameForm(line, now)) continue
    const held = new Set(heldBy(line).flatMap(tokens))
    const lacks = gone.find((token) => held.has(token) && !/^\d/.test(token) && !raised(token, tokens(now)))
    if (lacks !== undefined && !sameCalls(line, now))
      return `no longer looks at \`${lacks.slice(0, 60)}\`: \`${now.trim().slice(0, 80)}\``
  }
  return undefined
}

/** The added line that shares most with a lost one; the one in its place when as many come as go. */
function pairOf(line: string, at: number, lost: readonly string[], added: readonly string[]): string | undefined {
  const own = new Set(tokens(line))
  let best: string | undefined
  let most = 0
  for (const each of added) {
    const shared = tokens(each).filter((token) => own.has(token)).length
    if (shared > most) [best, most] = [each, shared]
  }
  return best !== undefined && most * 3 >= own.size ? best : lost.length === added.length ? added[at] : undefined
}

const WORD = /[A-Za-z_$][\w$]*|\d[\w.]*|"[^"\s]+"|'[^'\s]+'|`[^`\s]+`/g
const COMMON =
  /^(?:self|this|it|let|const|var|val|final|return|await|async|new|mut|pub|public|private|protected|static|readonly|then|do|end|else|if|elif|unless|not|and|or|is|in|null|nil|None|undefined|true|false|True|False|function|func|fn|fun|def)$/

/** Words and words in quotes, without what only holds a sentence together. Sentences in quotes say nothing. */
function tokens(line: string): readonly string[] {
  return (line.replaceAll(NAME_OR_TEXT, said).match(WORD) ?? [])
    .map((word) => word.replaceAll(/["'`]/g, ''))
    .filter((word) => !COMMON.test(word))
}

/** Of a text in quotes what is put into it; else the word it is. */
function said(text: string): string {
  const held = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner!)
  return held.length > 0 ? ` ${held.join(' ')} ` : /\s/.test(text) ? '' : ` ${text} `
}

const SAYS_ONLY =
  /^\s*(?:import\b|from\s|use\s|using\s|#include|require\b|<(?![%?])|@(?:param|returns?|see)\b)|\b(?:log(?:ger|ging)?|console|tracing|audit|Log|print\w*|puts)\b\s*(?:\.|::|\()|^\s*(?:(?:export|pub|public|private|protected|static|async|override|suspend|open|internal|abstract|default|final)\s+)*(?:def|defp?|function|func|fn|fun|class|interface|type|struct|enum|sub|trait|impl|module|object|namespace|package)\b/

/** What names that guard hold in this line: themselves, what they are given, and what is called on them. */
function heldBy(line: string): readonly string[] {
  return [...new Set(guardWords(line))].flatMap((word) => {
    const at = line.indexOf(word)
    // A header is data, whatever its name; a type does nothing.
    if (/\bheaders?\??[.[]["']?$|\b(?:class|interface|type|struct)\s+$/.test(line.slice(0, at))) return []
    // `plug :require_role, :billing`: a call without brackets.
    const command = /^\s*\w+ :$/.test(line.slice(0, at))
    return [line.slice(at, command ? line.length : reach(line, at + word.length))]
  })
}

/**
 * Each check of one line is called in the other as well, with as many arguments, of which each is the old one or another
 * name in its place: the same check of the same things.
 */
function sameCalls(line: string, now: string): boolean {
  const calls = [...new Set(guardWords(line))].flatMap((word) => {
    const given = argumentsOf(line, word)
    return given === undefined ? [] : [[word, given] as const]
  })
  return (
    calls.length > 0 &&
    calls.every(([word, given]) => {
      const other = argumentsOf(now, word)
      return (
        other !== undefined &&
        other.length >= given.length &&
        given.every(
          (one, at) => tokens(one).some((token) => tokens(other[at]!).includes(token)) || A_NAME.test(other[at]!),
        )
      )
    })
  )
}

const A_NAME =
  /^\s*(?!true\b|false\b|null\b|nil\b|None\b|undefined\b)[A-Za-z_$&*][\w$]*(?:[.?!]+[\w$]+|::\w+|\(\))*[!?]?\s*$/

function argumentsOf(line: string, word: string): readonly string[] | undefined {
  const at = line.indexOf(word)
  const open = at < 0 ? -1 : at + word.length + (/^[!?]?\s*/.exec(line.slice(at + word.length))?.[0].length ?? 0)
  if (open < 0 || line[open] !== '(') return undefined
  const close = closes(line, open)
  return close < 0 ? undefined : split(line.slice(open + 1, close), /,/y)
}

function bears(line: string): boolean {
  return heldBy(line).length > 0
}

/** Where what a name is given ends: its brackets and calls on them, the rest of a line without brackets, or the name itself. */
function reach(line: string, from: number): number {
  let at = from
  if (/[!?]/.test(line[at] ?? '')) at++
  if (/^["']?\s*(?::(?!:)|=>?(?!=))|^\s+[:@"'\w]/.test(line.slice(at))) {
    const closure = /=>\s*[({]|\bfunc(?:tion)?\b|\|\w*\|/.exec(line.slice(at + 3))
    return closure ? at + 3 + closure.index : line.length
  }
  for (;;) {
    const chained = /^\s*(?:(?:\.|::)\w+)*\s*(?=[([{<])/.exec(line.slice(at))
    if (chained === null) return at
    const close = closes(line, at + chained[0].length)
    if (close < 0) return line.length
    at = close + 1
  }
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function closes(line: string, open: number): number {
  let depth = 0
  for (let at = open; at < line.length; at++) {
    if (line[at] === line[open]) depth++
    else if (line[at] === PAIRS[line[open]!] && --depth === 0) return at
  }
  return -1
}

/** The same word with a higher number: another version of the same. */
function raised(token: string, others: readonly string[]): boolean {
  if (!/\d/.test(token)) return false
  const [stem, number] = [token.replaceAll(/\d+/g, '#'), Number(/\d+(?!.*\d)/.exec(token)![0])]
  return others.some(
    (other) => other.replaceAll(/\d+/g, '#') === stem && Number(/\d+(?!.*\d)/.exec(other)![0]) > number,
  )
}

/** Lists of who may pass get shorter when they get stricter. */
const LETS_IN = /\b(?:except|skip\w*|exempt\w*|ignore\w*|public|anonymous|allow_?any|permit_?all|unless|optional)\b/i

const NAME_OR_TEXT = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g
/** A word for a strict way of several. */
const STRICT =
  /only|lock|strict|encrypt|secur|private|verif|requir|signed|https|argon|bcrypt|scrypt|sha(?:256|384|512)|deny|same/i

function sameForm(one: string, other: string): boolean {
  const form = (line: string): string =>
    formOf(line.replaceAll(NAME_OR_TEXT, 'text').trim())
      .replaceAll(/\b\d[\w.]*\b/g, '#')
      .replaceAll(/[:.]#/g, '#')
      .replaceAll(/\s+/g, '')
  if (form(one) !== form(other)) return false
  const [was, is] = [tokens(one), tokens(other)]
  return was.every((token, at) => is[at] === token || !STRICT.test(token) || STRICT.test(is[at] ?? ''))
}

const OWNERS =
  /\b(?:\w*[uU]ser|owner|tenant|company|account|org|organi[sz]ation|fleet|customer|team|workspace|member|author|patient|practice|project|shop|store|depot|merchant|client|group)_?[iI]d\b|\bcurrent_?\w*\b|\b[Uu]ser\b/
const LOOKS_UP =
  /(?:get|find|where|filter|select|one|first|single|query|load|all|fetch|exists|by|update|delete|destroy|count|scope)\w*[!?]?\s*[({]/i

/** A lookup that named whose the row has to be, and no longer does. */
function leavesScope(line: string, now: string, gone: readonly string[]): boolean {
  return (
    LOOKS_UP.test(line) &&
    LOOKS_UP.test(now) &&
    OWNERS.test(line) &&
    !OWNERS.test(now) &&
    gone.some((token) => OWNERS.test(token))
  )
}

const ENDLESS =
  /\b(?:MAX_VALUE|MAX_SAFE_INTEGER|MaxValue|Infinity|INFINITY|UNLIMITED|INT_MAX|SIZE_MAX|maxint|maxsize|PHP_INT_MAX|math\.inf)\b|::MAX\b|\.max\b(?!\s*\()|\bfloat\(["']inf|:infinity\b/
const LIMITS = /max|limit|largest|most|attempt|size|length|rate|quota|capacity|window|count|timeout|ttl|age/i
const OPENS =
  /\b(?:any(?:Host|Origin|Header|Method|one|body)|allow_?all\w*|permit_?all|everyone|anonymous|trust_?all\w*|noop|no_op|insecure\w*|bypass\w*)\b|\boptional\s*[=:]\s*true\b|\.always\b|:always\b|\b(?:_|\w+)\s*=>\s*true\b/i

/** A word that lets everybody or everything in, where a line kept somebody out or held something back. */
function opens(line: string, now: string, named: boolean): string | undefined {
  if (ENDLESS.test(now) && !ENDLESS.test(line) && LIMITS.test(line) && /\d/.test(line)) return 'holds nothing back'
  if (STRICT_VALUE.test(lessOf(line, now)) && !STRICT_VALUE.test(lessOf(now, line))) return 'is less strict'
  const guards = named || bears(line)
  if (guards && OPENS.test(now) && !OPENS.test(line)) return 'lets everybody in'
  if (!guards || guardWords(line).length === 0) return undefined
  const yes = /\btrue\b/i.test(line) && !/\btrue\b/i.test(now)
  return yes && nameOf(line) === nameOf(now) && nameOf(line) !== undefined ? 'is no longer so in any case' : undefined
}

/** A way to keep something, named as a value: `'encrypted'`, `"private"`. */
const STRICT_VALUE =
  /^(?:encrypt\w*|hashed|secure|strict|private|locked|signed|verified|required|readonly|confidential|restricted)$/i

/** The one word in which a line differs from another of as many words. */
function lessOf(line: string, other: string): string {
  const [was, is] = [tokens(line), tokens(other)]
  const differ = was.length === is.length ? was.filter((token, at) => token !== is[at]) : []
  return differ.length === 1 ? differ[0]! : ''
}

function nameOf(line: string): string | undefined {
  return /^\s*["']?([A-Za-z_][\w.-]*)["']?\s*(?::|=>?)/.exec(line)?.[1]
}
