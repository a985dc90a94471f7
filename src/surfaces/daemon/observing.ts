import type { Witnesses } from '../../journal/stores/witnesses.ts'
import type { ChainReader } from '../../journal/chain-reader.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Environment } from '../compose-reviewer.ts'
import { GaugeFamily } from '../observe/families.ts'
import { collectorOf, Tracer } from '../observe/tracer.ts'
import type { ForwarderOptions } from '../siem/forwarder.ts'
import { Siem } from '../siem/siem.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { troubleLog } from './trouble-log.ts'

export interface ObservingOptions {
  readonly metrics: Metrics
  readonly events: Events
  readonly witnesses: Witnesses
  readonly chains: ChainReader
  readonly stateDirectory: string
  readonly environment: Environment
  readonly version: string
  readonly log: Log
  readonly siemPace?: ForwarderOptions['pace']
}

/** What leaves the daemon about what it does: traces of calls, and the log for whoever watches over many machines. */
export interface Observing {
  readonly tracer: Tracer
  readonly siem: Siem
  /** Takes over what the settings say now. */
  use(policy: Pick<Policy, 'siem' | 'traces'>): void
  stop(): Promise<void>
}

/** How long the last traces may take when the daemon stops. */
const LAST_TRACES = 1_000

export function observing(options: ObservingOptions): Observing {
  const { metrics, events, witnesses, chains, stateDirectory, environment, version, log, siemPace } = options
  const trouble = troubleLog(log)
  const tracer = new Tracer(version, trouble)
  const siem = new Siem({ reader: chains, stateDirectory, environment, version, log, pace: siemPace })
  events.overhear(() => siem.grew())
  metrics.add(
    ...tracer.families,
    ...siem.families,
    new GaugeFamily(
      'portcullis_witness_up',
      '1: the witness took the last head of the log that it was told.',
      () =>
        new Map(
          witnesses.states.flatMap(({ name, last }) => (last === undefined ? [] : [[name, last === 'told' ? 1 : 0]])),
        ),
      { label: 'witness' },
    ),
  )
  return {
    tracer,
    siem,
    use: (policy) => {
      tracer.use(collectorOf(policy.traces, environment))
      siem.use(policy.siem ?? [])
    },
    stop: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, LAST_TRACES).unref())
      await Promise.all([siem.stop(), Promise.race([tracer.flush(), late])])
    },
  }
}
