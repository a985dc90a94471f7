import type { CodeOrigin, Content, Language } from '../action.ts'
import { parseTarget } from '../hosts.ts'
import { baseName, isInside, parent } from '../paths.ts'
import type { Place } from '../place.ts'
import { TEMP_ROOTS } from '../place-kinds-table.ts'
import { knownPrefix, show, textOf, type Word } from '../word.ts'
import { runImported } from './changed-code.ts'
import { readCode } from './code/read-code.ts'
import { languageOf } from './code/language.ts'
import { recordEffects } from './code/record-effects.ts'
import { accountedFor, isProgramDirectory } from './installed.ts'
import { programNamed } from './programs/index.ts'
import type { EffectDraft } from './programs/program.ts'
import { freshShell, LIMITS, type Scope, recordOpaque } from './state.ts'
import { type Stream, UNKNOWN } from './stream.ts'
import { codeIn } from './ways-in.ts'
import { windowsCode } from './windows-code.ts'
import { writtenAt } from './written.ts'
import { isSystemName } from './system-names.ts'

type Tell = (recorded: EffectDraft) => void

export interface ScriptToRun {
  readonly script: Word
  readonly language: Language | undefined
  /** Left out: nobody knows them. */
  readonly args?: readonly Word[] | undefined
  readonly record: Tell
  readonly place: (word: Word) => Place
  /** `same`: it runs in the shell that names it, as `source` does. */
  readonly shell?: 'own' | 'same'
}

/** Text that is executed as code. */
export function inlineCode(
  scope: Scope,
  language: Language,
  text: Word,
  record: Tell,
  parameters: readonly Word[] = [],
  args?: readonly Word[],
): Stream {
  const known = textOf(text) ?? (language === 'shell' ? undefined : withoutParameters(text))
  if (known !== undefined) return judgeText(scope, language, known, 'inline', record, { args }, parameters)
  record({ does: 'run-code', language, origin: 'dynamic', seenThrough: false })
  recordOpaque(scope, 'dynamic-code', show(text))
  // The part before the first unknown is looked at as well, so that `sh -c "rm -rf ~; $X"` is still a removal.
  const prefix = knownPrefix(text)
  if (language === 'shell' && prefix.trim() !== '')
    scope.run.reader.text(scope, text.kind === 'dynamic' ? withPlaceholders(text) : prefix, '')
  return UNKNOWN
}

/** `awk "{print $2}"`: the shell puts its own parameter there, and a command that an agent types has none. */
function withoutParameters(text: Word): string | undefined {
  if (text.kind !== 'dynamic') return undefined
  if (text.pieces.some((piece) => 'unknown' in piece && !/^\$[1-9]$/.test(piece.unknown))) return undefined
  return text.pieces.map((piece) => ('known' in piece ? piece.known : '')).join('')
}

/** Unknown pieces become an unset variable: unknown to us, and still one word of the command around it. */
function withPlaceholders(text: Extract<Word, { kind: 'dynamic' }>): string {
  return text.pieces.map((piece) => ('known' in piece ? piece.known : '${__unknown}')).join('')
}

interface Where {
  readonly place?: Place
  readonly host?: string
}

interface Standing extends Where {
  readonly args?: readonly Word[] | undefined
}

/** Looks through code whose text is known. */
function judgeText(
  scope: Scope,
  language: Language,
  text: string,
  origin: CodeOrigin,
  record: Tell,
  { args, ...where }: Standing = {},
  parameters: readonly Word[] = [],
  whose: 'own' | 'same' = 'own',
): Stream {
  if (language === 'shell' && whose === 'same') {
    record({ does: 'run-code', language, origin, seenThrough: true, ...where })
    if (parameters.length > 1) scope.shell.positional = parameters.slice(1)
    return scope.run.reader.text(scope, text, '')
  }
  if (language === 'shell') {
    record({ does: 'run-code', language, origin, seenThrough: true, ...where })
    const shell = freshShell(scope.shell.cwd, scope.shell.elsewhere)
    shell.name = parameters[0]
    shell.positional = origin === 'inline' && parameters.length === 0 ? undefined : parameters.slice(1)
    const inner = { ...scope, shell }
    const output = scope.run.reader.text(inner, text, '')
    scope.run.reader.uncalledFunctions(inner)
    return output
  }
  if (language === 'powershell' || language === 'cmd') {
    const ran = (seenThrough: boolean): EffectDraft => ({ does: 'run-code', language, origin, seenThrough, ...where })
    return windowsCode(scope, language, text, ran, record)
  }
  const reading = readCode(language, text, {
    project: origin === 'file',
    local: (name) => isLocalModule(scope, name),
    script: where.place?.kind === 'path' ? where.place.path : undefined,
    args,
    environment: environmentOf(scope),
    trust: scope.run.context.surroundings.trust,
  })
  const unread = reading.effects.find((effect) => effect.does === 'opaque')?.text
  record({
    does: 'run-code',
    language,
    origin,
    seenThrough: reading.seenThrough,
    ...(unread === undefined || reading.seenThrough ? {} : { unread: unread.split('\n')[0]!.slice(0, 120) }),
    ...where,
  })
  recordEffects(scope, reading.effects, record, text)
  if (language === 'python') runImported(scope, text, record)
  return reading.prints === undefined ? UNKNOWN : { kind: 'text', text: reading.prints }
}

/** What this call sets for a program: before it, or exported earlier. */
function environmentOf({ shell, frame }: Scope): ReadonlyMap<string, Word> {
  const set = new Map(frame.environment)
  for (const name of shell.exported) {
    const value = shell.variables.get(name)
    if (value !== undefined && value.kind !== 'array' && !set.has(name)) set.set(name, value)
  }
  return set
}

function isLocalModule(scope: Scope, name: string): boolean {
  const { surroundings, world } = scope.run.context
  const [first, second] = name.split('.') as [string, string?]
  return (
    [surroundings.workspace, `${surroundings.workspace}/src`, surroundings.cwd].some(
      (directory) =>
        world.look(`${directory}/${first}.py`) !== 'absent' || world.look(`${directory}/${first}`) !== 'absent',
    ) ||
    ((OWN_PACKAGE.test(first) || OWN_PART.test(second ?? '')) && !isWrittenModule(scope, first))
  )
}

/** Names that projects give their own packages, and that nobody publishes under. */
const OWN_PACKAGE =
  /^(?:app|apps|src|tests?|utils?|helpers?|models?|config|settings|main|core|lib|common|server|api|backend|my_?(?:app|package|project|module|lib|pkg)|project|cli|db|database|services?|schemas?|routes|views|parser|scripts|crud|handlers|pipeline|app_\w+|\w+_app|test_\w+|\w+_tests?|\w+_utils|\w+_helpers?)$/

/** Parts that only the packages of an application have: `users.models`. */
const OWN_PART = /^(?:models|views|urls|serializers|forms|admin|settings|tasks|signals|apps|migrations|routes|schemas)$/

/** A module that this session put there is no part of the project yet. */
function isWrittenModule(scope: Scope, name: string): boolean {
  const { written, context } = scope.run
  return [...written.keys(), ...context.memory.written.keys()].some((path) =>
    path.split('/').some((part) => part === name || part === `${name}.py`),
  )
}

/** Code that arrives on standard input or behind a process substitution. */
export function codeFromStdin(
  scope: Scope,
  language: Language,
  stdin: Stream,
  record: Tell,
  args?: readonly Word[],
): Stream {
  switch (stdin.kind) {
    case 'text':
      return judgeText(scope, language, stdin.text, 'standard-input', record, { args })
    case 'network':
      record({ does: 'run-code', language, origin: 'network', host: stdin.host, seenThrough: false })
      return UNKNOWN
    case 'file': {
      const [only, ...more] = stdin.places
      // At the end of a pipe it is what the programs before made of the file: `sort x | sh`.
      if (scope.frame.forks) record({ does: 'run-code', language, origin: 'standard-input', seenThrough: false })
      if (only && more.length === 0)
        return runPlace(scope, only, { language, args, record, typed: undefined, shell: 'own' })
      record({ does: 'run-code', language, origin: 'standard-input', seenThrough: false })
      return UNKNOWN
    }
    case 'nothing':
      recordOpaque(scope, 'interactive', language)
      return UNKNOWN
    case 'unknown':
      record({ does: 'run-code', language, origin: 'standard-input', seenThrough: false })
      return UNKNOWN
  }
}

/** A file that is executed as code. */
export function scriptFile(
  scope: Scope,
  { script, language, args, record, place, shell = 'own' }: ScriptToRun,
): Stream {
  const stream = scope.run.streams.get(script)
  if (stream) return codeFromStdin(scope, language ?? 'shell', stream, record, args)
  const typed = textOf(script)
  if (typed === '-' || typed === '/dev/stdin' || typed === '/dev/fd/0' || typed === '/proc/self/fd/0')
    return codeFromStdin(scope, language ?? 'shell', scope.stdin, record, args)
  return runPlace(scope, place(script), { language, args, record, typed: script, shell })
}

interface Running {
  readonly language: Language | undefined
  readonly args: readonly Word[] | undefined
  readonly record: Tell
  readonly typed: Word | undefined
  readonly shell: 'own' | 'same'
}

function runPlace(scope: Scope, place: Place, running: Running): Stream {
  const { record, language } = running
  if (place.kind !== 'path') {
    record({ does: 'run-code', language: language ?? 'other', origin: 'dynamic', place, seenThrough: false })
    return UNKNOWN
  }
  if (scope.frame.where.kind !== 'here') {
    // What an image or a running service holds is its own; a file that this session wrote may be mounted there.
    const own = scope.frame.where.kind === 'container' && writtenAt(scope.run, place) === undefined
    record({ does: 'run-code', language: language ?? 'other', origin: 'file', place, seenThrough: own })
    return UNKNOWN
  }
  const written = writtenAt(scope.run, place)
  if (written) return runWritten(scope, place, written, running)
  const { world } = scope.run.context
  const tool = leadsOut(scope, place) || isAnybodys(scope, place) ? undefined : toolName(place.path)
  if (tool !== undefined && !language && running.typed)
    return scope.run.reader.program(
      scope,
      [{ kind: 'literal', text: tool }, ...(running.args ?? [])],
      show(running.typed),
      false,
    )
  const found = world.look(place.real)
  if (found === 'absent') return runMissing(scope, place, running)
  const brought = inWorkspace(scope, place) ? unpackedFrom(scope, place) : undefined
  if (brought !== undefined) {
    record({
      does: 'run-code',
      language: language ?? 'other',
      origin: 'network',
      host: brought,
      place,
      seenThrough: false,
    })
    return UNKNOWN
  }
  const text = found === 'file' ? world.read(place.real, LIMITS.scriptBytes) : undefined
  if (text === undefined || (language === undefined && isUnlisted(scope, place))) {
    record({
      does: 'run-code',
      language: found === 'file' && text === undefined ? 'binary' : (language ?? 'other'),
      origin: 'file',
      place,
      seenThrough: false,
    })
    return UNKNOWN
  }
  return lookInto(scope, place, text, inWorkspace(scope, place) ? 'file' : 'written-file', running)
}

function runWritten(scope: Scope, place: Extract<Place, { kind: 'path' }>, written: Content, running: Running): Stream {
  const { record } = running
  const language = running.language ?? languageOf(place.path, '') ?? 'other'
  switch (written.kind) {
    case 'text':
      return lookInto(scope, place, written.text, 'written-file', running)
    case 'network':
      record({ does: 'run-code', language, origin: 'network', host: written.host, place, seenThrough: false })
      return UNKNOWN
    case 'copy':
      return runPlace(scope, written.of, running)
    case 'change':
    case 'unknown':
      record({
        does: 'run-code',
        language: builtHere(scope, place) ? 'binary' : language,
        origin: 'written-file',
        place,
        seenThrough: builtHere(scope, place),
      })
      return UNKNOWN
  }
}

const COMPILERS: ReadonlySet<string> = new Set(
  'cc gcc g++ c++ clang clang++ tcc rustc go cargo make cmake ninja ghc ocamlopt swiftc zig nim javac kotlinc dotnet nvcc gfortran fpc'.split(
    ' ',
  ),
)

/**
 * The last to write this file was a compiler, and nothing in this call came from the network: the program is the
 * project's own. A file that anything else wrote is not, whatever compiler ran before.
 */
function builtHere(scope: Scope, place: Extract<Place, { kind: 'path' }>): boolean {
  if ([...scope.run.written.values()].some((content) => content.kind === 'network')) return false
  const write = scope.run.actions.findLast(
    (action) => action.does === 'write-file' && action.place.kind === 'path' && action.place.real === place.real,
  )
  return (
    write !== undefined &&
    scope.run.actions.some(
      (action) => action.does === 'run-program' && action.evidence === write.evidence && COMPILERS.has(action.program),
    )
  )
}

/** Wrappers of build tools that a repository carries. */
const CARRIED: ReadonlySet<string> = new Set(['gradlew', 'mvnw', 'sbtw', 'gradlew.bat', 'mvnw.cmd'])

/** A link in a directory of packages' programs that leads out of the workspace is no program of a package. */
function leadsOut({ run }: Scope, place: Extract<Place, { kind: 'path' }>): boolean {
  const { workspace } = run.context.surroundings
  return (
    /\/(?:node_modules\/\.bin|vendor\/bin)\/[^/]+$/.test(place.path) &&
    isInside(place.path, workspace) &&
    !isInside(place.real, workspace)
  )
}

/** A directory that anybody may fill: what lies in it is not what its name says, in `env/bin` of it no more than elsewhere. */
function isAnybodys({ run }: Scope, place: Extract<Place, { kind: 'path' }>): boolean {
  const { workspace, home } = run.context.surroundings
  return (
    !isInside(place.path, workspace) &&
    [...TEMP_ROOTS, '/dev/shm', `${home}/Downloads`].some(
      (root) => isInside(place.path, root) || isInside(place.real, root),
    )
  )
}

/** A program in a directory of the project's packages that none of them brought. */
function isUnlisted(scope: Scope, place: Extract<Place, { kind: 'path' }>): boolean {
  const { world, surroundings } = scope.run.context
  if (!isInside(place.path, surroundings.workspace) || !isProgramDirectory(parent(place.path))) return false
  const isWritten = (path: string): boolean => writtenAt(scope.run, { kind: 'path', path, real: path }) !== undefined
  return accountedFor({ world, surroundings, isWritten }, place.path) === 'unlisted'
}

/** The installed tool that a path in a project's tool directory names: `node_modules/.bin/eslint`, `.venv/bin/pytest`. */
function toolName(path: string): string | undefined {
  const name = baseName(path)
  if (CARRIED.has(name) && programNamed(name)) return name
  return /\/(?:node_modules\/\.bin|\.?v?env[\w.-]*\/(?:bin|Scripts)|vendor\/bin|\.local\/bin|\.cargo\/bin|go\/bin|conda\w*\/bin|micromamba\/bin|m(?:ini|amba)forge3?\/bin|anaconda3\/bin|miniconda3\/bin|\.pyenv\/shims|\.rbenv\/shims)\/[^/]+$/.test(
    path,
  ) && programNamed(name)
    ? name
    : undefined
}

function runMissing(scope: Scope, place: Extract<Place, { kind: 'path' }>, running: Running): Stream {
  const { record } = running
  const language = running.language ?? languageOf(place.path, '') ?? 'other'
  const name = baseName(place.path).toLowerCase()
  // A bracket in the name of a command is read in more than one way: as a pattern, as a subscript, as itself.
  const shadows = running.language === undefined && (isSystemName(name) || place.path.includes('['))
  if (!inWorkspace(scope, place) || shadows) {
    record({ does: 'run-code', language, origin: 'file', place, seenThrough: false })
    recordOpaque(scope, 'unreadable-code', place.path)
    return UNKNOWN
  }
  const cloned = clonedFrom(scope, place) ?? broughtFrom(scope, place)
  if (cloned !== undefined)
    record({ does: 'run-code', language, origin: 'network', host: cloned, place, seenThrough: false })
  // A copy of a program that is known does what that program does, wherever it came from.
  if (running.language === undefined && running.typed && programNamed(name))
    return scope.run.reader.program(
      scope,
      [{ kind: 'literal', text: name }, ...(running.args ?? [])],
      show(running.typed),
      false,
    )
  if (cloned === undefined) record({ does: 'run-code', language, origin: 'missing-file', place, seenThrough: true })
  return UNKNOWN
}

/** The host of the repository that this very call cloned to there: what lies in it came from the network, unread. */
function clonedFrom(scope: Scope, place: Extract<Place, { kind: 'path' }>): string | undefined {
  for (const clone of scope.run.actions) {
    if (clone.does !== 'change-repository' || clone.deed !== 'clone') continue
    const here = scope.run.actions.some(
      (action) =>
        action.does === 'write-file' &&
        action.how === 'directory' &&
        action.evidence === clone.evidence &&
        action.place.kind === 'path' &&
        isInside(place.real, action.place.real),
    )
    const target = parseTarget(clone.url ?? '')
    if (here) return target.kind === 'named' ? target.name : '?'
  }
  return undefined
}

/** The host of an archive that this call fetched and unpacked there, or of a directory that it copied. */
function broughtFrom(scope: Scope, place: Extract<Place, { kind: 'path' }>): string | undefined {
  for (const action of scope.run.actions)
    if (
      action.does === 'write-file' &&
      action.content.kind === 'network' &&
      action.place.kind === 'path' &&
      isInside(place.real, action.place.real)
    )
      return action.content.host === '' ? '?' : action.content.host
  return unpackedFrom(scope, place)
}

/**
 * The host of an archive that an earlier call of the session fetched and that was unpacked above this file. What is
 * unpacked into the root of the workspace says nothing about the project's own files there.
 */
function unpackedFrom(scope: Scope, place: Extract<Place, { kind: 'path' }>): string | undefined {
  const { memory, surroundings } = scope.run.context
  for (let above = parent(place.real); above !== surroundings.workspace && above !== '/'; above = parent(above)) {
    const written = memory.written.get(above)
    if (written?.kind === 'network') return written.host === '' ? '?' : written.host
  }
  return undefined
}

function inWorkspace(scope: Scope, place: Extract<Place, { kind: 'path' }>): boolean {
  const { surroundings } = scope.run.context
  return [surroundings.workspace, ...surroundings.additional].some((directory) => isInside(place.real, directory))
}

function lookInto(
  scope: Scope,
  place: Extract<Place, { kind: 'path' }>,
  text: string,
  origin: CodeOrigin,
  running: Running,
): Stream {
  const { record } = running
  const language = running.language ?? languageOf(place.path, text) ?? 'other'
  if (scope.frame.files.includes(place.real)) {
    record({ does: 'run-code', language, origin, place, seenThrough: true })
    return UNKNOWN
  }
  if (++scope.run.scripts > LIMITS.scripts) {
    record({ does: 'run-code', language, origin, place, seenThrough: false })
    recordOpaque(scope, 'too-deep', place.path)
    return UNKNOWN
  }
  const inner: Scope = {
    ...scope,
    frame: {
      ...scope.frame,
      files: [...scope.frame.files, place.real],
      via: [...scope.frame.via, baseName(place.path)],
    },
  }
  const pieces = codeIn(place.path, text, scope.run.context.surroundings.trust)
  if (pieces !== undefined) {
    record({ does: 'run-code', language, origin, place, seenThrough: true })
    for (const piece of pieces) judgeText(inner, piece.language, piece.text, origin, record, { place })
    return UNKNOWN
  }
  const parameters = [running.typed ?? ({ kind: 'literal', text: place.path } as const), ...(running.args ?? [])]
  return judgeText(inner, language, text, origin, record, { place, args: running.args }, parameters, running.shell)
}
