import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const directory = join(import.meta.dirname, '..', 'examples')

test.each(readdirSync(directory).filter((file) => file.endsWith('.ts')))('examples/%s runs', (file) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, file)], {
    encoding: 'utf8',
    cwd: join(directory, '..'),
    env: { ...process.env, PORTCULLIS_STATE: mkdtempSync(join(tmpdir(), 'portcullis-')) },
  })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/would run npm test\)\n(ask|deny): /)
})
