import type { Language } from '../../action.ts'
import { isGiven, literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import { programNamed } from './index.ts'
import { onlyCalculates } from '../code/calculations.ts'
import { isPlainModule } from '../code/scripting.ts'
import { onlyAsks } from './facts.ts'
import type { Kit, Program } from './program.ts'
import type { Place } from '../../place.ts'
import { isOwn, within } from './project.ts'

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
}

const table: readonly Interpreter[] = [
  {
    names: ['node', 'nodejs', 'tsx', 'ts-node', 'esno', 'jiti', 'babel-node', 'swc-node'],
    language: 'javascript',
    code: '-e --eval -p --print',
    values: '-C --conditions --input-type --env-file --max-old-space-size --title -P --project --tsconfig',
    loads: '-r --require --import --loader --experimental-loader',
    inert: '-v --version -h --help -c --check --v8-options',
  },
  {
    names: ['perl', 'perl5'],
    language: 'perl',
    code: '-e -E',
    values: '-I -F -x -C -D',
    inert: '-v -V -h',
    lines: '-n -p',
    inPlace: '-i',
  },
  {
    names: ['ruby'],
    language: 'ruby',
    code: '-e',
    values: '-I -C -E -W -F',
    loads: '-r',
    inert: '-v --version -h --help -c',
    lines: '-n -p',
    inPlace: '-i',
  },
  {
    names: ['php', 'php8', 'php7'],
    language: 'php',
    code: '-r -B -R -E',
    values: '-d -c -t -z',
    loads: '-f -F',
    inert: '-v --version -m -i --info --modules -h --help -l --ini',
  },
  {
    names: ['lua', 'luajit', 'lua5.1', 'lua5.3', 'lua5.4'],
    language: 'lua',
    code: '-e',
    values: '',
    loads: '-l',
    inert: '-v',
  },
  { names: ['osascript'], language: 'applescript', code: '-e', values: '-l -s', inert: '' },
  {
    names: ['rscript', 'r'],
    language: 'statistics',
    code: '-e',
    values: '',
    loads: '-f --file',
    inert: '--version --help',
  },
  {
    names: ['julia'],
    language: 'statistics',
    code: '-e -E --eval --print',
    values: '-p -t -J --project --threads',
    loads: '-L --load',
    inert: '-v --version -h --help',
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
      'clojure',
      'clj',
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
      'pwsh-preview',
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

function interprets(kit: Kit, interpreter: Interpreter): void {
  const { args, program, stdin } = kit.invocation
  const { language } = interpreter
  const given = readArguments(args, {
    arity: arityOf(interpreter),
    style: interpreter.style ?? 'gnu',
    stopAtOperand: true,
  })
  for (const name of names(interpreter.loads)) for (const file of given.values(name)) load(kit, file, language)
  if (given.has(...names(interpreter.starts))) kit.opaque('unreadable-code')
  if (program.startsWith('perl')) tellPerlModules(kit, args)
  if (program.startsWith('php'))
    for (const word of given.values('-d'))
      if (PHP_LOADS.test(show(word))) kit.opaque('unreadable-code', `php -d ${show(word)}`)
  // `ruby -run -e httpd` serves the directory.
  if (
    program === 'ruby' &&
    given.values('-r').some((word) => textOf(word) === 'un') &&
    args.some((word) => textOf(word) === 'httpd')
  )
    kit.tell({ does: 'open-door', what: 'listener' })
  const code = given.values(...names(interpreter.code))
  if (code.length > 0) {
    const text = code.every((word) => word.kind === 'literal')
      ? literal(code.map(show).join('\n'))
      : code.find((word) => word.kind !== 'literal')!
    const alone = given.operands.length === 0 && given.values(...names(interpreter.loads)).length === 0
    if (alone && text.kind === 'literal' && onlyCalculates(program, text.text))
      kit.tell({ does: 'run-code', language, origin: 'inline', seenThrough: true })
    else kit.code(language, text, { via: `${program} ${names(interpreter.code)[0]}` })
    readsArguments(kit, text, given.operands)
    if (given.has(...names(interpreter.lines)) || given.has(interpreter.inPlace ?? '\0'))
      overFiles(kit, given.operands, given.has(interpreter.inPlace ?? '\0'))
    return
  }
  if (given.has(...names(interpreter.inert))) return
  if (program === 'php' && given.has('-S')) {
    kit.tell({
      does: 'open-door',
      what: 'listener',
      address: show(given.operands[0] ?? literal('')).split(':')[0] ?? '',
    })
    return
  }
  if (given.has('--test', '--run', '--watch') && given.operands.length === 0) {
    if (given.has('--run')) kit.opaque('unknown-option')
    return
  }
  // Test files by pattern: those of the project.
  if (given.has('--test') && given.operands.every((word) => isOwnPattern(kit, word))) return
  if (given.has('--inspect', '--inspect-brk')) kit.tell({ does: 'open-door', what: 'listener', address: '127.0.0.1' })
  if (language === 'javascript' && textOf(given.operands[0]) === 'inspect') return debugs(kit, given.operands.slice(1))
  const [script, ...rest] = given.operands
  // The gate's own launcher, by its file: a link to the console made that way is still one.
  if (script && /(?:^|\/)portcullis\.cjs$/.test(show(script)))
    kit.runs([literal('portcullis'), ...rest], { via: program })
  const written = script && language === 'other' ? kit.written(kit.place(script)) : undefined
  if (written?.kind === 'text' && onlyCalculates(program, written.text))
    kit.tell({ does: 'run-code', language, origin: 'written-file', place: kit.place(script!), seenThrough: true })
  else if (script) kit.file(script, language, rest, { via: program })
  else if (given.value('-f', '-F')) return
  else if (stdin.kind === 'nothing') kit.opaque('interactive')
  else kit.stdinAsCode(language)
}

/** `node inspect`: runs a file, or joins a process that waits for a debugger, and then whatever it is told in there. */
function debugs(kit: Kit, [about, ...rest]: readonly Word[]): void {
  const text = show(about ?? literal(''))
  if (about && !text.startsWith('-') && !/^[\w.-]*:\d+$/.test(text))
    kit.file(about, 'javascript', rest, { via: 'node inspect' })
  kit.opaque('interactive', `node inspect ${text}`)
}

/** Code that opens its arguments reads what it is given. */
function readsArguments(kit: Kit, code: Word, operands: readonly Word[]): void {
  const text = show(code)
  if (!/argv|\bARGV\b|\$_\[0\]|\bshift\b/i.test(text) || !/open|read|slurp|load|contents|`/i.test(text)) return
  for (const word of operands) if (/[/.~…{]/.test(show(word)) || word.kind !== 'literal') kit.reads(word)
}

/** Settings of PHP that load code, or take a guard away. */
const PHP_LOADS =
  /^(?:auto_(?:ap|pre)pend_file|(?:zend_)?extension(?:_dir)?|allow_url_include|disable_functions|open_basedir|ffi\.\w+|opcache\.preload|include_path|sendmail_path)\b/i

/** Well-known modules of Perl: what code does with them is in the code. Any other is somebody's code, and runs when it is loaded. */
const PERL_MODULES =
  /^(?:CPAN|lib|B|O|DBI|CGI|ojo|Moo(?:se)?|Env|English|Errno|Fcntl|FindBin|Carp|Storable|Benchmark|Socket|DateTime|YAML|Mojo|LWP|overload|parent|base|sort|locale|charnames|open|less|re|mro|bignum|autodie|diagnostics|local::lib|(?:Archive|Compress|DateTime?|Devel|File|HTTP|Hash|I18N|IO|IPC|Image|LWP|Math|Module|Mojo|Net|Perl|Pod|Sys|Term|Test|Tie|Try|Unicode|XML|YAML)::[\w:]+)$/

/** `-MName`: a module of Perl's own that only computes, or somebody's code; `-I` says where else to look for it. */
function tellPerlModules(kit: Kit, args: readonly Word[]): void {
  const ownLibrary = args.some(
    (word) => /^-I\S/.test(show(word)) && isOwn(kit, kit.place(literal(show(word).slice(2)))),
  )
  for (const [index, word] of args.entries()) {
    const text = show(word)
    const module = /^-[a-zA-Z]*?[Mm]-?([A-Z_a-z]\w*(?:::\w+)*)/.exec(text)?.[1]
    if (module !== undefined && !isPlainModule(module) && !PERL_MODULES.test(module) && !ownLibrary)
      kit.opaque('unreadable-code', `perl -M${module}`)
    if (text.startsWith('-I')) {
      const directory = text === '-I' ? args[index + 1] : literal(text.slice(2))
      if (directory && !isOwn(kit, kit.place(directory))) kit.opaque('unreadable-code', `perl -I${show(directory)}`)
    }
    if (/^-[a-zA-Z]*[eE]$/.test(text)) return
  }
}

function isOwnPattern(kit: Kit, word: Word): boolean {
  const place = kit.place(word)
  return place.kind === 'glob' && isOwn(kit, place) && /test|spec/i.test(place.pattern)
}

function names(list: string | undefined): string[] {
  return (list ?? '').split(' ').filter(Boolean)
}

/** A module by bare name is an installed package; by path it is a file. */
function load(kit: Kit, file: Word, language: Language): void {
  if (/^(?:data|https?):/.test(show(file))) kit.opaque('unreadable-code', show(file))
  else if (/^[./~]|\.\w+$/.test(show(file)) || file.kind !== 'literal') kit.file(file, language)
}

function overFiles(kit: Kit, files: readonly Word[], inPlace: boolean): void {
  for (const file of files) {
    kit.reads(file)
    if (inPlace) kit.writes(file, 'edit')
  }
  if (inPlace) return
  kit.puts(
    files.length > 0
      ? { kind: 'file', places: files.map((file) => kit.place(file)) }
      : kit.invocation.stdin.kind === 'text'
        ? { kind: 'unknown' }
        : kit.invocation.stdin,
  )
}

/** Python modules that are programs and only compute, look or print. */
const PLAIN_MODULES: ReadonlySet<string> = new Set(
  'json.tool timeit py_compile compileall site sysconfig platform this calendar tokenize ast dis unittest doctest venv virtualenv ensurepip base64 gzip zipfile tarfile inspect pydoc pyclbr tabnanny symtable webbrowser idlelib turtledemo antigravity turtle sqlite3 random uuid textwrap locale encodings.rot_13 zipapp pickle pickletools mimetypes'.split(
    ' ',
  ),
)

/** Python modules that run the script they are given and watch it. */
const RUNNING_MODULES: ReadonlySet<string> = new Set(['cProfile', 'profile', 'trace', 'runpy', 'viztracer', 'coverage'])

function python(kit: Kit): void {
  const { args, stdin } = kit.invocation
  let at = 0
  for (; at < args.length; at++) {
    const text = textOf(args[at]) ?? show(args[at]!)
    const cluster = /^-[a-zA-Z]*([cm])(.*)$/s.exec(text)
    if (cluster && !/^-[WXQ]/.test(text) && !text.startsWith('--')) {
      const attached = cluster[2] !== ''
      const value = attached ? literal(cluster[2]!) : args[at + 1]
      const rest = args.slice(attached ? at + 1 : at + 2)
      if (!value) kit.opaque('unknown-option')
      else if (cluster[1] === 'c') {
        kit.code('python', value, { via: 'python -c' })
        readsArguments(kit, value, rest)
      } else runsModule(kit, value, rest)
      return
    }
    if (/^-[WXQ]$/.test(text)) at++
    else if (/^(?:-V+|--version|-h|--help|-\?|--help-\w+)$/.test(text)) return
    else if (text === '-' || !text.startsWith('-')) break
  }
  const script = args[at]
  if (script) kit.file(script, 'python', args.slice(at + 1), { via: 'python' })
  else if (stdin.kind === 'nothing') kit.opaque('interactive')
  else kit.stdinAsCode('python')
}

const TIMEIT: ReadonlyMap<string, Arity> = new Map(
  ['-s', '--setup', '-n', '--number', '-r', '--repeat', '-u', '--unit'].map((name) => [name, 'value'] as const),
)

function runsModule(kit: Kit, module: Word, rest: readonly Word[]): void {
  const name = textOf(module)
  if (name === undefined) {
    if (!isGiven(module) || !onlyAsks(rest)) kit.opaque('dynamic-code', show(module))
    return
  }
  if (/^(?:http\.server|SimpleHTTPServer|pyftpdlib|smtpd|aiosmtpd|uploadserver|wsgiref\.simple_server)$/.test(name)) {
    const bind = rest.findIndex((word) => /^(?:-b|--bind)$/.test(show(word)))
    const served = rest.findIndex((word) => /^(?:-d|--directory)$/.test(show(word)))
    const own = isOwn(kit, served < 0 ? kit.invocation.cwd : kit.place(rest[served + 1] ?? literal('/')))
    // Without an address it is what every development server is; a directory that is not the project's is given away.
    const everybody = bind < 0 && !(own && name === 'http.server')
    if (!own) kit.reads(rest[served + 1] ?? literal(served < 0 ? '.' : '/'), 'content', { recursive: true })
    kit.tell({
      does: 'open-door',
      what: 'listener',
      ...(everybody ? { address: '0.0.0.0' } : bind < 0 ? {} : { address: show(rest[bind + 1] ?? literal('0.0.0.0')) }),
    })
    return
  }
  if (name === 'timeit') {
    const given = readArguments(rest, { arity: TIMEIT, style: 'gnu' })
    const code = [...given.values('-s', '--setup'), ...given.operands]
    const unknown = code.find((word) => word.kind !== 'literal')
    kit.code('python', unknown ?? literal(code.map(show).join('\n')), { via: 'python -m timeit' })
    return
  }
  if (name === 'pdb') {
    kit.opaque('interactive')
    return
  }
  if (RUNNING_MODULES.has(name)) {
    const script = rest.findIndex((word) => show(word).endsWith('.py'))
    if (script >= 0) kit.file(rest[script]!, 'python', rest.slice(script + 1), { via: 'python -m' })
    else if (name === 'coverage') kit.runs([literal(name), ...rest], { via: 'python -m' })
    else if (!onlyAsks(rest)) kit.opaque('unreadable-code', kit.invocation.evidence)
    return
  }
  if (name === 'zipfile' || name === 'tarfile') {
    const packs = rest.some((word) => /^(?:-c|--create)$/.test(show(word)))
    const files = rest.filter((word) => !show(word).startsWith('-'))
    for (const word of packs ? files.slice(1) : files.slice(0, 1)) kit.reads(word, 'content', { recursive: packs })
    for (const word of packs ? files.slice(0, 1) : files.slice(1)) kit.writes(word, packs ? 'overwrite' : 'directory')
    return
  }
  if (PLAIN_MODULES.has(name)) {
    for (const word of rest) if (/^[^-].*|^\./.test(show(word)) && !/^\w+$/.test(show(word))) kit.reads(word)
    return
  }
  const program = name.replaceAll('_', '-').toLowerCase()
  for (const candidate of [name, program, name.split('.')[0]!]) {
    if (!programNamed(candidate)) continue
    kit.runs([literal(candidate), ...rest], { via: 'python -m' })
    return
  }
  // A module of the project itself, as a file or as a package with a `__main__`.
  const path = name.replaceAll('.', '/')
  const files = [`${path}.py`, `${path}/__main__.py`, `src/${path}.py`, `src/${path}/__main__.py`]
  const file = files.find((each) => isThere(kit, within(kit.invocation.cwd, each, kit))) ?? files[1]!
  kit.file(literal(file), 'python', rest, { via: 'python -m' })
}

function isThere(kit: Kit, place: Place): boolean {
  return place.kind === 'path' && (kit.written(place) !== undefined || kit.world.look(place.real) === 'file')
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
  ...table.map((interpreter) => ({ names: interpreter.names, means: (kit: Kit) => interprets(kit, interpreter) })),
]
