import type { ConstrainedForm } from '../../classifier/models/constrained-output.ts'
import type { Policy } from '../../policy/policy.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import type { Connection } from '../compose-reviewer.ts'
import { costDirectory, dayOf, fileLedger } from '../cost-files.ts'
import { type Fitness, fitnessOf } from './fitness.ts'
import { questionsFor } from './questions.ts'
import { reportOf, type TrialReport } from './report.ts'
import { SELF_TEST } from './self-test-cases.ts'
import { findConstrained, type Traits, traitsOf, type Trial, type Tried, tryAll } from './trial.ts'

export interface SelfTestResult {
  readonly tried: readonly Tried[]
  readonly traits: Traits
  readonly report: TrialReport
  readonly fitness: Fitness
}

/** A trial whose costs are kept with all others. */
export function trialOf(connection: Connection, model: string, settings: ClassifierSettings, home: string): Trial {
  const day = dayOf(new Date())
  const ledger = fileLedger(costDirectory(home), () => day)
  return { connection, model, settings, onUsage: (session, usage) => ledger.add({ ...usage, session, day }) }
}

/** The twelve, under the user's own rules. `constrained`: what holds, when somebody has found out already. */
export async function runSelfTest(
  trial: Trial,
  policy: Policy,
  onStep: (done: number, total: number) => void,
  constrained?: { readonly form: ConstrainedForm | undefined },
): Promise<SelfTestResult> {
  const form = constrained === undefined ? await findConstrained(trial) : constrained.form
  const { questions } = await questionsFor(SELF_TEST, policy)
  const tried = await tryAll(trial, questions, onStep)
  return { tried, traits: await traitsOf(trial, form), report: reportOf(tried), fitness: fitnessOf(tried) }
}
