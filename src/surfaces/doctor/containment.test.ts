import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { brokenRunner } from '../../../test/containment/broken-runner.ts'
import { ownTools } from '../../../test/containment/scene.ts'
import { examineContainment } from './containment.ts'

test('the canary is held', async () => {
  expect(await examineContainment(homedir(), ownTools())).toMatchObject({ about: 'containment', state: 'green' })
})

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
