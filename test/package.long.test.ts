import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIBRARY } from '../scripts/entries.ts'
import { CLIENTS, installedVersion } from './agents/clients.ts'
import { nodeOf, nodeVersions, packCheckout } from './packed.ts'
import { until, within } from './until.ts'

/**
 * The package as somebody gets it: packed, installed into an empty prefix and an empty project, and run with the oldest
 * Node it supports, the one of the checkout, the newest there is, and one that is too old.
 */
const ROOT = join(import.meta.dirname, '..')
const versions = nodeVersions()
const NODES = {
  'the oldest supported Node': '22.18.0',
  'the Node of the checkout': process.versions.node,
  'the newest Node': versions.at(-1)!,
}
const OLD = versions.filter((version) => version.startsWith('20.')).at(-1)!

let place: string
let prefix: string
let project: string
let tarball: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'package-'))
  tarball = packCheckout(place)
  prefix = join(place, 'prefix')
  npm(place, 'install', '--global', '--prefix', prefix, tarball)
  project = join(place, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true}\n')
  npm(project, 'install', tarball)
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

function npm(cwd: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A home of its own, and a PATH on which that Node is the first. */
function environmentFor(node: string, home: string): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true })
  const { NODE_COMPILE_CACHE: _, PORTCULLIS_NO_DAEMON: __, ...rest } = process.env
  return { ...rest, HOME: home, PATH: [dirname(node), join(prefix, 'bin'), rest['PATH']].join(delimiter) }
}

function run(node: string, words: readonly string[], options: { cwd?: string; home?: string } = {}): Ran {
  const { cwd = project, home = join(place, 'home') } = options
  const env = { ...environmentFor(node, home), PORTCULLIS_NO_DAEMON: '1' }
  const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), { cwd, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the tarball', () => {
  test('holds no source, no test and nothing that needs type stripping', () => {
    const files = readdirSync(join(prefix, 'lib', 'node_modules', 'portcullis'), { recursive: true, encoding: 'utf8' })
    const own = files.filter((file) => !file.startsWith('node_modules'))
    expect(own.filter((file) => /\.tsx?$|\.test\.|\.map$/.test(file))).toEqual([])
    expect(own.filter((file) => /\.[cm]ts$/.test(file) && !/\.d\.[cm]ts$/.test(file))).toEqual([])
    expect(own.filter((file) => /^(?:src|test|scripts|docs)\b/.test(file))).toEqual([])
    expect(files.filter((file) => /node_modules\/node-(?:linux|win)/.test(file))).toEqual([])
  })

  test('has nothing that publint or attw would complain about', () => {
    const tools = join(ROOT, 'node_modules', '.bin')
    const linted = run(process.execPath, [join(tools, 'publint'), 'run', tarball, '--strict'])
    expect(linted.status, linted.stdout + linted.stderr).toBe(0)
    // Who resolves as Node 10 did cannot run it.
    const typed = run(process.execPath, [join(tools, 'attw'), tarball, '--profile', 'node16'])
    expect(typed.status, typed.stdout + typed.stderr).toBe(0)
  })

  test('brings a manual page that man finds beside the program', () => {
    expect(existsSync(join(prefix, 'share', 'man', 'man1', 'portcullis.1'))).toBe(true)
  })
})

describe.each(Object.entries(NODES))('with %s (%s)', (_, version) => {
  const node = version === process.versions.node ? process.execPath : nodeOf(version)
  const cli = (...words: readonly string[]): Ran => run(node, ['portcullis', ...words])

  test('the command line judges', () => {
    expect(cli('--version').stdout.trim()).toBe('0.1.0')
    expect(cli('check', '--', 'ls').status).toBe(0)
    expect(cli('check', '--', 'rm', '-rf', '~').status).toBe(2)
    expect(cli('check', 'PowerShell', 'Remove-Item -Recurse -Force ~').status).toBe(2)
    expect(cli('check', '--wrong').status).toBe(64)
    expect(cli('completion', 'bash').stdout).toContain('complete -F _portcullis portcullis')
    expect(cli('tour').stdout).toContain('Try one of your own:  portcullis explain')
  })

  test('the daemon serves the console, judges what a hook asks, and a second start shows the link', async () => {
    const home = join(place, `served-${version}`)
    const state = join(home, 'state')
    const env = environmentFor(node, home)
    const child = spawn('portcullis', ['serve', '--state', state, '--port', '0'], { cwd: project, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += String(piece)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    try {
      await until('the daemon says what to do next', () => output.includes('next  '), 60_000)
      expect(output).toContain('`portcullis init` puts it in front of your agents')
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output)!
      const page = await (await fetch(`${origin}/`)).text()
      expect(page).toContain('<meta name="portcullis-command" content="portcullis"')
      const [script] = /\/assets\/[\w.-]+\.js/.exec(page)!
      expect((await fetch(`${origin}${script}`)).status).toBe(200)
      expect(hook(env, state, 'ls')).toMatchObject({ status: 0, stdout: expect.stringContaining('"allow"') })
      expect(hook(env, state, 'rm -rf ~').status).toBe(2)
      const second = spawnSync('portcullis', ['serve', '--state', state], { cwd: project, env, encoding: 'utf8' })
      expect(second.stdout).toMatch(/console {5}http:\/\/127\.0\.0\.1:\d+\/#login=/)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await within('the daemon stops', ended)).toBe(0)
  })

  test('without a daemon the hook judges by itself', () => {
    const env = { ...environmentFor(node, join(place, `alone-${version}`)), PORTCULLIS_NO_DAEMON: '1' }
    expect(hook(env, join(place, `alone-${version}`, 'state'), 'ls').stdout).toContain('"allow"')
    expect(hook(env, join(place, `alone-${version}`, 'state'), 'rm -rf ~').status).toBe(2)
  })

  test('the library is imported and required, every subpath of it, as one module', () => {
    const names = Object.keys(LIBRARY)
    writeFileSync(
      join(project, 'use.mjs'),
      `import { createRequire } from 'node:module'
import { openGate } from 'portcullis'
for (const name of ${JSON.stringify(names)}) {
  const imported = await import(name)
  const required = createRequire(import.meta.url)(name)
  if (Object.keys(imported).length === 0) throw new Error(name + ' exports nothing')
  for (const key of Object.keys(imported)) if (imported[key] !== required[key]) throw new Error(name + ' ' + key)
}
const gate = await openGate({ cwd: process.cwd(), home: process.env.HOME, settings: '{}' })
const said = [await gate.judge('Bash', { command: 'ls' }), await gate.judge('Bash', { command: 'rm -rf ~' })]
process.stdout.write(said.map((one) => one.decision).join(' '))
await gate.close()
`,
    )
    writeFileSync(
      join(project, 'use.cjs'),
      `const { openGate } = require('portcullis')\nprocess.stdout.write(typeof openGate)\n`,
    )
    const imported = run(node, ['node', 'use.mjs'])
    expect(imported.stdout, imported.stderr).toBe('allow deny')
    expect(run(node, ['node', 'use.cjs']).stdout).toBe('function')
  })
})

describe('in an empty TypeScript project', () => {
  /** Their types are those of frameworks, which are not there: whoever uses one has it. */
  const OF_FRAMEWORKS = ['portcullis/claude-agent-sdk', 'portcullis/langchain', 'portcullis/openai-agents']

  test.each([
    ['nodenext', false],
    ['node20', false],
    ['preserve', false],
    ['nodenext', true],
  ])(
    'tsc is content with every subpath, as module and as CommonJS (%s, without the frameworks: %s)',
    (module, skipLibCheck) => {
      const names = Object.keys(LIBRARY).filter((name) => skipLibCheck || !OF_FRAMEWORKS.includes(name))
      const lines = names.map(
        (name, at) => `import * as m${at} from '${name}'\nexport const n${at} = Object.keys(m${at})`,
      )
      const use = `import { openGate } from 'portcullis'
export async function judged(): Promise<'allow' | 'contain' | 'ask' | 'deny'> {
  const gate = await openGate({ cwd: '/' })
  const { decision } = await gate.judge('Bash', { command: 'ls' })
  await gate.close()
  return decision
}
`
      writeFileSync(join(project, 'esm.mts'), `${lines.join('\n')}\n${use}`)
      if (module !== 'preserve') writeFileSync(join(project, 'common.cts'), `${lines.join('\n')}\n${use}`)
      const compilerOptions = {
        module,
        strict: true,
        noEmit: true,
        target: 'es2024',
        types: ['node'],
        skipLibCheck,
        exactOptionalPropertyTypes: true,
      }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }))
      npm(project, 'install', '--no-save', `@types/node@24.19.2`)
      const { status, stdout } = run(process.execPath, [join(ROOT, 'node_modules', '.bin', 'tsc'), '-p', project])
      expect(status, stdout).toBe(0)
      rmSync(join(project, 'common.cts'), { force: true })
    },
  )
})

describe(`with a Node that is too old (${OLD})`, () => {
  const node = nodeOf(OLD)
  const SENTENCE = new RegExp(`portcullis needs Node 22\\.18 or newer, and this is Node ${OLD.replaceAll('.', '\\.')}`)

  test('the command says one sentence and ends with a code that is no decision', () => {
    const { status, stdout, stderr } = run(node, ['portcullis', 'check', '--', 'ls'])
    expect([status, stdout]).toEqual([69, ''])
    expect(stderr).toMatch(SENTENCE)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('so does npx', () => {
    const { status, stderr } = run(node, ['npx', '--no', 'portcullis', 'check', '--', 'ls'])
    expect(status).toBe(69)
    expect(stderr).toMatch(SENTENCE)
  })

  test('a hook refuses', () => expect(run(node, ['portcullis', 'hook', 'claude-code']).status).toBe(2))

  test('import and require say the same', () => {
    for (const words of [
      ['--input-type=module', '-e', "import 'portcullis'"],
      ['-e', "require('portcullis')"],
    ]) {
      const { status, stderr } = run(node, ['node', ...words])
      expect(status).not.toBe(0)
      expect(stderr).toMatch(SENTENCE)
    }
  })
})

describe('in front of a real agent', () => {
  const client = CLIENTS.find(({ agent }) => agent === 'claude-code')!
  const cache = join('/var', 'tmp', 'portcullis-test-clients')

  beforeAll(() => {
    if (installedVersion(client, cache) === client.version) return
    const directory = join(cache, client.agent)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
    npm(directory, 'install', '--no-fund', '--no-audit', `${client.package}@${client.version}`)
  })

  test('init puts the hook in, Claude Code obeys it, uninstall puts everything back', () => {
    const home = join(place, 'agent-home')
    const settings = join(home, '.claude', 'settings.json')
    mkdirSync(dirname(settings), { recursive: true })
    const before = '{\n    "model":   "opus"}'
    writeFileSync(settings, before)
    const env = environmentFor(process.execPath, home)
    env['PATH'] = [env['PATH'], join(cache, client.agent, 'node_modules', '.bin')].join(delimiter)
    const cli = (...words: readonly string[]): Ran => {
      const { status, stdout, stderr } = spawnSync('portcullis', words, { cwd: project, env, encoding: 'utf8' })
      return { status, stdout, stderr }
    }
    const installed = cli('init', 'claude-code', '--yes')
    expect(installed.status, installed.stdout + installed.stderr).toBe(0)
    expect(installed.stdout).toContain('`portcullis doctor` shows whether it holds.')
    try {
      const { stdout, stderr } = cli('doctor', 'claude-code', '--live', '--json')
      const findings = JSON.parse(stdout) as readonly { about: string; state: string; says: string }[]
      const live = findings.find(({ about }) => about === 'Claude Code: live canary')
      expect(live?.state, `${live?.says}\n${stderr}`).toBe('green')
    } finally {
      stopDaemon(home)
    }
    const removed = cli('uninstall', '--yes')
    expect(removed.status, removed.stderr).toBe(0)
    expect(readFileSync(settings, 'utf8')).toBe(before)
    expect(existsSync(join(home, '.portcullis', 'hooks'))).toBe(false)
  })
})

/** The hook of a real agent starts a daemon; it is ours to stop. */
function stopDaemon(home: string): void {
  const address = join(home, '.portcullis', 'state', 'daemon.json')
  if (!existsSync(address)) return
  const { pid } = JSON.parse(readFileSync(address, 'utf8')) as { pid: number }
  process.kill(pid, 'SIGTERM')
}

function hook(env: NodeJS.ProcessEnv, state: string, command: string): Ran {
  const event = { event: 'tool-call', session: 's', cwd: project, tool: 'Bash', input: { command } }
  const words = ['hook', 'generic', '--state', state]
  const { status, stdout, stderr } = spawnSync('portcullis', words, {
    cwd: project,
    env,
    input: JSON.stringify(event),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
