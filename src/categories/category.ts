import type { Action } from '../call/action.ts'
import type { Severities } from '../call/severities.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { Surroundings, World } from '../call/world.ts'
import type { Session } from '../session.ts'

/** What a detector looks at: one call, all its deeds together, and where they happen. */
export interface Deeds {
  readonly call: ToolCall
  readonly actions: readonly Action[]
  readonly surroundings: Surroundings
  readonly world: World
  readonly session: Session
  /** Severities that settings change. Absent: each category has its own. */
  readonly severities?: Severities
}

/** One harm, one file, told once: detector, the model's sentence, severity, documentation and examples. */
export interface BlockCategory {
  /** Stable: `git.force-push`. */
  readonly code: string
  readonly title: string
  /** The sentence the model reads. */
  readonly forClassifier: string
  /** `hard`: denied without asking anybody. `soft`: the exact user request, a rule or a person can clear it. */
  readonly severity: 'hard' | 'soft'
  /** For a soft category with finds that are hard all the same: which ones, for a person. */
  readonly hardWhen?: string
  /** What would clear it, for a person. */
  readonly clearedBy: string
  readonly detect: (deeds: Deeds) => Evidence | undefined
  readonly examples: { readonly found: readonly Example[]; readonly notFound: readonly Example[] }
}

/** A kind of action that is fine by default; the model reads its sentence, the rulebook its detector. */
export interface AllowCategory {
  readonly code: string
  readonly title: string
  readonly forClassifier: string
  /** True when this action, in this call, falls under the exception. */
  readonly covers: (action: Action, deeds: Deeds) => boolean
  readonly examples: { readonly covered: readonly Example[]; readonly notCovered: readonly Example[] }
}

export interface Evidence {
  /** The piece of the input that shows it. */
  readonly quote: string
  /** Completes the sentence after the title, when there is more to say. */
  readonly detail?: string
  /** Overrides the category's severity for this find. */
  readonly severity?: 'hard' | 'soft'
}

/** A shell command, or a whole call. Judged in `/home/dev/project`, a repository with remote `origin`. */
export type Example =
  | string
  | {
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly files?: Readonly<Record<string, string>>
    }
