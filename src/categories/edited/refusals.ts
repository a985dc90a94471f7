import { handsOn, isTurned } from './code-defences.ts'
import { asksAny, formOf, looksAtAPiece, normal, triesEach } from './condition-forms.ts'
import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { count } from './stripped.ts'

/**
 * How a change of code lets pass who a condition turned away, in words; undefined: it does not. Conditions that refuse are
 * found in both texts (without their comments) and compared: one that is gone, that refuses no longer, that looks at less, or
 * that has an exception now.
 */
export function weakenedRefusals(path: string, before: string, after: string): string | undefined {
  const [lost, added] = unpaired(refusals(before), refusals(after))
  const left = [...added]
  const [gone, fresh] = [linesOnlyIn(before, after).join('\n'), linesOnlyIn(after, before).join('\n')]
  const gained = new Set(words(fresh))
  const elsewhere = new Set(added.flatMap(({ parts }) => parts))
  const fallback = lostFallback(before, after)
  if (fallback !== undefined && !handsOn(before, after)) return fallback
  for (const old of lost) {
    const important = matters(path, old)
    if (!important && !/\b(?:throw|raise|abort|panic)\b/.test(old.body)) continue
    const at = nearest(old, left)
    const now = at < 0 ? undefined : left.splice(at, 1)[0]
    const shown = `\`${old.condition.slice(0, 80)}\``
    if (now === undefined) {
      if (!important || handsOn(before, after)) continue
      if (words(old.condition).some((word) => isTurned(word, before, after))) continue
      if (guardWords(fresh).length > guardWords(gone).length) continue
      if (after.includes(old.condition)) return `turns nobody away any more: ${shown}`
      // The words of the condition are written anew somewhere else: it was moved or rewritten.
      const own = words(old.condition)
      if (own.length > 0 && own.every((word) => gained.has(word)) && exits(fresh)) continue
      return `turns nobody away any more: ${shown}`
    }
    const less =
      narrower(old, now, { elsewhere, gained, before }) ??
      (important ? (loosened(old, now) ?? unlike(old, now, { elsewhere, gained })) : undefined)
    if (less !== undefined) return `${less}: \`${now.condition.slice(0, 80)}\``
  }
  return undefined
}

interface Refusal {
  readonly condition: string
  /** Each of these alone turns somebody away. */
  readonly parts: readonly string[]
  readonly body: string
  /** The function around it. */
  readonly within: string
}

const HEAD = /\b(if|elif|elsif|else if|unless|guard)\b/g
/** What ends the way of a request. */
const EXIT =
  /\b(?:throw|raise|abort|panic!?|halt|exit|die|bail!?|reject|deny|forbid|continue|head\s+:|redirect\w*|render\s+status|return)\b/i
/** What lets it go on. */
const GOES_ON =
  /\breturn\s+(?:true|True|next\b|await\s+next\b|NextResponse\.next|super\b|Ok\(\(\)\))|^\s*(?:return\s+)?next\(\s*\)/

function refusals(text: string): readonly Refusal[] {
  const found: Refusal[] = []
  let heads = 0
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    if (++heads > MOST) return found
    const read = readCondition(text, head, index)
    if (read === undefined || !exits(read.body) || GOES_ON.test(read.body)) continue
    const condition = flat(read.condition)
    if (condition === '' || condition.length > LONGEST) continue
    const negated = head === 'unless' || head === 'guard'
    found.push({
      condition,
      parts: split(condition, negated ? ALL : ANY),
      body: read.body,
      within: around(text, index),
    })
  }
  return found
}

/** The answer of a condition that is an expression: `if (stranger) null else principal`. */
const ANSWERS_NOTHING =
  /^\s*(?:null|nil|None|false|False|Left\([^\n]*|Err\([^\n]*|Result\.failure\([^\n]*|Mono\.error\([^\n]*|Optional\.empty\(\)|:error|\{:error[^\n]*)\s*[;,]?\s*(?:$|\n|else\b)/

const MOST = 2_000
const LONGEST = 600
const BODY = 600

function exits(body: string): boolean {
  return EXIT.test(body) || ANSWERS_NOTHING.test(body) || /\b4(?:0[013]|13|15|22|29)\b|\bhalt\b/.test(body)
}

/** The condition and what it guards: braces, an indented block, a line, or what stands before a trailing condition. */
function readCondition(text: string, head: string, index: number): { condition: string; body: string } | undefined {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1
  const lead = text.slice(lineStart, index).trim()
  let at = index + head.length
  while (text[at] === ' ') at++
  const end = lineEnd(text, at)
  if (lead !== '' && !/^(?:[}\])]*\s*else|\)?\s*\{|[}\])]+)$/.test(lead) && text[at] !== '(')
    return { condition: text.slice(at, end), body: lead }
  if (text[at] === '(') {
    const close = closing(text, at)
    if (close < 0) return undefined
    const rest = text.slice(close + 1, lineEnd(text, close))
    if (/^\s*(?:and\b|or\b|&&|\|\|)/.test(rest) === false && !/^\s*:\s*$/.test(rest))
      return { condition: text.slice(at + 1, close), body: bodyAfter(text, close + 1) }
  }
  const line = text.slice(at, Math.min(end, at + LONGEST))
  const brace = line.lastIndexOf('{')
  if (brace > 0 && /\{\s*$/.test(line))
    return { condition: lastClause(line.slice(0, brace)), body: bodyAfter(text, at + brace) }
  const colon = line.search(/:\s*(?:\w.*)?$/)
  if (colon > 0 && /:\s*(?:return|raise|continue|pass)?[^:]*$/.test(line))
    return { condition: line.slice(0, colon), body: `${line.slice(colon + 1)}${indented(text, lineStart, end)}` }
  return { condition: line.replace(/\bthen\b.*$/, ''), body: indented(text, lineStart, end) }
}

/** `x, ok := f(); !ok` decides by its last clause, and that by what was assigned. */
function lastClause(text: string): string {
  return text.replaceAll(/\s*;\s*/g, ' ; ')
}

function bodyAfter(text: string, from: number): string {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  if (text[at] !== '{') return text.slice(at, lineEnd(text, at))
  const close = closing(text, at)
  return text.slice(at + 1, close < 0 ? at + BODY : Math.min(close, at + BODY))
}

function indented(text: string, lineStart: number, end: number): string {
  const depth = /^[ \t]*/.exec(text.slice(lineStart, end))![0].length
  let at = end + 1
  let body = ''
  while (at < text.length && body.length < BODY) {
    const stop = lineEnd(text, at)
    const line = text.slice(at, stop)
    if (line.trim() !== '' && /^[ \t]*/.exec(line)![0].length <= depth) break
    body += `\n${line}`
    at = stop + 1
  }
  return body
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }
const FURTHEST = 4_000

function closing(text: string, at: number): number {
  const open = text[at]!
  const close = CLOSES[open]!
  let depth = 0
  for (let place = at; place < text.length && place < at + FURTHEST; place++) {
    if (text[place] === open) depth++
    else if (text[place] === close && --depth === 0) return place
  }
  return -1
}

/** Operators of which each side alone is enough, and of which both are needed. */
export const ANY = /\|\||\bor\b/y
export const ALL = /&&|\band\b/y

/** The parts of a condition between operators that stand outside of brackets. */
export function split(condition: string, operator: RegExp): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < condition.length; at++) {
    const char = condition[at]!
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    operator.lastIndex = at
    const found =
      depth === 0 && (/\W/.test(condition[at - 1] ?? ' ') || char === '|' || char === '&')
        ? operator.exec(condition)
        : null
    if (found === null) continue
    parts.push(condition.slice(start, at))
    at += found[0].length - 1
    start = at + 1
  }
  parts.push(condition.slice(start))
  return parts.map(flat).filter((part) => part !== '')
}

export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const AROUND =
  /(?:\b(?:def|function|func|fn|sub|class)\s+(?:\([^)\n]*\)\s*)?([\w.?!]+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(|^\s*(?:(?:public|private|protected|static|async|final)\s+)*(?:[\w<>[\],]+\s+)?(\w+)\s*\([^;\n]*\)\s*[:{])/gm

function around(text: string, index: number): string {
  const above = text.slice(Math.max(0, index - 1_500), index)
  const last = [...above.matchAll(AROUND)]
    .filter(([, ...names]) => !names.some((name) => /^(?:if|for|while|switch|catch|return)$/.test(name ?? '')))
    .at(-1)
  return last?.slice(1).find((name) => name !== undefined) ?? ''
}

/** Refusals that one text has and the other has not, whatever stands around them. */
function unpaired(old: readonly Refusal[], now: readonly Refusal[]): [readonly Refusal[], readonly Refusal[]] {
  const left = [...now]
  const lost = old.filter((each) => {
    const at = left.findIndex(({ condition }) => condition === each.condition)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [lost, left]
}

/** The new condition that has most words of an old one. */
function nearest(old: Refusal, added: readonly Refusal[]): number {
  const own = new Set(words(old.condition))
  let best = -1
  let most = 0
  for (const [at, { condition }] of added.entries()) {
    const shared = new Set(words(condition).filter((word) => own.has(word))).size
    if (shared > most) [best, most] = [at, shared]
  }
  return best
}

/** How one condition turns fewer away than another, in words; undefined: it does not, or nobody can tell. */
function narrower(
  old: Refusal,
  now: Refusal,
  { elsewhere, gained, before }: { elsewhere: ReadonlySet<string>; gained: ReadonlySet<string>; before: string },
): string | undefined {
  const lost = old.parts.filter((part) => !elsewhere.has(part))
  if (lost.length === 0) return undefined
  const added = now.parts.filter((part) => !old.parts.includes(part))
  if (lost.length > added.length) return 'a condition looks at less than before'
  const excepted = added.find((part) =>
    lost.some((was) => {
      const [had, has] = [split(was, ALL), split(part, ALL)]
      const exceptions = has.filter((each) => !had.includes(each) && !checksItself(each))
      // What a new parameter decides is decided by whoever calls.
      return (
        has.length > had.length &&
        had.every((each) => has.includes(each)) &&
        exceptions.some((each) => isKnown(each, before))
      )
    }),
  )
  if (excepted !== undefined) return 'a condition has an exception now'
  const [was, is] = [new Set(words(old.condition)), new Set(words(now.condition))]
  // A word that the new lines have elsewhere went into a variable.
  const gone = [...was].filter((word) => !is.has(word))
  return is.size < was.size && [...is].every((word) => was.has(word)) && gone.every((word) => !gained.has(word))
    ? 'a condition looks at less than before'
    : undefined
}

/**
 * A check in whose place stands one that is neither the same in other words nor stricter, in words. What went into a
 * variable, a new function that checks by its name and a bound of another size are the same check.
 */
function unlike(
  old: Refusal,
  now: Refusal,
  { elsewhere, gained }: { elsewhere: ReadonlySet<string>; gained: ReadonlySet<string> },
): string | undefined {
  const lost = old.parts.filter((part) => !elsewhere.has(part))
  const added = now.parts.filter((part) => !old.parts.includes(part))
  const forms = new Set(added.map(formOf))
  for (const part of lost) {
    if (added.some((each) => FACTOR.test(each) && !FACTOR.test(part))) return 'a condition turns hardly anybody away'
    if (added.some((each) => asksAny(part, each))) return 'a condition asks of any what it asked of all'
    if (added.some((each) => looksAtAPiece(part, each))) return 'a condition looks at a piece of what it looked at'
    if (forms.has(formOf(part)) || added.some((each) => sameBut(part, each) || triesEach(part, each))) continue
    const own = words(part)
    const kept = new Set(words(now.condition))
    if (own.every((word) => kept.has(word) || gained.has(word))) {
      const exception = added.flatMap((each) => (split(each, ALL).length > split(part, ALL).length ? [each] : []))[0]
      if (exception !== undefined && split(exception, ALL).some((each) => EMPTINESS.test(each)))
        return 'a condition has an exception now'
      continue
    }
    // Fewer demands before it turns away, or a check by its name: stricter, or elsewhere.
    if (added.some((each) => split(each, ALL).length < split(part, ALL).length)) continue
    if (guardWords(now.condition).some((word) => !old.condition.includes(word))) continue
    return 'a condition looks at something else than before'
  }
  return undefined
}

const FACTOR = /\*\s*\d[\d_]+\b|\b(?:mult|times|multiply|multipliedBy)\w*\([^()]*\d{2,}/
/** `roles.length > 0 &&`: whoever brings nothing is not asked. */
const EMPTINESS =
  /\.(?:length|size|count)\b\s*(?:>|!==?)\s*0$|^len\(.+\)\s*(?:>|!=)\s*0$|^[\w.?$]+$|\.(?:present|any)\?$|!=\s*(?:null|nil|None|"")$/

/** The same but for numbers, spaces and the kind of quotes. */
function sameBut(one: string, other: string): boolean {
  const bare = (text: string): string =>
    normal(text)
      .replaceAll(/\d[\d_.]*/g, '0')
      .replaceAll(/[<>]=/g, (sign) => sign[0]!)
  return bare(one) === bare(other)
}

/**
 * What a handler of errors, an other branch or an arm did to turn somebody away, and no longer does: `catch { return 401 }`.
 * Counted, because nothing names them.
 */
function lostFallback(before: string, after: string): string | undefined {
  const [old, now] = [fallbacks(before), fallbacks(after)]
  if (count(after, REFUSING) >= count(before, REFUSING)) return undefined
  const lost = old.find((each) => !now.includes(each))
  return now.length < old.length && lost !== undefined
    ? `turns nobody away any more: \`${lost.slice(0, 80)}\``
    : undefined
}

const FALLBACK =
  /\b(?:catch|except|rescue|else)\b[^\n{:]{0,120}[{:]?|\b(?:Err\([^)\n]{0,40}\)|None|_)\s*=>|\{:error,[^\n}]{0,60}\}\s*->/g
const REFUSING =
  /\b40[13]\b|\b(?:unauthori[sz]ed|forbidden|denied|deny|reject)\w*|\b(?:throw|raise|abort|panic)\b|\breturn\s+(?:false|False|None|null|nil|err)\b/gi

function fallbacks(text: string): readonly string[] {
  return [...text.matchAll(FALLBACK)].slice(0, MOST).flatMap(({ 0: head, index }) => {
    const body = text
      .slice(index + head.length, index + head.length + 240)
      .split('\n')
      .slice(0, 4)
      .join('\n')
    const ends = /\n\s*\}/.exec(body)
    const own = ends === null ? body : body.slice(0, ends.index)
    return new RegExp(REFUSING.source, 'i').test(own) ? [flat(`${head} ${own}`)] : []
  })
}

/** `!isOwner(user)`: who comes in another way is asked for something as well. */
function checksItself(exception: string): boolean {
  return /^(?:!|not )\s*(?:await )?[\w.]+\(/.test(exception) && guardWords(exception).length > 0
}

const BOUNDS = /([<>])=?\s*(\d[\d_]*(?:\.\d+)?)/g

/** The same condition with a bound that hardly anybody meets. */
function loosened(old: Refusal, now: Refusal): string | undefined {
  const blank = (text: string): string => text.replaceAll(BOUNDS, '$1#')
  if (blank(old.condition) !== blank(now.condition)) return undefined
  const bounds = ({ condition }: Refusal): readonly (readonly [string, number])[] =>
    [...condition.matchAll(BOUNDS)].map(([, sign, number]) => [sign!, Number(number!.replaceAll('_', ''))])
  const after = bounds(now)
  const moved = bounds(old).some(([sign, was], at) => {
    const is = after[at]![1]
    return sign === '<' ? is * 2 <= was && is < was : was > 0 && is >= was * 20
  })
  return moved ? 'a condition turns hardly anybody away' : undefined
}

function isKnown(exception: string, before: string): boolean {
  const own = words(exception.replaceAll(/"[^"]*"|'[^']*'/g, ''))
  return own.length === 0 || own.some((word) => OUTSIDE.test(word)) || own.some((word) => words(before).includes(word))
}

const OUTSIDE = /^(?:process|env|environ|ENV|os|settings|config|debug|DEBUG|req|request|ctx|params|headers|query)$/

const COMMON = new Set([
  'not',
  'and',
  'or',
  'null',
  'None',
  'nil',
  'undefined',
  'is',
  'true',
  'false',
  'if',
  'return',
  'await',
])

function words(text: string): readonly string[] {
  return (text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => !COMMON.has(word))
}

const REFUSES_SOMEBODY =
  /\b(?:400|401|403|413|415|422|429)\b|forbid|unauthori[sz]ed|denied|permission|validation|bad_?request|too_?(?:many|large)|not_?allowed|(?:^|\W)false\b|unprocessable/i
const WHO = /\b(?:current_?user|user|session|principal|claims|tenant|account|owner\w*)\b/i
const GUARDS_BY_NAME =
  /auth|permission|guard|polic(?:y|ies)|middleware|session|token|secur|login|\bacl\b|rbac|roles?\b|access|webhook|verify|signature|upload|redirect|saniti|crypt|password|csrf|cors|limits?\b|validat|outgoing|ssrf|safe|can_|may_|allow|audit|rank/i

/** Whether a refusal keeps somebody or something out, rather than nothing from being done with nothing. */
function matters(path: string, { condition, body, within }: Refusal): boolean {
  if (guardWords(condition).length > 0 || REFUSES_SOMEBODY.test(body)) return true
  if (WHO.test(condition) && /404|not_?found/i.test(body)) return true
  return GUARDS_BY_NAME.test(within) || guardsByName(path)
}

/** Whether a file is there to keep somebody out, by its name. */
export function guardsByName(path: string): boolean {
  return GUARDS_BY_NAME.test(path.slice(path.lastIndexOf('/') + 1))
}
