import type { Parts } from './app.ts'

/** What the daemon holds at the moment, for its metrics. */
export function addGauges(parts: Parts): void {
  const { metrics } = parts
  metrics.addGauge({ name: 'under_way', help: 'Calls being judged.', value: () => parts.judging.underWay })
  metrics.addGauge({ name: 'waiting', help: 'Calls that wait for a person.', value: () => parts.approvals.waiting })
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
}
