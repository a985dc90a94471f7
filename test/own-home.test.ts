import { existsSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDaemon } from '../src/surfaces/daemon/daemon.ts'
import { gatePlaces } from '../src/surfaces/gate-places.ts'
import { answerInProcess } from '../src/surfaces/hook/in-process.ts'
import { freshPlace, UNLIMITED } from './daemon/client.ts'

const real = userInfo().homedir

test('tests have a home of their own', () => {
  expect(homedir()).not.toBe(real)
  expect(homedir().startsWith(`${tmpdir()}/`)).toBe(true)
})

test('a gate that is started without one uses it, and leaves nothing in the real one', async () => {
  const place = freshPlace()
  const other = join(place.directory, 'another-state')
  const daemon = await startDaemon({ ...UNLIMITED, stateDirectory: place.state, log: () => undefined })
  await daemon.stop()
  const call = { event: 'tool-call', session: 's', cwd: place.project, tool: 'Bash', input: { command: 'ls' } }
  await answerInProcess('generic', Buffer.from(JSON.stringify(call)), { state: other })
  for (const state of [place.state, other]) {
    expect(existsSync(gatePlaces(state, homedir()).anchor)).toBe(true)
    expect(existsSync(gatePlaces(state, real).anchor)).toBe(false)
  }
})
