import type { Entry } from '../../programs/entry.ts'
import { closed } from '../../programs/walk.ts'
import { foundWord, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, type ReadArguments, rest } from '../options.ts'
import { readOptions } from './read-options.ts'
import { searchOf } from '../stream.ts'
import { recordAllVariables } from './facts.ts'
import type { ProgramContext, Program, Started } from './program.ts'
import { named, xargs } from './xargs.ts'

const arities = new Map<string, ReadonlyMap<string, Arity>>()

function read(context: ProgramContext, args: readonly Word[], values: string): ReadArguments {
  let arity = arities.get(values)
  if (!arity) {
    arity = new Map(
      values
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, 'value'] as const),
    )
    arities.set(values, arity)
  }
  return readOptions(context, args, { arity, style: 'gnu', stopAtOperand: true })
}

function startsShell(context: ProgramContext, elevated: boolean): void {
  if (elevated)
    context.record({ does: 'change-system', deed: 'become-administrator', target: context.invocation.program })
  if (context.invocation.stdin.kind === 'nothing') context.opaque('interactive')
  else context.stdinAsCode('shell')
}

const CHROOT: Entry = {
  operands: ['text'],
  rest: 'command',
  options: { '--userspec, --groups': 'text' },
  flags: '--skip-chdir',
  abbreviations: true,
}

/** What it starts is found below another root: the paths are not this machine's. */
function chroot(context: ProgramContext): void {
  const [root, ...command] = closed(context, CHROOT, context.invocation.args).operands
  const here = /^\/+(?:\.?\/?)*$/.test(textOf(root) ?? '')
  const where = { kind: 'container', name: show(root ?? literal('chroot')) } as const
  if (command.length > 0) context.runs(command, { via: 'chroot', elevated: true, ...(here ? {} : { where }) })
  else startsShell(context, true)
}

/** Splits leading `NAME=value` words off. */
function splitAssignments(words: readonly Word[]): {
  readonly environment: Map<string, Word>
  readonly command: readonly Word[]
} {
  const environment = new Map<string, Word>()
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]!
    const name = /^([A-Za-z_]\w*)=/.exec(knownPrefix(word))
    if (!name) break
    environment.set(name[1]!, rest(word, name[0].length))
  }
  return { environment, command: words.slice(at) }
}

function sudo(context: ProgramContext): void {
  const given = read(
    context,
    context.invocation.args,
    '-u -g -h -p -C -r -t -T -U -D -R -c -a --user --group --host --prompt --chdir --chroot --close-from --role --type --other-user --command-timeout',
  )
  const { environment, command } = splitAssignments(given.operands)
  const directory = given.value('-D', '--chdir')
  const how: Started = {
    via: context.invocation.program,
    elevated: true,
    environment,
    ...(directory ? { cwd: context.place(directory) } : {}),
  }
  if (given.has('-e', '--edit')) {
    for (const word of given.operands) context.writes(word, 'edit')
    return
  }
  if (
    given.has('-l', '--list', '-v', '--validate', '-k', '--reset-timestamp', '-K', '-V', '--version') &&
    command.length === 0
  ) {
    context.record({ does: 'read-system', what: 'security' })
    return
  }
  if (command.length === 0) startsShell(context, true)
  else if (given.has('-i', '-s', '--login', '--shell') && command.length === 1) context.code('shell', command[0]!, how)
  else context.runs(command, how)
}

function su(context: ProgramContext): void {
  const given = readOptions(context, context.invocation.args, {
    arity: new Map(
      ['-c', '--command', '-s', '--shell', '-g', '--group', '-G', '--supp-group', '-u', '--user', '-w'].map(
        (name) => [name, 'value'] as const,
      ),
    ),
    style: 'gnu',
  })
  const command = given.value('-c', '--command')
  const how: Started = { via: context.invocation.program, elevated: true }
  // A password that comes from a pipe was guessed, or written down.
  if (context.invocation.stdin.kind !== 'nothing' && context.invocation.program === 'su')
    context.record({ does: 'change-system', deed: 'become-administrator', target: 'su with a piped password' })
  if (command) context.code('shell', command, how)
  else if (given.value('-u', '--user') && given.operands.length > 0) context.runs(given.operands, how)
  else startsShell(context, true)
}

function env(context: ProgramContext): void {
  const given = read(context, context.invocation.args, '-u -C -S -P --unset --chdir --split-string')
  const split = given.value('-S', '--split-string')
  const directory = given.value('-C', '--chdir')
  // `env -` starts with an empty environment.
  const { environment, command } = splitAssignments(
    textOf(given.operands[0]) === '-' ? given.operands.slice(1) : given.operands,
  )
  const how: Started = { via: 'env', environment, ...(directory ? { cwd: context.place(directory) } : {}) }
  if (split) {
    const text = textOf(split)
    if (text === undefined) context.opaque('dynamic-program', show(split))
    else {
      const inner = splitAssignments([
        ...text
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => literal(word)),
        ...command,
      ])
      context.runs(inner.command, { ...how, environment: new Map([...environment, ...inner.environment]) })
    }
  } else if (command.length > 0) context.runs(command, how)
  else {
    context.record({ does: 'read-system', what: 'environment' })
    if (!given.has('-i', '--ignore-environment') && textOf(given.operands[0]) !== '-') recordAllVariables(context)
  }
}

/** Where a word goes in a template of parallel: `{}`, `{.}`, `{1}`. */
const MARKER = /\{[\d#%./+:=]*\}/g

function parallel(context: ProgramContext): void {
  const given = read(
    context,
    context.invocation.args,
    '-j -N -n -a -I -S -L -P -C -d --jobs --colsep --arg-file --joblog --results --delay --timeout --sshlogin --retries --tmpdir --tagstring --max-args',
  )
  if (given.has('--dry-run', '--dryrun')) return
  const remote = given.value('-S', '--sshlogin')
  const colons = given.operands.findIndex((word) => /^:{3,4}\+?$/.test(show(word)))
  const command = colons < 0 ? given.operands : given.operands.slice(0, colons)
  const how: Started = {
    via: 'parallel',
    moreArguments: true,
    ...(remote ? { where: { kind: 'remote', host: show(remote) } } : {}),
  }
  if (command.length > 0) {
    const text = command.map(show).join(' ')
    const searched = colons < 0 ? searchOf(context.invocation.stdin) : undefined
    const item = searched && foundWord('{}', searched)
    // One list of words: the command is run with each.
    const items = colons < 0 ? [] : given.operands.slice(colons + 1)
    const single =
      show(given.operands[colons] ?? literal('')) === ':::' && !items.some((word) => /^:{3,4}\+?$/.test(show(word)))
    const each = single && items.length > 0 && items.length <= 30 && items.every((word) => word.kind !== 'dynamic')
    // The template is given to a shell with its markers filled in.
    if (
      command.every((word) => word.kind === 'literal') &&
      (/[{;&|<>$`]/.test(text) || (command.length === 1 && /\s/.test(text)))
    )
      for (const filled of each ? items : [item])
        context.code('shell', literal(text.replace(MARKER, filled?.kind === 'glob' ? '$__item' : '"$__item"')), {
          ...how,
          ...(filled ? { environment: new Map([['__item', filled]]) } : {}),
        })
    else {
      const { stdin } = context.invocation
      const found = colons < 0 ? searchOf(stdin) : undefined
      if (each) for (const item of items) context.runs([...command, item], { ...how, moreArguments: false })
      else if (found === undefined) context.runs(command, how)
      else context.runs([...command, named('…', found)], { ...how, moreArguments: false })
    }
  } else for (const word of given.operands.slice(colons + 1)) context.code('shell', word, how)
  if (command.length === 0 && colons < 0) context.stdinAsCode('shell')
}

const WATCHEXEC =
  '-n -q -w -e -i -f -s -r -d --interval --equexit --watch --exts --ignore --filter --signal --debounce --shell'

/** Programs with a way of their own to say what to run. */
const own: readonly Program[] = [
  { names: ['sudo', 'doas', 'sudo-rs'], means: sudo },
  { names: ['su', 'runuser'], means: su },
  { names: ['env', 'genv'], means: env },
  {
    names: ['chroot'],
    means: chroot,
    examples: {
      'chroot --userspec=a:b /mnt true': ['run true elevated in /mnt'],
      'chroot /mnt rm /x': ['run rm elevated in /mnt', 'delete /x'],
      'chroot /mnt': ['system become-administrator', 'opaque interactive'],
      'chroot --unheard-of /mnt true': ['unknown option --unheard-of of chroot', 'run true elevated in /mnt'],
    },
  },
  { names: ['xargs', 'gxargs'], means: xargs },
  { names: ['parallel', 'rush'], means: parallel },
  {
    names: ['watch', 'entr', 'watchexec', 'fswatch-run'],
    means: (context) => {
      const { program } = context.invocation
      const values =
        program === 'entr' ? '' : program === 'watch' ? '-n --interval -q --equexit -s --shotsdir' : WATCHEXEC
      const { operands, has } = read(context, context.invocation.args, values)
      if (operands.length === 0) return
      if (program === 'watch' && has('-x', '--exec')) context.runs(operands, { via: 'watch' })
      else if (program === 'watch' || (program === 'entr' && has('-s')))
        context.code('shell', joined(operands), { via: program })
      else context.runs(operands, { via: program })
    },
  },
  // Keys that agents' terminals take in place of a command.
  {
    names: ['c-c', 'c-d', 'c-z', 'c-l'],
    means: (context) => {
      if (context.invocation.args.length > 0) context.opaque('unknown-program')
      else context.record({ does: 'end-process', whose: 'own', target: context.invocation.program })
    },
  },
  // A prompt that was copied along: the rest is what was meant.
  {
    names: ['$', '%'],
    means: (context) => context.runs(splitAssignments(context.invocation.args).command, { via: 'prompt' }),
  },
  {
    names: ['flock'],
    means: (context) => {
      const given = read(context, context.invocation.args, '-w -E -c --timeout --conflict-exit-code')
      const [file, ...command] = given.operands
      if (file && !/^\d+$/.test(show(file))) context.writes(file, 'append')
      const flag = command.findIndex((word) => /^(?:-c|--command)$/.test(show(word)))
      if (flag >= 0 && command[flag + 1]) context.code('shell', command[flag + 1]!, { via: 'flock -c' })
      else if (command.length > 0) context.runs(command, { via: 'flock' })
    },
  },
  {
    names: ['script'],
    means: (context) => {
      const given = readOptions(context, context.invocation.args, {
        arity: new Map([
          ['-c', 'value'],
          ['--command', 'value'],
          ['-o', 'value'],
          ['-t', 'optional'],
          ['-T', 'value'],
          ['-I', 'value'],
          ['-O', 'value'],
          ['-B', 'value'],
          ['-E', 'value'],
        ]),
        style: 'gnu',
        stopAtOperand: true,
      })
      const [file, ...command] = given.operands
      if (file && textOf(file) !== '/dev/null') context.writes(file, 'overwrite')
      const code = given.value('-c', '--command')
      if (code) context.code('shell', code, { via: 'script -c' })
      else if (command.length > 0) {
        const flag = command.findIndex((word) => textOf(word) === '-c')
        if (flag >= 0 && command[flag + 1]) context.code('shell', command[flag + 1]!, { via: 'script -c' })
        else context.runs(command, { via: 'script' })
      } else startsShell(context, context.invocation.elevated)
    },
  },
  { names: ['perf'], means: measure },
]

/** perf watches a program that it starts, or reads what it wrote about one. Its scripts are code. */
function measure(context: ProgramContext): void {
  const [verb, ...others] = context.invocation.args
  const read = readOptions(context, others, { arity: PERF, style: 'gnu', stopAtOperand: true })
  for (const file of read.values('-o', '--output')) context.writes(file, 'overwrite')
  for (const file of read.values('-i', '--input')) context.reads(file)
  for (const process of read.values('-p', '--pid', '-t', '--tid'))
    context.record({ does: 'change-system', deed: 'inject-process', target: show(process) })
  const name = verb && textOf(verb)
  if (name === undefined) return
  if (/^(record|stat|trace|mem|lock|sched|kmem|c2c|ftrace|bench-run)$/.test(name)) {
    const words = read.operands.filter((word, index) => index > 0 || !/^(record|report)$/.test(show(word)))
    if (words.length > 0) context.runs(words, { via: 'perf' })
  } else if (
    !/^(report|annotate|list|diff|bench|buildid-list|evlist|version|help|test|top|archive|--version)$/.test(name)
  )
    context.opaque('unknown-subcommand', `perf ${name}`)
}

const PERF: ReadonlyMap<string, Arity> = new Map(
  '-e --event -o --output -F --freq -c --count -C --cpu -p --pid -t --tid -r --repeat -I --interval-print -x --field-separator -i --input --call-graph -m --mmap-pages -G --cgroup -D --delay --filter -s --sort --stdio-color -u --uid'
    .split(' ')
    .map((name) => [name, 'value']),
)

function joined(words: readonly Word[]): Word {
  if (words.every((word) => word.kind === 'literal')) return literal(words.map(show).join(' '))
  const pieces = words.flatMap((word, index) => [
    ...(index > 0 ? [{ known: ' ' }] : []),
    ...(word.kind === 'dynamic' ? word.pieces : [{ known: show(word) }]),
  ])
  return { kind: 'dynamic', source: words.map(show).join(' '), pieces }
}

export const wrappers: readonly Program[] = own
