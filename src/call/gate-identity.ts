/**
 * What belongs to the gate that judges this call, known by identity and not by name: the directories, processes, ports
 * and programs in use right now. Nothing an agent can be allowed may reach them. Paths are absolute and real.
 */
export interface GateIdentity {
  /** Files and directories that no call may read, change, move, link or replace: state, keys, tokens, anchors. */
  readonly secrets: readonly string[]
  /** Files and directories that calls may read and never change: settings, hooks, the program itself, its Node. */
  readonly fixed: readonly string[]
  /** Settings files of agents in which our hook is registered: they may change, and its entries may not. */
  readonly hooked: readonly string[]
  /** Process numbers of the daemon that is running, if one is. */
  readonly processes: readonly number[]
  /** What `ps` shows of the daemon, for patterns (`pkill -f`); also of one that is not running and may be started. */
  readonly commandLines: readonly string[]
  /** TCP ports of the daemon on loopback. */
  readonly ports: readonly number[]
  /** Unix sockets of the daemon. */
  readonly sockets: readonly string[]
  /** Programs that the hook starts by name or path (`sh`, `perl`, `node`, …): nothing may be installed over them. */
  readonly programs: readonly string[]
}

/** A world without a gate of its own: examples, tests, recorded calls. */
export const NO_GATE: GateIdentity = {
  secrets: [],
  fixed: [],
  hooked: [],
  processes: [],
  commandLines: [],
  ports: [],
  sockets: [],
  programs: [],
}
