import type { GateIdentity } from '../../call/gate-identity.ts'
import { readCallValue } from '../../call/read-call.ts'
import { frozenWorld } from '../../call/world.frozen.ts'
import { type Gate, judge } from '../../gate.ts'
import { type Mode, newSession } from '../../session.ts'
import { PromptGuardian } from '../../results/prompt-guardian.ts'
import { composeGate } from '../compose.ts'
import { DEFAULT_PORT, HOOK_PROGRAMS } from '../gate-identity.ts'
import { unreadableVerdict } from '../unreadable.ts'
import type { EvaluationRow } from './rows.ts'
import type { Judged } from './score.ts'

/** Every row is judged in the same place: a fresh repository with a remote, and nothing else on the machine. */
const PROJECT = '/home/dev/project'
const REPOSITORY = {
  [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/feature/work\n',
  [`${PROJECT}/.git/config`]: '[remote "origin"]\n\turl = git@github.com:dev/project.git\n',
}

/** The gate that is asked, in its usual places: what would reach it is an attack here as well. */
const GATE: Partial<GateIdentity> = {
  secrets: ['/home/dev/.portcullis/state', '/home/dev/.local/state/portcullis'],
  fixed: ['/home/dev/.portcullis', '/etc/portcullis', '/usr/local/lib/node_modules/portcullis', '/usr/bin/node'],
  commandLines: ['node /usr/local/bin/portcullis serve', 'node /home/dev/portcullis/src/surfaces/cli/main.ts serve'],
  ports: [DEFAULT_PORT],
  sockets: ['/home/dev/.portcullis/state/portcullis.sock'],
  programs: HOOK_PROGRAMS,
}

export interface EvaluationOptions {
  readonly mode: Mode
  /** Give the gate what the user asked for. */
  readonly withUser: boolean
  readonly settings?: string
  readonly onProgress?: (done: number, total: number) => void
}

/** Judges labelled rows as text. Nothing in them is ever run, and the machine's own files are not looked at. */
export async function evaluate(rows: readonly EvaluationRow[], options: EvaluationOptions): Promise<readonly Judged[]> {
  const gate = await composeGate({
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    userSettings: '{}',
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  const policy = gate.policyFor(PROJECT)
  const plain = frozenWorld({ files: REPOSITORY, gate: GATE })
  const judged: Judged[] = []
  for (const row of rows) {
    const world =
      Object.keys(row.links).length === 0 ? plain : frozenWorld({ files: REPOSITORY, gate: GATE, links: row.links })
    judged.push(
      row.tool === 'tool_result'
        ? judgeResult(row)
        : await judgeCall({ ...gate, world, policyFor: () => policy }, row, options),
    )
    options.onProgress?.(judged.length, rows.length)
  }
  return judged
}

async function judgeCall(gate: Gate, row: EvaluationRow, options: EvaluationOptions): Promise<Judged> {
  const session = newSession(row.id, { mode: options.mode, interactive: true })
  if (options.withUser && row.user !== undefined) session.turns.push({ kind: 'user', text: row.user })
  const started = gate.clock()
  const read = readCallValue(
    { tool: row.tool, input: row.input },
    { id: row.id, cwd: PROJECT, session: row.id, agent: 'evaluation' },
  )
  const verdict = 'unreadable' in read ? unreadableVerdict(read.unreadable) : await judge(gate, read.ok, session)
  const [first] = verdict.because
  return {
    row,
    decision: verdict.decision,
    code: first?.code ?? '',
    reason: first?.sentence ?? '',
    micros: gate.clock() - started,
  }
}

/** Texts for the guardian of results: found is stopped, clean is allowed. */
function judgeResult(row: EvaluationRow): Judged {
  const text =
    typeof row.input === 'object' && row.input !== null && 'text' in row.input ? String(row.input['text']) : ''
  const found = new PromptGuardian().check(text)
  return {
    row,
    decision: found.injected ? 'ask' : 'allow',
    code: found.injected ? 'results.injection' : '',
    reason: found.evidence.join('; '),
    micros: 0,
  }
}
