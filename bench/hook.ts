import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentNamed } from '../src/agents/index.ts'
import { hookFile } from '../src/surfaces/hook/in-process.ts'
import { hookScript, scriptPath } from '../src/surfaces/install/hook-script.ts'
import { DEFAULT_TIMEOUT, type Place, type Wanted } from '../src/surfaces/install/place.ts'
import { markdownTable, percentile } from './tables.ts'
import { timeCommands } from './time-commands.ts'

const ROUNDS = 60

/** One hook call as an agent makes it, in turn with `/bin/true` and an empty Node, so that all three see the same load. */
export async function hookBench(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'portcullis-hook-'))
  const environment = { ...process.env, HOME: home, PORTCULLIS_NO_DAEMON: '1' }
  const place: Place = {
    home,
    root: '/',
    platform: process.platform,
    environment,
    node: process.execPath,
    launcher: join(import.meta.dirname, '..', 'bin', 'portcullis.cjs'),
  }
  const wanted: Wanted = { scope: 'user', observe: false, timeout: DEFAULT_TIMEOUT }
  const agent = agentNamed('claude-code')
  if (!agent) throw new Error('the adapter of Claude Code is gone')
  const script = scriptPath(agent, place, wanted)
  mkdirSync(dirname(script), { recursive: true })
  writeFileSync(script, hookScript(agent, place, wanted))
  chmodSync(script, 0o755)
  const client = join(dirname(script), 'claude-code.cjs')
  writeFileSync(client, `require(${JSON.stringify(hookFile('hook.cjs'))})\n`)
  const daemon = spawn(process.execPath, [place.launcher, 'serve', '--no-port'], { env: environment, stdio: 'ignore' })
  try {
    for (let tries = 0; tries < 100 && !existsSync(join(home, '.portcullis/state/portcullis.sock')); tries++)
      await sleep(100)
    await sleep(500)
    const input = JSON.stringify({
      session_id: 'bench',
      cwd: process.cwd(),
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'git status' },
      tool_use_id: 'toolu_bench',
    })
    const curlOnly = { ...environment, PATH: programs(home, ['sh', 'cat', 'env', 'timeout', 'rm', 'curl']) }
    const cases = [
      { name: '/bin/true', command: ['/bin/true'], env: environment },
      { name: 'node -e 0', command: [process.execPath, '-e', '0'], env: environment },
      { name: 'hook, daemon up', command: ['/bin/sh', script], env: environment },
      { name: 'curl --version', command: ['curl', '--version'], env: environment },
      { name: 'hook, daemon up, no Perl: curl', command: ['/bin/sh', script], env: curlOnly },
    ]
    const times = timeCommands({ rounds: ROUNDS, input, cases })
    const node = percentile(times[1]!, 0.5)
    const rows = cases.map(({ name }, index) => {
      const p50 = percentile(times[index]!, 0.5)
      return [
        name,
        p50.toFixed(1),
        percentile(times[index]!, 0.95).toFixed(1),
        (p50 / node).toFixed(2),
        index === 2 ? '≤ 0.33 of node -e 0' : '',
      ]
    })
    return `## One hook call\n\n${markdownTable(['case', 'p50 ms', 'p95 ms', 'to node -e 0', 'target'], rows)}`
  } finally {
    daemon.kill('SIGTERM')
    await new Promise((ended) => daemon.once('exit', ended))
    rmSync(home, { recursive: true, force: true })
  }
}

/** A directory with these programs of the machine and no others. */
function programs(home: string, names: readonly string[]): string {
  const directory = join(home, 'bin')
  mkdirSync(directory)
  for (const name of names) {
    const found = (process.env['PATH'] ?? '').split(delimiter).find((place) => existsSync(join(place, name)))
    if (found !== undefined) symlinkSync(join(found, name), join(directory, name))
  }
  return directory
}

if (import.meta.main) process.stdout.write(`${await hookBench()}\n`)
