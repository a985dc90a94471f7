import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collect } from '../../src/containment/runs.node.ts'
import { writeCopiedRunner } from '../../src/surfaces/copied-runner.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { makeScene, open, removeScene, type Scene, start, useCopies } from './scene.ts'

/** What `copied.test.ts` sees held back gets out with the wall gone that holds it. */
useCopies()
const scratch = scratchFor('copied-teeth')

let scene: Scene
beforeEach(
  () =>
    void (scene = makeScene({
      'home/project/.env': 'hunter2-of-the-workspace\n',
      'home/project/notes.txt': 'notes\n',
      'elsewhere/secret.txt': 'hunter2-of-elsewhere\n',
    })),
)
afterEach(() => removeScene(scene))

interface Without {
  readonly change: Change
  readonly also?: Change
  readonly text: () => string
  /** What gets out; what else happened meanwhile is done by `after`. */
  readonly gotOut: (said: string) => boolean
  readonly before?: () => void
  readonly after?: () => void
}

const TEMPORARY = '/tmp/claude/portcullis-teeth'

const ROWS: Readonly<Record<string, Without>> = {
  'everything can be read': {
    change: {
      file: 'containment/copied-inside.node.ts',
      find: 'denyRead: plan.hidden.map(literal)',
      replace: 'denyRead: []',
    },
    text: () => `cat ${scene.root}/elsewhere/secret.txt ${scene.workspace}/.env`,
    gotOut: (said) => said.includes('hunter2-of-elsewhere') && said.includes('hunter2-of-the-workspace'),
  },
  'what sandbox-runtime leaves open stays open': {
    change: {
      file: 'containment/copied-inside.node.ts',
      find: '        ...NEVER_WRITTEN.map(literal),\n',
      replace: '',
    },
    before: () => void mkdirSync(dirname(TEMPORARY), { recursive: true }),
    text: () => `echo x > ${TEMPORARY}`,
    gotOut: () => existsSync(TEMPORARY),
    after: () => rmSync(TEMPORARY, { force: true }),
  },
  'secrets of the workspace are copied like everything else': {
    change: {
      file: 'containment/copied-ground.node.ts',
      find: "else if (masked === 'file' || text !== undefined)",
      replace: 'else if (text !== undefined)',
    },
    text: () => 'cat .env',
    gotOut: (said) => said.includes('hunter2-of-the-workspace'),
  },
  'a shell that is still outside reads what the user’s shell reads': {
    change: {
      file: 'containment/copied-inside.node.ts',
      find: "SHELL, '--norc', '--noprofile', ...words",
      replace: 'SHELL, ...words',
    },
    before: () => writeFileSync(join(scene.home, '.bashrc'), 'export LEAKED=hunter2-of-the-shell\n'),
    // Its home directory is ours by then, unless that check is gone as well.
    also: {
      file: 'containment/copied-inside.node.ts',
      find: "  process.env['HOME'] = home\n",
      replace: "  process.env['HOME'] = join(home, '../../../..', 'home')\n",
    },
    text: () => 'env',
    gotOut: (said) => said.includes('hunter2-of-the-shell'),
  },
  'the network is open to a host': {
    change: {
      file: 'containment/copied-inside.node.ts',
      find: 'return Promise.resolve(false)',
      replace: "return Promise.resolve(host === 'localhost')",
    },
    text: () => 'curl -sS -m 5 --noproxy "" http://localhost:9/; true',
    gotOut: (said) => !said.includes('blocked by network allowlist'),
  },
}

test.each(Object.entries(ROWS))('%s', async (name, { change, also, text, gotOut, before, after }) => {
  before?.()
  const place = putBack(scratch, name, also === undefined ? [change] : [change, also])
  const broken = join(scene.root, 'broken-runner')
  writeCopiedRunner(broken, join(place, 'surfaces', 'cli', 'main.ts'), dirname(scene.tools.bubblewrap))
  try {
    const said = async (runner: string): Promise<string> => {
      const { stdout, stderr } = await start(
        open(scene, ['/bin/bash', '-c', text()], { tools: { ...scene.tools, runner } }),
      )
      return stdout + stderr
    }
    expect(gotOut(await said(scene.tools.runner))).toBe(false)
    after?.()
    expect(gotOut(await said(broken))).toBe(true)
  } finally {
    after?.()
  }
})

test('what stands in the place of a secret is not committed over it, even where it could be written', async () => {
  const change = {
    file: 'containment/copied-inside.node.ts',
    find: '        ...[...plan.masks, ...plan.stand].map(({ path }) => literal(copied(path))),\n',
    replace: '',
  }
  const place = putBack(scratch, 'masks', [change])
  const runner = join(scene.root, 'broken-runner')
  writeCopiedRunner(runner, join(place, 'surfaces', 'cli', 'main.ts'), dirname(scene.tools.bubblewrap))
  const run = open(scene, ['/bin/sh', '-c', 'chmod 600 .env; echo x > .env; echo x > fine'], {
    tools: { ...scene.tools, runner },
  })
  await start(run)
  expect(collect(run).changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['other .env', 'file fine'])
})
