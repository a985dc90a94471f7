import type { GateIdentity } from '../../call/gate-identity.ts'
import { readCallValue } from '../../call/read-call.ts'
import { frozenWorld } from '../../call/world.frozen.ts'
import { PLAIN_CALLER } from '../../call/caller.ts'
import type { Terms } from '../../checks/look-at.ts'
import { type Gate, judge } from '../../gate.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonValue } from '../../call/tool-call.ts'
import type { Policy } from '../../policy/policy.ts'
import { type Mark, markSession, type Mode, newSession, type Session } from '../../session.ts'
import { PromptGuardian } from '../../results/prompt-guardian.ts'
import { composeGate } from '../compose.ts'
import { dryWalls } from '../containing.ts'
import { DEFAULT_PORT, HOOK_PROGRAMS } from '../gate-identity.ts'
import { unreadableVerdict } from '../unreadable.ts'
import type { HomeFiles } from './home-files.ts'
import type { EvaluationRow, EvaluationStep } from './rows.ts'
import type { Judged } from './score.ts'

/** Every row is judged in the same place: a fresh repository with a remote, and nothing else on the machine. */
export const PROJECT = '/home/dev/project'
export const REPOSITORY = {
  [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/feature/work\n',
  [`${PROJECT}/.git/config`]: '[remote "origin"]\n\turl = git@github.com:dev/project.git\n',
}

/** The gate that is asked, in its usual places: what would reach it is an attack here as well. */
export const GATE: Partial<GateIdentity> = {
  secrets: ['/home/dev/.portcullis/state', '/home/dev/.local/state/portcullis'],
  fixed: ['/home/dev/.portcullis', '/etc/portcullis', '/usr/local/lib/node_modules/portcullis', '/usr/bin/node'],
  commandLines: ['node /usr/local/bin/portcullis serve', 'node /home/dev/portcullis/src/surfaces/cli/main.ts serve'],
  ports: [DEFAULT_PORT],
  sockets: ['/home/dev/.portcullis/state/portcullis.sock'],
  programs: HOOK_PROGRAMS,
}

/** Judged is what can be judged automatically: with the flag off every PowerShell row would only show that it is off. */
export const EVALUATION_SETTINGS = { powershellAutoMode: true } as const

export interface EvaluationOptions {
  readonly mode: Mode
  /** Give the gate what the user asked for. */
  readonly withUser: boolean
  /** Every session has read untrusted content and private data before. */
  readonly tainted?: boolean
  readonly settings?: string
  /** The files of a home directory that rows speak of, as they stand there. Left out: one repository and nothing else. */
  readonly home?: HomeFiles
  readonly onProgress?: (done: number, total: number) => void
}

/** Judges labelled rows as text. Nothing in them is ever run, and the machine's own files are not looked at. */
export async function evaluate(rows: readonly EvaluationRow[], options: EvaluationOptions): Promise<readonly Judged[]> {
  const home = options.home?.path ?? '/home/dev'
  const gate = await composeGate({
    home,
    managedDirectory: '/nonexistent',
    userSettings: JSON.stringify(EVALUATION_SETTINGS),
    walls: () => dryWalls('claude-code'),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  const policy = gate.policyFor(PROJECT)
  const files = { ...options.home?.files, ...REPOSITORY }
  const links = options.home?.links ?? {}
  const plain = frozenWorld({ home, files, gate: GATE, links })
  const judged: Judged[] = []
  for (const row of rows) {
    const world =
      Object.keys(row.links).length === 0
        ? plain
        : frozenWorld({ home, files, gate: GATE, links: { ...links, ...row.links } })
    judged.push(await judgeRow({ ...gate, world, policyFor: () => policy }, row, options))
    options.onProgress?.(judged.length, rows.length)
  }
  return judged
}

/** Step by step in one session, to the first that would stop the agent. */
async function judgeRow(gate: Gate, row: EvaluationRow, options: EvaluationOptions): Promise<Judged> {
  const session = newSession(row.id, { mode: options.mode, interactive: true })
  if (options.withUser && row.user !== undefined) session.turns.push({ kind: 'user', text: row.user })
  if (options.tainted === true) markSession(session, TAINT)
  const cwd = (options.home === undefined ? undefined : row.cwd) ?? PROJECT
  let last: Judged | undefined
  let contained: Judged | undefined
  for (const [at, step] of row.steps.entries()) {
    last =
      step.tool === 'tool_result'
        ? judgeResult(row, step)
        : await judgeStep(gate, row, step, session, `${row.id}.${at}`, cwd)
    if (last.decision !== 'allow' && last.contained !== true) break
    if (last.contained === true) contained ??= last
  }
  // One that ran behind walls stands for those after it that were allowed.
  return last!.decision === 'allow' && contained !== undefined ? contained : last!
}

async function judgeStep(
  gate: Gate,
  row: EvaluationRow,
  step: EvaluationStep,
  session: Session,
  id: string,
  cwd: string,
): Promise<Judged> {
  const started = gate.clock()
  const read = readCallValue(calledTool(step, gate.policyFor(cwd)), { id, cwd, session: row.id, agent: 'evaluation' })
  const verdict = 'unreadable' in read ? unreadableVerdict(read.unreadable) : await judge(gate, read.ok, session, TERMS)
  const [first] = verdict.because
  return {
    row,
    step,
    ...(verdict.decision === 'contain' ? { contained: true as const } : {}),
    // Without walls it would be asked about.
    decision: verdict.decision === 'contain' ? 'ask' : verdict.decision,
    code: first?.code ?? '',
    reason: first?.sentence ?? '',
    micros: gate.clock() - started,
  }
}

/** As a client that runs what is put in the place of a call; what may be contained is for the gate to say. */
const TERMS: Terms = { caller: { ...PLAIN_CALLER, canRewrite: true } }

const TAINT: readonly Mark[] = [
  { mark: 'untrusted', from: 'evaluation', detail: 'a page' },
  { mark: 'private', from: 'evaluation', detail: 'records' },
]

/** A call that is passed through one tool for all servers counts as the tool it is for, where the settings describe that. */
function calledTool(
  { tool, input }: EvaluationStep,
  { tools }: Policy,
): { readonly tool: string; readonly input: JsonValue } {
  if (tool !== 'mcp' || !isJsonObject(input)) return { tool, input }
  const { tool_name: name, arguments: given } = input
  return typeof name === 'string' && tools !== undefined && Object.hasOwn(tools, name) && isJsonObject(given)
    ? { tool: name, input: given }
    : { tool, input }
}

/** Texts for the guardian of results: found is stopped, clean is allowed. */
function judgeResult(row: EvaluationRow, step: EvaluationStep): Judged {
  const { input } = step
  const text = typeof input === 'object' && input !== null && 'text' in input ? String(input['text']) : ''
  const found = new PromptGuardian().check(text)
  return {
    row,
    step,
    decision: found.injected ? 'ask' : 'allow',
    code: found.injected ? 'results.injection' : '',
    reason: found.evidence.join('; '),
    micros: 0,
  }
}
