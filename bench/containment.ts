import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NO_TRUST } from '../src/call/trust.ts'
import type { Surroundings } from '../src/call/world.ts'
import { commit, forget } from '../src/containment/commit.node.ts'
import { collect, openRun, type Run, type Tools } from '../src/containment/runs.node.ts'
import { containmentTools } from '../src/surfaces/contained.ts'
import { startDaemon } from '../src/surfaces/daemon/daemon.ts'
import { askDaemonIn, claudePayload, containScene, toldBy } from '../test/containment/contain-scene.ts'
import { removeScene } from '../test/containment/scene.ts'
import { markdownTable, percentile } from './tables.ts'

const ROUNDS = 60
const NODE_DIRECTORY = dirname(realpathSync(process.execPath))

interface Place {
  readonly root: string
  readonly workspace: string
  readonly tools: Tools
}

/** What a contained command costs over a plain one, in turn, so that both see the same load. */
export async function containmentBench(): Promise<string> {
  const tools = containmentTools()
  if ('missing' in tools) return `## Contained commands\n\nNot measured: ${tools.missing}.\n`
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'contained-')))
  const place: Place = { root, workspace: join(root, 'home', 'project'), tools }
  mkdirSync(place.workspace, { recursive: true })
  try {
    const rows = [
      await bareCommand(place),
      await withDaemon(),
      await projectTests(place),
      await manyReads(place),
      await thousandFiles(place),
      await atOnce(place),
    ]
    return [
      '## Contained commands\n',
      `Load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.\n`,
      markdownTable(['what', 'plain', 'contained', 'figure', 'target'], rows),
    ].join('\n')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function planned({ root, workspace, tools }: Place, command: readonly string[]): Run {
  const home = join(root, 'home')
  const surroundings: Surroundings = {
    cwd: workspace,
    workspace,
    additional: [],
    home,
    platform: 'posix',
    remotes: new Map(),
    branch: undefined,
    trust: NO_TRUST,
  }
  const opened = openRun({
    command,
    cwd: workspace,
    surroundings,
    gate: { secrets: [], fixed: [], sockets: [] },
    state: join(root, 'state'),
    environment: { PATH: `${NODE_DIRECTORY}:/usr/local/bin:/usr/bin:/bin`, HOME: home },
    tools,
  })
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.run
}

function finished(program: string, words: readonly string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, words, {
      cwd,
      stdio: 'ignore',
      env: { PATH: `${NODE_DIRECTORY}:/usr/local/bin:/usr/bin:/bin`, HOME: dirname(cwd) },
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(performance.now() - began) : reject(new Error(`${program} ended with ${code}`)),
    )
  })
}

/** The run alone; its plan is made when the call is judged. */
async function contained(place: Place, command: readonly string[]): Promise<number> {
  const run = planned(place, command)
  const took = await finished(run.tools.runner, ['run', join(run.at, 'plan')], place.workspace)
  forget(run)
  return took
}

async function bareCommand(place: Place): Promise<readonly string[]> {
  const [plain, walled]: [number[], number[]] = [[], []]
  for (let round = -5; round < ROUNDS; round++) {
    const one = await finished('/bin/true', [], place.workspace)
    const other = await contained(place, ['/bin/true'])
    if (round < 0) continue
    plain.push(one)
    walled.push(other)
  }
  const [before, after] = [percentile(plain, 0.5), percentile(walled, 0.5)]
  return ['`true`, p50', ms(before), ms(after), `${ms(after - before)} over plain`, '≤ 60 ms over plain']
}

/** As a client runs it: the ticket that the daemon gave, until the daemon has said what becomes of it. */
async function withDaemon(): Promise<readonly string[]> {
  const scene = containScene()
  const path = process.env['PATH'] ?? ''
  const daemon = await startDaemon({
    stateDirectory: scene.state,
    home: scene.home,
    managedDirectory: join(scene.root, 'managed'),
    environment: { PATH: path, HOME: scene.home, SHELL: '/bin/sh' },
    log: () => undefined,
  })
  const [plain, walled]: [number[], number[]] = [[], []]
  try {
    for (let round = -5; round < ROUNDS; round++) {
      const command = `unknown-program-${round + 5} 2>/dev/null; true`
      const event = claudePayload(scene, command)
      const { value } = await askDaemonIn(scene, 'POST', '/v1/hooks/claude-code', event, 'agent')
      const told = toldBy((value as { stdout: string }).stdout).updatedInput?.command
      if (told === undefined) throw new Error('the daemon gave no ticket')
      const one = await finished('/bin/sh', ['-c', command], scene.workspace)
      const other = await finished('/bin/sh', ['-c', told], scene.workspace)
      if (round < 0) continue
      plain.push(one)
      walled.push(other)
    }
  } finally {
    await daemon.stop()
    removeScene(scene)
  }
  const [before, after] = [percentile(plain, 0.5), percentile(walled, 0.5)]
  return [
    '`true`, settled by the daemon, p50',
    ms(before),
    ms(after),
    `${ms(after - before)} over plain`,
    '≤ 60 ms over plain',
  ]
}

const TEST = `import { test } from 'node:test'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('out', { recursive: true })
for (let i = 0; i < 20; i++)
  test('test ' + i, () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const numbers = Array.from({ length: 2000 }, (_, n) => (n * 7919) % 2003).sort((a, b) => a - b)
    const file = 'out/' + process.pid + '-' + i
    writeFileSync(file, createHash('sha256').update(numbers.join()).digest('hex'))
    assert.equal(readFileSync(file, 'utf8').length, 64)
    assert.ok(scripts.test)
  })
`

/** In turn, so that both see the same load. */
async function both(place: Place, rounds: number, command: readonly string[]): Promise<readonly [number, number]> {
  const [plain, walled]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    plain.push(await finished(command[0]!, command.slice(1), place.workspace))
    walled.push(await contained(place, command))
  }
  return [percentile(plain, 0.5), percentile(walled, 0.5)]
}

async function projectTests(place: Place): Promise<readonly string[]> {
  const manifest = { type: 'module', scripts: { test: 'node --test tests/*.test.js' } }
  writeFileSync(join(place.workspace, 'package.json'), JSON.stringify(manifest))
  mkdirSync(join(place.workspace, 'tests'))
  for (let file = 0; file < 4; file++) writeFileSync(join(place.workspace, 'tests', `t${file}.test.js`), TEST)
  const [before, after] = await both(place, 9, ['npm', 'test'])
  return [
    '`npm test` of a small project, p50',
    ms(before),
    ms(after),
    `${(after / before).toFixed(2)} times`,
    '≤ 1.15 times',
  ]
}

const READS = `for (let n = 0; n < 24000; n++) require('node:fs').readFileSync('package.json')`

/** What the overlay itself costs: every file is opened twice. */
async function manyReads(place: Place): Promise<readonly string[]> {
  const [before, after] = await both(place, 7, ['node', '-e', READS])
  return ['24,000 files read in the workspace, p50', ms(before), ms(after), `${(after / before).toFixed(2)} times`, '–']
}

async function thousandFiles(place: Place): Promise<readonly string[]> {
  const times: number[] = []
  for (let round = 0; round < 7; round++) {
    const make = `mkdir -p many${round}; i=0; while [ $i -lt 1000 ]; do echo "line $i" > many${round}/f$i.txt; i=$((i+1)); done`
    const run = planned(place, ['/bin/sh', '-c', make])
    spawnSync(run.tools.runner, ['run', join(run.at, 'plan')], { cwd: place.workspace })
    const { changes } = collect(run)
    const began = performance.now()
    const { ended } = commit(run, changes)
    times.push(performance.now() - began)
    if (ended !== 'committed' || changes.length !== 1001) throw new Error(`commit: ${ended}, ${changes.length} changes`)
    forget(run)
  }
  return [
    'commit of 1,000 new files, p50',
    '–',
    ms(percentile(times, 0.5)),
    `worst ${ms(Math.max(...times))}`,
    '≤ 300 ms',
  ]
}

async function atOnce(place: Place): Promise<readonly string[]> {
  const runs = Array.from({ length: 20 }, () => planned(place, ['/bin/true']))
  const began = performance.now()
  const times = await Promise.all(
    runs.map((run) => finished(run.tools.runner, ['run', join(run.at, 'plan')], place.workspace)),
  )
  const all = performance.now() - began
  runs.forEach((run) => forget(run))
  return ['20 at once', '–', ms(all), `p50 ${ms(percentile(times, 0.5))} each`, 'all end well']
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${await containmentBench()}\n`)
