import type { Content, Language } from '../action.ts'
import { baseName, isInside } from '../paths.ts'
import type { Place } from '../place.ts'
import { NOTHING, type Stream, UNKNOWN } from '../shell/stream.ts'
import { knownPrograms, programNamed } from '../shell/programs/index.ts'
import type { Invocation, ProgramContext, Program, Started } from '../shell/programs/program.ts'
import { literal, show, textOf, type Word } from '../word.ts'
import { type Engine, record, recordOpaque, within, writtenAt } from './engine.ts'
import { hostOf } from './hosts.ts'
import { lookThrough } from './other-code.ts'
import { windowsProgramNamed } from './native/index.ts'
import { isHiddenStream } from './native/transfers.ts'
import { placeOf } from './places.ts'
import type { Scope } from './script.ts'
import { readAsWritten } from './spelling.ts'

export interface Start {
  readonly words: readonly Word[]
  readonly evidence: string
  readonly stdin: Stream
  readonly environment?: ReadonlyMap<string, Word>
  /** Unknown words may follow. */
  readonly moreArguments?: boolean
}

/** Starts a program with these words and tells its deeds. Answers what it prints. */
export function startProgram(engine: Engine, start: Start): Stream {
  const [typed, ...args] = start.words
  if (!typed) return NOTHING
  const name = programName(typed)
  record(
    engine,
    {
      does: 'run-program',
      program: name,
      typed,
      args,
      via: engine.scene.via,
      environment: [...(start.environment?.keys() ?? [])],
    },
    start.evidence,
  )
  if (name === '') {
    recordOpaque(engine, 'dynamic-program', show(typed))
    return UNKNOWN
  }
  const path = textOf(typed) ?? ''
  let output: Stream = UNKNOWN
  const context = contextFor(engine, start, name, args, (stream) => {
    output = stream
  })
  const program = windowsProgramNamed(name) ?? engine.context.programs?.get(name) ?? programNamed(name)
  // A program of Windows' own that does not know `--version` starts all the same.
  const asked = windowsProgramNamed(name) ? textOf(args[0]) === '/?' && args.length === 1 : asksForHelp(args)
  if (asked && (program || !/[\\/]/.test(path) || isInstalled(path))) {
    if (isStray(path)) recordStray(engine, typed, start.evidence)
  } else if (program) {
    if (isStray(path)) recordStray(engine, typed, start.evidence)
    recordMeaning(engine, program, context, start)
  } else if (/[\\/]/.test(path) || isFileHere(engine, typed)) context.file(typed, languageOf(path), args)
  else recordOpaque(engine, 'unknown-program', start.evidence)
  return output
}

/** A program that is asked for nothing but its help or version, whatever it is. */
function asksForHelp(args: readonly Word[]): boolean {
  return args.length === 1 && /^(?:--help|--version|\/\?)$/.test(textOf(args[0]) ?? '')
}

function isInstalled(path: string): boolean {
  return /^[A-Za-z]:[\\/]program files(?: \(x86\))?[\\/]/i.test(path)
}

/** A bare name is looked for on the path; it is a file of the directory only when there is one, or this call wrote it. */
function isFileHere(engine: Engine, typed: Word): boolean {
  const place = placeOf(typed, engine.cwd, engine.context)
  if (place.kind !== 'path') return false
  return writtenAt(engine, place) !== undefined || engine.context.world.look(place.real) === 'file'
}

function recordMeaning(engine: Engine, program: Program, context: ProgramContext, start: Start): void {
  try {
    program.means(context)
  } catch {
    recordOpaque(engine, 'other', start.evidence)
  }
}

/** Lower-case base name without an extension that Windows adds by itself; empty when the name is not known. */
export function programName(typed: Word): string {
  const text = textOf(typed)
  if (text === undefined) return ''
  return baseName(text.trim().replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(?:exe|com)$/, '')
    .replace(/^(gradlew|mvnw|npm|npx|yarn|pnpm|az|gcloud|ng|tsc|eslint|code)\.(?:bat|cmd)$/, '$1')
}

/** A known name in a directory where programs do not belong: it may be anything. */
function isStray(path: string): boolean {
  if (!/[\\/]/.test(path)) return false
  return !/^(?:[A-Za-z]:[\\/](?:windows|program files)|\/(?:usr|bin|sbin|opt|snap|nix)\b|%(?:systemroot|windir|programfiles|comspec)|\.[\\/](?:node_modules|gradlew|mvnw))/i.test(
    path,
  )
}

function recordStray(engine: Engine, typed: Word, evidence: string): void {
  const place = placeOf(typed, engine.cwd, engine.context)
  record(
    engine,
    { does: 'run-code', language: 'binary', origin: originAt(engine, place), place, seenThrough: false },
    evidence,
  )
}

/** Which language a file is in, by its name. */
export function languageOf(path: string): Language {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const languages: Readonly<Record<string, Language>> = {
    ps1: 'powershell',
    psm1: 'powershell',
    psd1: 'powershell',
    bat: 'cmd',
    cmd: 'cmd',
    py: 'python',
    js: 'javascript',
    jse: 'javascript',
    mjs: 'javascript',
    sh: 'shell',
    rb: 'ruby',
    pl: 'perl',
    php: 'php',
    lua: 'lua',
    sql: 'sql',
    vbs: 'other',
    vbe: 'other',
    wsf: 'other',
    hta: 'other',
  }
  return languages[extension] ?? 'binary'
}

function originAt(engine: Engine, place: Place): 'network' | 'file' | 'written-file' | 'missing-file' | 'dynamic' {
  if (place.kind !== 'path') return 'dynamic'
  if (place.path.startsWith('//')) return 'network'
  const written = writtenAt(engine, place)
  if (written?.kind === 'network') return 'network'
  if (written) return 'written-file'
  const { workspace } = engine.context.surroundings
  return isInside(place.real, workspace) && engine.context.world.look(place.real) === 'absent' ? 'missing-file' : 'file'
}

/** Executes text as code of a language: looks through PowerShell and cmd; what else there is stays unseen. */
export function runCode(
  engine: Engine,
  language: Language,
  code: Word,
  how: { readonly via: string; readonly evidence: string; readonly origin?: 'inline' | 'standard-input' },
): void {
  const text = textOf(code)
  const origin = how.origin ?? 'inline'
  if (text === undefined) {
    record(engine, { does: 'run-code', language, origin: 'dynamic', seenThrough: false }, how.evidence)
    recordOpaque(engine, 'dynamic-code', show(code))
    return
  }
  if (lookThrough(engine, language, { text })) return
  const seenThrough = language === 'powershell' || language === 'cmd'
  if (how.via.endsWith('-EncodedCommand')) readAsWritten(engine, text)
  record(engine, { does: 'run-code', language, origin, seenThrough }, how.evidence)
  if (!seenThrough) {
    recordOpaque(engine, 'unreadable-code', text)
    return
  }
  within(engine, { via: [...engine.scene.via, how.via] }, () => lower(engine, language, text))
}

function lower(engine: Engine, language: 'powershell' | 'cmd' | Language, text: string): void {
  if (language === 'cmd') engine.texts.cmd(engine, text)
  else engine.texts.powershell(engine, text)
}

/** Executes what flows in: constant text is looked through, what came from the network is said to. */
export function runStream(engine: Engine, language: Language, stream: Stream, evidence: string, via: string): void {
  switch (stream.kind) {
    case 'nothing':
      return
    case 'text':
      runCode(engine, language, literal(stream.text), { via, evidence, origin: 'standard-input' })
      return
    case 'network':
      record(engine, { does: 'run-code', language, origin: 'network', host: stream.host, seenThrough: false }, evidence)
      return
    case 'file':
      for (const place of stream.places) runFile(engine, place, language, evidence, via)
      if (stream.places.length === 0) recordOpaque(engine, 'dynamic-code', evidence)
      return
    case 'unknown':
      record(engine, { does: 'run-code', language, origin: 'dynamic', seenThrough: false }, evidence)
      recordOpaque(engine, 'dynamic-code', evidence)
  }
}

/** Executes a file: looks into what was written to it, or into what is there. */
export function runFile(
  engine: Engine,
  place: Place,
  language: Language,
  evidence: string,
  via: string,
  scope?: Scope,
): void {
  if (place.kind === 'path' && place.path.startsWith('/') && lookThrough(engine, language, { file: place.path })) return
  const origin = originAt(engine, place)
  const content = readableCode(engine, place)
  const seenThrough =
    origin === 'missing-file' || (content !== undefined && (language === 'powershell' || language === 'cmd'))
  const written = writtenAt(engine, place)
  const host = written?.kind === 'network' ? written.host : place.kind === 'path' ? shareHost(place.path) : undefined
  record(
    engine,
    { does: 'run-code', language, origin, place, seenThrough, ...(host === undefined ? {} : { host }) },
    evidence,
  )
  if (!seenThrough || content === undefined) return
  readAsWritten(engine, content)
  within(engine, { via: [...engine.scene.via, via] }, () =>
    scope && language === 'powershell'
      ? engine.texts.powershell(engine, content, scope)
      : lower(engine, language, content),
  )
}

function shareHost(path: string): string | undefined {
  return path.startsWith('//') ? path.slice(2).split('/')[0] : undefined
}

function readableCode(engine: Engine, place: Place): string | undefined {
  if (place.kind !== 'path') return undefined
  const written = writtenAt(engine, place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return engine.context.world.read(place.real)
}

/** The context of one started program. */
export function contextFor(
  engine: Engine,
  start: Start,
  program: string,
  args: readonly Word[],
  puts: (stream: Stream) => void,
): ProgramContext {
  const { context: call, scene } = engine
  const { evidence } = start
  const invocation: Invocation = {
    program,
    args,
    evidence,
    environment: start.environment ?? new Map(),
    stdin: start.stdin,
    cwd: engine.cwd,
    where: scene.where,
    elevated: scene.elevated,
  }
  const place = (word: Word): Place => placeOf(word, engine.cwd, call)
  const settle = (how: Partial<Started>, body: () => void): void => {
    const outerCwd = engine.cwd
    within(
      engine,
      {
        where: how.where ?? engine.scene.where,
        elevated: how.elevated ?? engine.scene.elevated,
      },
      () => {
        if (how.cwd) engine.cwd = how.cwd
        body()
      },
    )
    engine.cwd = outerCwd
  }
  const context: ProgramContext = {
    programs: knownPrograms,
    invocation,
    surroundings: call.surroundings,
    world: call.world,
    memory: call.memory,
    place,
    record: (recorded) => record(engine, recorded, evidence),
    reads: (word, extent = 'content', how) =>
      record(
        engine,
        { does: 'read-file', place: place(word), extent, ...(how?.recursive ? { recursive: true } : {}) },
        evidence,
      ),
    writes: (word, how, content: Content = { kind: 'unknown' }) => {
      record(engine, { does: 'write-file', place: place(word), how, content }, evidence)
      if (isHiddenStream(show(word)))
        record(engine, { does: 'change-system', deed: 'hide', target: show(word) }, evidence)
    },
    deletes: (word, how) =>
      record(
        engine,
        {
          does: 'delete-file',
          place: place(word),
          recursive: how?.recursive ?? false,
          ...(how?.movedTo ? { movedTo: how.movedTo } : {}),
          ...(how?.filtered ? { filtered: true } : {}),
        },
        evidence,
      ),
    contacts: (target, purpose, sends = 'nothing', payload) => {
      const url = textOf(target)
      record(
        engine,
        {
          does: 'contact-host',
          host: hostOf(target),
          sends,
          purpose,
          ...(payload ? { payload } : {}),
          ...(url === undefined ? {} : { url }),
        },
        evidence,
      )
    },
    names: (stream) => stream,
    stream: () => undefined,
    opaque: (because, text) => recordOpaque(engine, because, text ?? evidence),
    runs: (words, how) =>
      settle(how, () => {
        engine.scene = { ...engine.scene, via: [...engine.scene.via, how.via] }
        startProgram(engine, {
          words,
          evidence: words.map((word) => show(word)).join(' '),
          stdin: how.stdin ?? UNKNOWN,
          ...(how.environment ? { environment: how.environment } : {}),
        })
      }),
    code: (language, text, how = {}) =>
      settle(how, () => runCode(engine, language, text, { via: how.via ?? program, evidence })),
    file: (script, language, _args, how = {}) =>
      settle(how, () =>
        runFile(engine, place(script), language ?? languageOf(textOf(script) ?? ''), evidence, how.via ?? program),
      ),
    project: (directory) => {
      for (const { evidence: shown, ...recorded } of engine.languages.changedCode(call, directory, evidence))
        record(engine, recorded, shown)
    },
    stdinAsCode: (language) => runStream(engine, language, start.stdin, evidence, program),
    puts,
    written: (at) => writtenAt(engine, at),
  }
  return context
}
