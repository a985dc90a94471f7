import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { joined, onlyAsks, report, secret, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { closed } from '../../programs/walk.ts'
import type { Entry } from '../../programs/entry.ts'

/** `kill`: `-1` as a target is everything, `%1` and `$!` are this shell's own. */
function meansKill(context: ProgramContext): void {
  const { args } = context.invocation
  const first = textOf(args[0])
  if (first === '-l' || first === '-L' || first === '--list' || first === '--table') return
  let rest = args
  if (first === '-s' || first === '-n' || first === '--signal') rest = args.slice(2)
  else if (first !== undefined && /^-([A-Za-z]\w*|\d+|-signal=.*)$/.test(first) && args.length > 1) rest = args.slice(1)
  const targets = rest.filter((word) => textOf(word) !== '--')
  for (const word of targets) context.record({ does: 'end-process', whose: whoseOf(word), target: show(word) })
  if (first === '-0') return
}

function whoseOf(word: Word): 'own' | 'pid' | 'all' | 'unknown' {
  const text = textOf(word)
  if (text === undefined) return /^["']?\$!["']?$/.test(show(word)) ? 'own' : 'unknown'
  if (text.startsWith('%')) return 'own'
  return text === '-1' || text === '1' ? 'all' : 'pid'
}

function meansKillByName(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-u -U -P -g -s -t -G -F -y -Z --signal --user --uid --euid --parent --pgroup --session --terminal --pidfile --older-than --younger-than -O',
    ),
    style: 'gnu',
  })
  if (read.has('-l', '--list', '-0')) return
  const names = shown(read.operands)
  const user = shown(read.values('-u', '-U', '--user', '--uid', '--euid'))
  const everything = program === 'killall5' || (names === '' && user !== '') || /^(\.\*?|\^?\.|-1)$/.test(names)
  context.record({ does: 'end-process', whose: everything ? 'all' : 'named', target: names || user || program })
}

function meansFuser(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-n --namespace'), style: 'gnu' })
  if (read.has('-k', '--kill')) context.record({ does: 'end-process', whose: 'named', target: shown(read.operands) })
  else context.record(report('processes'))
}

const TMUX = valued('-L -S -f -c -t -s -n -x -y -e -F -T -l -b')

/** Commands of tmux that take a shell command as their last words. */
const TMUX_SHELL =
  /^(new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|popup|display-popup|if|if-shell|run|run-shell|pipe-pane|pipep)$/

function meansTmux(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: new Map(valued('-L -S -f -c -T')),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (read.has('-f')) context.opaque('unreadable-code', 'tmux -f')
  const order = read.value('-c')
  if (order) context.code('shell', order, { via: 'tmux -c' })
  else if (read.operands.length === 0) context.opaque('interactive', 'tmux')
  // `;` as a word of its own separates tmux commands.
  let command: Word[] = []
  for (const word of [...read.operands, literal(';')]) {
    if (textOf(word) !== ';') command.push(word)
    else {
      if (command.length > 0) recordTmux(context, command)
      command = []
    }
  }
}

function recordTmux(context: ProgramContext, [verbWord, ...others]: readonly Word[]): void {
  const verb = verbWord && textOf(verbWord)
  const read = readOptions(context, others, { arity: TMUX, style: 'gnu', stopAtOperand: true })
  if (verb === undefined) context.opaque('unknown-subcommand', 'tmux')
  else if (/^(send|send-keys|send-key|set-buffer|setb|paste-buffer|pasteb)$/.test(verb))
    recordKeys(context, read.operands)
  else if (TMUX_SHELL.test(verb)) {
    // What is shown in the pane is what the order reads.
    const piped = verb.startsWith('pipe') ? { stdin: { kind: 'unknown' } as const } : {}
    if (read.operands.length === 1) context.code('shell', read.operands[0]!, { via: `tmux ${verb}`, ...piped })
    else if (/^(if|if-shell)$/.test(verb))
      for (const word of read.operands) context.opaque('unreadable-code', `tmux if-shell ${show(word)}`)
    else if (read.operands.length > 1) context.runs(read.operands, { via: `tmux ${verb}` })
  } else if (/^(bind|bind-key|set-hook|source|source-file|command-prompt|confirm|confirm-before)$/.test(verb))
    context.opaque('unreadable-code', `tmux ${verb} ${shown(others)}`)
  else if (/^kill-(session|server|window|pane)|^kill[pw]$/.test(verb))
    context.record({
      does: 'end-process',
      whose: verb === 'kill-server' ? 'all' : 'named',
      target: `tmux ${shown(others)}`,
    })
  else if (/^(set|set-option|setw|set-window-option)$/.test(verb)) {
    if (/(command|shell|#\()/.test(shown(others))) context.opaque('unreadable-code', `tmux set ${shown(others)}`)
    else
      context.record({
        does: 'change-settings',
        of: 'other',
        key: `tmux ${shown(read.operands.slice(0, 1))}`,
        value: shown(read.operands.slice(1)),
      })
  } else context.record(report('processes'))
}

/** What is typed into a pane is run by the shell there, when it ends with Enter. */
function recordKeys(context: ProgramContext, words: readonly Word[]): void {
  const typed = words.filter(
    (word) => !/^(Enter|C-[a-z]|C-m|Escape|Space|Up|Down|Left|Right|Tab|BSpace|KPEnter|[qjkyn])$/i.test(show(word)),
  )
  if (typed.length > 0) context.code('shell', joined(typed), { via: 'tmux send-keys' })
}

function meansScreen(context: ProgramContext): void {
  const { args } = context.invocation
  const read = readOptions(context, args, {
    arity: valued('-S -p -c -e -h -s -t -T'),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (onlyAsks(args) || read.has('-ls', '-list') || args.some((word) => /^-(ls|list|wipe|v)$/.test(show(word)))) {
    context.record(report('processes'))
    return
  }
  if (read.has('-c')) context.opaque('unreadable-code', 'screen -c')
  const shell = read.value('-s')
  if (shell) context.runs([shell], { via: 'screen -s' })
  if (read.has('-X')) {
    const [verb, ...words] = read.operands
    if (/^stuff$/.test(show(verb ?? literal('')))) context.code('shell', joined(words), { via: 'screen -X stuff' })
    else if (/^(quit|kill)$/.test(show(verb ?? literal(''))))
      context.record({ does: 'end-process', whose: 'named', target: 'screen' })
    else if (/^(exec|screen|source|eval|bind|backtick)$/.test(show(verb ?? literal(''))))
      context.opaque('unreadable-code', `screen -X ${shown(read.operands)}`)
    return
  }
  // `screen -r name` and `screen -x name` attach; other words are the command.
  if (read.has('-r', '-x', '-R', '-D', '-d') && !read.has('-m')) return
  if (read.operands.length > 0) context.runs(read.operands, { via: 'screen' })
  else if (args.length === 0) context.opaque('interactive', 'screen')
}

function meansLsof(context: ProgramContext): void {
  const { args } = context.invocation
  context.record(report('processes'))
  if (args.some((word) => show(word).startsWith('-i'))) context.record(report('network'))
  // With `-t` it prints numbers alone; else also the paths of what is open, anywhere.
  else if (!args.some((word) => /^-[a-zA-Z]*t/.test(show(word))))
    context.puts({ kind: 'unknown', below: [{ below: '/', rewritten: true }] })
}

const PS: Entry = {
  options: {
    '-C, -G, --Group, -g, --group, -O, -o, --format, -p, --pid, --ppid, -q, --quick-pid, -s, --sid, -t, --tty, -U, --User, -u, --user, -k, --sort, --cols, --columns, --width, --lines, --rows':
      'text',
    '-#': 'text',
  },
  flags:
    '-A -a -c -d -D -e -E -f -F -h -H -j -l -L -M -m -N -P -r -S -T -v -V -w -x -X -y -Z -1 --context --cumulative --deselect --forest --headers --info --no-headers --no-heading --noheader --noheaders --noheading --noheadings --signames',
}

/** ps: in the style without a dash, `e` shows the environment of every process, and passwords with it. */
function meansPs(context: ProgramContext): void {
  const read = closed(context, PS, context.invocation.args)
  context.record(report('processes'))
  const letters = textOf(context.invocation.args[0]) ?? ''
  // So does `-E` of macOS.
  if (read.has('-E') || /^[TtarxXgjlsuvwfhScLmnZ]*e[TtarxXgjlsuvwfhScLmnZe]*$/.test(letters))
    context.record(secret('environment', `the environment of processes: ps ${letters}`))
}

export const processes: readonly Program[] = [
  {
    names: ['ps'],
    means: meansPs,
    examples: {
      'ps aux': ['look processes'],
      'ps -eo pid,cmd --sort=-rss': ['look processes'],
      'ps eww': ['look processes', 'secret environment'],
      'ps -E': ['look processes', 'secret environment'],
      'ps --unheard-of': ['unknown option --unheard-of of ps', 'look processes'],
    },
  },
  { names: ['kill'], means: meansKill },
  {
    names: [
      'pkill',
      'killall',
      'killall5',
      'skill',
      'snice',
      'xkill',
      'taskkill',
      'slay',
      'fkill',
      'kill-port',
      'pkillbash',
    ],
    means: meansKillByName,
  },
  { names: ['fuser'], means: meansFuser },
  { names: ['lsof', 'lsfd'], means: meansLsof },
  { names: ['tmux'], means: meansTmux },
  { names: ['screen'], means: meansScreen },
]
