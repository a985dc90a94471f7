import { derived, itemsOf, knownText, text, type Value } from './values.ts'

/** Bytes travel as Latin-1 text marked by this prefix, so that a later `GetString` can decode them. */
const BYTES = '\u0000bytes:'

/** `[Convert]::FromBase64String`, `[Text.Encoding]::UTF8.GetString(…)` on constants. */
export function decode(kind: string, method: string, args: readonly Value[], source: string): Value {
  const first = knownText(args[0])
  if (kind === 'convert') {
    if (method === 'frombase64string' && first !== undefined) {
      const bytes = base64(first)
      return bytes === undefined ? derived(source, args) : text(BYTES + bytes)
    }
    if (/^to(?:int|byte|char|uint)/.test(method) && first !== undefined) {
      const radix = Number(knownText(args[1]) ?? '10')
      const value = Number.parseInt(first.replace(/^0x/i, ''), radix >= 2 && radix <= 36 ? radix : 10)
      return Number.isNaN(value)
        ? derived(source, args)
        : text(method === 'tochar' ? String.fromCharCode(value) : String(value))
    }
    return derived(source, args)
  }
  if (method !== 'getstring') return derived(source, args)
  if (first?.startsWith(BYTES)) return text(decodeBytes(first.slice(BYTES.length), kind))
  const codes = args[0] ? itemsOf(args[0]).map((item) => Number(knownText(item))) : []
  return codes.length > 0 && codes.every((code) => Number.isInteger(code) && code >= 0 && code < 256)
    ? text(decodeBytes(String.fromCharCode(...codes.slice(0, 10_000)), kind))
    : derived(source, args)
}

function base64(encoded: string): string | undefined {
  const clean = encoded.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(clean) || clean.length % 4 !== 0) return undefined
  return atob(clean)
}

function decodeBytes(latin: string, encoding: string): string {
  const bytes = Uint8Array.from(latin, (char) => char.charCodeAt(0))
  return new TextDecoder(encoding === 'unicode' ? 'utf-16le' : 'utf-8').decode(bytes)
}
