import { maySpend } from '../classifier/cost.ts'
import { GUARDIAN_LIMITS, guardianModel } from '../classifier/guardian-model.ts'
import { guardianPromptWith } from '../classifier/guardian-prompt.ts'
import { GuardianAgent, type LLMAdapter, NotAsked } from '../classifier/guardian.ts'
import type { Reviewing } from '../classifier/review.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import { NO_FLAGS } from '../policy/flags.ts'
import type { Policy } from '../policy/policy.ts'
import { connect, type Environment } from './compose-reviewer.ts'
import { costDirectory, dayOf, fileLedger } from './cost-files.ts'

/** The guardian of a gate, or nothing when it is off. It asks the classifier's service, perhaps for another model. */
export function composeGuardian(parts: {
  readonly policy: Pick<Policy, 'classifier' | 'guardian'>
  readonly environment: Environment
  readonly home: string
  /** Where its reviews are recorded. */
  readonly audit?: AuditLogger | undefined
}): { readonly guardian?: GuardianAgent } {
  const { policy, environment, home, audit } = parts
  if (policy.guardian === undefined || policy.guardian.mode === 'off') return {}
  const { mode, model, prompt } = policy.guardian
  const instructed = prompt === undefined ? {} : { systemPrompt: guardianPromptWith(prompt) }
  const adapter = adapterFor(policy, model, environment, home)
  return { guardian: new GuardianAgent({ mode, ...instructed }, adapter, audit) }
}

/**
 * The guardian of a dry run: it asks no model. What is certain it blocks, and of the rest it says that it could not assess
 * it, as the gate does where no model is configured.
 */
export function unaskedGuardian(policy: Pick<Policy, 'guardian'>): Pick<Reviewing, 'guardian'> {
  const { mode } = policy.guardian ?? { mode: 'off' as const }
  if (mode === 'off') return {}
  return { guardian: new GuardianAgent({ mode, onProblem: () => undefined }, unconnected(ASKED_WITH_REVIEW)) }
}

const ASKED_WITH_REVIEW =
  'no model is asked here: a dry run has to be told to (`--review`), a program gives `environment` to openGate'

function adapterFor(
  policy: Pick<Policy, 'classifier'>,
  named: string | undefined,
  environment: Environment,
  home: string,
): LLMAdapter {
  const connection = connect(policy.classifier, environment, GUARDIAN_LIMITS)
  if (connection === 'offline') return unconnected('no model is configured')
  if ('broken' in connection) return unconnected(connection.broken)
  const ledger = fileLedger(costDirectory(home), today)
  return guardianModel(connection.client, {
    model: named ?? connection.model(undefined, NO_FLAGS),
    transfer: 'streamed',
    cacheTtl: policy.classifier?.cacheTtl,
    now: () => performance.now(),
    maySpend: (session) => maySpend(ledger, policy.classifier?.budget ?? {}, session, today()),
    onUsage: (session, usage) => ledger.add({ ...usage, session, day: today() }),
  })
}

/** What is certain is still blocked; everything else is a failure to assess, and each mode says what that means. */
function unconnected(why: string): LLMAdapter {
  return { complete: () => Promise.reject(new NotAsked(why)) }
}

function today(): string {
  return dayOf(new Date())
}
