import type { Action } from './action.ts'
import type { Place } from './place.ts'
import type { Context } from './tools/tool.ts'
import type { Understanding } from './understanding.ts'

/**
 * What reads the languages of a command line. A shell starts PowerShell and PowerShell a shell, so each is handed all of
 * them, and neither imports the other. `languages.ts` puts them together.
 */
export interface Readers {
  readonly shell: (text: string, context: Context) => Understanding
  readonly powershell: (text: string, context: Context) => Understanding
  readonly cmd: (text: string, context: Context) => Understanding
  /** What the code that the session changed below a directory would do when a runner runs it there. */
  readonly changedCode: (context: Context, directory: Place, evidence: string) => readonly Action[]
}
