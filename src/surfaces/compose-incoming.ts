import { maySpend } from '../classifier/cost.ts'
import {
  type IncomingReader,
  INCOMING_TIMEOUT_MS,
  INCOMING_TIMEOUT_OWN_MS,
  ModelReader,
} from '../classifier/incoming-reader.ts'
import { LIMITS } from '../classifier/deadlines.ts'
import { isLoopback } from '../classifier/models/loopback.ts'
import type { Flags } from '../policy/flags.ts'
import type { Policy } from '../policy/policy.ts'
import { connect, type Environment } from './compose-reviewer.ts'
import { costDirectory, dayOf, fileLedger } from './cost-files.ts'

/** Who reads what came in besides the scanner: the classifier's service, when the settings want it and name one. */
export function composeIncoming(
  parts: {
    readonly policy: Pick<Policy, 'classifier' | 'results'>
    readonly environment: Environment
    readonly home: string
  },
  flags: () => Flags,
): { readonly reader?: IncomingReader } {
  const { policy, environment, home } = parts
  const reads = policy.results?.model ?? 'off'
  if (reads === 'off') return {}
  const { baseUrl, budget, cacheTtl } = policy.classifier ?? {}
  const timeoutMs = baseUrl !== undefined && isLoopback(baseUrl) ? INCOMING_TIMEOUT_OWN_MS : INCOMING_TIMEOUT_MS
  // The reader alone ends the waiting: nothing below it gives up sooner.
  const connection = connect(policy.classifier, environment, { ...LIMITS, firstByte: timeoutMs, idle: timeoutMs })
  if (connection === 'offline') return {}
  if ('broken' in connection) return { reader: brokenReader(reads, connection.broken) }
  const ledger = fileLedger(costDirectory(home), today)
  const reader = new ModelReader({
    reads,
    client: connection.client,
    model: (session) => connection.model(session, flags()),
    contextTokens: connection.contextTokens,
    timeoutMs,
    cacheTtl,
    now: () => performance.now(),
    maySpend: (session) => maySpend(ledger, budget ?? {}, session, today()),
    onUsage: (session, usage) => ledger.add({ ...usage, session, day: today() }),
  })
  return { reader }
}

/** Somebody wants what comes in to be read by a model that cannot be asked: every doubt says so. */
function brokenReader(reads: IncomingReader['reads'], why: string): IncomingReader {
  return { reads, read: () => Promise.resolve({ says: 'unsure', reason: why, model: '' }) }
}

function today(): string {
  return dayOf(new Date())
}
