import { parse } from 'unbash'
import { type Action, HERE } from '../action.ts'
import type { Place } from '../place.ts'
import type { Readers } from '../readers.ts'
import type { Context } from '../tools/tool.ts'
import type { Understanding } from '../understanding.ts'
import { readBeginnings } from './broken-text.ts'
import { runChangedCode } from './changed-code.ts'
import { hasControlCharacters, tooNested } from './guards.ts'
import { shellReader } from './lower.ts'
import { beginRun, LIMITS, outermostScope, recordOpaque } from './state.ts'

/** What a shell command would do. Never throws; what cannot be read is an opaque action and `parsed: false`. */
export function readShell(text: string, context: Context, languages: Readers): Understanding {
  const run = beginRun(context, shellReader, languages)
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
    shellReader.script(scope, parse(text))
    shellReader.uncalledFunctions(scope)
  } catch (error) {
    run.broken = true
    recordOpaque(scope, 'not-parsed', `${shown} (${error instanceof Error ? error.message : 'failed'})`)
  }
  if (run.broken && !run.exhausted) run.actions.push(...readBeginnings(text, run))
  // What was not looked at was not understood either: deny rules then go over the text itself.
  return { actions: run.actions, commands: run.commands, parsed: !run.broken && !run.exhausted }
}

/** What changed code would do, for a runner that no shell of ours starts: PowerShell, cmd. */
export function changedCodeActions(
  context: Context,
  directory: Place,
  evidence: string,
  languages: Readers,
): readonly Action[] {
  const run = beginRun(context, shellReader, languages)
  runChangedCode(outermostScope(run, ''), directory, (recorded) =>
    run.actions.push({ evidence, where: HERE, elevated: false, ...recorded }),
  )
  return run.actions
}
