/**
 * Shell wildcards. `*` and `?` do not cross `/`; `**` does; `[…]` and extglob groups are understood; a backslash
 * makes the next character plain. Patterns are turned into regular expressions without nested repetition, so a
 * hostile pattern cannot make matching slow: runs of `*` are folded first.
 */
export function globToRegExp(pattern: string): RegExp {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!
    if (char === '\\') source += escape(pattern[++at] ?? '\\')
    else if (char === '*') {
      let stars = 1
      while (pattern[at + 1] === '*') {
        stars++
        at++
      }
      if (stars > 1 && pattern[at + 1] === '/') {
        at++
        source += '(?:.*/)?'
      } else source += stars > 1 ? '.*' : '[^/]*'
    } else if (char === '?') source += '[^/]'
    else if (char === '[') {
      const close = classEnd(pattern, at)
      if (close < 0) source += '\\['
      else {
        source += classSource(pattern.slice(at + 1, close))
        at = close
      }
    } else source += escape(char)
  }
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    // An impossible class such as [z-a]: bash matches nothing; neither do we.
    return /(?!)/
  }
}

/**
 * The same as a test. What stands before the first wildcard is compared as it is: of thousands of patterns most never
 * become an expression.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const wild = pattern.search(/[*?[\\]/)
  if (wild < 0) return (text) => text === pattern
  const start = pattern.slice(0, wild)
  let expression: RegExp | undefined
  return (text) => text.startsWith(start) && (expression ??= globToRegExp(pattern)).test(text)
}

export function isGlob(text: string): boolean {
  return /(^|[^\\])[*?[]/.test(text)
}

/** The directory before the first wildcard: `/a/b*c/d` → `/a`. */
export function fixedDirectory(pattern: string): string {
  const wild = pattern.search(/[*?[]/)
  const head = wild < 0 ? pattern : pattern.slice(0, wild)
  const slash = head.lastIndexOf('/')
  return slash <= 0 ? '/' : head.slice(0, slash)
}

/** A pattern with its backslashes removed: the text it stands for if the wildcards are plain. */
export function unescapeGlob(pattern: string): string {
  return pattern.replace(/\\(.)/gs, '$1')
}

function classEnd(pattern: string, open: number): number {
  let at = open + 1
  if (pattern[at] === '!' || pattern[at] === '^') at++
  if (pattern[at] === ']') at++
  while (at < pattern.length && pattern[at] !== ']') {
    if (pattern[at] === '[' && pattern[at + 1] === ':') {
      const end = pattern.indexOf(':]', at + 2)
      if (end > 0) at = end + 1
    }
    at++
  }
  return at < pattern.length ? at : -1
}

const NAMED_CLASSES: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
  word: '\\w',
}

function classSource(body: string): string {
  const negated = body.startsWith('!') || body.startsWith('^')
  const inner = (negated ? body.slice(1) : body)
    .replace(/[\\\]^[]/g, (char) => (char === '[' ? '[' : `\\${char}`))
    .replace(/\[:(\w+):\\?\]/g, (_, name: string) => NAMED_CLASSES[name] ?? '')
    .replace(/\[/g, '\\[')
  if (inner === '') return negated ? '[^/]' : '(?!)'
  return negated ? `[^/${inner}]` : `[${inner}]`
}

function escape(char: string): string {
  if (/^\w$/.test(char)) return char
  return char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
