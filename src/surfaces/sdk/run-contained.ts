import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { visible } from '../../call/visible.ts'
import type { World } from '../../call/world.ts'
import type { Walls } from '../../classifier/walls.ts'
import { type Run, type Tools, watched } from '../../containment/runs.node.ts'
import { ticketsIn } from '../../containment/tickets.node.ts'
import type { ContainedEnd } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { containmentTools, ticketRun } from '../contained.ts'
import { containingIn } from '../containing.ts'
import type { ContainedDoor } from './contained-door.ts'
import { settleContained, type Settled, type Settling } from '../settle-contained.ts'
import { triedHosts } from '../tried-hosts.ts'

/** What a contained call came to. */
export interface ContainedResult {
  /** Its id in the log, and for `portcullis run --decide` when it is held. */
  readonly run: string
  /** What became of its changes: only `committed` wrote anything. */
  readonly became: ContainedEnd
  /** The command's own; 75 when its changes are held; 125 when no walls could be built and nothing ran. */
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** For the agent, after the output: what was held and why, what the walls kept from it. */
  readonly says: readonly string[]
}

/** What a shell tool usually answers: output, errors, what is said about the run, and the exit code unless it is 0. */
export function containedText({ stdout, stderr, says, exit }: ContainedResult): string {
  const parts = [stdout.trimEnd(), stderr.trimEnd(), ...says, ...(exit === 0 ? [] : [`exit code ${exit}`])]
  return parts.filter((part) => part !== '').join('\n')
}

/** More of one stream than this is dropped. */
const MOST_OUTPUT = 4 * 1024 * 1024
const NOT_RUN = 125

/** Walls for a gate inside a program, which settles itself what its tickets ran: no other process has the session. */
export function embeddedWalls(state: string, home: string, door: ContainedDoor): (world: World) => Walls {
  return containingIn({ state, home, environment: process.env, door: () => door.directory() })
}

/** The ticket of a run is spent: no shell can use it any more. Throws when one has. */
function spendTicket({ rewritten }: Pick<Verdict, 'rewritten'>, door: ContainedDoor): void {
  const id = / '([0-9a-f]{24})'\)?$/.exec(String(rewritten?.['command']))?.[1]
  if (id === undefined) throw new Error('the ticket cannot be read: nothing was run')
  try {
    rmSync(join(ticketsIn(door.directory()), id))
  } catch (error) {
    throw new Error('this ticket was used already: nothing was run', { cause: error })
  }
}

/** Runs what a `contain` gave leave for, to its end, and settles it with what the session knows. */
export async function runContained(
  parts: Omit<Settling, 'tools'> & { readonly home: string; readonly door: ContainedDoor },
  verdict: Pick<Verdict, 'contained' | 'rewritten'>,
  signal?: AbortSignal,
): Promise<ContainedResult> {
  const { contained } = verdict
  spendTicket(verdict, parts.door)
  const tools = containmentTools(parts.home)
  if ('missing' in tools) throw new Error(`${tools.missing}: nothing was run`)
  const found = ticketRun(contained?.run ?? '', parts.state, tools)
  if (typeof found === 'string') throw new Error(`${found}: nothing was run`)
  const { run } = found
  const { stdout, stderr } = await started(run, tools, signal)
  const { exit: code = NOT_RUN, events } = watched(run)
  const tried = code === 0 ? [] : triedHosts({ events })
  const { became, exit, says } = await settleContained({ ...parts, tools }, run.id, code)
  const network =
    tried.length === 0 ? [] : [`contained: no network; tried ${tried.map((host) => visible(host)).join(', ')}`]
  return { run: run.id, became, exit, stdout, stderr, says: [...network, ...says] }
}

/** What a shell ran with a ticket of this program. */
export async function settleTicket(
  parts: Omit<Settling, 'tools'> & { readonly home: string },
  run: string,
  exit: number,
): Promise<Settled> {
  const tools = containmentTools(parts.home)
  if ('missing' in tools) throw new Error(`${tools.missing}: nothing was written`)
  return settleContained({ ...parts, tools }, run, exit)
}

function started(
  run: Run,
  { runner }: Tools,
  signal: AbortSignal | undefined,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(runner, ['run', join(run.at, 'plan')], { cwd: run.cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = (): void => void child.kill('SIGTERM')
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    const heard = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    for (const name of ['stdout', 'stderr'] as const) {
      let room = MOST_OUTPUT
      child[name].on('data', (part: Buffer) => {
        heard[name].push(part.subarray(0, room))
        room = Math.max(0, room - part.length)
      })
    }
    child.on('error', reject)
    child.on('close', () => {
      signal?.removeEventListener('abort', stop)
      resolve({ stdout: Buffer.concat(heard.stdout).toString(), stderr: Buffer.concat(heard.stderr).toString() })
    })
  })
}
