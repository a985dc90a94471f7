import { knownPrefix, literal, secretOf, show, textOf, type Word } from '../../word.ts'
import { NOTHING } from '../stream.ts'
import { isSubscript } from '../subscripts.ts'
import type { ProgramContext, Program } from './program.ts'
import { namesBelow, printedPath } from './project.ts'
import { standsIn } from './stand-ins.ts'

/** Names of variables that hold secrets: printing one puts it into the transcript. */
const SECRET_NAME =
  /\$\{?!?([A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)[A-Z0-9_]*)\b(?![^}]*:\+)/i

function prints(context: ProgramContext): void {
  if (context.invocation.program === 'printf' && textOf(context.invocation.args[0]) === '-v') recordSubscripts(context)
  for (const word of context.invocation.args) {
    const name = word.kind === 'dynamic' ? SECRET_NAME.exec(word.source)?.[1] : undefined
    const kept = secretOf(word)
    if (kept !== undefined)
      context.record({ does: 'read-secret', store: 'environment', target: `${show(word)} of ${kept}` })
    // `${#TOKEN}` and `${TOKEN:0:4}` show only its length or a few characters.
    if (name !== undefined && !/\$\{#|:0:\d\}|:[-+]/.test(show(word)))
      context.record({ does: 'read-secret', store: 'environment', target: name })
  }
  const below = context.invocation.args.map((word) => printedPath(context, word)).filter((found) => found !== undefined)
  if (below.length > 0) context.puts({ kind: 'unknown', below })
}

/** The name after `-v`, and numbers to compare, may be elements of arrays. */
function recordSubscripts(context: ProgramContext): void {
  for (const word of context.invocation.args)
    if (isSubscript(textOf(word) ?? '')) context.opaque('dynamic-code', show(word))
}

/** `test -f x` and `[ … ]` look at names and nothing else. */
function tests(context: ProgramContext): void {
  const { args } = context.invocation
  recordSubscripts(context)
  for (const [index, word] of args.entries()) {
    if (/^-[abcdefghkprsuwxGLNOS]$/.test(show(word)) && args[index + 1] && textOf(args[index + 1]) !== ']')
      context.reads(args[index + 1]!, 'names')
  }
  context.puts(NOTHING)
}

/** `$(which python)` is python: the shell would find the same program. */
function which(context: ProgramContext): void {
  const names = context.invocation.args.filter((word) => !show(word).startsWith('-'))
  const name = textOf(names[0])
  if (names.length === 1 && name !== undefined && /^[\w.+-]+$/.test(name))
    context.puts({ kind: 'text', text: `/usr/bin/${name}\n` })
}

/** The directory of something below a directory is that directory or lies below it. */
function directoryName(context: ProgramContext): void {
  const paths = context.invocation.args.filter((word) => !/^-[z0]$|^--zero$/.test(show(word)))
  if (paths.every((word) => word.kind === 'dynamic' && knownPrefix(word).includes('/')))
    context.puts(namesBelow(context, paths))
}

function history(context: ProgramContext): void {
  const { args } = context.invocation
  for (const [index, word] of args.entries()) {
    const option = show(word)
    const next: Word | undefined = args[index + 1]
    if (/^-\w*[cd]/.test(option))
      context.record({ does: 'change-system', deed: 'erase-history', target: 'shell history' })
    else if (/^-[wa]$/.test(option) && next) context.writes(next, option === '-a' ? 'append' : 'overwrite')
    else if (/^-[rn]$/.test(option) && next) context.reads(next)
  }
  if (args.every((word) => /^\d+$/.test(show(word)))) context.record({ does: 'read-system', what: 'logs' })
}

/** Builtins and little programs that change nothing and say only what they are told. */
const quiet = [
  'true',
  'false',
  ':',
  'wait',
  'jobs',
  'bg',
  'fg',
  'times',
  'return',
  'exit',
  'logout',
  'break',
  'continue',
  'unsetopt',
  'umask',
  'ulimit',
  'disown',
  'dirs',
  'caller',
  'compopt',
  'sleep',
  'gsleep',
  'usleep',
  'suspend',
  'autoload',
  'zmodload',
  'emulate',
  'rehash',
  'sync',
]
const lookups = [
  'type',
  'hash',
  'whereis',
  'whence',
  'where',
  'help',
  'compgen',
  'bindkey',
  'seq',
  'gseq',
  'jot',
  'expr',
  'factor',
  'nproc',
  'getconf',
  'locale',
  'yes',
  'clear',
  'reset',
  'tput',
  'stty',
  'tty',
  'man',
  'apropos',
  'whatis',
  'info',
  'tldr',
  'cal',
  'ncal',
  'figlet',
  'banner',
  'errno',
]

export const builtins: readonly Program[] = [
  { names: ['echo', 'gecho', 'printf', 'gprintf', 'print'], means: prints },
  { names: ['test', '[', '[['], means: tests },
  { names: ['which', 'gwhich'], means: which },
  { names: ['dirname', 'gdirname'], means: directoryName },
  {
    names: ['basename', 'gbasename'],
    // A name without a slash is meant where it is used.
    means: (context) => context.puts(namesBelow(context, [literal('.')])),
  },
  { names: ['history'], means: history },
  {
    names: ['pwd', 'gpwd'],
    means: (context) => {
      if (context.invocation.cwd.kind === 'path')
        context.puts({ kind: 'text', text: `${context.invocation.cwd.path}\n` })
    },
  },
  { names: quiet, means: (context) => context.puts(NOTHING) },
  { names: lookups.filter((name) => name !== 'man'), means: () => {} },
  {
    names: ['man'],
    means: (context) => {
      for (const [index, word] of context.invocation.args.entries()) {
        const option = /^(?:-P|-H|--pager|--html)(?:=?(.*))$/.exec(show(word))
        if (!option) continue
        const value =
          option[1] === '' || option[1] === undefined
            ? context.invocation.args[index + 1]
            : { kind: 'literal' as const, text: option[1] }
        if (value) standsIn(context, value, 'man pager')
      }
    },
  },
  {
    names: ['complete', 'bind'],
    means: (context) => {
      const { args, program } = context.invocation
      for (const [index, word] of args.entries()) {
        const code = args[index + 1]
        if (!/^-[CFx]$/.test(show(word)) || !code) continue
        // `bind -x '"keys": command'`
        const bound = program === 'bind' ? /^\s*"[^"]*"\s*:\s*"?(.*?)"?\s*$/.exec(textOf(code) ?? '')?.[1] : undefined
        context.code('shell', bound === undefined ? code : literal(bound), { via: program })
      }
    },
  },
  {
    names: ['fc'],
    means: (context) => {
      if (!context.invocation.args.some((word) => /^-\w*[lnr]/.test(show(word)))) context.opaque('dynamic-code')
      else context.record({ does: 'read-system', what: 'logs' })
    },
  },
]
