import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualPage } from '../scripts/manual-page.ts'
import { nodesOf } from '../src/surfaces/cli/completion.ts'
import { bashCompletion, fishCompletion, zshCompletion } from '../src/surfaces/cli/completion-scripts.ts'
import { EXAMPLES, pathOf } from '../src/surfaces/cli/examples.ts'
import { COMMANDS } from '../src/surfaces/cli/commands.ts'
import { commandLine, withSubcommands } from '../src/surfaces/cli/program.ts'
import { FISH, MAN, placeOf, whatIsMissing, ZSH } from './debian-programs.ts'

const program = await commandLine()
const nodes = nodesOf(program)
let place: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'completion-'))
  writeFileSync(join(place, 'bash'), bashCompletion(nodes))
  writeFileSync(join(place, 'zsh'), zshCompletion(nodes))
  writeFileSync(join(place, 'fish'), fishCompletion(nodes))
  writeFileSync(join(place, 'a-file.json'), '')
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

function run(shell: string, ...words: readonly string[]): readonly string[] {
  const { stdout, stderr, status } = spawnSync(shell, words, {
    cwd: place,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: place, TERM: 'dumb' },
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout
    .split('\n')
    .map((line) => line.split('\t')[0]!.trim())
    .filter((line) => line !== '')
}

/** What is offered after these words; the last one is being typed. */
const ASK: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => {
    const list = words.map((word) => `'${word}'`).join(' ')
    const script = `source ./bash; COMP_WORDS=(portcullis ${list}); COMP_CWORD=${words.length}; _portcullis; ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}" || compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"; true`
    return run('bash', '--norc', '-c', script)
  },
  // What would be offered is caught where it is handed over.
  zsh: (words) => {
    const list = words.map((word) => `'${word}'`).join(' ')
    const script = `
compdef() { : }
_describe() { print -l -- "\${(@)\${(@P)2}%%:*}" }
compadd() { shift; print -l -- "$@" }
_files() { print -l -- * }
_alternative() { print -l -- "$1" }
source ./zsh
words=(portcullis ${list}); CURRENT=${words.length + 1}; PREFIX='${words.at(-1)}'
_portcullis | { grep -e "^$PREFIX" || true }`
    return run(placeOf(ZSH) ?? 'zsh', '-f', '-c', script)
  },
  fish: (words) =>
    run(placeOf(FISH) ?? 'fish', '--no-config', '-c', `source ./fish; complete -C 'portcullis ${words.join(' ')}'`),
}

describe.each(Object.keys(ASK))('completion in %s', (shell) => {
  const ask = ASK[shell]!
  const missing = shell === 'zsh' ? ZSH : shell === 'fish' ? FISH : undefined
  if (missing !== undefined && placeOf(missing) === undefined) {
    test('the shell is there', () => expect.fail(whatIsMissing(missing)))
    return
  }

  test('offers every command', () => {
    const offered = ask([''])
    for (const name of COMMANDS.keys()) expect(offered).toContain(name)
  })

  test('offers what begins as typed, and nothing else', () => {
    expect(ask(['un'])).toEqual(['uninstall'])
  })

  test('offers the subcommands of a command, not the commands', () => {
    expect(ask(['log', 'ver'])).toEqual(['verify'])
    expect(ask(['log', 'ch'])).toEqual([])
  })

  test('offers the options of a subcommand', () => {
    expect(ask(['log', 'export', '--form'])).toEqual(['--format'])
    expect(ask(['check', '--js']).toSorted()).toEqual(['--json', '--jsonl'])
  })

  test('offers the values of an option, and the agents of an argument', () => {
    expect(ask(['check', '--mode', 'pl'])).toEqual(['plan'])
    expect(ask(['init', 'cod'])).toEqual(['codex'])
    expect(ask(['log', 'export', '--format', 'c'])).toEqual(['csv'])
  })

  test('offers files where a file is wanted', () => {
    expect(ask(['eval', 'a-f'])).toContain('a-file.json')
    expect(ask(['check', '--settings', 'a-f'])).toContain('a-file.json')
  })
})

describe('help', () => {
  test('every command has an example, and no example is of a command that is not there', () => {
    const paths = withSubcommands(program).map(pathOf)
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(paths.toSorted())
  })

  test('every example begins with a command that exists, and has only options that it has', () => {
    for (const [path, examples] of Object.entries(EXAMPLES)) {
      for (const [words] of examples) {
        const own = words.split(' -- ')[0]!.split(/ [>&|<]+ ?/)[0]!
        const node = nodes.find((one) => one.path === (path === 'portcullis' ? own.split(' ')[0] : path))
        expect(node, words).toBeDefined()
        expect(`${own} `.startsWith(`${node!.path} `), words).toBe(true)
        const known = node!.options.flatMap(({ names }) => names)
        for (const [option] of own.matchAll(/(?<= )--[a-z-]+/g)) expect(known, words).toContain(option)
      }
    }
  })
})

describe('the manual page', () => {
  test('is read by man without a complaint, and names every command', async () => {
    if (placeOf(MAN) === undefined) expect.fail(whatIsMissing(MAN))
    const file = join(place, 'portcullis.1')
    writeFileSync(file, await manualPage())
    const { stdout, stderr, status } = spawnSync(placeOf(MAN)!, ['--warnings', '-l', file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANWIDTH: '100', MANROFFOPT: '-ww' },
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const text = stdout.replace(/.\u0008/g, '')
    for (const name of COMMANDS.keys()) expect(text).toContain(`portcullis ${name}`)
    expect(text).toContain('64     the command line is wrong')
  })
})
