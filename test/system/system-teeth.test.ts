import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileNative } from '../../src/surfaces/install/native-client.ts'
import { examineSystem } from '../../src/surfaces/system/examine-system.ts'
import { accountState } from '../../src/surfaces/system/places.ts'
import { shapeOf } from './intact.ts'
import { canMakeAccounts, type Scene, systemScene } from './scene.ts'
import { ATTEMPTS, whatWorks } from './suite.ts'

interface Tooth {
  readonly without: string
  /** Takes one protection away from the installed gate; what it returns gives it back. */
  readonly spoil: (scene: Scene) => () => void
  /** The running gate has to be started again for it. */
  readonly restarts?: true
  /** The rows that must notice. */
  readonly noticed: readonly RegExp[]
}

/** A text in the installed program becomes another. */
const inProgram =
  (file: string, find: string, replace: string) =>
  ({ record }: Scene): (() => void) =>
    change(join(dirname(dirname(record.launcher)), 'src', file), find, replace)

/** The installed hook is built without a check. */
const inHook =
  (file: string, find: string, replace: string) =>
  ({ record }: Scene): (() => void) => {
    const sources = mkdtempSync(join(tmpdir(), 'native-'))
    const native = join(import.meta.dirname, '..', '..', 'native')
    for (const name of readdirSync(native)) cpSync(join(native, name), join(sources, name))
    change(join(sources, file), find, replace)
    const whole = readFileSync(record.door)
    const built = compileNative(`${record.door}.new`, { sources })
    rmSync(sources, { recursive: true })
    if ('failed' in built) throw new Error(built.failed)
    // The one that keeps the door still runs from the file of before.
    renameSync(built.binary, record.door)
    return () => {
      writeFileSync(`${record.door}.new`, whole, { mode: 0o755 })
      renameSync(`${record.door}.new`, record.door)
    }
  }

function change(path: string, find: string, replace: string): () => void {
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${path} must hold the text of the row exactly once: ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}

function opened(modes: ReadonlyMap<string, number>): () => void {
  const before = [...modes.keys()].map((path) => [path, statSync(path).mode & 0o777] as const)
  for (const [path, mode] of modes) chmodSync(path, mode)
  return () => before.forEach(([path, mode]) => chmodSync(path, mode))
}

const TEETH: readonly Tooth[] = [
  {
    without: 'a closed state directory',
    spoil: ({ places, agent }) => {
      const own = accountState(places, agent.uid)
      const directories = [places.state, places.accounts, own].map((path) => [path, 0o755] as const)
      return opened(new Map([...directories, [join(own, 'operator.token'), 0o644]]))
    },
    noticed: [/^lists the state directory$/, /^reads the operator's token$/],
  },
  {
    without: "root's own settings",
    spoil: ({ places }) => opened(new Map([[places.settings, 0o666]])),
    noticed: [/^writes the settings$/],
  },
  {
    without: "the hook's look at who listens",
    spoil: inHook('hook.c', 'if (peer_of(daemon) != conf.system_account)', 'if (0)'),
    noticed: [/somebody else listens where the hook asks$/],
  },
  {
    without: "the hook's look at whose configuration it is",
    spoil: inHook('conf.h', ' || stat.st_uid != 0', ''),
    noticed: [/copied beside a configuration of its own$/],
  },
  {
    without: 'a hook that nobody attaches to',
    spoil: inHook('hook.c', '  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);\n#endif', '#endif'),
    noticed: [/^attaches to a hook of its own client$/],
  },
  {
    without: 'the one form of a request',
    restarts: true,
    spoil: inProgram('surfaces/system/forward.ts', 'HEAD.exec(head)?.[4]', '/Content-Length: (\\d+)/.exec(head)?.[1]'),
    noticed: [/^brings a cookie to the public socket$/],
  },
  {
    without: "the kernel's word about who calls",
    restarts: true,
    spoil: inProgram(
      'surfaces/system/public-door.ts',
      'enter(handle, peer.data)',
      'enter(handle, { ...peer.data, uid: Number(process.env["MISTAKEN"]) })',
    ),
    noticed: [/^speaks in another account's session$/],
  },
  {
    without: 'what an account may read',
    restarts: true,
    spoil: inProgram(
      'surfaces/system/account-reach.ts',
      'if ((bitsFor(account, stat) & wanted) === wanted) return undefined',
      'return undefined',
    ),
    noticed: [/^works in another account's home/],
  },
  {
    without: 'settings that are kept apart from the home',
    restarts: true,
    spoil: inProgram(
      'surfaces/system/judged-account.ts',
      'foreign: { settingsHome: home, mayRead: readableBy(judged) }',
      '',
    ),
    noticed: [/its own settings allow everything$/],
  },
  {
    without: "root's own directory of the socket",
    spoil: ({ places }) => opened(new Map([[places.run, 0o777]])),
    noticed: [/^removes the socket$/],
  },
]

let scene: Scene
beforeAll(async () => {
  if (canMakeAccounts) scene = await systemScene()
})
afterAll(async () => scene?.remove())

describe.runIf(canMakeAccounts)('without a protection the agent of another account gets through', () => {
  test.each(TEETH)('$without', async ({ spoil, restarts, noticed }) => {
    const undo = spoil(scene)
    process.env['MISTAKEN'] = String(scene.other.uid)
    try {
      // A gate that takes one account for another does not judge calls of the first as it should.
      if (restarts) await scene.restart().catch(() => undefined)
      const before = shapeOf(scene)
      for (const pattern of noticed) {
        const rows = ATTEMPTS.filter(({ what }) => pattern.test(what))
        expect(rows).toHaveLength(1)
        expect((await whatWorks(scene, before, rows)).join('\n')).toMatch(/it worked|it got/)
      }
    } finally {
      delete process.env['MISTAKEN']
      undo()
      await scene.restart()
    }
  })
})

describe.runIf(canMakeAccounts)('doctor notices', () => {
  test.each<[string, (scene: Scene) => string]>([
    ['settings that others may write', ({ places }) => places.settings],
    ['a hook that others may write', ({ record }) => record.door],
    ['a configuration that others may write', ({ hooks }) => join(hooks, 'codex.conf')],
    ['a program that others may write', ({ record }) => record.launcher],
    [
      'a file of the program that others may write',
      ({ record }) => join(dirname(dirname(record.launcher)), 'package.json'),
    ],
    ['a state directory that others may enter', ({ places }) => places.state],
    ['a token that others may read', ({ places, agent }) => join(accountState(places, agent.uid), 'operator.token')],
    ['keys of models that others may read', ({ places }) => places.environment],
  ])('%s', async (_what, pathOf) => {
    const path = pathOf(scene)
    const mode = Number.parseInt(spawnSync('/usr/bin/stat', ['-c', '%a', path], { encoding: 'utf8' }).stdout, 8)
    chmodSync(path, mode | 0o066)
    const found = (await examineSystem(scene.places)).filter(({ state }) => state === 'red')
    chmodSync(path, mode)
    expect(found.map(({ says }) => says).join('\n')).toContain(path)
    expect((await examineSystem(scene.places)).filter(({ state }) => state === 'red')).toEqual([])
  })

  test('a file that belongs to the agent', async () => {
    spawnSync('/bin/chown', [String(scene.agent.uid), scene.places.settings])
    const found = await examineSystem(scene.places)
    expect(found.map(({ says }) => says).join('\n')).toContain(`belongs to account ${scene.agent.uid}`)
    spawnSync('/bin/chown', ['0', scene.places.settings])
  })
})
