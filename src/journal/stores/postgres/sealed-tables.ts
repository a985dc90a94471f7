import { SEALED_TABLE_NAMES, SEALED_TABLES } from '../schema.ts'
import type { SessionRows } from '../sealed-rows.ts'

/** Which key a token delivers for. `realm` is the same in every row: all pins have one seal, none can be taken out alone. */
export interface MachinePinTable {
  readonly realm: string
  readonly token: string
  readonly writer: string
  readonly user: string
  readonly at: number
  readonly held: string
}

/** Tables whose every row is sealed with the team's key: those of any journal, and what SQLite keeps in another file. */
export const TEAM_TABLES = {
  ...SEALED_TABLES,
  machine_pin: ['realm', 'token', 'writer', 'user', 'at', 'held'],
} as const satisfies typeof SEALED_TABLES & { readonly machine_pin: readonly (keyof MachinePinTable)[] }

export type TeamTable = keyof typeof TEAM_TABLES

export const TEAM_TABLE_NAMES: readonly TeamTable[] = [...SEALED_TABLE_NAMES, 'machine_pin']

export type TeamRows = SessionRows & { readonly machine_pin: readonly MachinePinTable[] }

/** A row as it was read, its values in the order of its table's columns. */
export function valuesInOrder(table: TeamTable, row: Readonly<Record<string, unknown>>): readonly unknown[] {
  return TEAM_TABLES[table].map((column) => row[column])
}
