/**
 * One thing and then another on the same line, as `first[^\n]*then` finds them. That expression is tried again at every
 * `first`, so that a long line full of them takes time with the square of its length. Here the line is walked once: the
 * nearest of each step is taken and not given back, which is enough, for what follows a later one follows it too.
 */
export function onOneLine(...steps: readonly [RegExp, ...RegExp[]]): RegExp {
  return inOnePart(String.raw`[^\n]`, ...steps)
}

/** The same where `part` is what a line, or a shorter part of it, is made of. */
export function inOnePart(part: string, ...steps: readonly [RegExp, ...RegExp[]]): RegExp {
  const walked = steps
    .slice(0, -1)
    .map(({ source }, at) => `(?=(?<step${at}>${part}*?(?:${source})))\\k<step${at}>`)
    .join('')
  const last = steps.at(-1)!
  return new RegExp(`(?<!${part})${walked}${part}*(?:${last.source})`, steps[0].ignoreCase ? 'i' : '')
}
