/**
 * Wildcards of the rule syntax: `*` stands for any text, also spaces and nothing. No regular expressions, so that a
 * hostile rule or command cannot make matching slow.
 */

/** The classic two-pointer matcher: on a mismatch it returns to the last `*` only, never further back. */
export function matchesWildcard(pattern: string, text: string): boolean {
  let inPattern = 0
  let inText = 0
  let star = -1
  let resume = 0
  while (inText < text.length) {
    const char = pattern[inPattern]
    if (char === '*') {
      star = inPattern++
      resume = inText
    } else if (char === text[inText]) {
      inPattern++
      inText++
    } else if (star >= 0) {
      inPattern = star + 1
      inText = ++resume
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}

/**
 * Could some text match both patterns? `*` in either stands for any text. Quadratic, so the caller bounds the
 * lengths; above the bound the answer is yes.
 */
export function wildcardsOverlap(one: string, other: string): boolean {
  if (!literalEndsAgree(one, other)) return false
  if (one.length * other.length > 1_000_000) return true
  // reachable[j]: the first i characters of `one` and the first j of `other` can stand for the same text.
  let reachable: boolean[] = Array.from({ length: other.length + 1 }, () => false)
  reachable[0] = true
  for (let j = 0; j < other.length && other[j] === '*'; j++) reachable[j + 1] = true
  for (const char of one.split('')) {
    const next: boolean[] = [char === '*' && reachable[0] === true]
    for (let j = 0; j < other.length; j++) {
      const against = other[j]
      if (char === '*') next[j + 1] = reachable[j + 1] === true || next[j] === true
      else if (against === '*') next[j + 1] = next[j] === true || reachable[j + 1] === true
      else next[j + 1] = reachable[j] === true && char === against
    }
    reachable = next
  }
  return reachable[other.length] === true
}

/** Before the first and after the last wildcard of either the texts must be equal: most pairs end here. */
function literalEndsAgree(one: string, other: string): boolean {
  for (let at = 0; at < one.length && at < other.length; at++) {
    if (one[at] === '*' || other[at] === '*') break
    if (one[at] !== other[at]) return false
  }
  for (let at = 1; at <= one.length && at <= other.length; at++) {
    const last = one[one.length - at]
    const against = other[other.length - at]
    if (last === '*' || against === '*') break
    if (last !== against) return false
  }
  return true
}

/**
 * The specifier of a command rule, read once.
 * `npm run *`: `whole` is `npm run *`, and because its one wildcard is a trailing ` *`, `bare` is `npm run`.
 */
export interface CommandPattern {
  readonly whole: string
  readonly wild: boolean
  /** Also matched exactly; undefined when the rule has other wildcards or does not end in ` *`. */
  readonly bare: string | undefined
  /** The first word when it is literal and complete: what an index may look rules up by. */
  readonly firstWord: string | undefined
}

/** `:*` at the end is the same as ` *`; a colon anywhere else is a colon. */
export function commandPattern(specifier: string): CommandPattern {
  const trimmed = specifier.trim()
  const whole = trimmed.endsWith(':*') ? `${trimmed.slice(0, -2)} *` : trimmed
  const stars = whole.split('*').length - 1
  const bare = stars === 1 && whole.endsWith(' *') ? whole.slice(0, -2) : undefined
  const first = /^[^\s*]+(?=\s|$)/.exec(whole)?.[0]
  return { whole, wild: stars > 0, bare, firstWord: first }
}

export function matchesCommand(pattern: CommandPattern, command: string): boolean {
  if (!pattern.wild) return pattern.whole === command
  return pattern.bare === command || matchesWildcard(pattern.whole, command)
}

/** Could the pattern match when every `*` of `command` stands for unknown text? */
export function couldMatchCommand(pattern: CommandPattern, command: string): boolean {
  return (
    wildcardsOverlap(pattern.whole, command) || (pattern.bare !== undefined && wildcardsOverlap(pattern.bare, command))
  )
}
