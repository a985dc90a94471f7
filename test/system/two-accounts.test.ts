import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSystem } from '../../src/surfaces/system/examine-system.ts'
import { accountHome, accountState } from '../../src/surfaces/system/places.ts'
import { type Shape, shapeOf } from './intact.ts'
import { canMakeAccounts, type Scene, systemScene } from './scene.ts'
import { ATTEMPTS, tryOne } from './suite.ts'

test('there are at least sixty ways, each with its own name', () => {
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ATTEMPTS.map(({ what }) => what)).size).toBe(ATTEMPTS.length)
})

/** Accounts can only be made by root: elsewhere the rows that need none stand in `src/surfaces/system`. */
describe.runIf(canMakeAccounts)('an agent of another account against the system gate', () => {
  let scene: Scene
  let before: Shape
  beforeAll(async () => {
    scene = await systemScene()
    before = shapeOf(scene)
  })
  afterAll(async () => scene?.remove())

  test.each(ATTEMPTS)('in vain: $what', (attempt) => expect(tryOne(scene, attempt, before)).toEqual([]))

  test('and the log of each account verifies afterwards', () => {
    for (const { uid } of [scene.agent, scene.other]) {
      const { places, record } = scene
      const { status, stdout, stderr } = spawnSync(record.node, [record.launcher, 'log', 'verify'], {
        encoding: 'utf8',
        env: { HOME: accountHome(places, uid), PORTCULLIS_STATE: accountState(places, uid), PATH: '/usr/bin:/bin' },
        uid: record.uid,
        gid: record.gid,
      })
      // 3: nothing wrong, and no witness outside the account is configured.
      expect(status, stdout + stderr).toBe(3)
    }
  })

  test('and doctor finds every owner and mode as it must be', async () => {
    expect((await examineSystem(scene.places)).filter(({ state }) => state !== 'green')).toEqual([])
  })
})
