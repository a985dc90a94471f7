import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `bin/portcullis.cjs`: beside the bundle when published, two folders up in the sources. */
export const LAUNCHER: string =
  [
    join(import.meta.dirname, 'bin', 'portcullis.cjs'),
    join(import.meta.dirname, '..', '..', 'bin', 'portcullis.cjs'),
  ].find((path) => existsSync(path)) ?? join(import.meta.dirname, 'bin', 'portcullis.cjs')
