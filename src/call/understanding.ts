import type { Action } from './action.ts'
import type { Place } from './place.ts'
import type { Word } from './word.ts'

/** What a tool call would do. */
export interface Understanding {
  readonly actions: readonly Action[]
  /** The simple commands of a shell call, in order, for rules that match text. Empty for other tools. */
  readonly commands: readonly SimpleCommand[]
  /** False when the text could not be parsed at all; no allow rule matches then. */
  readonly parsed: boolean
}

/**
 * One simple command as the rules see it. `bash -c 'git push'` yields two: the outer and the inner, the inner with
 * `via: ['bash -c']`. Allow rules need every `outermost` command; deny and ask rules look at all of them.
 */
export interface SimpleCommand {
  /** Source text without assignments and redirections, trimmed. */
  readonly text: string
  /** Resolved words: program first. */
  readonly words: readonly Word[]
  readonly assignments: readonly { readonly name: string; readonly value: Word }[]
  readonly redirects: readonly {
    readonly reads: boolean
    readonly writes: boolean
    readonly place: Place
    readonly text: string
  }[]
  /** Wrappers looked through, outermost first. Empty: written directly. */
  readonly via: readonly string[]
  /** Index of the outer command in `commands`, for a command found inside a wrapper or substitution. */
  readonly inside?: number
  /** The working directory it runs in, when `cd` moved it. */
  readonly cwd: Place
}
