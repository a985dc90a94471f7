import type { Context } from '../tools/tool.ts'
import { type Scope, recordOpaque } from './state.ts'
import { UNKNOWN, type Stream } from './stream.ts'
import type { EffectDraft } from './programs/program.ts'
import type { WrittenContent } from '../memory.ts'

/** How often the shells may call each other: a script that starts PowerShell that starts the script has no end. */
const MOST_CHANGES = 3

let changes = 0

/**
 * Looks through PowerShell or cmd code that a POSIX shell starts. Its deeds become deeds of this call, where it is
 * started and with the rights it is started with. `ran` is the deed of running it.
 */
export function windowsCode(
  scope: Scope,
  language: 'powershell' | 'cmd',
  text: string,
  ran: (seenThrough: boolean) => EffectDraft,
  record: (recorded: EffectDraft) => void,
): Stream {
  const context = contextOf(scope)
  if (context === undefined || changes >= MOST_CHANGES) {
    record(ran(false))
    recordOpaque(scope, context === undefined ? 'dynamic-code' : 'too-deep', text.slice(0, 200))
    return UNKNOWN
  }
  changes++
  try {
    const { languages } = scope.run
    const { actions, commands, parsed } =
      language === 'cmd' ? languages.cmd(text, context) : languages.powershell(text, context)
    record(ran(parsed))
    const { run, frame } = scope
    const first = run.commands.length
    for (const action of actions)
      run.actions.push({
        ...action,
        where: action.where.kind === 'here' ? frame.where : action.where,
        elevated: action.elevated || frame.elevated,
      })
    for (const command of commands)
      run.commands.push({
        ...command,
        via: [...frame.via, ...command.via],
        ...(command.inside === undefined ? {} : { inside: first + command.inside }),
      })
  } finally {
    changes--
  }
  return UNKNOWN
}

/** Undefined when it is not known where the code would run. */
function contextOf({ run, shell }: Scope): Context | undefined {
  if (shell.cwd.kind !== 'path') return undefined
  const { context } = run
  const written = new Map<string, WrittenContent>(context.memory.written)
  for (const [path, content] of run.written)
    written.set(path, content.kind === 'text' || content.kind === 'network' ? content : { kind: 'unknown' })
  return { ...context, surroundings: { ...context.surroundings, cwd: shell.cwd.path }, memory: { written } }
}
