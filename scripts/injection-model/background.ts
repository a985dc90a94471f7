import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Bag } from './train.ts'

/**
 * Windows of ordinary documents under free licences that an earlier model took for orders: kept as numbers of features,
 * not as text. Made by `node scripts/injection-model/mine.ts`; learnt from as ordinary.
 */
const FILE = join(import.meta.dirname, 'background.bin.gz')

export function background(): readonly Bag[] {
  if (!existsSync(FILE)) return []
  const bytes = gunzipSync(readFileSync(FILE))
  const bags: Bag[] = []
  for (let at = 0; at < bytes.length;) {
    const count = bytes.readUInt16LE(at)
    const document = bytes.readUInt16LE(at + 2)
    at += 4
    const window = new Int32Array(count)
    for (let index = 0; index < count; index++) window[index] = bytes.readUIntLE(at + index * 3, 3)
    at += count * 3
    bags.push({ group: `background/${document}`, injected: false, windows: [window] })
  }
  return bags
}

export function keepBackground(windows: readonly { readonly document: number; readonly window: Int32Array }[]): void {
  const parts = windows.map(({ document, window }) => {
    const bytes = Buffer.alloc(4 + window.length * 3)
    bytes.writeUInt16LE(window.length, 0)
    bytes.writeUInt16LE(document, 2)
    for (const [index, feature] of window.entries()) bytes.writeUIntLE(feature, 4 + index * 3, 3)
    return bytes
  })
  writeFileSync(FILE, gzipSync(Buffer.concat(parts), { level: 9 }))
}
