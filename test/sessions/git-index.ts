import { createHash } from 'node:crypto'

/** The index of a repository (version 2) in which these files are committed as they stand here. A character is a byte. */
export function gitIndex(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => {
      const size = Buffer.byteLength(text)
      const name = Buffer.from(path)
      const entry = Buffer.alloc((62 + name.length + 8) & ~7)
      entry.writeUInt32BE(0o100644, 24)
      entry.writeUInt32BE(size, 36)
      createHash('sha1').update(`blob ${size}\0`).update(text).digest().copy(entry, 40)
      entry.writeUInt16BE(Math.min(name.length, 0xfff), 60)
      name.copy(entry, 62)
      return entry
    })
  const head = Buffer.alloc(12)
  head.write('DIRC', 0, 'latin1')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(entries.length, 8)
  return Buffer.concat([head, ...entries, Buffer.alloc(20)]).toString('latin1')
}
