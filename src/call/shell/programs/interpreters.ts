import type { Language } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { onlyCalculates } from '../code/calculations.ts'
import { isPlainModule } from '../code/scripting.ts'
import type { ProgramContext, Program } from './program.ts'
import { applyPerl } from './perl-apply.ts'
import { isOwn, textAt } from './project.ts'
import { changeOf } from './sed-apply.ts'
import type { Entry, Value } from '../../programs/entry.ts'
import { walk } from '../../programs/walk.ts'
import { NODE_FLAGS, NODE_OPTIONS } from './node-options.ts'
import { python, readsArguments } from './python-interpreter.ts'

/** How an interpreter is told what to run. */
interface Interpreter {
  readonly names: readonly string[]
  readonly language: Language
  /** Options whose value is code. */
  readonly code: string
  /** Options that take some other value. */
  readonly values?: string
  /** Options whose value is a file of code that is loaded. */
  readonly loads?: string
  /** Options that start or load what cannot be read. */
  readonly starts?: string
  /** Options after which it only prints something about itself or checks syntax. */
  readonly inert?: string
  /** Flags that run the code over every line of the operands: `perl -pe`. */
  readonly lines?: string
  readonly inPlace?: string
  readonly style?: 'single-dash'
  /** Further options. With them the list is closed: an option that is not written down is not understood. */
  readonly options?: Readonly<Record<string, Value>>
  readonly flags?: string
}

const table: readonly Interpreter[] = [
  {
    names: ['node', 'nodejs', 'tsx', 'ts-node', 'esno', 'jiti', 'babel-node', 'swc-node'],
    language: 'javascript',
    code: '-e --eval -p --print',
    values: '-C --conditions --input-type --env-file --max-old-space-size --title -P --project --tsconfig',
    loads: '-r --require --import --loader --experimental-loader',
    inert: '-v --version -h --help -c --check --v8-options',
    options: NODE_OPTIONS,
    flags: NODE_FLAGS,
  },
  {
    names: ['perl', 'perl5'],
    language: 'perl',
    code: '-e -E',
    values: '-I -F -x -C -D',
    inert: '-v -V -h',
    lines: '-n -p',
    inPlace: '-i',
    options: { '-M, -m, -I': 'text', '-x': 'project-directory?', '-0, -l, -C, -D, -F, -V': 'text?' },
    flags: '-t -T -u -U -W -w -X -c -a -s -S -f -g',
  },
  {
    names: ['ruby'],
    language: 'ruby',
    code: '-e',
    values: '-I -C -E -F',
    loads: '-r',
    inert: '-v --version -h --help -c',
    lines: '-n -p',
    inPlace: '-i',
    options: {
      '-I, -C, -X': 'project-directory',
      '-x': 'project-directory?',
      '-0, -K, -T, -W': 'text?',
      '--encoding, --external-encoding, --internal-encoding, --backtrace-limit, --parser, --enable, --disable, --dump':
        'text',
      '--yjit-*, --disable-*, --enable-*': 'text?',
    },
    flags: '-a -d --debug -l -s -S --verbose -w -y --copyright --jit --yjit -U',
  },
  {
    names: ['php', 'php8', 'php7'],
    language: 'php',
    code: '-r --run -B --process-begin -R --process-code -E --process-end',
    values: '-d --define -c --php-ini -t --docroot -z --zend-extension',
    loads: '-f --file -F --process-file',
    inert: '-v --version -m -i --info --modules -h --help -l --ini',
    options: {
      '-c, --php-ini': 'config',
      '-z, --zend-extension': 'loads-code',
      '-t, --docroot': 'names',
      '--rf, --rfunction, --rc, --rclass, --re, --rextension, --ri, --rextinfo, --rz, --rzendextension': 'text',
    },
    flags:
      '-S --server -a --interactive -C --no-chdir -q --no-header -n --no-php-ini -e --profile-info -s --syntax-highlight -w --strip -H --hide-args --syntax-check',
  },
  {
    names: ['lua', 'luajit', 'lua5.1', 'lua5.3', 'lua5.4'],
    language: 'lua',
    code: '-e',
    values: '',
    loads: '-l',
    inert: '-v',
    options: {},
    flags: '-i -E -W -joff -jon -O3',
  },
  { names: ['osascript'], language: 'applescript', code: '-e', values: '-l -s', inert: '' },
  {
    names: ['rscript', 'r'],
    language: 'statistics',
    code: '-e',
    values: '',
    loads: '-f --file',
    inert: '--version --help',
    options: { '--encoding, --default-packages': 'text', '--max-*, --min-*': 'text?' },
    flags:
      '--vanilla --no-save --no-restore --no-environ --no-site-file --no-init-file --slave --silent -q --quiet --verbose --args --no-echo -s --interactive --save --restore --no-readline',
  },
  {
    names: ['julia'],
    language: 'statistics',
    code: '-e -E --eval --print',
    values: '-p -t -J --threads',
    loads: '-L --load',
    inert: '-v --version -h --help',
    options: {
      '-J, --sysimage': 'loads-code',
      '--project': 'project-directory?',
      '-H, --home': 'project-directory',
      '--procs, --color, --startup-file, --history-file, --banner, --depwarn, --warn-overwrite, --compiled-modules, --check-bounds, --code-coverage, --track-allocation, -g, -O, --optimize, --math-mode, --inline, --min-optlevel, --heap-size-hint, --gcthreads, --handle-signals, --pkgimages, --compile':
        'text?',
    },
    flags: '-q --quiet -i',
  },
  {
    names: ['octave', 'octave-cli', 'scilab-cli', 'scilab', 'maxima', 'elixir', 'sbcl', 'clisp', 'ecl'],
    language: 'other',
    code: '-e -x --eval --batch-string --rpc-eval',
    values: '-p --path --name --sname --cookie --erl --dot-iex',
    loads: '-r -pr -pa -pz -f --load --script -l -b --batch',
    inert: '--version -v -h --help --short-version',
  },
  {
    names: ['erl'],
    language: 'other',
    code: '-eval',
    values: '-name -sname -setcookie',
    starts: '-s -run -pa -pz -config -args_file -boot -remsh -init_debug -loader',
    inert: '-version',
    style: 'single-dash',
  },
  {
    names: ['jshell'],
    language: 'compiled',
    code: '',
    values: '--class-path -c --module-path --add-modules --feedback',
    loads: '--startup',
    starts: '-R -J --execution --add-exports -C',
    inert: '--version --help -h --show-version',
  },
  { names: ['swipl'], language: 'other', code: '-g -t', values: '', loads: '-s -l -x', inert: '--version --help' },
  {
    names: [
      'groovy',
      'scala',
      'tclsh',
      'expect',
      'guile',
      'racket',
      'ghci',
      'runghc',
      'runhaskell',
      'ocaml',
      'gjs',
      'raku',
      'rakudo',
      'perl6',
      'nu',
      'elvish',
      'xonsh',
      'wish',
      'gnuplot',
      'kotlin',
    ],
    language: 'other',
    code: '-e -c -eval --eval -E',
    values: '',
    inert: '--version -version --help -v -h',
  },
]

const closedEntries = new Map<Interpreter, Entry>()

/** What is told apart below is text here. */
function entryOf(interpreter: Interpreter): Entry | undefined {
  const { code, values, loads, inert, lines, inPlace, options, style } = interpreter
  if (options === undefined) return undefined
  const known = closedEntries.get(interpreter)
  if (known) return known
  const entry: Entry = {
    operands: 'text',
    stopAtOperand: true,
    ...(style ? { style } : {}),
    language: interpreter.language,
    options: {
      [names(`${code} ${values ?? ''} ${loads ?? ''}`).join(', ')]: 'text',
      ...(inPlace ? { [inPlace]: 'text?' } : {}),
      ...options,
    },
    flags: `${inert ?? ''} ${lines ?? ''} ${interpreter.flags ?? ''}`,
  }
  closedEntries.set(interpreter, entry)
  return entry
}

const arities = new Map<Interpreter, ReadonlyMap<string, Arity>>()

function arityOf(interpreter: Interpreter): ReadonlyMap<string, Arity> {
  const known = arities.get(interpreter)
  if (known) return known
  const arity = new Map<string, Arity>()
  for (const name of `${interpreter.code} ${interpreter.values ?? ''} ${interpreter.loads ?? ''}`.split(' '))
    if (name) arity.set(name, 'value')
  if (interpreter.inPlace) arity.set(interpreter.inPlace, 'optional')
  arities.set(interpreter, arity)
  return arity
}

function interprets(context: ProgramContext, interpreter: Interpreter): void {
  const { program, stdin } = context.invocation
  const { language } = interpreter
  // `-pe` is both in one.
  const args = context.invocation.args.map((word) =>
    language === 'javascript' && textOf(word) === '-pe' ? literal('-p') : word,
  )
  const entry = entryOf(interpreter)
  if (entry) walk(context, entry, args)
  const grammar = { arity: arityOf(interpreter), style: interpreter.style ?? 'gnu', stopAtOperand: true } as const
  // An entry has said already which options it does not know.
  const given = entry ? readArguments(args, grammar) : readOptions(context, args, grammar)
  for (const name of names(interpreter.loads)) for (const file of given.values(name)) load(context, file, language)
  if (given.has(...names(interpreter.starts))) context.opaque('unreadable-code')
  if (program.startsWith('perl')) recordPerlModules(context, args)
  // `php artisan tinker --execute='…'` is code in a word.
  if (program.startsWith('php') && args.some((word) => textOf(word) === 'tinker'))
    for (const word of args)
      if (show(word).startsWith('--execute='))
        context.code('php', word.kind === 'literal' ? literal(word.text.slice('--execute='.length)) : word, {
          via: 'artisan tinker',
        })
  if (program.startsWith('php'))
    for (const word of given.values('-d', '--define'))
      if (PHP_LOADS.test(show(word))) context.opaque('unreadable-code', `php -d ${show(word)}`)
  // `ruby -run -e httpd` serves the directory.
  if (
    program === 'ruby' &&
    given.values('-r').some((word) => textOf(word) === 'un') &&
    args.some((word) => textOf(word) === 'httpd')
  )
    context.record({ does: 'open-door', what: 'listener' })
  const code = given.values(...names(interpreter.code))
  if (code.length > 0) {
    const text = code.every((word) => word.kind === 'literal')
      ? literal(code.map(show).join('\n'))
      : code.find((word) => word.kind !== 'literal')!
    const alone = given.operands.length === 0 && given.values(...names(interpreter.loads)).length === 0
    if (alone && text.kind === 'literal' && onlyCalculates(program, text.text))
      context.record({ does: 'run-code', language, origin: 'inline', seenThrough: true })
    else context.code(language, text, { via: `${program} ${names(interpreter.code)[0]}`, args: given.operands })
    readsArguments(context, text, given.operands)
    if (given.has(...names(interpreter.lines)) || given.has(interpreter.inPlace ?? '\0'))
      overFiles(context, given.operands, given.has(interpreter.inPlace ?? '\0'), followed(program, args, text))
    return
  }
  if (given.has(...names(interpreter.inert))) return
  if (program === 'php' && given.has('-S')) {
    context.record({
      does: 'open-door',
      what: 'listener',
      address: show(given.operands[0] ?? literal('')).split(':')[0] ?? '',
    })
    return
  }
  if (given.has('--test', '--run', '--watch') && given.operands.length === 0) {
    if (given.has('--run')) context.opaque('unknown-option')
    return
  }
  // Test files by pattern: those of the project.
  if (given.has('--test') && given.operands.every((word) => isOwnPattern(context, word))) return
  if (given.has('--inspect', '--inspect-brk'))
    context.record({ does: 'open-door', what: 'listener', address: '127.0.0.1' })
  if (language === 'javascript' && textOf(given.operands[0]) === 'inspect')
    return debugs(context, given.operands.slice(1))
  if (program === 'r' && textOf(given.operands[0]) === 'CMD') return commands(context, given.operands.slice(1))
  const [script, ...rest] = given.operands
  // The gate's own launcher, by its file: a link to the console made that way is still one.
  if (script && /(?:^|\/)portcullis\.cjs$/.test(show(script)))
    context.runs([literal('portcullis'), ...rest], { via: program })
  const written = script && language === 'other' ? context.written(context.place(script)) : undefined
  if (written?.kind === 'text' && onlyCalculates(program, written.text))
    context.record({
      does: 'run-code',
      language,
      origin: 'written-file',
      place: context.place(script!),
      seenThrough: true,
    })
  else if (script) context.file(script, language, rest, { via: program })
  else if (given.value('-f', '-F')) return
  else if (stdin.kind === 'nothing') context.opaque('interactive')
  else context.stdinAsCode(language, [])
}

/** `R CMD BATCH x.R`: of its commands, those that only read a package are known. */
function commands(context: ProgramContext, [name, ...rest]: readonly Word[]): void {
  const files = rest.filter((word) => !show(word).startsWith('-'))
  if (textOf(name) === 'BATCH' && files[0]) context.file(files[0], 'statistics')
  else if (
    /^(?:check|build|config|Rdconv|Rd2txt)$/.test(textOf(name) ?? '') &&
    files.every((word) => isOwn(context, context.place(word)))
  )
    context.project(context.invocation.cwd)
  else context.opaque('unknown-subcommand', `unknown subcommand \`CMD ${show(name ?? literal(''))}\` of R`)
}

/** `node inspect`: runs a file, or joins a process that waits for a debugger, and then whatever it is told in there. */
function debugs(context: ProgramContext, [about, ...rest]: readonly Word[]): void {
  const text = show(about ?? literal(''))
  if (about && !text.startsWith('-') && !/^[\w.-]*:\d+$/.test(text))
    context.file(about, 'javascript', rest, { via: 'node inspect' })
  context.opaque('interactive', `node inspect ${text}`)
}

/** Settings of PHP that load code, or take a guard away. */
const PHP_LOADS =
  /^(?:auto_(?:ap|pre)pend_file|(?:zend_)?extension(?:_dir)?|allow_url_include|disable_functions|open_basedir|ffi\.\w+|opcache\.preload|include_path|sendmail_path)\b/i

/** Well-known modules of Perl: what code does with them is in the code. Any other is somebody's code, and runs when it is loaded. */
const PERL_MODULES =
  /^(?:CPAN|lib|B|O|DBI|CGI|ojo|Moo(?:se)?|Env|English|Errno|Fcntl|FindBin|Carp|Storable|Benchmark|Socket|DateTime|YAML|Mojo|LWP|overload|parent|base|sort|locale|charnames|open|less|re|mro|bignum|autodie|diagnostics|local::lib|(?:Archive|Compress|DateTime?|Devel|File|HTTP|Hash|I18N|IO|IPC|Image|LWP|Math|Module|Mojo|Net|Perl|Pod|Sys|Term|Test|Tie|Try|Unicode|XML|YAML)::[\w:]+)$/

/** `-MName`: a module of Perl's own that only computes, or somebody's code; `-I` says where else to look for it. */
function recordPerlModules(context: ProgramContext, args: readonly Word[]): void {
  const ownLibrary = args.some(
    (word) => /^-I\S/.test(show(word)) && isOwn(context, context.place(literal(show(word).slice(2)))),
  )
  for (const [index, word] of args.entries()) {
    const text = show(word)
    const module = /^-[a-zA-Z]*?[Mm]-?([A-Z_a-z]\w*(?:::\w+)*)/.exec(text)?.[1]
    if (/^-[Mm]/.test(text) && !/^-[Mm]-?[\w:]+(?:=[^;(){}`]*)?$/.test(text)) context.opaque('unreadable-code', text)
    if (module !== undefined && !isPlainModule(module) && !PERL_MODULES.test(module) && !ownLibrary)
      context.opaque('unreadable-code', `perl -M${module}`)
    if (text.startsWith('-I')) {
      const directory = text === '-I' ? args[index + 1] : literal(text.slice(2))
      if (directory && !isOwn(context, context.place(directory)))
        context.opaque('unreadable-code', `perl -I${show(directory)}`)
    }
    if (/^-[a-zA-Z]*[eE]$/.test(text)) return
  }
}

function isOwnPattern(context: ProgramContext, word: Word): boolean {
  const place = context.place(word)
  return place.kind === 'glob' && isOwn(context, place) && /test|spec/i.test(place.pattern)
}

function names(list: string | undefined): string[] {
  return (list ?? '').split(' ').filter(Boolean)
}

/** A module by bare name is an installed package; by path it is a file. */
function load(context: ProgramContext, file: Word, language: Language): void {
  if (/^(?:data|https?):/.test(show(file))) context.opaque('unreadable-code', show(file))
  else if (/^[./~]|\.\w+$/.test(show(file)) || file.kind !== 'literal') context.file(file, language)
}

/** What the code makes of the text of each file, as far as it can be followed. */
type Follows = (text: string) => string | undefined

function followed(program: string, args: readonly Word[], code: Word): Follows | undefined {
  const script = textOf(code)
  if (!program.startsWith('perl') || script === undefined) return undefined
  const flags = args.map(show).filter((word) => /^-[^-]/.test(word))
  const prints = flags.some((word) => /^-(?:0\d*)?[a-zA-Z]*p/.test(word))
  return (text) => applyPerl(script, text, { prints, whole: flags.some((word) => /^-\w*0/.test(word)) })
}

function overFiles(context: ProgramContext, files: readonly Word[], inPlace: boolean, follows?: Follows): void {
  for (const file of files) {
    context.reads(file)
    if (!inPlace) continue
    const before = follows && textAt(context, context.place(file))
    const after = before === undefined ? undefined : follows?.(before)
    context.writes(file, 'edit', after === undefined ? undefined : changeOf(before!, after))
  }
  if (inPlace) return
  context.puts(
    files.length > 0
      ? { kind: 'file', places: files.map((file) => context.place(file)) }
      : context.invocation.stdin.kind === 'text'
        ? { kind: 'unknown' }
        : context.invocation.stdin,
  )
}

export const interpreters: readonly Program[] = [
  {
    names: [
      'python',
      'python2',
      'python3',
      'pypy',
      'pypy3',
      ...Array.from({ length: 5 }, (_, minor) => `pypy3.${minor + 7}`),
      'graalpy',
      'micropython',
      'jython',
      'py',
      ...Array.from({ length: 9 }, (_, minor) => `python3.${minor + 6}`),
      'python2.7',
    ],
    means: python,
  },
  ...table.map((interpreter) => ({
    names: interpreter.names,
    means: (context: ProgramContext) => interprets(context, interpreter),
  })),
]
