import { isGiven, literal, show, textOf, type Word } from '../../word.ts'
import type { Place } from '../../place.ts'
import type { Entry } from '../../programs/entry.ts'
import { followed, walk } from '../../programs/walk.ts'
import { type Arity, readArguments } from '../options.ts'
import { onlyAsks } from './facts.ts'
import type { ProgramContext } from './program.ts'
import { isOwn, within } from './project.ts'

/** Python modules that are programs and only compute, look or print. */
const PLAIN_MODULES: ReadonlySet<string> = new Set(
  'json.tool timeit py_compile compileall site sysconfig platform this calendar tokenize ast dis doctest virtualenv ensurepip base64 gzip zipfile tarfile inspect pyclbr tabnanny symtable antigravity turtle sqlite3 random uuid textwrap locale encodings.rot_13 pickle pickletools mimetypes'.split(
    ' ',
  ),
)

/** Modules of Python with options that write or run. */
const MODULES: Readonly<Record<string, Entry>> = {
  unittest: {
    language: 'python',
    operands: 'project-directory',
    options: {
      '-s, --start-directory, -t, --top-level-directory': 'project-directory',
      '-p, --pattern, -k, --durations': 'text',
    },
    flags: '-v --verbose -q --quiet -f --failfast -c --catch -b --buffer --locals -h',
  },
  zipapp: {
    operands: 'read-tree',
    options: { '-o, --output': 'write', '-p, --python, -m, --main': 'text' },
    flags: '-c --compress --info -h',
  },
  pydoc: { operands: 'text', options: { '-k': 'text' }, flags: '-w' },
}

/** Python modules that run the script they are given and watch it. */
const RUNNING_MODULES: ReadonlySet<string> = new Set(['cProfile', 'profile', 'trace', 'runpy', 'viztracer', 'coverage'])

export function python(context: ProgramContext): void {
  const { args, stdin } = context.invocation
  let at = 0
  for (; at < args.length; at++) {
    const text = textOf(args[at]) ?? show(args[at]!)
    const cluster = /^-[a-zA-Z]*?([cm])(.*)$/s.exec(text)
    if (cluster && !/^-[WXQ]/.test(text) && !text.startsWith('--')) {
      const attached = cluster[2] !== ''
      const value = attached ? literal(cluster[2]!) : args[at + 1]
      const rest = args.slice(attached ? at + 1 : at + 2)
      if (!value) context.opaque('unknown-option')
      else if (cluster[1] === 'c') {
        context.code('python', value, { via: 'python -c', args: rest })
        readsArguments(context, value, rest)
      } else runsModule(context, value, rest)
      return
    }
    if (/^-[WXQ]$/.test(text)) at++
    else if (/^(?:-V+|--version|-h|--help|-\?|--help-\w+)$/.test(text)) return
    else if (text === '-' || !text.startsWith('-')) break
  }
  const script = args[at]
  if (script) {
    context.file(script, 'python', args.slice(at + 1), { via: 'python' })
    if (/^(?:\.\/)?(?:[\w-]+\/)*manage\.py$/.test(textOf(script) ?? '')) managed(context, args.slice(at + 1))
  } else if (stdin.kind === 'nothing') context.opaque('interactive')
  else context.stdinAsCode('python', [])
}

const TIMEIT: ReadonlyMap<string, Arity> = new Map(
  ['-s', '--setup', '-n', '--number', '-r', '--repeat', '-u', '--unit'].map((name) => [name, 'value'] as const),
)

function runsModule(context: ProgramContext, module: Word, rest: readonly Word[]): void {
  const name = textOf(module)
  if (name === undefined) {
    if (!isGiven(module) || !onlyAsks(rest)) context.opaque('dynamic-code', show(module))
    return
  }
  const path = name.replaceAll('.', '/')
  const there = (file: string): boolean => isThere(context, within(context.invocation.cwd, file, context))
  // Where Python is started comes first: a module that lies there is run, whatever program or module has its name.
  const own = [`${path}.py`, `${path}/__main__.py`].find(there)
  if (own !== undefined) {
    context.file(literal(own), 'python', rest, { via: 'python -m' })
    return
  }
  if (/^(?:http\.server|SimpleHTTPServer|pyftpdlib|smtpd|aiosmtpd|uploadserver|wsgiref\.simple_server)$/.test(name)) {
    const bind = rest.findIndex((word) => /^(?:-b|--bind)$/.test(show(word)))
    const served = rest.findIndex((word) => /^(?:-d|--directory)$/.test(show(word)))
    const own = isOwn(context, served < 0 ? context.invocation.cwd : context.place(rest[served + 1] ?? literal('/')))
    // Without an address it is what every development server is; a directory that is not the project's is given away.
    const everybody = bind < 0 && !(own && name === 'http.server')
    if (!own) context.reads(rest[served + 1] ?? literal(served < 0 ? '.' : '/'), 'content', { recursive: true })
    context.record({
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
    context.code('python', unknown ?? literal(code.map(show).join('\n')), { via: 'python -m timeit' })
    return
  }
  if (name === 'pdb') {
    context.opaque('interactive')
    return
  }
  if (/^(?:idlelib|webbrowser|turtledemo)$/.test(name)) {
    if (!onlyAsks(rest)) context.opaque('interactive', `python -m ${name}`)
    return
  }
  if (Object.hasOwn(MODULES, name)) {
    walk(context, MODULES[name]!, rest, `python -m ${name}`)
    return
  }
  if (RUNNING_MODULES.has(name)) {
    const script = rest.findIndex((word) => show(word).endsWith('.py'))
    const output = rest
      .slice(0, Math.max(script, 0))
      .findIndex((word) => /^(?:-o|--outfile|--output_file)$/.test(show(word)))
    if (output >= 0) context.writes(rest[output + 1]!, 'overwrite')
    if (script >= 0) context.file(rest[script]!, 'python', rest.slice(script + 1), { via: 'python -m' })
    else if (name === 'coverage') context.runs([literal(name), ...rest], { via: 'python -m' })
    else if (!onlyAsks(rest)) context.opaque('unreadable-code', context.invocation.evidence)
    return
  }
  if (name === 'zipfile' || name === 'tarfile') {
    const packs = rest.some((word) => /^(?:-c|--create)$/.test(show(word)))
    const files = rest.filter((word) => !show(word).startsWith('-'))
    for (const word of packs ? files.slice(1) : files.slice(0, 1)) context.reads(word, 'content', { recursive: packs })
    for (const word of packs ? files.slice(0, 1) : files.slice(1))
      context.writes(word, packs ? 'overwrite' : 'directory')
    return
  }
  if (PLAIN_MODULES.has(name)) {
    for (const word of rest) if (/^[^-].*|^\./.test(show(word)) && !/^\w+$/.test(show(word))) context.reads(word)
    return
  }
  const program = name.replaceAll('_', '-').toLowerCase()
  for (const candidate of [name, program, name.split('.')[0]!]) {
    if (!context.programs.named(candidate)) continue
    context.runs([literal(candidate), ...rest], { via: 'python -m' })
    return
  }
  // A module of the project itself, as a file or as a package with a `__main__`.
  const file = [`src/${path}.py`, `src/${path}/__main__.py`].find(there) ?? `${path}/__main__.py`
  context.file(literal(file), 'python', rest, { via: 'python -m' })
}

function isThere(context: ProgramContext, place: Place): boolean {
  return place.kind === 'path' && (context.written(place) !== undefined || context.world.look(place.real) === 'file')
}

/** Code that opens its arguments reads what it is given. */
export function readsArguments(context: ProgramContext, code: Word, operands: readonly Word[]): void {
  const text = show(code)
  if (!/argv|\bARGV\b|\$_\[0\]|\bshift\b/i.test(text) || !/open|read|slurp|load|contents|`/i.test(text)) return
  for (const word of operands) if (/[/.~…{]/.test(show(word)) || word.kind !== 'literal') context.reads(word)
}

/** Options that every command of Django's `manage.py` obeys; its own commands have more. */
const MANAGED: Entry = {
  language: 'python',
  options: {
    '--pythonpath': 'project-directory',
    '--testrunner': 'loads-code',
    '-c, --command': 'text',
    '--settings': 'text',
  },
}

function managed(context: ProgramContext, args: readonly Word[]): void {
  const read = followed(context, MANAGED, args, 'manage.py', 'handed on')
  const code = textOf(args[0]) === 'shell' ? read.value('-c', '--command') : undefined
  if (code) context.code('python', code, { via: 'manage.py shell' })
}
