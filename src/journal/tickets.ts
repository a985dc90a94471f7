/** Leave to run one command behind walls, once, as it is kept. */
export interface StoredTicket {
  readonly id: string
  readonly session: string
  /** Of the call that was judged. */
  readonly fingerprint: string
  /** Where the command has to be run. */
  readonly cwd: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** SHA-256 of the plan of the walls. */
  readonly plan: string
  /** The directory of the run. */
  readonly place: string
  /** The running system that the directory is on: nowhere else are there these walls. */
  readonly machine: string
  /** The state directory that the command names. */
  readonly door: string
}

/** Tickets that every daemon of a store knows. Every write is durable when it resolves. */
export interface TicketStore {
  /** Rejects when it cannot be kept, or its id is taken: then there is no ticket. */
  give(ticket: StoredTicket): Promise<void>
  /** One that nobody has used yet, and whose time is not over. */
  unspent(id: string, now: number): Promise<StoredTicket | undefined>
  /** True for exactly one caller of all that ever try, on whichever daemon, and only for this very ticket in its time. */
  spend(ticket: StoredTicket, now: number): Promise<boolean>
}

/** How long after its end a ticket is kept: until then it says where its run is. */
export const KEPT_TICKETS = 86_400_000

/** Under which name the tickets of a session are sealed: not the session's own, which other versions read. */
export function holderOfTickets(session: string): string {
  return `tickets of ${session}`
}

/** The last flags that could be read. */
export interface KeptFlags {
  readonly value: string
  readonly at: number
}

export interface FlagStore {
  read(source: string): Promise<KeptFlags | undefined>
  /** Durable when it resolves. */
  keep(source: string, flags: KeptFlags): Promise<void>
}
