/**
 * Characters that are not what they look like on a screen: controls (an ESC moves the cursor, a CR overwrites the
 * line), line and paragraph separators, bidirectional marks, zero-width and filler characters, variation selectors, tag
 * characters, and halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

/**
 * Text of strangers made safe to print on one line: whatever could steer a terminal, reorder or hide text is written as
 * `\u{…}`. A literal backslash before `u{` is escaped too, so that nothing can pretend to be an escape.
 */
export function visible(text: string): string {
  return text.replaceAll('\\u{', '\\u{5c}u{').replace(UNSEEN, escape)
}

/** As `visible`, for text shown over several lines: line feeds and tabs stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleLine).join('\n')
}

function visibleLine(line: string): string {
  return line.split('\t').map(visible).join('\t')
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`
}
