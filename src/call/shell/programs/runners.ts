import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program } from './program.ts'
import { runsProject } from './project.ts'
import { are, rows } from './table.ts'

/** Programs of a developer's day that start other programs: set variables, watch files, run several at once, measure. */
export const runners: readonly Program[] = [
  {
    names: ['cross-env', 'cross-env-shell', 'env-cmd', 'dotenv', 'dotenvx', 'with-env', 'envsub'],
    means: withVariables,
  },
  {
    names: ['concurrently', 'conc', 'start-server-and-test', 'hyperfine', 'onchange', 'chokidar'],
    means: eachIsCommand,
  },
  { names: ['npm-run-all', 'npm-run-all2', 'run-s', 'run-p'], means: packageScripts },
  { names: ['reflex', 'ifne', 'mispipe', 'retry', 'rerun', 'with-lock'], means: rest },
  {
    names: [
      'nodemon',

      'ts-node-esm',
      'ts-node-script',
      'ts-node-dev',
      'tsnd',

      'vite-node',
      'zx',
      'esmo',
      'sucrase-node',
    ],
    means: scriptRunner,
  },
  {
    names: ['shx'],
    means: (context) => {
      if (context.invocation.args.length > 0) context.runs(context.invocation.args, { via: 'shx' })
    },
  },
  ...rows({
    husky: {
      operands: 'text',
      subcommands: {
        install: {},
        init: {},
        uninstall: {},
        // What it writes runs at every commit.
        add: { operands: ['write', 'shell'] },
        set: { operands: ['write', 'shell'] },
      },
    },
    'simple-git-hooks lefthook is-ci only-allow': { operands: 'text' },
    patchelf: {
      operands: 'edit',
      options: are('text', '--set-rpath --set-interpreter --add-needed --replace-needed --remove-needed --set-soname'),
    },
    'patch-package': { operands: 'text' },
  }),
]

function withVariables(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: arity('-e -f --file --env-file -p --env -r --rc-file --overload -c --convention'),
    style: 'gnu',
    stopAtOperand: true,
  })
  for (const word of read.values('-f', '--file', '--env-file')) context.reads(word)
  for (const word of context.invocation.program === 'dotenv' ? read.values('-e') : []) context.reads(word)
  // dotenv-cli: -p prints the value of a variable.
  for (const word of context.invocation.program === 'dotenv' ? read.values('-p') : [])
    context.record({ does: 'read-secret', store: 'environment', target: show(word) })
  let words = [...read.operands]
  if (context.invocation.program === 'dotenvx') {
    const verb = textOf(words.shift()) ?? ''
    if (verb !== 'run') {
      if (!/^(get|set|encrypt|decrypt|keypair|ls|rotate|ext|)$/.test(verb))
        context.opaque('unknown-subcommand', context.invocation.evidence)
      if (/^(get|decrypt|keypair)$/.test(verb))
        context.record({ does: 'read-secret', store: 'environment', target: '.env' })
      return
    }
    const inner = readOptions(context, words, {
      arity: arity('-f --env-file -fk -e --env -fv --env-vault-file'),
      style: 'gnu',
      stopAtOperand: true,
    })
    for (const word of inner.values('-f', '--env-file')) context.reads(word)
    // -f takes several files; the command is what stands after the dashes.
    const dashes = words.findIndex((word) => textOf(word) === '--')
    words = dashes < 0 ? [...inner.operands] : words.slice(dashes + 1)
  }
  if (textOf(words[0]) === '--') words.shift()
  const environment = new Map<string, Word>()
  while (words[0] && /^[A-Za-z_]\w*=/.test(show(words[0]))) {
    const word = words.shift()!
    const [, name, value] = /^(\w+)=(.*)$/s.exec(show(word))!
    environment.set(name!, word.kind === 'literal' ? literal(value!) : word)
  }
  if (words.length === 0) return
  const via = context.invocation.program
  if (words.length === 1 && /\s/.test(show(words[0]!))) context.code('shell', words[0]!, { via, environment })
  else context.runs(words, { via, environment })
}

/** Every operand is one shell command. */
function eachIsCommand(context: ProgramContext): void {
  const { program } = context.invocation
  const read = readOptions(context, context.invocation.args, {
    arity: arity(
      '-n --names -c --prefix-colors -p --prefix -m --max-processes -w --warmup -r --runs --min-runs -M --max-runs -L --parameter-list -D --parameter-step-size --export-markdown --export-json --export-csv --export-asciidoc -S --shell -s --setup --prepare --cleanup --success --restart-tries --restart-after -l --prefix-length --hide --style --command-name -t --timestamp-format --delimiter -d --delay --polling-interval',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-s', '--setup', '--prepare', '--cleanup'))
    if (program === 'hyperfine') context.code('shell', word, { via: program })
  for (const word of read.values('-c')) if (program === 'chokidar') context.code('shell', word, { via: program })
  for (const word of read.values('--export-markdown', '--export-json', '--export-csv', '--export-asciidoc'))
    context.writes(word, 'overwrite')
  if (program === 'onchange') {
    const dashes = context.invocation.args.findIndex((word) => textOf(word) === '--')
    if (dashes >= 0) context.runs(context.invocation.args.slice(dashes + 1), { via: program })
    return
  }
  if (program === 'chokidar') return
  for (const word of read.operands) {
    const text = textOf(word)
    if (program === 'start-server-and-test' && text !== undefined && /^(https?[-:]|\d+$|http-get)/.test(text)) continue
    const script = /^(?:npm|yarn|pnpm|bun):(.+)$/.exec(text ?? '')?.[1]
    if (script !== undefined)
      context.runs([literal('npm'), literal('run'), literal(script.replace(/^"|"$/g, ''))], { via: program })
    else if (program === 'start-server-and-test' && text !== undefined && /^[\w:-]+$/.test(text))
      context.runs([literal('npm'), literal('run'), literal(text)], { via: program })
    else context.code('shell', word, { via: program })
  }
}

/** Names and patterns of package.json scripts. */
function packageScripts(context: ProgramContext): void {
  for (const word of context.invocation.args) {
    const text = textOf(word)
    if (text === undefined && word.kind === 'dynamic') context.opaque('dynamic-program', show(word))
    else if (text === undefined) continue
    else if (text.startsWith('-') || /[*{]/.test(text)) continue
    else
      context.runs([literal('npm'), literal('run'), ...text.split(' ').map(literal)], {
        via: context.invocation.program,
      })
  }
}

/** Options, then a command. */
function rest(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: arity(
      '-e --exts -w --watch -W -i --ignore -f --filter -d --debounce -s --signal -E --env -o --on-busy-update --workdir -r --regex -g --glob -t --times --delay',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (read.operands.length === 0) return
  if (read.operands.length === 1 && /\s/.test(show(read.operands[0]!)))
    context.code('shell', read.operands[0]!, { via: context.invocation.program })
  else
    context.runs(read.operands, {
      via: context.invocation.program,
      ...(context.invocation.program === 'entr' ? { moreArguments: true } : {}),
    })
}

/** Node with another front: a script file, or code in an option. */
function scriptRunner(context: ProgramContext): void {
  const { program } = context.invocation
  const read = readOptions(context, context.invocation.args, {
    arity: arity(
      '-e --eval -p --print -r --require --import --loader --experimental-loader -P --project --tsconfig -O --compiler-options -w --watch-path --ext --exec -x --config -i --ignore --env-file -C --cwd --cwd-mode --signal --delay --include --exclude',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  const nodemon = program === 'nodemon'
  for (const word of nodemon ? [] : read.values('-e', '--eval', '-p', '--print'))
    context.code('javascript', word, { via: program })
  for (const word of read.values('-r', '--require', '--import', '--loader', '--experimental-loader'))
    if (/^[./~]/.test(show(word))) context.file(word, 'javascript')
  for (const word of read.values('--env-file')) context.reads(word)
  const exec = read.value('-x', '--exec')
  if (nodemon && exec) {
    context.code('shell', exec, { via: program })
    return
  }
  const words = /^(watch)$/.test(textOf(read.operands[0]) ?? '') ? read.operands.slice(1) : read.operands
  const [script, ...args] = words
  if (!script) {
    if (nodemon) runsProject(context)
    else if (!read.has('-e', '--eval', '-p', '--print', '--version', '-v', '--help', '-h', '--test'))
      context.stdinAsCode('javascript')
  } else if (textOf(script) === '-') context.stdinAsCode('javascript')
  else if (nodemon && /^(tsx|ts-node|node|npm|bun|deno)$/.test(show(script))) context.runs(words, { via: program })
  else context.file(script, 'javascript', args)
}
