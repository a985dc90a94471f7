import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Failures, SOURCES } from '../product.ts'
import type { DaemonProduct } from './client.ts'

/** As in teeth.test.ts: each row puts one bug back into a copy of the sources; the suite must notice. */
export interface DaemonBug {
  readonly bug: string
  /** In the daemon's folder. */
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly noticedBy: (product: DaemonProduct) => Promise<Failures>
}

/** Copies the sources into `scratch` with the bug in them. Returns where they are. */
export function withBug(scratch: string, { bug, file, find, replace }: DaemonBug): string {
  const root = join(scratch, bug.replaceAll(/\W+/g, '-'), 'src')
  rmSync(join(root, '..'), { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  // Only the daemon has the bug; everything else is the real thing.
  for (const name of readdirSync(SOURCES))
    if (name === 'surfaces') cpSync(join(SOURCES, name), join(root, name), { recursive: true })
    else symlinkSync(join(SOURCES, name), join(root, name))
  cpSync(join(SOURCES, '..', 'package.json'), join(root, '..', 'package.json'))
  const path = join(root, 'surfaces', 'daemon', file)
  const text = readFileSync(path, 'utf8')
  expect(text.split(find), `${file} must hold the text of the row exactly once`).toHaveLength(2)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return root
}
