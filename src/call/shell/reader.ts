import type { ArithmeticExpression, CommandNode, CompoundList, Script, Word as Written } from 'unbash'
import type { Language } from '../action.ts'
import type { Word } from '../word.ts'
import type { EffectDraft } from './programs/program.ts'
import type { ScriptToRun } from './scripts.ts'
import type { Scope } from './state.ts'
import type { Stream } from './stream.ts'

/**
 * The parts of the shell reader that need one another: words hold substitutions, substitutions hold scripts, scripts hold
 * commands, and commands start programs that run scripts. Each part imports only what lies below it and reaches the others
 * through `scope.run.reader`; `lower.ts`, which lies above them all, puts them together.
 */
export interface ShellReader {
  readonly script: (scope: Scope, script: Script & { readonly errors?: readonly unknown[] | undefined }) => Stream
  readonly text: (scope: Scope, text: string, via: string) => Stream
  readonly list: (scope: Scope, list: CompoundList) => Stream
  readonly loopBody: (scope: Scope, body: CompoundList) => Stream
  readonly node: (scope: Scope, node: CommandNode) => Stream
  readonly uncalledFunctions: (scope: Scope) => void
  readonly word: (scope: Scope, written: Written) => Word
  readonly pattern: (scope: Scope, written: Written) => string | undefined
  readonly arithmetic: (scope: Scope, expression: ArithmeticExpression) => number | undefined
  /** A program that another one starts: `sudo rm x`, `xargs rm`. */
  readonly program: (scope: Scope, words: readonly Word[], evidence: string, moreArguments: boolean) => Stream
  readonly code: (scope: Scope, language: Language, text: Word, record: (recorded: EffectDraft) => void) => Stream
  readonly file: (scope: Scope, script: ScriptToRun) => Stream
}
