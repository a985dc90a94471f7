import type { GateIdentity } from '../../call/gate-identity.ts'

/** What no call may open: also what lies below `/proc` of the daemon and is more than what `ps` shows. */
export function closedTo(gate: GateIdentity): readonly string[] {
  const known = closed.get(gate)
  if (known !== undefined) return known
  const opened = gate.processes.flatMap((pid) => OF_A_PROCESS.map((name) => `/proc/${pid}/${name}`))
  const paths = [...gate.secrets, ...gate.sockets, ...opened]
  closed.set(gate, paths)
  return paths
}

const closed = new WeakMap<GateIdentity, readonly string[]>()
const OF_A_PROCESS = 'environ mem fd root cwd map_files task oom_score_adj oom_adj coredump_filter'.split(' ')
