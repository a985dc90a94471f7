import { join } from 'node:path'
import { LAUNCHER } from '../src/surfaces/launcher.ts'

const built = process.env['PORTCULLIS_BUILT']

/**
 * The launcher of the package that was built from the sources before the tests began (`prepare.ts`). It starts in half
 * the time: for tests that start many processes and put no bug back. Outside of vitest, that of the checkout.
 */
export const BUILT_LAUNCHER: string = built === undefined ? LAUNCHER : join(built, 'bin', 'portcullis.cjs')
