import { type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startModel } from '../../src/surfaces/doctor/scripted-model.ts'
import { breakAtTheCall, withoutGate } from '../hooks/break-at-call.ts'
import type { Client } from './clients.ts'
import { environmentFor, makeScene, rowsOf, runClient, runPortcullis, startRealDaemon, stop } from './play-session.ts'
import { prepareProject, type Scene } from './session-script.ts'
import { type Behaviour, standInDaemon } from './stand-in-daemon.ts'

/** One thing that is done to the gate, and what the client may do then. */
export interface Fault {
  readonly name: string
  readonly command: 'allowed' | 'denied'
  /** `real`: the daemon as it is; a behaviour: something that stands in for a broken one; undefined: none. */
  readonly daemon?: 'real' | Behaviour
  readonly breaks?: (scene: Scene, agent: string) => void
  /** How long the client waits for its hook. */
  readonly timeout?: number
  readonly expect: 'runs' | 'does not run'
  /** What the model must be told, or the user where the client ends the session instead. */
  readonly says?: RegExp
  /** The client lets the call run whatever the hook does; told by name. */
  readonly unlessClient?: 'a hook that hangs'
}

export const FAULTS: readonly Fault[] = [
  { name: 'no daemon: allowed', command: 'allowed', expect: 'runs' },
  { name: 'no daemon: denied', command: 'denied', expect: 'does not run', says: /portcullis.*rule\.deny/s },
  {
    name: 'daemon killed, no gate',
    command: 'allowed',
    breaks: (scene, agent) => {
      const hooks = dirname(scene.script)
      breakAtTheCall(hooks, agent, withoutGate(hooks, agent))
    },
    expect: 'does not run',
    says: /portcullis/i,
  },
  {
    name: 'hook killed',
    command: 'allowed',
    daemon: 'real',
    breaks: ({ script }, agent) => breakAtTheCall(dirname(script), agent, 'kill -9 $$'),
    expect: 'does not run',
  },
  {
    name: 'hook cannot run',
    command: 'allowed',
    daemon: 'real',
    breaks: ({ script }, agent) => breakAtTheCall(dirname(script), agent, 'exec /nonexistent/portcullis'),
    expect: 'does not run',
    says: /portcullis/i,
  },
  {
    name: 'hook deleted',
    command: 'allowed',
    daemon: 'real',
    breaks: ({ script }) => {
      for (const hook of [script, join(dirname(script), 'portcullis-hook')]) rmSync(hook, { force: true })
    },
    expect: 'does not run',
  },
  { name: 'answer garbled', command: 'allowed', daemon: 'garbage', expect: 'does not run' },
  { name: 'deadline passed', command: 'allowed', daemon: 'silent', timeout: 20, expect: 'does not run' },
  {
    name: 'hook hangs',
    command: 'allowed',
    daemon: 'real',
    breaks: ({ script }, agent) => breakAtTheCall(dirname(script), agent, 'exec sleep 40'),
    timeout: 20,
    expect: 'does not run',
    unlessClient: 'a hook that hangs',
  },
]

/** Where no deadline is under test, none may pass because the machine is busy. */
const UNHURRIED = 300

/** Judging without the daemon has a deadline that no option of `init` moves: thirty seconds, which a busy machine needs. */
function takeYourTime(hooks: string, agent: string): void {
  for (const file of [`${agent}.conf`, `${agent}.sh`].map((name) => join(hooks, name)))
    if (existsSync(file))
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^spare=.*$/gm, `spare=${UNHURRIED}`))
}

export interface FaultOutcome {
  readonly verdict: 'holds' | 'open (client)' | 'FAILED'
  readonly detail: string
}

/** One call while something is broken. */
export async function playFault(client: Client, fault: Fault, cache: string, sources: string): Promise<FaultOutcome> {
  const scene = makeScene(client)
  prepareProject(client, scene)
  const { call, input } = client.tools.shell(`touch ${fault.command}`)
  let results: readonly string[] = []
  const model = await startModel((turn) => {
    if (turn.results.length > 0) results = turn.results
    if (turn.calls > 0) return { say: 'done' }
    return turn.tools.some((tool) => tool.name === call) ? { call, input } : { say: 'nothing to do' }
  })
  const environment = environmentFor(client, scene, cache, model.url)
  let real: ChildProcess | undefined
  let standIn: { close(): Promise<void> } | undefined
  try {
    client.prepare(scene.home, model.url, [process.execPath, join(import.meta.dirname, 'notes-server.ts'), scene.notes])
    runPortcullis(sources, environment, [
      'init',
      client.agent,
      '--yes',
      '--timeout',
      String(fault.timeout ?? UNHURRIED),
    ])
    if (fault.timeout === undefined) takeYourTime(dirname(scene.script), client.agent)
    if (fault.daemon === 'real') real = await startRealDaemon(sources, environment, scene)
    else if (fault.daemon !== undefined) standIn = await standInDaemon(scene.state, fault.daemon, scene.home)
    fault.breaks?.(scene, client.agent)
    const printed = await runClient(client, environment, scene)
    const ran = existsSync(join(scene.project, fault.command))
    // Qwen Code hands every turn to the hook for prompts: with a gate that is gone it ends there, and its user is told.
    const told = model.seen.length < 2 ? printed : results.join('\n')
    return { ...verdictOn(client, fault, ran, model.seen.length, told, scene) }
  } finally {
    await stop(real)
    await standIn?.close()
    await model.close()
    rmSync(scene.root, { recursive: true, force: true })
  }
}

/** A call that was never made proves nothing: the model must have been asked again with what came of it. */
function verdictOn(
  client: Client,
  fault: Fault,
  ran: boolean,
  asked: number,
  told: string,
  { state }: Scene,
): FaultOutcome {
  const detail = `${ran ? 'ran' : 'did not run'}; model asked ${asked} times; told ${JSON.stringify(told.slice(0, 120))}`
  const failed = (why: string): FaultOutcome => ({ verdict: 'FAILED', detail: `${why}; ${detail}` })
  // Some clients end the session when the hook before the first prompt fails: nothing runs then either.
  if (asked < 2 && fault.expect === 'runs') return failed('the model was not asked again')
  if (fault.breaks === undefined && fault.daemon === undefined)
    if (!rowsOf(state, 'audit_log').some((row) => row.includes(`touch ${fault.command}`))) return failed('not judged')
  if (fault.says !== undefined && !fault.says.test(told)) return failed('the reason did not reach the model')
  if (ran === (fault.expect === 'runs')) return { verdict: 'holds', detail }
  return fault.unlessClient !== undefined && client.cannotClose.includes(fault.unlessClient)
    ? { verdict: 'open (client)', detail }
    : failed('it ran')
}
