const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** What a string of Python stands for, by the letters before its quote. */
export function stringValue(content: string, opening: string): string {
  if (/^[a-z]*r/i.test(opening) || !content.includes('\\')) return content
  return content.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|N\{[^}]*\}|(\n|.))/g,
    (whole, hex?: string, short?: string, long?: string, octal?: string, one?: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined) return codePoint(Number.parseInt(code, 16))
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8))
      return one === undefined ? whole : (ESCAPES[one] ?? whole)
    },
  )
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}
