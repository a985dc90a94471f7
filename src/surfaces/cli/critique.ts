import { homedir } from 'node:os'
import { visible } from '../../call/visible.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../../categories/index.ts'
import { critique, ownRules } from '../../classifier/critique.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import { autoModeDefaults } from '../../policy/defaults.ts'
import { NO_FLAGS } from '../../policy/flags.ts'
import { composeGate } from '../compose.ts'
import { connect } from '../compose-reviewer.ts'
import { costDirectory, dayOf, fileLedger } from '../cost-files.ts'

/** Asks the configured model about the rules in force at `cwd` that are not built in. */
export async function critiqueRules(cwd: string, settings: string | undefined): Promise<string> {
  const gate = await composeGate(settings === undefined ? {} : { settings })
  const policy = gate.policyFor(cwd)
  const rules = ownRules(policy.autoMode, autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES))
  if (rules === undefined)
    return 'There are no rules of your own: autoMode in your settings adds nothing to the built-in lists.'
  const connection = connect(policy.classifier, process.env)
  if (connection === 'offline')
    throw new Error('no model is configured: add "classifier": {} to your settings and put a key into the environment')
  if ('broken' in connection) throw new Error(`the model cannot be asked: ${connection.broken}`)
  const model = connection.model(undefined, NO_FLAGS)
  const said = await critique(connection.client, model, rules, LIMITS, () => performance.now())
  if ('failed' in said) throw new Error(`the model gave no answer: ${said.failed}`)
  const day = dayOf(new Date())
  fileLedger(costDirectory(homedir()), () => day).add({ ...said.usage, session: 'critique', day })
  return visible(said.text, 'keep lines')
}
