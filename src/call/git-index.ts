/** What a repository's index holds: path from the root, with `/` → the id of the content that git keeps. */
export type GitIndex = ReadonlyMap<string, string>

const HEADER = 12
const FIXED = 62

/**
 * Reads `.git/index`, versions 2 to 4. Undefined when it is not one, is cut short, or is split over several files: then
 * nothing is known about what git has.
 */
export function readGitIndex(bytes: Uint8Array): GitIndex | undefined {
  const known = parsed.get(bytes)
  if (known !== undefined) return known === 'unreadable' ? undefined : known
  const index = parse(bytes)
  parsed.set(bytes, index ?? 'unreadable')
  return index
}

/** The same bytes are asked about for every file of a call. */
const parsed = new WeakMap<Uint8Array, GitIndex | 'unreadable'>()

function parse(bytes: Uint8Array): GitIndex | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < HEADER + 20 || buffer.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = buffer.readUInt32BE(4)
  const count = buffer.readUInt32BE(8)
  if (version < 2 || version > 4 || count > buffer.length / FIXED) return undefined
  const index = new Map<string, string>()
  let at = HEADER
  let before = Buffer.alloc(0)
  for (let entry = 0; entry < count; entry++) {
    const start = at
    if (start + FIXED > buffer.length) return undefined
    const flags = buffer.readUInt16BE(start + 60)
    at = start + FIXED + (version > 2 && flags & 0x4000 ? 2 : 0)
    let kept = Buffer.alloc(0)
    if (version === 4) {
      const strip = stripLength(buffer, at)
      if (strip === undefined || strip.length > before.length) return undefined
      kept = Buffer.from(before.subarray(0, before.length - strip.length))
      at = strip.next
    }
    const end = buffer.indexOf(0, at)
    if (end < 0) return undefined
    const name = Buffer.concat([kept, buffer.subarray(at, end)])
    // Versions before 4 fill each entry up to a multiple of eight, with one NUL at least.
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7)
    before = name
    index.set(name.toString('utf8'), buffer.toString('hex', start + 40, start + 60))
  }
  return isSplit(buffer, at) ? undefined : index
}

/** How many bytes of the name before are dropped: git's own variable length. */
function stripLength(buffer: Buffer, from: number): { readonly length: number; readonly next: number } | undefined {
  let at = from
  let length = -1
  for (let steps = 0; steps < 5 && at < buffer.length; steps++) {
    const byte = buffer[at++]!
    length = ((length + 1) << 7) | (byte & 0x7f)
    if ((byte & 0x80) === 0) return { length, next: at }
  }
  return undefined
}

/** A `link` extension: most entries stand in another file. */
function isSplit(buffer: Buffer, from: number): boolean {
  let at = from
  while (at + 8 <= buffer.length - 20) {
    if (buffer.toString('latin1', at, at + 4) === 'link') return true
    at += 8 + buffer.readUInt32BE(at + 4)
  }
  return false
}
