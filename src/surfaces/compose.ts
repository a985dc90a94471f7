import { homedir } from 'node:os'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES } from '../categories/index.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { loadPowerShell } from '../call/powershell/grammar.node.ts'
import type { World } from '../call/world.ts'
import { realWorld } from '../call/world.node.ts'
import type { Gate } from '../gate.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import { forgetful, type Journal } from '../journal/journal.ts'
import { autoModeDefaults } from '../policy/defaults.ts'
import { CLAUDE_MANAGED_DIRECTORY, loadPolicy, MANAGED_DIRECTORY } from '../policy/load.ts'
import type { Reviewer } from '../classifier/reviewer.ts'
import type { Exchange } from '../classifier/two-stage.ts'
import type { Policy } from '../policy/policy.ts'
import { composeGuardian } from './compose-guardian.ts'
import { composeReviewer, type Environment } from './compose-reviewer.ts'

export interface GateOptions {
  /** A settings file, or inline JSON: `--settings`. */
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  readonly world?: World
  readonly journal?: Journal
  /** Where events that are no verdicts are recorded: the guardian's reviews. */
  readonly audit?: AuditLogger
  /** Instead of settings files: for tests and embedding. */
  readonly policy?: Policy
  /** Where keys and the model's name are looked for. Left out: no model is asked. */
  readonly environment?: Environment
  /** Told everything that goes to the reviewing model and comes back. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Instead of the one that settings and environment name. */
  readonly reviewer?: Reviewer
}

/**
 * Puts a gate together from the machine it runs on. Without a journal it is a dry run: nothing is recorded, so nothing
 * may run on its word.
 */
export async function composeGate(options: GateOptions = {}): Promise<Gate> {
  await loadPowerShell()
  const world = options.world ?? realWorld()
  const policyFor = options.policy ? () => options.policy! : policiesByDirectory(options, world)
  return {
    world,
    policyFor,
    ...(await reviewing(options, policyFor)),
    admit: () => undefined,
    journal: options.journal ?? forgetful,
    clock: () => performance.now() * 1000,
  }
}

/** What is said about the reviewer never comes from a project, so it is read where there is none: at home. */
async function reviewing(
  options: GateOptions,
  policyFor: Gate['policyFor'],
): Promise<Pick<Gate, 'reviewer' | 'ironGateClosed' | 'guardian'>> {
  if (options.reviewer !== undefined) return { reviewer: options.reviewer }
  if (options.environment === undefined) return {}
  const home = options.home ?? homedir()
  const { onExchange } = options
  const parts = {
    policy: policyFor(home),
    environment: options.environment,
    home,
    ...(onExchange === undefined ? {} : { onExchange }),
  }
  return { ...(await composeReviewer(parts)), ...composeGuardian({ ...parts, audit: options.audit }) }
}

/** Settings are read once per working directory. */
function policiesByDirectory(options: GateOptions, world: World): (cwd: string) => Policy {
  const known = new Map<string, Policy>()
  return (cwd) => {
    const found = known.get(cwd)
    if (found) return found
    const policy = loadPolicy({
      cwd,
      workspace: surroundingsOf(cwd, world).workspace,
      home: options.home ?? homedir(),
      managedDirectory: options.managedDirectory ?? MANAGED_DIRECTORY,
      claudeManagedDirectory: CLAUDE_MANAGED_DIRECTORY,
      ...(options.settings === undefined ? {} : { flagSettings: options.settings }),
      autoModeDefaults: autoModeDefaults(BLOCK_CATEGORIES, ALLOW_CATEGORIES),
    })
    known.set(cwd, policy)
    return policy
  }
}
