import type { Action } from '../action.ts'
import { textOf, type Word } from '../word.ts'
import type { ProgramContext } from './programs/program.ts'

/** Files of the system that hold passwords or say who may do what, as a whole word or after `@`, `name=` or `-x`. */
const WEIGHTY =
  /^(?:@|-{1,2}[\w-]+=|-\w|[\w-]+[:=])?((?:\/private)?\/etc\/(?:g?shadow-?|master\.passwd|sudoers|sudoers\.d\/[^/]+|security\/opasswd|ld\.so\.preload|cron\.(?:d|hourly|daily|weekly|monthly)\/[^/]+|pam\.d\/[^/]+)|\/root\/\.ssh\/[^/]+)$/

/** They print or search for their words. */
const SAYS = /^(?:echo|printf|e?grep|fgrep|rg|ag|ack|logger|git|test|\[|expr|basename|dirname|which|:|true)$/

/**
 * A program that is handed such a file, and of which nothing says what it does with it, may print it (`date -f`, `nm @`)
 * or write it (`-w`). Rows name the options that are known; this is for the others.
 */
export function recordWeighty(context: ProgramContext, args: readonly Word[], recorded: () => readonly Action[]): void {
  if (SAYS.test(context.invocation.program)) return
  for (const word of args) {
    const text = textOf(word)
    if (text === undefined || !text.includes('/')) continue
    const path = WEIGHTY.exec(text)?.[1]
    if (path === undefined || recorded().some((action) => speaksOf(action, path))) continue
    context.opaque('unknown-option', text)
  }
}

function speaksOf(action: Action, path: string): boolean {
  if (action.does === 'something-opaque') return true
  if (!('place' in action) || action.place?.kind !== 'path') return false
  return action.place.path === path || action.place.real === path
}
