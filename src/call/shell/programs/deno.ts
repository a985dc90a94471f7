import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { installNamed } from '../../programs/install-named.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn, isUrl, runsProject } from './project.ts'
import { are, INTERACTIVE, walk } from './table.ts'

/** deno: interpreter, test runner, formatter and package manager in one. */
export const deno: readonly Program[] = [{ names: ['deno'], means }]

const VALUES =
  '-c --config --import-map --lock --preload -L --log-level --location --seed --v8-flags --cert --env-file -o --output --filter --reporter --ext'

function means(context: ProgramContext): void {
  const [verbWord, ...args] = context.invocation.args
  const verb = textOf(verbWord) ?? (verbWord ? '?' : 'repl')
  switch (verb) {
    case 'run':
    case 'serve':
    case 'x':
      script(context, args)
      return
    case 'eval': {
      const code = args.find((word) => !show(word).startsWith('-'))
      if (code) context.code('javascript', code, { via: 'deno eval' })
      return
    }
    case 'repl':
    case 'jupyter':
      context.record(INTERACTIVE)
      return
    case 'test':
    case 'bench':
      walk(
        context,
        {
          operands: 'names',
          options: {
            ...are('text', '--filter --reporter --coverage --shuffle -j'),
            ...are('config', '-c --config --preload'),
            ...are('write', '--junit-path'),
          },
          project: [],
        },
        args,
      )
      return
    case 'task':
      runsProject(context, ['deno.json', 'deno.jsonc'])
      return
    case 'fmt':
    case 'lint':
    case 'check':
    case 'doc':
    case 'coverage':
      walk(
        context,
        {
          operands: 'read-tree',
          inPlace: '--fix',
          options: {
            ...are('config', '-c --config'),
            ...are('write', '--output'),
            ...are('text', '--ext --line-width --ignore --include --exclude'),
          },
        },
        args,
      )
      return
    case 'info':
    case 'cache':
    case 'types':
    case 'completions':
    case 'upgrade':
    case 'outdated':
    case 'clean':
    case 'help':
    case 'remove':
    case 'uninstall':
    case 'audit':
    case 'approve-scripts':
      for (const word of args) if (isUrl(word)) context.contacts(word, 'fetch')
      return
    case 'init':
      context.writes(literal('.'), 'directory')
      return
    case 'install':
    case 'i':
    case 'add':
    case 'update':
      installNamed(
        context,
        'deno',
        readArguments(args, { arity: arity(`${VALUES} -n --name --root`), style: 'gnu' }).operands,
        args.some((word) => /^-\w*g|^--global/.test(show(word))) ? 'user' : 'project',
      )
      return
    case 'compile':
    case 'bundle':
    case 'transpile':
      walk(
        context,
        {
          operands: 'source',
          options: {
            ...are('write', '-o --output'),
            ...are('config', '-c --config'),
            ...are('text', '--target --include --icon'),
          },
        },
        args,
      )
      return
    case 'publish':
      if (!args.some((word) => show(word) === '--dry-run'))
        context.record({ does: 'change-service', service: 'jsr', deed: 'publish', target: '.', production: false })
      return
    case 'deploy':
      context.record({
        does: 'change-service',
        service: 'deno',
        deed: 'deploy',
        target: args.map(show).join(' '),
        production: args.some((word) => show(word) === '--prod'),
      })
      return
    default:
      if (/^(-V|--version|-h|--help)$/.test(verb)) return
      if (verb.startsWith('-') || /[./]/.test(verb)) script(context, context.invocation.args)
      else context.opaque('unknown-subcommand', `deno ${verb}`)
  }
}

function script(context: ProgramContext, args: readonly Word[]): void {
  const read = readOptions(context, args, {
    arity: arity(VALUES),
    style: 'gnu',
    stopAtOperand: true,
  })
  for (const word of read.values('--preload')) context.file(word, 'javascript')
  for (const word of read.values('--import-map', '-c', '--config'))
    if (isUrl(word) || !isOwn(context, context.place(word))) context.file(word, 'javascript')
  for (const word of read.values('--env-file')) context.reads(word)
  const [file, ...more] = read.operands
  if (!file) {
    if (!read.has('-V', '--version')) context.record(INTERACTIVE)
  } else if (textOf(file) === '-') context.stdinAsCode('javascript')
  else if (isUrl(file) || /^(npm|jsr):/.test(show(file))) {
    if (isUrl(file)) context.contacts(file, 'fetch')
    const host = /^https?:\/\/([^/]+)/.exec(show(file))?.[1] ?? show(file).split(':')[0]!
    context.record({ does: 'run-code', language: 'javascript', origin: 'network', host, seenThrough: false })
  } else context.file(file, 'javascript', more)
}
