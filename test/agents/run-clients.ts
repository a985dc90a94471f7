import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { type Client, CLIENTS } from './clients.ts'
import { type Reply, startModel, type Turn } from '../../src/surfaces/doctor/scripted-model.ts'
import { type Behaviour, standInDaemon } from './stand-in-daemon.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LAUNCHER = join(ROOT, 'bin', 'portcullis.cjs')
const CHILD_TASK = 'CHILD-TASK'

/** One thing that is done to the gate, and what the client may do then. */
interface Situation {
  readonly name: string
  readonly command: 'allowed' | 'denied'
  readonly through: 'main agent' | 'sub-agent'
  /** Undefined: no daemon, the hook judges by itself. */
  readonly daemon?: Behaviour
  readonly breaks?: (scene: Scene) => void
  /** How long the client waits for its hook. */
  readonly timeout?: number
  readonly expect: 'runs' | 'does not run'
  /** The client lets the call run whatever the hook does; told by name. */
  readonly unlessClient?: 'a hook that hangs'
}

interface Scene {
  readonly home: string
  readonly project: string
  readonly state: string
  readonly script: string
}

const SITUATIONS: readonly Situation[] = [
  { name: 'allowed', command: 'allowed', through: 'main agent', daemon: 'judges', expect: 'runs' },
  { name: 'denied', command: 'denied', through: 'main agent', daemon: 'judges', expect: 'does not run' },
  { name: 'denied in a sub-agent', command: 'denied', through: 'sub-agent', daemon: 'judges', expect: 'does not run' },
  { name: 'no daemon: allowed', command: 'allowed', through: 'main agent', expect: 'runs' },
  { name: 'no daemon: denied', command: 'denied', through: 'main agent', expect: 'does not run' },
  {
    name: 'daemon killed, no gate',
    command: 'allowed',
    through: 'main agent',
    breaks: ({ script }) => atTheCall(script, 'launcher=/nonexistent/portcullis'),
    expect: 'does not run',
  },
  {
    name: 'hook killed',
    command: 'allowed',
    through: 'main agent',
    breaks: ({ script }) => atTheCall(script, 'kill -9 $$'),
    expect: 'does not run',
  },
  {
    name: 'hook cannot run',
    command: 'allowed',
    through: 'main agent',
    breaks: ({ script }) => atTheCall(script, 'exec /nonexistent/portcullis'),
    expect: 'does not run',
  },
  { name: 'answer garbled', command: 'allowed', through: 'main agent', daemon: 'garbage', expect: 'does not run' },
  {
    name: 'deadline passed',
    command: 'allowed',
    through: 'main agent',
    daemon: 'silent',
    timeout: 20,
    expect: 'does not run',
  },
  {
    name: 'hook hangs',
    command: 'allowed',
    through: 'main agent',
    daemon: 'judges',
    breaks: ({ script }) => atTheCall(script, 'exec sleep 40'),
    timeout: 20,
    expect: 'does not run',
    unlessClient: 'a hook that hangs',
  },
]

interface Outcome {
  readonly client: string
  readonly situation: string
  readonly verdict: 'holds' | 'open (client)' | 'FAILED'
  readonly detail: string
}

/** Runs every real client through every situation, prints a table and keeps it in docs/agents.md. */
export async function runClients(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      cache: { type: 'string', default: join(tmpdir(), 'portcullis-clients') },
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
      'no-docs': { type: 'boolean', default: false },
    },
  })
  const clients = CLIENTS.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent))
  const situations = SITUATIONS.filter(({ name }) => values.only === undefined || name.includes(values.only))
  const outcomes: Outcome[] = []
  for (const client of clients) {
    installClient(client, values.cache)
    for (const situation of situations) {
      const outcome = await runOne(client, situation, values.cache, values.keep)
      outcomes.push(outcome)
      process.stdout.write(
        `${client.agent.padEnd(12)} ${situation.name.padEnd(24)} ${outcome.verdict}  ${outcome.detail}\n`,
      )
    }
    if (!values['no-docs']) keepTable(outcomes, values.cache)
  }
  process.exitCode = outcomes.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0
}

/** Pinned: an unpinned install gives whatever old version fits the Node that runs npm. */
function installClient(client: Client, cache: string): void {
  const directory = join(cache, client.agent)
  const manifest = join(directory, 'node_modules', client.package, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === client.version) return
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
  process.stdout.write(`installing ${client.package}@${client.version}\n`)
  const run = spawnSync('npm', ['install', '--no-fund', '--no-audit', `${client.package}@${client.version}`], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (run.status !== 0) throw new Error(`${client.package} could not be installed`)
}

async function runOne(client: Client, situation: Situation, cache: string, keep: boolean): Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-agents-'))
  const home = join(root, 'home')
  const scene: Scene = {
    home,
    project: join(home, 'project'),
    state: join(home, '.portcullis', 'state'),
    script: join(home, '.portcullis', 'hooks', `${client.agent}.sh`),
  }
  mkdirSync(join(scene.project, '.git'), { recursive: true })
  writeFileSync(join(scene.project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  mkdirSync(join(home, '.portcullis'))
  writeFileSync(
    join(home, '.portcullis', 'settings.json'),
    '{"permissions":{"deny":["Bash(touch denied)"],"allow":["Agent","Task"]}}\n',
  )
  const model = await startModel((turn) => script(client, situation, turn))
  const environment = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${join(cache, client.agent, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    PORTCULLIS_NO_DAEMON: '1',
    TERM: 'dumb',
    TMPDIR: root,
    npm_config_cache: join(cache, 'npm'),
    ...client.environment(home, model.url),
  }
  let daemon: { close(): Promise<void> } | undefined
  try {
    client.prepare(home, model.url)
    const init = spawnSync(
      process.execPath,
      [LAUNCHER, 'init', client.agent, '--yes', '--timeout', String(situation.timeout ?? 60)],
      {
        env: environment,
        encoding: 'utf8',
      },
    )
    if (init.status !== 0) throw new Error(`init failed: ${init.stderr}`)
    situation.breaks?.(scene)
    if (situation.daemon !== undefined) daemon = await standInDaemon(scene.state, situation.daemon, home)
    const run = await start(client, environment, scene)
    const ran = existsSync(join(scene.project, situation.command))
    const asked = model.seen.length
    const calls = await journalled(scene.state)
    if (keep) writeFileSync(join(root, 'client.txt'), `${run.output}\n----\n${model.seen.join('\n')}`)
    const detail = `${ran ? 'ran' : 'did not run'}; ${calls.length} judged; model asked ${asked} times; ${run.seconds} s${keep ? `; ${root}` : ''}`
    return {
      client: client.agent,
      situation: situation.name,
      verdict: verdictOn(client, situation, ran, asked, calls),
      detail,
    }
  } finally {
    await daemon?.close()
    await model.close()
    if (!keep) rmSync(root, { recursive: true, force: true })
  }
}

/** A call that was never made proves nothing: the model must have been asked again with what came of it. */
function verdictOn(
  client: Client,
  situation: Situation,
  ran: boolean,
  asked: number,
  calls: readonly string[],
): Outcome['verdict'] {
  if (asked < 2) return 'FAILED'
  const gateWorks = situation.breaks === undefined && (situation.daemon ?? 'judges') === 'judges'
  if (gateWorks && !calls.some((call) => call.includes(`touch ${situation.command}`))) return 'FAILED'
  if (ran === (situation.expect === 'runs')) return 'holds'
  return situation.unlessClient !== undefined && client.cannotClose.includes(situation.unlessClient)
    ? 'open (client)'
    : 'FAILED'
}

function script(client: Client, situation: Situation, turn: Turn): Reply {
  const shell = client.shell(`touch ${situation.command}`)
  const child = turn.task.includes(CHILD_TASK)
  const spawner = client.spawns
    .map((name) => turn.tools.find((tool) => tool.name === name))
    .find((tool) => tool !== undefined)
  if (turn.calls > 0 && (child || situation.through === 'main agent')) return { say: 'done' }
  if (situation.through === 'sub-agent' && !child) {
    if (spawner === undefined) return { say: 'no tool starts a sub-agent' }
    if (turn.calls === 0)
      return {
        call: spawner.name,
        input: filled(spawner.parameters, client.childType),
        ...(spawner.namespace === undefined ? {} : { namespace: spawner.namespace }),
      }
    const waiter = turn.tools.find((tool) => tool.name === 'wait_agent')
    return waiter && turn.calls < 3
      ? {
          call: waiter.name,
          input: waitFor(turn, waiter.parameters),
          ...(waiter.namespace === undefined ? {} : { namespace: waiter.namespace }),
        }
      : { say: 'done' }
  }
  return turn.tools.some((tool) => tool.name === shell.call) ? shell : { say: 'nothing to do' }
}

/** Whatever a tool that starts a sub-agent wants to be told. */
function filled(schema: Readonly<Record<string, unknown>>, childType: string): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, { type?: string; enum?: string[] }>
  const required = new Set((schema['required'] ?? []) as string[])
  const input: Record<string, unknown> = {}
  for (const [name, { enum: choices }] of Object.entries(properties)) {
    if (/^(?:prompt|message|task|objective|query|request)$/.test(name)) input[name] = `${CHILD_TASK}: run it`
    else if (!required.has(name)) continue
    else if (/agent/.test(name)) input[name] = choices?.[0] ?? childType
    else input[name] = choices?.[0] ?? 'run it'
  }
  if ('subagent_type' in properties) input['subagent_type'] = childType
  return input
}

function waitFor(turn: Turn, schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids = [...turn.text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id)
  const properties = (schema['properties'] ?? {}) as Record<string, unknown>
  const input: Record<string, unknown> = {}
  for (const name of Object.keys(properties)) {
    if (/ids|targets/.test(name)) input[name] = ids.slice(-1)
    else if (/timeout/.test(name)) input[name] = 10_000
  }
  return input
}

async function start(
  client: Client,
  environment: Readonly<Record<string, string>>,
  scene: Scene,
): Promise<{ readonly output: string; readonly seconds: number }> {
  const began = performance.now()
  const child = spawn(client.program, [...client.arguments('please do it')], {
    cwd: scene.project,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  child.on('error', (error) => (output += error.message))
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 90_000)
  await new Promise<void>((ended) => child.on('close', () => ended()).on('error', () => ended()))
  clearTimeout(timer)
  return { output, seconds: Math.round((performance.now() - began) / 1000) }
}

/** Everything the gate wrote down about calls. */
async function journalled(state: string): Promise<readonly string[]> {
  const { database } = statePaths(state)
  if (!existsSync(database)) return []
  const reader = openReader(database)
  try {
    const rows = await reader.db.selectFrom('audit_log').selectAll().execute()
    return rows.map((row) => JSON.stringify(row))
  } finally {
    reader.close()
  }
}

/** Breaks the hook at the call and not before: what the user typed must still get through, or nothing is shown. */
function atTheCall(script: string, line: string): void {
  const first = `all=$(cat)\ncase $all in *'touch '*) ${line} ;; esac\nexec <<ALL\n$all\nALL\n`
  edit(script, /^token=''$/m, `${first}token=''`)
}

function edit(path: string, find: RegExp, replace: string): void {
  const text = readFileSync(path, 'utf8')
  if (!find.test(text)) throw new Error(`${path} has no ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
}

const BEGIN = '<!-- table: npm run test:agents -->'
const END = '<!-- end of table -->'

/** Clients may be run one at a time: what is known about the others is kept beside them. */
function keepTable(outcomes: readonly Outcome[], cache: string): void {
  const record = join(cache, 'outcomes.json')
  const known = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Outcome[]) : []
  const isNew = ({ client, situation }: Outcome): boolean =>
    outcomes.some((each) => each.client === client && each.situation === situation)
  const all = [...known.filter((each) => !isNew(each)), ...outcomes]
  writeFileSync(record, `${JSON.stringify(all, undefined, 2)}\n`)
  const path = join(ROOT, 'docs', 'agents.md')
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table`)
  const clients = CLIENTS.filter(({ agent }) => all.some(({ client }) => client === agent))
  const header = ['', ...clients.map(({ agent, version }) => `${agent} ${version}`)]
  const rows = SITUATIONS.map(({ name, expect }) => [
    `${name} (must ${expect === 'runs' ? 'run' : 'not run'})`,
    ...clients.map(
      ({ agent }) => all.find((each) => each.client === agent && each.situation === name)?.verdict ?? 'not tried',
    ),
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const table = [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
  writeFileSync(path, `${text.slice(0, from)}${BEGIN}\n\n${table}\n\n${text.slice(to)}`)
}
