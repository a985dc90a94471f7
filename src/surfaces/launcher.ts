import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `bin/portcullis.cjs`: beside `dist/` when published, two folders above this file in the sources. */
export const LAUNCHER: string =
  [
    join(import.meta.dirname, '..', 'bin', 'portcullis.cjs'),
    join(import.meta.dirname, '..', '..', 'bin', 'portcullis.cjs'),
  ].find((path) => existsSync(path)) ?? join(import.meta.dirname, '..', 'bin', 'portcullis.cjs')

/** The root of the product: of the checkout, or of the published package. */
export const PROGRAM_ROOT: string = dirname(dirname(LAUNCHER))

/** Whether this is a checkout, which runs its sources. */
export const IS_CHECKOUT: boolean = existsSync(join(PROGRAM_ROOT, 'src', 'surfaces'))
