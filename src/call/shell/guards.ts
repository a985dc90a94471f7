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

/** NUL and control characters other than tab, newline and carriage return: a terminal or parser may be fooled by them. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
}
