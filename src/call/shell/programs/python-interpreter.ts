import { isGiven, literal, show, textOf, type Word } from '../../word.ts'
import type { Place } from '../../place.ts'
import type { Entry } from '../../programs/entry.ts'
import { walk } from '../../programs/walk.ts'
import { type Arity, readArguments } from '../options.ts'
import { programNamed } from './index.ts'
import { onlyAsks } from './facts.ts'
import type { Kit } from './program.ts'
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

export function python(kit: Kit): void {
  const { args, stdin } = kit.invocation
  let at = 0
  for (; at < args.length; at++) {
    const text = textOf(args[at]) ?? show(args[at]!)
    const cluster = /^-[a-zA-Z]*?([cm])(.*)$/s.exec(text)
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
  if (/^(?:idlelib|webbrowser|turtledemo)$/.test(name)) {
    if (!onlyAsks(rest)) kit.opaque('interactive', `python -m ${name}`)
    return
  }
  if (Object.hasOwn(MODULES, name)) {
    walk(kit, MODULES[name]!, rest, `python -m ${name}`)
    return
  }
  if (RUNNING_MODULES.has(name)) {
    const script = rest.findIndex((word) => show(word).endsWith('.py'))
    const output = rest
      .slice(0, Math.max(script, 0))
      .findIndex((word) => /^(?:-o|--outfile|--output_file)$/.test(show(word)))
    if (output >= 0) kit.writes(rest[output + 1]!, 'overwrite')
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

/** Code that opens its arguments reads what it is given. */
export function readsArguments(kit: Kit, code: Word, operands: readonly Word[]): void {
  const text = show(code)
  if (!/argv|\bARGV\b|\$_\[0\]|\bshift\b/i.test(text) || !/open|read|slurp|load|contents|`/i.test(text)) return
  for (const word of operands) if (/[/.~…{]/.test(show(word)) || word.kind !== 'literal') kit.reads(word)
}
