const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  e: '\x1b',
  f: '\f',
  '\\': '\\',
  $: '$',
  '"': '"',
}

/** Between single quotes only the quote and the backslash are escaped. */
export function singleQuoted(content: string): string {
  return content.replaceAll(/\\([\\'])/g, '$1')
}

/** Between double quotes and in a heredoc. */
export function doubleQuoted(content: string): string {
  return content.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3})|([^]))/g,
    (whole, hex?: string, long?: string, octal?: string, one?: string) => {
      const code = hex ?? long
      if (code !== undefined) {
        const point = Number.parseInt(code, 16)
        return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
      }
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) & 255)
      return ESCAPES[one!] ?? whole
    },
  )
}
