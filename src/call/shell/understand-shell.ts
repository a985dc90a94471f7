import { parse } from 'unbash'
import type { Context } from '../tools/tool.ts'
import type { Understanding } from '../understanding.ts'
import { readBeginnings } from './broken-text.ts'
import { hasControlCharacters, tooNested } from './guards.ts'
import { lowerScript } from './lower.ts'
import { lowerUncalled } from './simple-command.ts'
import { beginRun, LIMITS, outermostScope, recordOpaque } from './state.ts'

/** What a shell command would do. Never throws; what cannot be read is an opaque action and `parsed: false`. */
export function understandShell(text: string, context: Context): Understanding {
  const run = beginRun(context)
  const scope = outermostScope(run, text)
  const shown = text.slice(0, 400)
  if (text.length > LIMITS.characters) {
    recordOpaque(scope, 'too-long', shown)
    return { actions: run.actions, commands: [], parsed: false }
  }
  if (tooNested(text)) {
    recordOpaque(scope, 'too-deep', shown)
    return { actions: run.actions, commands: [], parsed: false }
  }
  if (hasControlCharacters(text)) {
    run.broken = true
    recordOpaque(scope, 'not-parsed', shown)
  }
  try {
    lowerScript(scope, parse(text))
    lowerUncalled(scope)
  } catch (error) {
    run.broken = true
    recordOpaque(scope, 'not-parsed', `${shown} (${error instanceof Error ? error.message : 'failed'})`)
  }
  if (run.broken && !run.exhausted) run.actions.push(...readBeginnings(text, run.actions, context))
  // What was not looked at was not understood either: deny rules then go over the text itself.
  return { actions: run.actions, commands: run.commands, parsed: !run.broken && !run.exhausted }
}
