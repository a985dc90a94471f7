import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commit, forget, recover } from '../../src/containment/commit.node.ts'
import { collect } from '../../src/containment/runs.node.ts'
import { makeScene, open, removeScene, type Scene, start } from './scene.ts'
import { treeOf } from './tree.ts'

/**
 * Attempts to get out by what is committed, as if a person had said yes to all of it: the worst that can be asked for.
 * Whatever comes of it, nothing outside the workspace changes, and nothing in it is more than a file, a directory or a
 * link with ordinary rights.
 */
let scene: Scene
beforeEach(
  () =>
    void (scene = makeScene({
      'home/project/tracked.txt': 'tracked\n',
      'home/project/src/index.ts': 'export {}\n',
      'home/project/src/deep/er/x.txt': 'x\n',
      'outside/target.txt': 'target\n',
      'outside/dir/kept.txt': 'kept\n',
    })),
)
afterEach(() => removeScene(scene))

interface Attempt {
  readonly text: string
  /** What happens to the workspace between the run and its commit. */
  readonly meanwhile?: () => void
}

const at = (name: string): string => join(scene.workspace, name)
const out = (name: string): string => join(scene.root, 'outside', name)

const OVERLAY = ['opaque', 'redirect', 'metacopy', 'origin', 'whiteout', 'upper', 'impure', 'overlay.opaque'].map(
  (name) => `user.overlay.${name}`,
)
/** Everybody may everything, and one account more. */
const ACCESS_LIST = '02000000010007000000000002000700feff000004000700ffffffff10000700ffffffff20000700ffffffff'

/** Gives a file these attributes, as far as it may. */
function attributes(file: string, names: readonly string[], hex = '79'): string {
  return `python3 -c 'import os
for n in ${JSON.stringify(names)}:
  try: os.setxattr("${file}",n,bytes.fromhex("${hex}"))
  except OSError: pass'`
}

const ATTEMPTS: Readonly<Record<string, () => Attempt>> = {
  'a pipe': () => ({ text: 'mkfifo queue; echo x > fine' }),
  'a pipe in the place of a file': () => ({ text: 'rm tracked.txt; mkfifo tracked.txt' }),
  'a socket': () => ({
    text: `python3 -c 'import socket; s=socket.socket(1); s.bind("s.sock")'; echo x > fine`,
  }),
  devices: () => ({ text: 'mknod n c 1 3; mknod w c 0 0; mknod b b 8 0; mknod src/index.ts c 0 0; echo x > fine' }),
  'a setuid file': () => ({ text: 'cp /bin/true t; chmod 4755 t' }),
  'a setgid file': () => ({ text: 'cp /bin/true t; chmod 2755 t' }),
  'a directory that gives its group': () => ({ text: 'mkdir g; chmod 2777 g; echo x > g/x' }),
  'a sticky directory': () => ({ text: 'mkdir g; chmod 1777 g; echo x > g/x' }),
  'rights of a file': () => ({
    text: `cp /bin/true t; setcap cap_net_raw+ep t; ${attributes('t', ['security.capability', 'trusted.x'])}`,
  }),
  'large attributes': () => ({
    text: `echo x > f; python3 -c 'import os
for i in range(40):
  try: os.setxattr("f","user.k%d"%i,b"v"*3000)
  except OSError: pass'`,
  }),
  'attributes that an overlay reads': () => ({
    text: `mkdir o; echo x > o/x; ${attributes('o', OVERLAY)}; ${attributes('o/x', OVERLAY)}; ${attributes('src', OVERLAY)}`,
  }),
  'an access list': () => ({
    text: `echo x > f; mkdir d; ${attributes('f', ['system.posix_acl_access'], ACCESS_LIST)}; ${attributes('d', ['system.posix_acl_default'], ACCESS_LIST)}; echo x > d/x`,
  }),
  'a name with a line in it': () => ({ text: `printf x > "$(printf 'a\\n--- b\\n+++ c')"` }),
  'a name that is no text': () => ({ text: `printf x > "$(printf 'a\\377b')"; printf x > fine` }),
  'a name with steps in it': () => ({ text: `mkdir -p 'a..b/...'; echo x > 'a..b/.../..x'; echo x > '..hidden'` }),
  'a path that is too long': () => ({
    text: `python3 -c 'import os
for i in range(30): os.mkdir("d"*200); os.chdir("d"*200)
open("x","w").close()'`,
  }),
  'a tree that is too deep': () => ({
    text: `python3 -c 'import os
for i in range(450): os.mkdir("d"); os.chdir("d")'`,
  }),
  'the directory in which the commit works': () => ({
    text: `id=$(sed -n 's,.*contained/\\([0-9a-f]*\\)/.*,\\1,p' /proc/self/mountinfo | head -1); mkdir .portcullis-commit-$id; ln -s ../../outside .portcullis-commit-$id/n0; echo x > .portcullis-commit-$id/o1; rm tracked.txt`,
  }),
  'a link in the place of the directory in which the commit works': () => ({
    text: `id=$(sed -n 's,.*contained/\\([0-9a-f]*\\)/.*,\\1,p' /proc/self/mountinfo | head -1); ln -s ../../outside .portcullis-commit-$id; echo x > fine`,
  }),
  'a link in the place of a directory, and a file below it': () => ({
    text: `rm -rf src; ln -s ${out('')} src`,
    meanwhile: () => undefined,
  }),
  'a directory that became a link': () => ({
    text: 'echo x > src/deep/er/planted.txt; echo x > src/deep/er/x.txt',
    meanwhile: () => {
      renameSync(at('src/deep'), at('src/kept'))
      symlinkSync(out('dir'), at('src/deep'))
      mkdirSync(out('dir/er'))
    },
  }),
  'a workspace that became a link': () => ({
    text: 'echo x > target.txt',
    meanwhile: () => {
      renameSync(scene.workspace, `${scene.workspace}-kept`)
      symlinkSync(out(''), scene.workspace)
    },
  }),
  'another directory in the place of the workspace': () => ({
    text: 'echo x > target.txt',
    meanwhile: () => {
      renameSync(scene.workspace, `${scene.workspace}-kept`)
      mkdirSync(scene.workspace)
    },
  }),
  'a file that became a link': () => ({
    text: 'echo x > tracked.txt',
    meanwhile: () => {
      rmSync(at('tracked.txt'))
      symlinkSync(out('target.txt'), at('tracked.txt'))
    },
  }),
  'a file that became a pipe': () => ({
    text: 'echo x > tracked.txt; rm src/index.ts',
    meanwhile: () => {
      for (const name of ['tracked.txt', 'src/index.ts']) {
        rmSync(at(name))
        spawnSync('mkfifo', [at(name)])
      }
    },
  }),
  'a file that somebody has made meanwhile, as a second name': () => ({
    text: 'echo x > new.txt',
    meanwhile: () => void spawnSync('ln', [out('target.txt'), at('new.txt')]),
  }),
  'a file with another name outside': () => ({
    text: 'echo x > tracked.txt; chmod 777 tracked.txt; rm -f src/index.ts',
    meanwhile: () => undefined,
  }),
  'modes of a link': () => ({ text: `ln -s ${out('target.txt')} l; chmod 777 l; chmod -R 777 .; touch -h l` }),
}

/** Outside the workspace; a race may leave the workspace itself under another name. */
function outsideOf(): Readonly<Record<string, string>> {
  return treeOf(join(scene.root, 'outside'))
}

function special(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    const { mode } = lstatSync(path)
    const found = entry.isSymbolicLink() || (mode & 0o6000) === 0 ? [] : [`${path} has rights`]
    if (entry.isDirectory()) return [...found, ...special(path)]
    return entry.isFile() || entry.isSymbolicLink() ? found : [...found, `${path} is no file`]
  })
}

/** Prints every attribute below a directory that a command may have given. */
const ATTRIBUTES = `import os,sys
for at, directories, files in os.walk(sys.argv[1]):
  if "/state" in at: continue
  for name in directories + files:
    path = os.path.join(at, name)
    for one in os.listxattr(path, follow_symlinks=False):
      if one.startswith(("user.", "trusted.", "security.capability", "system.posix_acl")): print(path, one)`

describe('nothing gets out by a commit', () => {
  test.each(Object.entries(ATTEMPTS))(
    '%s',
    async (_name, make) => {
      const { text, meanwhile } = make()
      // Outside there is a second name of what the run changes.
      if (text.startsWith('echo x > tracked.txt; chmod')) spawnSync('ln', [at('tracked.txt'), out('second.txt')])
      const before = outsideOf()
      const run = open(scene, ['/bin/sh', '-c', text])
      await start(run)
      meanwhile?.()
      const left = meanwhile === undefined ? [] : special(scene.home)
      let ended = 'not listed'
      try {
        ended = commit(run, collect(run).changes).ended
      } catch (error) {
        // A list that cannot be made is no list: then nothing is committed.
        expect(String(error)).toContain('cannot be listed')
      }
      forget(run)
      recover(scene.state, scene.tools)
      expect(
        Object.fromEntries(
          Object.entries(outsideOf()).filter(([name]) => before[name] !== undefined || name !== 'dir/er'),
        ),
      ).toEqual(before)
      expect(special(scene.home).filter((one) => !left.includes(one))).toEqual([])
      const seen = spawnSync('python3', ['-c', ATTRIBUTES, scene.root], { encoding: 'utf8' })
      expect([seen.stdout, seen.status]).toEqual(['', 0])
      if (existsSync(scene.workspace))
        expect(readdirSync(scene.workspace).filter((name) => name.startsWith('.portcullis'))).toEqual([])
      expect(['committed', 'conflict', 'failed', 'not listed']).toContain(ended)
    },
    60_000,
  )
})
