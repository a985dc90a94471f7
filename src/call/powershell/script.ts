import type { Engine } from './engine.ts'
import type { Prepared } from './prepare.ts'
import type { Value } from './values.ts'

/** What a script knows while it is read. Names are lower case. */
export interface Scope {
  readonly variables: Map<string, Value>
  readonly functions: Map<string, Definition>
  readonly aliases: Map<string, string>
  /** Above 0: inside a branch, loop or handler that may not run. */
  conditional: number
  /** Class names of objects that were made, to recognise deeds that need several of them. */
  readonly made: Set<string>
  /** Functions being looked through: recursion ends there. */
  readonly calling: Set<string>
}

export interface Definition {
  readonly parameters: readonly string[]
  readonly body: string
}

/** One text being read. */
export interface Script {
  readonly engine: Engine
  readonly scope: Scope
  readonly prepared: Prepared
}

export function newScope(): Scope {
  return {
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    conditional: 0,
    made: new Set(),
    calling: new Set(),
  }
}

/** Remembers a value. Where it may not be reached, what was known before is no longer certain. */
export function assign(scope: Scope, name: string, value: Value, doubt: Value): void {
  const before = scope.variables.get(name)
  scope.variables.set(name, scope.conditional > 0 && before !== undefined ? doubt : value)
}
