import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { commit, forget } from '../../src/containment/commit.node.ts'
import { makeScene, removeScene, runIn, type Scene } from './scene.ts'
import { treeOf } from './tree.ts'

const scenes: Scene[] = []
afterEach(() => scenes.splice(0).forEach(removeScene))

/** The same text plain and contained, on the same files, must make the same tree. */
async function same(text: string, files: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const [plain, walled] = [makeScene(files), makeScene(files)]
  scenes.push(plain, walled)
  expect(spawnSync('/bin/bash', ['-c', text], { cwd: plain.workspace }).status).toBe(0)
  const ran = await runIn(walled, `exec /bin/bash -c ${quoted(text)}`)
  expect([ran.exit, ran.stderr]).toEqual([0, ''])
  expect(commit(ran.run, ran.did.changes)).toEqual({ ended: 'committed' })
  expect(treeOf(walled.workspace)).toEqual(treeOf(plain.workspace))
  forget(ran.run)
  return walled
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

describe('a commit of', () => {
  test('ten thousand files', async () =>
    void (await same('for d in {1..100}; do mkdir -p t/$d; for f in {1..100}; do echo $d$f > t/$d/$f; done; done')))

  test('a gigabyte', async () => {
    const { workspace } = await same('head -c 1073741824 /dev/zero | tr "\\0" x > big')
    expect(statSync(join(workspace, 'big')).size).toBe(1024 ** 3)
  })

  test('a gigabyte of nothing, which takes no room', async () => {
    const { workspace } = await same(
      'truncate -s 1G hole; printf x | dd of=hole bs=1 seek=500000000 conv=notrunc 2>/dev/null',
    )
    expect(statSync(join(workspace, 'hole')).blocks).toBeLessThan(10_000)
  })

  test('a tree two hundred levels deep', async () =>
    void (await same('for i in {1..200}; do mkdir d; cd d; done; echo deep > leaf')))

  test('unusual names', async () =>
    void (await same(
      `touch -- -rf '--' ' ' $'a\\nb' $'tab\\t' '"' "'" '\\' '*' '?' '~' '$HOME' '%41' 'ü' '你好' '🙂' '.hidden' 'a:b,c' "$(printf 'x%.0s' {1..250})"`,
    )))

  test('every mode and kind of link', async () =>
    void (await same(
      'for m in 400 444 500 555 600 640 644 700 711 750 755 775 777; do echo $m > f$m; chmod $m f$m; done; ln -s missing a; ln -s /etc/passwd b; ln -s . c; ln -s ../outside e',
    )))

  test('files that are renamed, exchanged and linked', async () =>
    void (await same('mv a b; mv c d; mv d a; ln a h; mkdir x; mv e x/e; mv dir other; mv other/f dir', {
      'home/project/a': 'a',
      'home/project/c': 'c',
      'home/project/e': 'e',
      'home/project/dir/f': 'f',
    })))
})
