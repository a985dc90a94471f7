/**
 * Text from an agent, made safe to show: control characters (also ESC, CR, backspace), bidirectional overrides,
 * zero-width and invisible characters and tag characters are written out, so that what a person sees is what is there.
 */
export function visible(text: string, lines: 'one line' | 'keep lines' = 'one line'): string {
  return text.replace(INVISIBLE, (char) => {
    if (char === '\n') return lines === 'keep lines' ? '\n' : '\\n'
    if (char === '\t') return lines === 'keep lines' ? '\t' : '\\t'
    if (char === '\r') return '\\r'
    const code = char.codePointAt(0)!
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  })
}

/**
 * C0 and C1 controls, soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul fillers, Khmer invisible
 * vowels, Mongolian separators, all of General Punctuation that does not print, variation selectors, BOM, interlinear
 * annotation, private tag characters, lone surrogates.
 */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu

/** Cuts long text in the middle and says how much is hidden. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil(most * 0.6)
  const tail = most - head
  return `${text.slice(0, head)} …${text.length - head - tail} more characters… ${text.slice(text.length - tail)}`
}
