import type { Effect } from '../shell/code/effects.ts'
import type { TrustKind } from '../trust.ts'
import type { Word } from '../word.ts'
import type { At } from './program.ts'
import type { Value } from './values.ts'

/** What a call is given. */
export interface Given {
  readonly positional: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  /** Nobody knows who calls, and with what. */
  readonly anything?: true
  /** Some of it comes from a list or record that is not wholly known. */
  readonly open: boolean
}

/** One call into a library, with what the engine offers to those that need more than a row. */
export interface LibraryCall {
  readonly name: string
  /** What the method is called on. */
  readonly self: Value | undefined
  readonly given: Given
  readonly at: At
  /** How the call is written. */
  readonly text: string
  readonly engine: Engine
}

export interface Engine {
  readonly language: Library
  record(effect: Effect): void
  /** From here on the program runs in another directory. */
  moveTo(directory: Value): void
  /** Not understood: said with what it is. */
  unread(because: 'unknown-call' | 'dynamic-code' | 'not-parsed', text: string): void
  /** Calls a function that is handed on. */
  call(callee: Value, args: readonly Value[], at: At): Value
  /** A function goes where it may be called with anything. */
  handOn(callee: Value, at: At): void
  textAt(at: At): string
  /** Names that an import brings without saying them. */
  brings(names: ReadonlyMap<string, Value>): void
  /** The path of the file the code stands in, when it stands in one. */
  readonly script: string | undefined
  /** The words the program is started with; undefined when nobody knows them. */
  readonly args: readonly Word[] | undefined
  /** Variables that this call or the code itself sets; one of which nobody knows what it is set to is undefined. */
  readonly environment: Map<string, Word | undefined>
  isLocal(name: string): boolean
  /** Whether policy trusts this name. */
  trusts(kind: TrustKind, name: string): boolean
}

export type Special = (call: LibraryCall) => Value

/**
 * What is known of a language's libraries. Closed: a call that is found in none of these is not understood.
 */
export interface Library {
  readonly language: 'python' | 'javascript' | 'ruby' | 'php' | 'go' | 'rust' | 'java'
  /** Names that need no import. */
  readonly globals: ReadonlyMap<string, Value>
  /** `os.remove`, `Path#unlink` → what the call does, in the notation of `entry.ts`. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly specials: ReadonlyMap<string, Special>
  /** Attributes that are not called: `Path#parent`, `sys.argv`. */
  readonly attributes: ReadonlyMap<string, (self: Value, engine: Engine) => Value>
  /** Libraries that cannot act: every call into them computes. */
  readonly cannotAct: ReadonlySet<string>
  /** Names that reach anything: reading such a member is not understood. */
  readonly reaches: ReadonlySet<string>
  /** Whether an assigned name belongs to the function it is assigned in. */
  readonly assigns: 'own' | 'nearest'
  /** `indexable`: `list[int]` is a type; elsewhere a member by a computed name may be any. */
  readonly members: 'indexable' | 'by name'
  /** Calls that take the environment and give it back. */
  readonly keepsEnvironment: ReadonlySet<string>
  /** The object whose members are the names that need no import. */
  readonly globalObject?: string
  /** A module of the project itself: it is loaded and read on its own. */
  readonly isOwn?: (name: string) => boolean
  /** `with error`: what a library gives stands beside an error, and only a list of results is taken apart. */
  readonly results: 'many' | 'with error'
  /** Declared types: what a value is of which nobody knows more. `java.io.File` → `File`. */
  readonly types?: ReadonlyMap<string, string>
  /** The function that a text names where text can be called; `unknown` when the text is not known. */
  readonly calledText?: (known: string | undefined) => Value | 'unknown'
  /** Whatever the method of a function is called, it calls the function: `supplier.get()`. */
  readonly callsByMethod?: true
  /** Which names an import of everything may bring; without it, any. */
  readonly starred?: RegExp
  /** Fields are read and set without naming their object. */
  readonly bareFields?: true
  /** What a parameter of this name is that nobody in the text gives: a test's `tmp_path`. */
  readonly given?: ReadonlyMap<string, Value>
  /** What a function is given first, by what decorates it: a task's context that runs commands. */
  readonly givenByDecorator?: ReadonlyMap<string, Value>
  /** Names that whoever runs the text puts there: `#!/usr/bin/env zx`. */
  readonly bringsBy?: (source: string) => ReadonlyMap<string, Value> | undefined
  /** Calls that never call what they are given. */
  readonly neverCalls: ReadonlySet<string>
}

/** What a call does, as its row says. */
export interface Entry {
  readonly acts: readonly Act[]
  readonly gives: Gives
}

export type Gives =
  | { readonly kind: 'data' }
  | { readonly kind: 'object'; readonly type: string; readonly holds?: Slot }

export interface Act {
  readonly does: CallEffect
  readonly slots: readonly Slot[]
}

/** Which argument: its position and the keywords it may be given by, or what the method is called on. */
export type Slot =
  | { readonly self: true }
  /** Always the same: the host of a service that a client is for. */
  | { readonly fixed: string }
  | { readonly index: number; readonly names: readonly string[] }

export const CALL_EFFECTS = [
  'read',
  'names',
  'delete',
  'delete-tree',
  'directory',
  'access',
  'write',
  'append',
  'copy',
  'move',
  'shell',
  'program',
  'words',
  'fetch',
  'send',
  'connect',
  'listen',
  'code',
  'load',
  'sql',
  'environment',
  'end-process',
  'unread',
] as const
export type CallEffect = (typeof CALL_EFFECTS)[number]
