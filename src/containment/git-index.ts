import { createHash } from 'node:crypto'

/**
 * What version control has: path → object of every file in Git's index. Whatever stands there can be brought back.
 * Undefined when the index cannot be read: then version control has nothing.
 */
export function readGitIndex(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 32 || view.getUint32(0) !== SIGNATURE) return undefined
  const version = view.getUint32(4)
  if (version < 2 || version > 4) return undefined
  const decoder = new TextDecoder()
  const found = new Map<string, string>()
  let at = 12
  let last = ''
  for (let left = view.getUint32(8); left > 0; left--) {
    if (at + 62 > bytes.length) return undefined
    const object = Buffer.from(bytes.subarray(at + 40, at + 60)).toString('hex')
    const flags = view.getUint16(at + 60)
    let from = at + (version >= 3 && (flags & EXTENDED) !== 0 ? 64 : 62)
    if (version === 4) {
      const cut = readVariable(bytes, from)
      if (cut === undefined || cut.value > last.length) return undefined
      const end = bytes.indexOf(0, cut.next)
      if (end < 0) return undefined
      last = last.slice(0, last.length - cut.value) + decoder.decode(bytes.subarray(cut.next, end))
      at = end + 1
    } else {
      const end = bytes.indexOf(0, from)
      if (end < 0) return undefined
      last = decoder.decode(bytes.subarray(from, end))
      // Entries end with one to eight NULs, at a multiple of eight.
      at += (end - at + 8) & ~7
    }
    // Stages of a merge are not what a file was.
    if ((flags & STAGES) === 0) found.set(last, object)
  }
  return found
}

const SIGNATURE = 0x44495243
const EXTENDED = 0x4000
const STAGES = 0x3000

/** Git's offsets: seven bits a byte, each further byte adds one. Names in version 4 are cut by bytes of ASCII names. */
function readVariable(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } | undefined {
  let byte = bytes[from++]
  if (byte === undefined) return undefined
  let value = byte & 127
  while ((byte & 128) !== 0) {
    byte = bytes[from++]
    if (byte === undefined) return undefined
    value = ((value + 1) << 7) | (byte & 127)
  }
  return { value, next: from }
}

/** The name that Git gives to this content. */
export function gitObject(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\u0000`).update(content).digest('hex')
}
