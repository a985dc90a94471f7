const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
}

/** What the inside of a string or template stands for. */
export function stringValue(content: string): string {
  if (!content.includes('\\')) return content
  return content.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(\n|.))/g,
    (whole, hex?: string, short?: string, long?: string, one?: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined) {
        const point = Number.parseInt(code, 16)
        return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
      }
      return one === undefined ? whole : (ESCAPES[one] ?? one)
    },
  )
}
