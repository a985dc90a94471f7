import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tools } from '../../src/containment/runs.node.ts'
import { compileNative } from '../../src/surfaces/install/native-client.ts'
import { ownTools } from './scene.ts'

/** A text in `native/` that becomes another. It must stand there exactly once, so that a row cannot rot silently. */
export interface NativeChange {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** The runner with a wall taken out of its sources. */
export function brokenRunner(changes: readonly NativeChange[]): Tools {
  const place = mkdtempSync(join(tmpdir(), 'broken-'))
  const sources = join(place, 'native')
  cpSync(join(import.meta.dirname, '..', '..', 'native'), sources, { recursive: true })
  for (const { file, find, replace } of changes) {
    const path = join(sources, file)
    const text = readFileSync(path, 'utf8')
    if (text.split(find).length !== 2) throw new Error(`${file} must hold the text of the row exactly once: ${find}`)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  const built = compileNative(join(place, 'portcullis-run'), { main: 'run.c', sources })
  if ('failed' in built) throw new Error(built.failed)
  return { ...ownTools(), runner: built.binary }
}
