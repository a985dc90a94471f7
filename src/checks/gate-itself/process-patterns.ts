/** Longest text and most repetitions of a pattern that is tried; beyond that it counts as matching. */
const LONGEST = 200
const MOST_REPEATS = 3

/**
 * Whether an extended regular expression, as pgrep and grep read it, matches one of the lines. What cannot be tried
 * safely counts as matching: a pattern of an agent must not cost the gate more than a moment.
 */
export function matchesLine(
  pattern: string,
  lines: readonly string[],
  how: { readonly exact?: boolean; readonly ignoreCase?: boolean } = {},
): boolean {
  const expression = readPattern(pattern, how)
  return expression === undefined || lines.some((line) => expression.test(line))
}

function readPattern(
  pattern: string,
  { exact, ignoreCase }: { readonly exact?: boolean; readonly ignoreCase?: boolean },
): RegExp | undefined {
  if (pattern.length > LONGEST) return undefined
  const repeats = pattern.replaceAll(/\\./g, '').match(/[*+]|\{\d*,?\d*\}/g)?.length ?? 0
  if (repeats > MOST_REPEATS || /\)\s*[*+{]/.test(pattern) || /\\\d/.test(pattern)) return undefined
  const source = pattern.replaceAll(/\[:(\w+):\]/g, (_all, name: string) => CLASSES[name] ?? '\\s\\S')
  try {
    return new RegExp(exact ? `^(?:${source})$` : source, ignoreCase ? 'i' : '')
  } catch {
    return undefined
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
}
