import type { Did } from '../containment/effects.ts'

/** Hosts with their ports; a name that nothing was sent to stands alone. */
export function triedHosts({ events }: Pick<Did, 'events'>): readonly string[] {
  const hosts = events.flatMap((event) => (event.kind === 'host' ? [event] : []))
  const names = events.flatMap((event) => (event.kind === 'name' ? [event.host] : []))
  return [
    ...new Set([
      ...hosts.map(({ host, port }) => `${host}:${port}`),
      ...names.filter((name) => !hosts.some(({ host }) => host === name)),
    ]),
  ]
}
