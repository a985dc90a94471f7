import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Program } from '../src/call/shell/programs/program.ts'
import { FURTHER } from '../scripts/further.ts'
import { entriesWhenUsed, furtherName, WHEN_USED } from '../scripts/when-used.ts'
import { BUILT_LAUNCHER } from './built.ts'

const DIST = join(dirname(BUILT_LAUNCHER), '..', 'dist')

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'portcullis-start-'))
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Started {
  readonly status: number | null
  readonly output: string
  /** Names of files of the package, in the order in which they were loaded. */
  readonly files: readonly string[]
  readonly bytes: number
  readonly builtins: ReadonlySet<string>
}

/** Runs one command of the built package, and tells what it has loaded. */
function start(...words: readonly string[]): Started {
  const told = join(home, 'told.json')
  const teller = join(home, 'teller.cjs')
  writeFileSync(
    teller,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)},
      JSON.stringify({ files: Object.keys(require.cache), builtins: process.moduleLoadList })))`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', teller, BUILT_LAUNCHER, ...words], {
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin', PORTCULLIS_NO_DAEMON: '1' },
    encoding: 'utf8',
  })
  const { files, builtins } = JSON.parse(readFileSync(told, 'utf8')) as { files: string[]; builtins: string[] }
  const own = files.filter((file) => file !== teller)
  return {
    status,
    output: stdout + stderr,
    files: own.map((file) => basename(file)),
    bytes: own.reduce((sum, file) => sum + statSync(file).size, 0),
    builtins: new Set(builtins.map((name) => name.replace('NativeModule ', ''))),
  }
}

const kept = (): readonly string[] =>
  readdirSync(join(home, '.portcullis', 'cache')).filter((name) => name.endsWith('.code'))

describe('a start of the built package', () => {
  test('to judge `ls` it takes what judges, what it starts with, and one family of programs', () => {
    const { status, output, files, bytes, builtins } = start('check', '--', 'ls')
    expect(output).toContain('rulebook.harmless')
    expect(status).toBe(0)
    expect(files.filter((name) => name.startsWith('when-used-'))).toEqual(['when-used-families-listing.cjs'])
    const parts = files.map((name) => name.split('.')[0]).filter((name) => !name!.startsWith('when-used-'))
    expect(new Set(parts)).toEqual(new Set(['portcullis', 'needs-node', 'cli', 'start', 'rolldown-runtime', 'judging']))
    // Nearly all of it is what judges. Code that only some calls need is taken when used: scripts/when-used.ts.
    expect(bytes).toBeLessThan(1_560_000)
    for (const name of [
      'http',
      'child_process',
      'worker_threads',
      'fs/promises',
      'sqlite',
      'internal/deps/undici/undici',
    ])
      expect(builtins).not.toContain(name)
  })

  test('another program takes its own family, PowerShell its tables, Python its reader', () => {
    const used = (...words: readonly string[]): readonly string[] =>
      start(...words).files.filter((name) => name.startsWith('when-used-'))
    expect(used('check', '--', 'git', 'status')).toContain('when-used-programs-git.cjs')
    expect(used('check', 'PowerShell', 'Get-ChildItem')).toContain('when-used-powershell-understand.cjs')
    expect(used('check', '--', 'python3', '-c', 'print(1)')).toContain('when-used-code-read-code.cjs')
  })

  test('every part that is taken when used has what its source has, program by program', async () => {
    const load = createRequire(import.meta.url)
    for (const [entry, module] of Object.entries(entriesWhenUsed(WHEN_USED))) {
      const real = (await import(join('..', module))) as Readonly<Record<string, unknown>>
      const built = load(join(DIST, `${entry}.cjs`)) as Readonly<Record<string, unknown>>
      expect(Object.keys(built).toSorted(), module).toEqual(Object.keys(real).toSorted())
      for (const [name, value] of Object.entries(real))
        if (Array.isArray(value) && typeof value[0] === 'object')
          expect(namesOf(built[name]), module).toEqual(namesOf(value))
    }
  })
})

describe('what most calls need and the plainest do not', () => {
  test('is one file, taken when something of it is called', () => {
    expect(start('check', '--', 'git', 'status').files.join(' ')).toMatch(
      /when-used-further\.cjs further\.[\w-]{8}\.cjs/,
    )
  })

  test('it has everything that its sources export', async () => {
    const built = createRequire(import.meta.url)(join(DIST, 'when-used-further.cjs')) as Readonly<
      Record<string, unknown>
    >
    const real = await Promise.all(
      FURTHER.map(async (module) => {
        const exports = (await import(join('..', module))) as object
        return Object.entries(exports).map(([name, value]) => [furtherName(module, name), typeof value])
      }),
    )
    expect(Object.fromEntries(Object.entries(built).map(([name, value]) => [name, typeof value]))).toEqual(
      Object.fromEntries(real.flat()),
    )
  })
})

describe('programs are found by their names before their families are taken', () => {
  const judged = (...words: readonly string[]): readonly string[] =>
    start('check', '--', ...words).files.filter((name) => name.startsWith('when-used-') && !name.includes('-further'))

  test('a name takes its own family and no other', () => {
    expect(judged('tree')).toEqual(['when-used-families-listing.cjs'])
    expect(judged('x86_64-linux-gnu-objdump', '-d', 'a.o')).toEqual(['when-used-families-binary-tools.cjs'])
  })

  test('a name of Windows alone takes those, and a part of a name takes nothing', () => {
    expect(judged('robocopy', 'a', 'b', '/MIR')).toContain('when-used-native-index.cjs')
    expect(judged('lsatt').filter((name) => name.startsWith('when-used-families-'))).toEqual([])
  })
})

function namesOf(programs: unknown): readonly (readonly string[])[] {
  return (programs as readonly Program[]).map(({ names }) => names)
}

describe('what was compiled is kept', () => {
  test('for each command that judges one call, and used by the next start, with the same answer', () => {
    const first = start('check', '--', 'rm', '-rf', '~')
    expect(first.status).toBe(2)
    const [file, ...others] = kept()
    expect(others).toEqual([])
    expect(file).toMatch(/-check-judging\./)
    const { mode, ino } = statSync(join(home, '.portcullis', 'cache', file!))
    expect(mode & 0o777).toBe(0o600)
    const { status, output } = start('check', '--', 'rm', '-rf', '~')
    expect([status, output]).toEqual([first.status, first.output])
    expect(statSync(join(home, '.portcullis', 'cache', file!)).ino).toBe(ino)
  })

  test('what is no code of this engine is not used, and is replaced', () => {
    const first = start('check', '--', 'rm', '-rf', '~')
    const file = join(home, '.portcullis', 'cache', kept()[0]!)
    const { size } = statSync(file)
    writeFileSync(file, 'not code')
    const { status, output } = start('check', '--', 'rm', '-rf', '~')
    expect([status, output]).toEqual([first.status, first.output])
    expect(statSync(file).size).toBeGreaterThan(size / 2)
  })

  test('what others may write is not used', () => {
    start('check', '--', 'ls')
    const file = join(home, '.portcullis', 'cache', kept()[0]!)
    const { ino } = statSync(file)
    chmodSync(file, 0o666)
    expect(start('check', '--', 'ls').status).toBe(0)
    const now = statSync(file)
    expect([now.ino === ino, now.mode & 0o777]).toEqual([false, 0o600])
  })

  test('a home that cannot be written: it only takes longer', () => {
    writeFileSync(join(home, '.portcullis'), 'a file where the directory would be')
    expect(start('check', '--', 'ls').status).toBe(0)
  })
})
