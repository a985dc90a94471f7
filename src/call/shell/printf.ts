/** The escapes of `echo -e`, `printf` and `tr`. */
export function unescapeAnsi(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3}|[^])/g,
    (whole, code: string) => {
      const simple = SIMPLE[code]
      if (simple !== undefined) return simple
      if (/^[xuU]./.test(code)) return String.fromCodePoint(Math.min(Number.parseInt(code.slice(1), 16), 0x10ffff))
      return /^[0-7]+$/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : whole
    },
  )
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

/** What `printf format args…` prints; undefined for a conversion that is not worked out. */
export function shellPrintf(args: readonly string[]): string | undefined {
  let at = args[0] === '--' ? 1 : 0
  const format = args[at++]
  if (format === undefined || /^-./.test(format)) return undefined
  const values = args.slice(at)
  let used = 0
  let out = ''
  do {
    const before = used
    const round = formatOnce(format, () => values[used++])
    if (round === undefined || out.length > 65536) return undefined
    out += round
    if (used === before) break
  } while (used < values.length)
  return out
}

function formatOnce(format: string, next: () => string | undefined): string | undefined {
  let known = true
  const out = format.replace(
    /%(?:%|([-0+ #]*)(\d*|\*)(?:\.(\d+))?([a-zA-Z]))|\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{1,4}|[^])/g,
    (
      whole,
      flags: string | undefined,
      width: string | undefined,
      precision: string | undefined,
      kind: string | undefined,
    ) => {
      if (whole.startsWith('\\')) return unescapeAnsi(whole)
      if (kind === undefined) return '%'
      const value = next() ?? ''
      const text = conversion(kind, value, precision)
      if (text === undefined || width === '*') {
        known = false
        return ''
      }
      const size = Number(width ?? 0)
      if (size > 4096) known = false
      return flags?.includes('-')
        ? text.padEnd(Math.min(size, 4096))
        : text.padStart(Math.min(size, 4096), flags?.includes('0') && kind !== 's' ? '0' : ' ')
    },
  )
  return known ? out : undefined
}

function conversion(kind: string, value: string, precision: string | undefined): string | undefined {
  switch (kind) {
    case 's':
      return precision === undefined ? value : value.slice(0, Number(precision))
    case 'b':
      return unescapeAnsi(value)
    case 'c':
      return value.slice(0, 1)
    case 'd':
    case 'i':
      return /^-?\d*$/.test(value) ? String(Number(value)) : undefined
    case 'x':
      return /^\d+$/.test(value) ? Number(value).toString(16) : undefined
    case 'o':
      return /^\d+$/.test(value) ? Number(value).toString(8) : undefined
    default:
      return undefined
  }
}
