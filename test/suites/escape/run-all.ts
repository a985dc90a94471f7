import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../../../src/gate.ts'
import { readCallValue } from '../../../src/call/read-call.ts'
import type { Run } from '../../../src/containment/runs.node.ts'
import { newSession } from '../../../src/session.ts'
import { composeGate } from '../../../src/surfaces/compose.ts'
import { outcomeOf } from '../../../src/surfaces/contained.ts'
import { attempts } from './attempts.ts'
import { openPrison, type Prison } from './outside.ts'
import { TRIED, type Twin, twins } from './twins.ts'

const WORKERS = 3

/** By the number of the attempt, what got out; those of which nothing did are not there. */
export type Escaped = Readonly<Record<number, string>>

export interface TwinResult {
  /** What got out of the walls. */
  readonly contained?: string
  /** What came of it without them. */
  readonly plain?: string
  /** A program that it needs and that is not on this machine: it was not tried. */
  readonly missing?: string
}

export interface Results {
  readonly uid: number
  readonly made: number
  readonly escaped: Escaped
  readonly twins: Readonly<Record<number, TwinResult>>
}

/** Everything, as the account that this process belongs to. */
export async function runAll(): Promise<Results> {
  const escaped: Record<number, string> = {}
  let made = 0
  await inPrisons(async (prison, at) => {
    const row = attempts(prison.outside)[at]
    if (row === undefined) return false
    const found = await prison.attempt(row)
    if (found !== undefined) escaped[at] = found
    made++
    return true
  })
  return { uid: process.getuid!(), made, escaped, twins: await runTwins() }
}

export async function runTwins(): Promise<Record<number, TwinResult>> {
  const results: Record<number, TwinResult> = {}
  await inPrisons(async (prison, at) => {
    const twin = twins(prison.outside)[at]
    if (twin === undefined) return false
    const missing = twin.needs.find((program) => !isThere(program))
    if (missing !== undefined) results[at] = { missing }
    else {
      const gate = await composeGate({ grammars: 'when needed', state: prison.scene.state })
      const contained = await prison.attempt(twin, { look: (run) => lookAt(gate, run, twin) })
      // Anew: without walls it leaves a ruin.
      const ruin = await openPrison()
      const plain = await ruin.attempt(twins(ruin.outside)[at]!, { plain: true })
      ruin.close()
      results[at] = { ...(contained === undefined ? {} : { contained }), ...(plain === undefined ? {} : { plain }) }
    }
    return true
  })
  return results
}

/** Where the attempts look for programs. */
function isThere(program: string): boolean {
  return ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((directory) =>
    existsSync(join(directory, program)),
  )
}

/** That the payload ran, and that what it changed waits for a person. */
function lookAt(gate: Gate, run: Run, { text, hasPayload, isHeld }: Twin): string {
  const read = readCallValue(
    { tool: 'Bash', input: { command: text } },
    { id: 'twin', cwd: run.workspace, session: 'twin', agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const { did, held } = outcomeOf(gate, run, read.ok, newSession('twin', { mode: 'auto', interactive: false }))
  if (hasPayload && !did.changes.some(({ path }) => path.endsWith(TRIED))) return 'it was not tried'
  return isHeld && did.changes.length > 0 && held.length === 0 ? 'what it changed would have been committed' : ''
}

async function inPrisons(one: (prison: Prison, at: number) => Promise<boolean>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const prison = await openPrison()
      while (await one(prison, next++));
      prison.close()
    }),
  )
}
