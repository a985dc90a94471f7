import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, hashOf, recover } from '../../src/containment/commit.node.ts'
import { brokenRunner, type NativeChange } from './broken-runner.ts'
import { orphan, prepared } from './changed-scene.ts'
import { treeOf } from './tree.ts'

/** What `commit.test.ts` and `commit-cuts.long.test.ts` see as a fault, each with the check gone that prevents it. */
describe('a commit does harm as soon as its check is gone', () => {
  test('what is there is compared with what was judged', async () => {
    const blind: readonly NativeChange[] = [
      {
        file: 'stage.h',
        find: '  return strcmp(now, before) == 0;\n}\n\n/** Whether',
        replace: '  return 1;\n}\n\n/** Whether',
      },
    ]
    const { scene, ran } = await prepared()
    appendFileSync(join(scene.workspace, 'changed.txt'), 'somebody else\n')
    const tools = brokenRunner(blind)
    expect(commit({ ...ran.run, tools }, ran.did.changes).ended).toBe('committed')
    expect(readFileSync(join(scene.workspace, 'changed.txt'), 'utf8')).not.toContain('somebody else')
  })

  test('no link is followed, and only the workspace can be written', async () => {
    const following: readonly NativeChange[] = [
      {
        file: 'stage.h',
        find: 'RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV',
        replace: '0',
      },
      {
        file: 'commit.h',
        find: '  write_only_here();\n  open_places();\n  char *ended = read_beside("ended"), *begun = read_beside("begun");\n  if (ended != NULL) {',
        replace:
          '  open_places();\n  char *ended = read_beside("ended"), *begun = read_beside("begun");\n  if (ended != NULL) {',
      },
    ]
    const { scene, ran } = await prepared('mkdir -p deep/er; echo planted > deep/er/file')
    mkdirSync(join(scene.workspace, 'deep'))
    mkdirSync(join(scene.root, 'outside'))
    symlinkSync(join(scene.root, 'outside'), join(scene.workspace, 'deep', 'er'))
    const changes = ran.did.changes.filter(({ kind }) => kind === 'file')
    expect(commit(ran.run, changes).ended, 'as it is').toBe('conflict')
    expect(existsSync(join(scene.root, 'outside', 'file'))).toBe(false)
    for (const name of ['record', 'record.begun', 'record.ended', 'record.undoing'])
      if (existsSync(join(ran.run.at, name))) renameSync(join(ran.run.at, name), join(ran.run.at, `${name}.first`))
    expect(commit({ ...ran.run, tools: brokenRunner(following) }, changes).ended, 'following links').toBe('committed')
    expect(readFileSync(join(scene.root, 'outside', 'file'), 'utf8')).toBe('planted\n')
  })

  test('what was begun is written down before anything is changed', async () => {
    const forgetful: readonly NativeChange[] = [
      { file: 'commit.h', find: '    may_be_cut();\n    write_begun();\n', replace: '    may_be_cut();\n' },
    ]
    const { scene, ran, before, after } = await prepared()
    const steps = 2 * ran.did.changes.length + 2 + 6
    expect(commit({ ...ran.run, tools: brokenRunner(forgetful) }, ran.did.changes, steps).ended).toBe('failed')
    orphan(ran)
    recover(scene.state, scene.tools)
    expect([before, after]).not.toContainEqual(treeOf(scene.workspace))
  })

  test('a diff that was changed after it was shown has another hash', async () => {
    const { ran } = await prepared('echo one > shown.txt')
    const shown = hashOf(ran.run, ran.did.changes)
    writeFileSync(join(ran.run.at, 'upper/0/shown.txt'), 'two\n')
    expect(hashOf(ran.run, ran.did.changes)).not.toBe(shown)
  })
})
