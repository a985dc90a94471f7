import { knownPrefix, literal, show, textOf } from '../../word.ts'
import { unknownOption } from '../../programs/walk.ts'
import type { ProgramContext, Program } from './program.ts'

/** Options of shells that take a value. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  '-O',
  '+O',
  '-o',
  '+o',
  '--init-file',
  '--rcfile',
  '-C',
  '--init-command',
])

/** Long options without a value: how it starts, not what it runs. */
const LONG_FLAGS: ReadonlySet<string> = new Set(
  '--login --norc --noprofile --posix --noediting --restricted --verbose --debugger --no-rcs --no-config --interactive --private --no-execute --emulate --globalrcs --rcs --noclobber --errexit --nounset --pipefail --xtrace'.split(
    ' ',
  ),
)

function means(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  let at = 0
  let command = false
  let fromStdin = false
  let interacts = false
  let logsIn = false
  let onlyReads = false
  for (; at < args.length; at++) {
    const text = knownPrefix(args[at]!)
    if (textOf(args[at]) === '--' || textOf(args[at]) === '-') {
      at++
      break
    }
    if (!/^[-+]./.test(text)) break
    if (WITH_VALUE.has(text)) {
      at++
      const value = args[at]
      if (value && /^--(?:init-file|rcfile)$/.test(text))
        context.file(value, 'shell', [], { via: `${program} ${text}` })
      if (value && /^(?:-C|--init-command)$/.test(text) && program === 'fish')
        context.code('shell', value, { via: `${program} ${text}` })
      continue
    }
    if (text === '--login' || /^-[a-z]*l/.test(text)) logsIn = true
    if (text === '--command') command = true
    else if (text === '--version' || text === '--help') {
      context.puts({ kind: 'unknown' })
      return
    } else if (text.startsWith('--')) {
      if (!LONG_FLAGS.has(text)) unknownOption(context, text.split('=')[0]!)
    } else {
      if (text.slice(1).includes('c')) command = true
      if (text.slice(1).includes('s')) fromStdin = true
      if (text.slice(1).includes('i')) interacts = true
      if (/^-[a-z]*n[a-z]*$/.test(text) && !/[cis]/.test(text)) onlyReads = true
      // `-co`, `-euo pipefail`: the last letter takes the next word.
      if (/^[-+][a-zA-Z]+[oO]$/.test(text) && !WITH_VALUE.has(text)) at++
    }
  }
  const rest = args.slice(at)
  // What it reads before anything else lies in its home.
  const home = context.invocation.environment.get('HOME')
  if (home && (interacts || logsIn) && !/^(?:\$HOME|~)?$/.test(show(home)))
    context.opaque('unreadable-code', `${program} with HOME=${show(home)}`)
  if (command) {
    const [text, ...parameters] = rest
    if (!text) context.opaque('interactive')
    else
      context.code('shell', text, {
        via: `${program} -c`,
        parameters: parameters.length > 0 ? parameters : [literal(program)],
      })
    return
  }
  const [script, ...parameters] = rest
  // It reads the script for errors and runs none of it.
  if (script && onlyReads && !command && !fromStdin) context.reads(script)
  else if (script && !fromStdin) context.file(script, 'shell', parameters, { via: program })
  else if (stdin.kind === 'nothing') interactive(context)
  else {
    // Nobody sits before an interactive shell that is fed by a pipe, fifo or socket.
    if (interacts && stdin.kind !== 'text') context.record({ does: 'open-door', what: 'reverse-shell' })
    context.stdinAsCode('shell')
  }
}

function interactive(context: ProgramContext): void {
  if (context.invocation.elevated)
    context.record({ does: 'change-system', deed: 'become-administrator', target: context.invocation.program })
  context.opaque('interactive', show(literal(context.invocation.evidence)))
}

/** Shells whose language is near enough to bash to be read as it. */
const NAMES = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ksh93', 'mksh', 'ash', 'rbash', 'fish', 'csh', 'tcsh', 'yash']

/** busybox and toybox start one of their applets, which is the program of that name. */
function applet(context: ProgramContext): void {
  const [first] = context.invocation.args
  const name = textOf(first)
  if (!first || name === undefined || name.startsWith('-')) {
    if (name !== undefined && !/^--(?:help|version|list|list-full)$/.test(name)) unknownOption(context, name)
    if (first && name === undefined) context.opaque('dynamic-program', show(first))
    return
  }
  context.runs(context.invocation.args, { via: context.invocation.program })
}

export const shells: readonly Program[] = [
  { names: NAMES, means },
  { names: ['busybox', 'toybox'], means: applet },
]
