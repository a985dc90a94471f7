import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenRunner } from '../../../test/containment/broken-runner.ts'
import { ownTools } from '../../../test/containment/scene.ts'
import { examineContainment } from './containment.ts'

test('the canary is held', async () => {
  expect(await examineContainment(homedir(), ownTools())).toMatchObject({ about: 'containment', state: 'green' })
})

test('the canary is held for an account that is not root, and leaves nothing behind', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'canary-'))
  const own = process.getuid!()
  const account = own === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (own === 0) chownSync(scratch, account.uid!, account.gid!)
  const main = join(import.meta.dirname, 'containment.ts')
  const said = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { examineContainment } from ${JSON.stringify(main)}; console.log(JSON.stringify(await examineContainment(${JSON.stringify(scratch)})))`,
    ],
    { ...account, cwd: scratch, env: { PATH: '/usr/bin:/bin', HOME: scratch, TMPDIR: scratch }, encoding: 'utf8' },
  )
  expect(said.stdout, said.stderr).toContain('"state":"green"')
  expect(readdirSync(scratch).filter((name) => name.startsWith('portcullis-canary'))).toEqual([])
  rmSync(scratch, { recursive: true, force: true })
}, 60_000)

test('a wall that is gone is red', async () => {
  const open = brokenRunner([{ file: 'inside.h', find: 'hand_over(channel, "n", enter_own_network());', replace: '' }])
  expect(await examineContainment(homedir(), open)).toMatchObject({ state: 'red', says: 'loopback was reached' })
})

test('what is missing is said, with what to do about it', async () => {
  expect(await examineContainment(homedir(), { missing: 'bubblewrap is not installed', fix: 'install it' })).toEqual({
    about: 'containment',
    state: 'yellow',
    says: 'bubblewrap is not installed',
    fix: 'install it',
  })
})

test('where no walls can be built it says why, and runs nothing', async () => {
  const refused = brokenRunner([
    { file: 'inside.h', find: 'if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)', replace: 'errno = EPERM;' },
  ])
  expect(await examineContainment(homedir(), refused)).toMatchObject({ state: 'yellow' })
})
