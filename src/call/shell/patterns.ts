/** By number of stars, the longest text that is matched: a hostile pattern must not cost time. */
const LONGEST_TEXT: readonly number[] = [4096, 1024, 128, 48]

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. Undefined: not worked out. */
export function removed(text: string, pattern: string, operator: '#' | '##' | '%' | '%%'): string | undefined {
  const matcher = matcherOf(text, pattern)
  if (!matcher) return undefined
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length)
  if (operator === '##' || operator === '%%') lengths.reverse()
  for (const length of lengths) {
    const piece = operator.startsWith('#') ? text.slice(0, length) : text.slice(text.length - length)
    if (matcher.test(piece)) return operator.startsWith('#') ? text.slice(length) : text.slice(0, text.length - length)
  }
  return text
}

/** `${x/p/r}`, `${x//p/r}`, `${x/#p/r}`, `${x/%p/r}`. */
export function replaced(
  text: string,
  pattern: string,
  replacement: string,
  operator: '/' | '//' | '/#' | '/%',
): string | undefined {
  if (pattern === '') return text
  if (!matcherOf(text, pattern)) return undefined
  const source = sourceOf(pattern)
  const matcher = compile(
    operator === '/#' ? `^${source}` : operator === '/%' ? `${source}$` : source,
    operator === '//' ? 'gs' : 's',
  )
  return matcher && text.replace(matcher, () => replacement)
}

/** True or false when the whole text matches; undefined when that was not worked out. */
export function matches(text: string, pattern: string): boolean | undefined {
  return matcherOf(text, pattern)?.test(text)
}

function matcherOf(text: string, pattern: string): RegExp | undefined {
  const stars = pattern.split('*').length - 1
  if (text.length > (LONGEST_TEXT[stars] ?? 0) || pattern.length > 1024) return undefined
  return compile(`^(?:${sourceOf(pattern)})$`, 's')
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

/** Unlike in file names, `*` and `?` match `/` here. */
function sourceOf(pattern: string): string {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!
    if (char === '\\') source += plain(pattern[++at] ?? '\\')
    else if (char === '*') source += '.*'
    else if (char === '?') source += '.'
    else if (char === '[') {
      const close = pattern.indexOf(
        ']',
        pattern[at + 1] === ']' || /[!^]\]/.test(pattern.slice(at + 1, at + 3)) ? at + 3 : at + 1,
      )
      if (close < 0) source += '\\['
      else {
        const body = pattern.slice(at + 1, close)
        source += /[!^]/.test(body[0] ?? '') ? `[^${inClass(body.slice(1))}]` : `[${inClass(body)}]`
        at = close
      }
    } else source += plain(char)
  }
  return source
}

function inClass(body: string): string {
  return body.replace(/[\\\]^[]/g, '\\$&')
}

function plain(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
