import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { makeScene, type Ran, removeScene, runIn, type Scene } from './scene.ts'
import { treeOf } from './tree.ts'

export const scenes: Scene[] = []
afterEach(() => scenes.splice(0).forEach(removeScene))

export const FILES: Readonly<Record<string, string>> = {
  'home/project/kept.txt': 'kept\n',
  'home/project/changed.txt': 'before\n',
  'home/project/deleted.txt': 'deleted\n',
  'home/project/script.sh': '#!/bin/sh\n',
  'home/project/dir/a.txt': 'a\n',
  'home/project/dir/deep/b.txt': 'b\n',
  'home/project/gone/c.txt': 'c\n',
  'home/project/gone/deep/d.txt': 'd\n',
  'home/project/again/old.txt': 'old\n',
  'home/project/was-file': 'file\n',
  'home/project/was-directory/x': 'x\n',
  'home/project/link': '→ kept.txt',
}

/** Every kind of change that a commit knows, in one command. */
export const EVERYTHING = `set -e
echo after > changed.txt; rm deleted.txt; chmod 755 script.sh; chmod 700 dir
echo new > dir/new.txt; echo more >> dir/deep/b.txt; mkdir -p made/one/two; echo x > made/one/two/x
rm -r gone; rm -r again; mkdir again; echo fresh > again/fresh.txt
rm was-file; mkdir was-file; echo in > was-file/in; rm -r was-directory; echo now > was-directory
ln -sf dir link; ln -s ../kept.txt dir/up; : > 'odd name
"quoted" \\ $x ü 你'; chmod 640 made/one/two/x
dd if=/dev/zero of=sparse bs=1 count=1 seek=10000000 2>/dev/null`

export async function prepared(text = EVERYTHING): Promise<{ scene: Scene; ran: Ran; before: object; after: object }> {
  const scene = makeScene(FILES)
  scenes.push(scene)
  const before = treeOf(scene.workspace)
  const ran = await runIn(scene, text)
  expect(ran.stderr).toBe('')
  expect(ran.exit).toBe(0)
  expect(treeOf(scene.workspace), 'the run itself changes nothing').toEqual(before)
  return { scene, ran, before, after: plainly(text) }
}

/** What the same text makes of the same files without walls. */
function plainly(text: string): object {
  const scene = makeScene(FILES)
  scenes.push(scene)
  expect(spawnSync('/bin/sh', ['-c', text], { cwd: scene.workspace }).status).toBe(0)
  return treeOf(scene.workspace)
}

/** Whoever cared for the run is gone. */
export function orphan({ run }: Ran): void {
  const about = join(run.at, 'run.json')
  writeFileSync(about, readFileSync(about, 'utf8').replace(/"owner":"[^"]*"/, '"owner":"999999999:1"'))
}
