import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, recover } from '../../src/containment/commit.node.ts'
import { orphan, prepared, scenes } from './changed-scene.ts'
import { removeScene } from './scene.ts'
import { treeOf } from './tree.ts'

describe('a commit', () => {
  test('cut off at any step and recovered is the workspace as before or as after, and nothing is left over', async () => {
    const ended: string[] = []
    for (let step = 1; ; step++) {
      const { scene, ran, before, after } = await prepared()
      const done = commit(ran.run, ran.did.changes, step)
      if (done.ended === 'committed') {
        // No step was left to be cut off at.
        expect(step).toBeGreaterThan(30)
        break
      }
      expect(done.ended).toBe('failed')
      orphan(ran)
      const [recovered, ...others] = recover(scene.state, scene.tools)
      expect(others).toEqual([])
      const now = treeOf(scene.workspace)
      expect([before, after], `cut off at step ${step}`).toContainEqual(now)
      ended.push(recovered!.did)
      expect(recovered!.did === 'completed' ? after : before).toEqual(now)
      expect(existsSync(ran.run.at)).toBe(false)
      expect(recover(scene.state, scene.tools)).toEqual([])
      scenes.splice(0).forEach(removeScene)
    }
    expect(new Set(ended)).toEqual(new Set(['removed', 'completed']))
  })

  test('that meets a conflict and is cut off while it goes back, goes all the way back', async () => {
    for (let step = 1; ; step++) {
      const { scene, ran } = await prepared()
      const changes = ran.did.changes
      // The last change of all: everything before it is done already.
      appendFileSync(
        join(
          scene.workspace,
          changes.findLast(({ kind, before, overDirectory }) => kind === 'file' && before !== '-' && !overDirectory)!
            .path,
        ),
        'somebody else\n',
      )
      const meanwhile = treeOf(scene.workspace)
      const done = commit(ran.run, changes, step)
      if (done.ended === 'failed') {
        orphan(ran)
        recover(scene.state, scene.tools)
      } else expect(done.ended).toBe('conflict')
      expect(treeOf(scene.workspace), `cut off at step ${step}`).toEqual(meanwhile)
      scenes.splice(0).forEach(removeScene)
      if (done.ended === 'conflict') break
    }
  })
})
