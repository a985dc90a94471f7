import { readCallValue } from '../../call/read-call.ts'
import { frozenWorld } from '../../call/world.frozen.ts'
import { lookAt } from '../../checks/look-at.ts'
import { questionOf } from '../../classifier/review.ts'
import type { ReviewQuestion } from '../../classifier/reviewer.ts'
import type { Policy } from '../../policy/policy.ts'
import { newSession, type Turn } from '../../session.ts'
import { composeGate } from '../compose.ts'
import { GATE, PROJECT, REPOSITORY } from '../evaluation/evaluate.ts'
import type { EvaluationRow } from '../evaluation/rows.ts'

/** A labelled call as a reviewer is asked about it. */
export interface LabelledQuestion {
  readonly row: EvaluationRow
  readonly question: ReviewQuestion
}

/** Whose costs these are, in the record of costs. */
export const TRIAL_SESSION = 'reviewer test'

/**
 * What the reviewer would be asked about each row, under the rules in force, with the rulebook's findings and nothing of
 * this machine. A row that is no call is named.
 */
export async function questionsFor(
  rows: readonly (EvaluationRow & { readonly before?: readonly Turn[] })[],
  policy: Policy,
): Promise<{ readonly questions: readonly LabelledQuestion[]; readonly unreadable: readonly string[] }> {
  const world = frozenWorld({ files: REPOSITORY, gate: GATE })
  const gate = await composeGate({ policy, world, home: '/home/dev' })
  const questions: LabelledQuestion[] = []
  const unreadable: string[] = []
  for (const row of rows) {
    const session = newSession(TRIAL_SESSION, { mode: 'auto', interactive: true })
    if (row.user !== undefined) session.turns.push({ kind: 'user', text: row.user })
    session.turns.push(...(row.before ?? []))
    // Of a session the last call is asked about; those before it are what the agent did so far.
    for (const [at, step] of row.steps.entries()) {
      const read = readCallValue({ ...step }, { id: row.id, cwd: PROJECT, session: session.id, agent: 'evaluation' })
      if ('unreadable' in read) {
        unreadable.push(`${row.file} ${row.id}: ${read.unreadable.sentence}`)
        break
      }
      const { subject, encoded } = lookAt(gate, read.ok, session, policy)
      if (at === row.steps.length - 1) questions.push({ row, question: questionOf(subject, encoded) })
      else session.turns.push({ kind: 'call', tool: step.tool, encoded })
    }
  }
  return { questions, unreadable }
}
