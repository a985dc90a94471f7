import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Before each test file: a home of its own, so that nothing is read from or left in that of whoever runs the tests. */
process.env['HOME'] = mkdtempSync(join(tmpdir(), 'home-'))
