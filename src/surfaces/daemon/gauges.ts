import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { once } from '../../call/once.ts'
import { GaugeFamily } from '../observe/families.ts'
import type { Parts } from './app.ts'

/** What the daemon holds at the moment, for its metrics. */
export function addGauges(parts: Parts): void {
  const { metrics } = parts
  metrics.addGauge({ name: 'under_way', help: 'Calls being judged.', value: () => parts.judging.underWay })
  metrics.addGauge({
    name: 'in_line',
    help: 'Calls that wait for room to be judged.',
    value: () => parts.judging.inLine,
  })
  metrics.addGauge({ name: 'waiting', help: 'Calls that wait for a person.', value: () => parts.approvals.waiting })
  metrics.addGauge({
    name: 'questions_pending',
    help: 'Questions that nobody has answered yet.',
    value: () => parts.approvals.queue.pending().length,
  })
  metrics.addGauge({
    name: 'draining',
    help: '1: out of service.',
    value: () => (parts.readiness.draining ? 1 : 0),
  })
  metrics.addGauge({ name: 'sessions_open', help: 'Sessions in memory.', value: () => parts.sessions.size })
  metrics.addGauge({ name: 'event_listeners', help: 'Open event streams.', value: () => parts.events.listeners })
  metrics.addGauge({ name: 'journal_kept', help: 'Denies not yet written.', value: () => parts.backlog().kept })
  metrics.addGauge({ name: 'journal_lost', help: 'Denies given up.', value: () => parts.backlog().lost })
  metrics.addGauge({
    name: 'policy_broken',
    help: 'Workspaces whose settings cannot be read.',
    value: () => parts.policies.problems().length,
  })
  metrics.addGauge({ name: 'resident_bytes', help: 'Memory in use.', value: () => process.memoryUsage.rss() })
  metrics.add(
    new GaugeFamily('portcullis_build_info', 'The version that runs; always 1.', () => new Map([[parts.version, 1]]), {
      label: 'version',
    }),
  )
  addProcess(parts)
}

/** One for the process, however many daemons it holds. */
const eventLoop = once(() => {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  return lag
})

/** The process itself, under the names that dashboards for any program look for. */
function addProcess({ metrics, startedAt }: Parts): void {
  const lag = eventLoop()
  const started = (performance.timeOrigin + startedAt) / 1000
  /** What a loop that is never late shows is the resolution itself. */
  const late = (nanoseconds: number): number => (nanoseconds > 0 ? Math.max(0, nanoseconds / 1e9 - 0.02) : 0)
  metrics.add(
    new GaugeFamily('process_start_time_seconds', 'When the daemon started.', () => started),
    new GaugeFamily(
      'process_cpu_seconds_total',
      'Processor time, of the user and the system.',
      () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      { type: 'counter' },
    ),
    new GaugeFamily('process_resident_memory_bytes', 'Memory in use.', () => process.memoryUsage.rss()),
    new GaugeFamily('process_open_fds', 'Open files and connections; -1 where that is not known.', openFiles),
    new GaugeFamily('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed),
    new GaugeFamily(
      'nodejs_eventloop_lag_p50_seconds',
      'How late the event loop is, median since the last scrape.',
      () => late(lag.percentile(50)),
    ),
    new GaugeFamily('nodejs_eventloop_lag_p99_seconds', 'The same, of 99 in 100.', () => late(lag.percentile(99))),
    new GaugeFamily('nodejs_eventloop_lag_max_seconds', 'The same, at most.', () => {
      const most = late(lag.max)
      lag.reset()
      return most
    }),
  )
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return -1
  }
}
