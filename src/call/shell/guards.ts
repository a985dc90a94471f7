import { LIMITS } from './state.ts'

/**
 * Counts how deep brackets and substitutions could nest, in one pass and without regard to quotes, so that it never
 * counts too little. The parser's cost grows with the square of the depth: this stands before it.
 */
export function tooNested(text: string): boolean {
  let depth = 0
  let deepest = 0
  let backticks = 0
  let heredocs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 123) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === 41 || code === 125) {
      if (depth > 0) depth--
    } else if (code === 96 && text.charCodeAt(at - 1) === 92) backticks++
    else if (code === 60 && text.charCodeAt(at + 1) === 60) heredocs++
  }
  return deepest > LIMITS.nesting || backticks > 4 * LIMITS.nesting || heredocs > 8 * LIMITS.nesting
}

/**
 * Control characters other than tab and newline, and characters that end a line for some readers and not for the shell:
 * a carriage return that no newline follows, NEL, and the line and paragraph separators. Whoever shows or splits the
 * text may be fooled by them.
 */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029]|\r(?!\n|$)/.test(text)
}
