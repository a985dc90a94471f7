import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentNamed } from '../src/agents/index.ts'
import { hookFile } from '../src/surfaces/hook/in-process.ts'
import { provenBody } from '../src/surfaces/hook/proof.ts'
import { hookConfiguration, hookScript, scriptPath } from '../src/surfaces/install/hook-script.ts'
import { buildNative, builtNative } from '../src/surfaces/install/native-client.ts'
import { DEFAULT_TIMEOUT, nativePath, type Place, type Wanted } from '../src/surfaces/install/place.ts'
import { systemTools } from '../src/surfaces/install/system-tools.ts'
import { markdownTable, percentile } from './tables.ts'
import { timeCommands, type TimedCommands } from './time-commands.ts'

const ROUNDS = 300
/** A daemon lives for days. */
const WARM_UP = 150
/** Each of these rounds starts an interpreter or two. */
const SLOW = { rounds: 100, warmUp: 20 }

type Case = TimedCommands['cases'][number] & { readonly target?: string }

/**
 * One hook call as an agent makes it, against a real daemon, in turn with `/bin/true`, so that both see the same load; then the scripts, and the
 * native hook once more after an interpreter has started and taken the processor's caches. `other`: one more script to compare with, of
 * another version for example.
 */
export async function hookBench(other?: string): Promise<string> {
  const { home, place, environment: env, native, stop } = await standUp(tmpdir())
  // The same where nothing waits for a disk: what is left is the judgement.
  const memory = await standUp(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  try {
    const event = { session_id: 'bench', cwd: process.cwd(), permission_mode: 'default' }
    // Another call each time, as an agent makes them: the very same one would be a loop, and be asked about.
    const command = 'git log --oneline -n TURN'
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_TURN' }
    const input = JSON.stringify({ ...event, hook_event_name: 'PreToolUse', ...call })
    const notice = JSON.stringify({ ...event, hook_event_name: 'Notification', message: 'hello' })
    const tools = systemTools()
    const nothing: Case = { name: '/bin/true', command: ['/bin/true'], env }
    const hook: Case = { name: 'native hook', command: [native, 'claude-code'], env, target: '≤ 2.0 over true' }
    const quick: readonly Case[] = [
      nothing,
      hook,
      { ...hook, name: 'native hook, an event that is only noted', input: notice, target: '' },
      { ...hook, name: 'native hook, refused before it asks', input: '', status: 2, target: '' },
      { name: 'native hook, state in memory', command: [memory.native, 'claude-code'], env: memory.environment },
    ]
    const slow: readonly Case[] = [
      nothing,
      { name: 'script with Perl', command: [script(place, { ...tools, curl: undefined }, 'perl')], env },
      { name: 'script with curl', command: [script(place, { ...tools, perl: undefined }, 'curl')], env },
      { name: 'node -e 0', command: [process.execPath, '-e', '0'], env },
      { ...hook, name: 'native hook, right after `node -e 0`', target: '' },
      ...(other === undefined ? [] : [{ name: 'the other script', command: ['/bin/sh', withHome(other, home)], env }]),
    ]
    const times = timeCommands({ rounds: ROUNDS, warmUp: WARM_UP, input, cases: quick })
    const [least, p50] = [0, 0.5].map((share) => (which: number) => percentile(times[which]!, share)) as [At, At]
    const share = (name: string, more: number, less: number): readonly string[] => [
      name,
      ...[least(more) - least(less), p50(more) - p50(less)].map((ms) => ms.toFixed(2)),
    ]
    const mac = macMillis(input).toFixed(3)
    const shares = [
      share('starting the client, reading its configuration', 3, 0),
      share('connecting, HTTP, reading the event, proof', 2, 3),
      ['of that: the MAC and its digests in the daemon', mac, mac],
      share('judging, and writing the record', 4, 2),
      share('making it durable on this disk', 1, 4),
    ]
    const rows = [...overTrue(quick, times), ...overTrue(slow, timeCommands({ ...SLOW, input, cases: slow })).slice(1)]
    return [
      '## One hook call, daemon up\n',
      `Load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores: with more load than cores, times are longer than the work, and the least says more than the median.\n`,
      markdownTable(
        ['case', 'least ms', 'p50 ms', 'p99 ms', 'least over true', 'p50 over true', 'target for p50'],
        rows,
      ),
      markdownTable(['share of the native hook', 'of the least ms', 'of p50 ms'], shares),
    ].join('\n')
  } finally {
    await stop()
    await memory.stop()
  }
}

type At = (which: number) => number

/** The first case is `/bin/true`. */
function overTrue(cases: readonly Case[], times: readonly (readonly number[])[]): readonly (readonly string[])[] {
  const at = (which: number, share: number): number => percentile(times[which]!, share)
  return cases.map(({ name, target = '' }, which) => [
    name,
    ...[0, 0.5, 0.99].map((share) => at(which, share).toFixed(2)),
    ...[0, 0.5].map((share) => (at(which, share) - at(0, share)).toFixed(2)),
    target,
  ])
}

const wanted: Wanted = { scope: 'user', observe: false, timeout: DEFAULT_TIMEOUT }

/** A home with a native hook and a real daemon. */
async function standUp(below: string): Promise<{
  readonly home: string
  readonly place: Place
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly native: string
  stop(): Promise<void>
}> {
  const home = mkdtempSync(join(below, 'portcullis-hook-'))
  const environment = { HOME: home, PATH: process.env['PATH'], PORTCULLIS_NO_DAEMON: '1' }
  const launcher = join(import.meta.dirname, '..', 'bin', 'portcullis.cjs')
  const place: Place = {
    home,
    root: '/',
    platform: process.platform,
    environment: {},
    node: process.execPath,
    launcher,
  }
  const native = prepareNative(place)
  const daemon = spawn(process.execPath, ['--disable-sigusr1', launcher, 'serve', '--no-port'], {
    env: environment,
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 300 && !existsSync(join(home, '.portcullis/state/daemon.json')); tries++) await sleep(100)
  await sleep(500)
  const stop = async (): Promise<void> => {
    daemon.kill('SIGTERM')
    await new Promise((ended) => daemon.once('exit', ended))
    rmSync(home, { recursive: true, force: true })
  }
  return { home, place, environment, native, stop }
}

function prepareNative(place: Place): string {
  buildNative()
  const built = builtNative()
  if (built === undefined) throw new Error('the native client cannot be built here')
  const path = nativePath(place, wanted.scope)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  copyFileSync(built, path)
  writeFileSync(join(dirname(path), 'claude-code.conf'), hookConfiguration(place, wanted), { mode: 0o644 })
  return path
}

function script(place: Place, tools: NonNullable<Place['tools']>, name: string): string {
  const agent = agentNamed('claude-code')!
  const path = scriptPath(agent, place, wanted).replace('claude-code', name)
  const text = hookScript(agent, { ...place, tools }, wanted).replace(/^self=.*$/m, () => `self=${path}`)
  writeFileSync(path, text, { mode: 0o755 })
  writeFileSync(path.replace(/\.sh$/, '.cjs'), readFileSync(hookFile('hook.cjs')), { mode: 0o644 })
  return path
}

/** A script that was written for another home, for this one. */
function withHome(other: string, home: string): string {
  const path = join(home, 'other.sh')
  const text = readFileSync(other, 'utf8').replace(/^state=.*$/m, () => `state=${home}/.portcullis/state`)
  writeFileSync(path, text, { mode: 0o755 })
  return path
}

/** What the daemon computes for one proof. */
function macMillis(input: string): number {
  const about = {
    agent: 'claude-code',
    request: Buffer.from(input),
    exit: 0,
    answer: JSON.stringify({ stdout: 'x'.repeat(200), stderr: '', exit: 0 }),
  }
  const key = Buffer.alloc(32, 7)
  const took = Array.from({ length: 2000 }, () => {
    const began = performance.now()
    provenBody(key, about, '0'.repeat(32))
    return performance.now() - began
  })
  return percentile(took, 0.5)
}

if (import.meta.main) process.stdout.write(`${await hookBench(process.argv[2])}\n`)
