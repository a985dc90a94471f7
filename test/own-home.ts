import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/**
 * Each test file has a home below the one that `prepare.ts` made, and it must stay empty: a test that starts the gate
 * gives it a home of its own. So the real one is never touched, and whoever forgets is named at the end of the run.
 */
const file = relative(join(import.meta.dirname, '..'), expect.getState().testPath ?? 'unknown')
const home = join(process.env['PORTCULLIS_TEST_HOMES']!, file.replaceAll('/', ':'))
mkdirSync(home, { recursive: true })
process.env['HOME'] = home
