import { shorten, visible } from '../call/visible.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { canonical } from '../call/canonical-json.ts'
import type { HookAnswer, Judged, ToolCallEvent } from './agent.ts'

/** Agents cut reasons at 10,000 characters and some repeat them; nobody reads more than this. */
const LONGEST_REASON = 1500

const STOP = 'Stop here and tell the user; further calls will be refused too.'

/** Nothing to say: no output, exit 0. For a tool call every agent reads it as "no opinion", which is not an allow. */
export const SILENT: HookAnswer = { stdout: '', stderr: '', exit: 0 }

/** The reasons of a verdict as one line that is never empty: several agents ignore a deny without a reason. */
export function reasonOf(verdict: Judged): string {
  const reasons = verdict.because.map(
    ({ code, sentence, clearedBy }) =>
      `${code}: ${sentence}${clearedBy === undefined ? '' : ` (cleared by: ${clearedBy})`}`,
  )
  const text = reasons.length > 0 ? reasons.join('; ') : 'gate.silent: no reason was given'
  const stop = verdict.stopAgent ? `${STOP} ` : ''
  return `portcullis: ${stop}${shorten(visible(text), LONGEST_REASON)}`
}

/** An ask that the agent cannot put before its user becomes a deny that says how to get a yes. */
export function reasonForUnaskable(verdict: Judged, agent: string): string {
  return `${reasonOf(verdict)}. A person has to decide, and ${agent} cannot ask one from a hook: tell the user, who can run it themselves or allow it with a rule in ~/.portcullis/settings.json`
}

/**
 * What the client is to run in the place of the call; undefined when the answer is no `contain`, or says nothing that
 * could be run: then nothing may run.
 */
export function insteadOf({ decision, rewritten }: Judged): JsonObject | undefined {
  return decision === 'contain' ? rewritten : undefined
}

/** Allowed; or what is asked about is already what was put in a call's place, which comes back for a permission. */
export function runsAsItIs(verdict: Judged, { call }: ToolCallEvent): boolean {
  const instead = insteadOf(verdict)
  return verdict.decision === 'allow' || (instead !== undefined && canonical(instead) === canonical(call.input))
}

export function allowed(body: JsonObject): HookAnswer {
  return { stdout: JSON.stringify(body), stderr: '', exit: 0 }
}

/** The dialect's deny, a reason on stderr, exit 2: closed in every client. */
export function denied(body: JsonObject, reason: string): HookAnswer {
  return { stdout: JSON.stringify(body), stderr: `${reason}\n`, exit: 2 }
}

/** The one shape of failure that every client treats as a block. JSON beats exit codes in some, so stdout stays empty. */
export function refusal(reason: string): HookAnswer {
  const text = visible(reason).trim()
  return { stdout: '', stderr: `portcullis: ${shorten(text === '' ? 'refused' : text, LONGEST_REASON)}\n`, exit: 2 }
}
