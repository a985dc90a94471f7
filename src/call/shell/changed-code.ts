import type { Action, Content, Language } from '../action.ts'
import { baseName, isInside, parent } from '../paths.ts'
import type { Place } from '../place.ts'
import type { Effect } from './code/effects.ts'
import { languageOf } from './code/language.ts'
import { readCode } from './code/read-code.ts'
import { recordEffects } from './code/record-effects.ts'
import type { EffectDraft } from './programs/program.ts'
import { literal } from '../word.ts'
import { LIMITS, type Scope } from './state.ts'
import { codeIn } from './ways-in.ts'

/**
 * A runner (a test, a build, a migration) reads the code below its directory. What this session changed there is part of
 * what runs: code from the network is code from the network, and what the agent wrote is read for what it certainly does.
 * What is not certain in it (a path or a host that a variable holds, a library that nobody described) says nothing: it is
 * the project's code, as untouched code is.
 */
export function runChangedCode(scope: Scope, directory: Place, record: (recorded: EffectDraft) => void): void {
  if (directory.kind !== 'path' || scope.frame.where.kind !== 'here') return
  runEach(scope, changedBelow(scope, directory.real), record)
}

function runEach(scope: Scope, changed: readonly Changed[], record: (recorded: EffectDraft) => void): void {
  for (const { path, content } of changed) {
    if (scope.frame.files.includes(path) || scope.run.ranChanged.has(path)) continue
    scope.run.ranChanged.add(path)
    const language = languageOf(path, '') ?? 'other'
    const place: Place = { kind: 'path', path, real: path }
    // What a run behind walls left is nobody's own work: it runs where it can do no harm, or a person looks at it.
    if ('from' in content && content.from === 'contained') {
      record({ does: 'run-code', language, origin: 'written-file', place, seenThrough: false })
      continue
    }
    switch (content.kind) {
      case 'network':
        record({ does: 'run-code', language, origin: 'network', host: content.host, place, seenThrough: false })
        break
      case 'text':
        if (++scope.run.scripts > LIMITS.scripts) return
        // An installed package is somebody else's code: whoever changes it there makes it look so.
        if (TREES_OF_CODE.test(path)) {
          record({ does: 'run-code', language, origin: 'written-file', place, seenThrough: false })
          break
        }
        readChanged(scope, { place, language, text: content.text, original: content.original }, record)
        break
      case 'change':
      case 'copy':
      case 'unknown':
        break
    }
  }
}

interface ChangedFile {
  readonly place: Place
  readonly language: Language
  readonly text: string
  /** What the project's file held before the session changed it. */
  readonly original: string | undefined
}

/** Reads a changed file for what it certainly does and did not do before: its untouched lines are the project's own. */
function readChanged(scope: Scope, file: ChangedFile, record: (recorded: EffectDraft) => void): void {
  const { place, language, text, original } = file
  if (place.kind !== 'path' || text.length > LIMITS.scriptBytes) return
  record({ does: 'run-code', language, origin: 'written-file', place, seenThrough: true })
  const { actions } = scope.run
  const before =
    original === undefined ? NOTHING : new Set(actionsOf(scope, file, original, record).map(withoutEvidence))
  const recorded = actionsOf(scope, file, text, record)
  const source = recorded.find(fetches)
  if (source?.does === 'contact-host' && EVALUATES.test(text))
    record({
      does: 'run-code',
      language,
      origin: 'network',
      host: source.host.kind === 'named' ? source.host.name : '?',
      place,
      seenThrough: false,
    })
  actions.push(...recorded.filter((action) => isCertain(action, recorded) && !before.has(withoutEvidence(action))))
}

const NOTHING: ReadonlySet<string> = new Set()

/** The same thing to the same object, whatever line says it. */
function withoutEvidence({ evidence: _evidence, ...action }: Action): string {
  return JSON.stringify(action)
}

/** What code in this file would do; it is taken out of the run again. */
function actionsOf(
  scope: Scope,
  { place, language }: ChangedFile,
  text: string,
  record: (recorded: EffectDraft) => void,
): readonly Action[] {
  const { actions } = scope.run
  const before = actions.length
  const path = place.kind === 'path' ? place : { path: '', real: '' }
  const inner: Scope = {
    ...scope,
    frame: {
      ...scope.frame,
      files: [...scope.frame.files, path.real],
      via: [...scope.frame.via, baseName(path.path)],
      depth: scope.frame.depth + 1,
    },
  }
  const { trust } = scope.run.context.surroundings
  for (const piece of codeIn(path.path, text, trust) ?? [{ language, text }]) {
    if (piece.language === 'shell') scope.run.reader.code(inner, 'shell', literal(piece.text), record)
    else
      recordEffects(
        inner,
        readCode(piece.language, piece.text, { project: true, local: () => true, trust }).effects,
        record,
      )
  }
  recordEffects(inner, statementsIn(text), record)
  return actions.splice(before)
}

/** Whether the object of an action is known, in part at least; and a send, whether anything is read that it could carry. */
function isCertain(action: Action, all: readonly Action[]): boolean {
  switch (action.does) {
    case 'something-opaque':
      return action.because === 'dynamic-code' && all.some(fetches)
    case 'run-code':
      return action.seenThrough || (action.origin === 'dynamic' && all.some(fetches)) || action.origin === 'network'
    case 'contact-host':
      return fetches(action) || all.some(reads) || WHOLE_ENVIRONMENT.test(action.evidence)
    case 'read-file':
    case 'write-file':
    case 'delete-file':
    case 'change-access':
      return action.place.kind !== 'unknown' || action.place.within !== undefined
    case 'end-process':
      return false
    default:
      return true
  }
}

/** Text that is not written there is run as code. */
const EVALUATES = /\b(?:exec|eval|execfile|Function|instance_eval|class_eval)\s*\(\s*(?!["'`)])|\bvm\.run\w*\s*\(/

/** All variables at once, not one of them. */
const WHOLE_ENVIRONMENT = /\bos\.environ\b(?!\s*[[.])|\bprocess\.env\b(?!\s*[.[])|\bENV\.to_h\b/

/** SQL that is handed to a database, whatever library does it. */
const STATEMENT =
  /\.(?:execute|executescript|executeRaw|execute_sql|raw|query|exec|unsafe|RunSQL)\s*\(\s*(?:\w*text\(\s*)?[rbf]?(["'`])([^"'`]{6,4000})\1/g

/** Tables that a migration drops in the words of its framework. */
const DROPS =
  /\b(?:op\.drop_table\(|drop_table[ (]|DeleteModel\(\s*(?:name\s*=\s*)?|Schema::drop(?:IfExists)?\(|(?:schema|queryInterface|m|db)\.dropTable(?:IfExists)?\()\s*[:"'`](\w{1,80})/g
/** The way back undoes what the way up made; nobody goes it by migrating. */
const WAY_BACK = /^.*\b(?:def downgrade|def down|exports\.down|function down|async down|const down|down\s*\()/m

function statementsIn(text: string): readonly Effect[] {
  const back = text.search(WAY_BACK)
  const up = back < 0 ? text : text.slice(0, back)
  return [
    ...[...up.matchAll(STATEMENT)]
      .filter(([, , code]) => /^\s*(?:drop|truncate|delete|grant|alter|revoke)\b/i.test(code!))
      .map(([whole, , code]): Effect => ({ does: 'sql', code: code!, text: whole.slice(0, 200) })),
    ...[...up.matchAll(DROPS)].map(([whole, table]): Effect => ({
      does: 'sql',
      code: `drop table ${table}`,
      text: whole,
    })),
  ]
}

function fetches(action: Action): boolean {
  return action.does === 'contact-host' && action.sends === 'nothing'
}

function reads(action: Action): boolean {
  return action.does === 'read-secret' || (action.does === 'read-file' && action.extent === 'content')
}

/**
 * Python code imports modules that this session changed: their code runs with it, also where untouched modules of the
 * project stand in between.
 */
export function runImported(scope: Scope, text: string, record: (recorded: EffectDraft) => void): void {
  const changed = new Map<string, Content>([...scope.run.context.memory.written, ...scope.run.written])
  const modules = [...changed.keys()].filter((path) => path.endsWith('.py'))
  if (modules.length === 0) return
  const seen = new Set<string>()
  const queue = [text]
  for (let next = queue.shift(); next !== undefined && seen.size < MOST_MODULES; next = queue.shift())
    for (const module of importedBy(next)) {
      if (seen.has(module)) continue
      seen.add(module)
      const here = modules.filter((path) => isModule(path, module))
      for (const path of here) queue.push(textOf(changed.get(path)!))
      runEach(
        scope,
        here.map((path) => ({ path, content: changed.get(path)! })),
        record,
      )
      if (here.length === 0) queue.push(...untouched(scope, module))
    }
}

const MOST_MODULES = 200

const IMPORTS =
  /(?:^|[;\n])[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\(?[\w., \t\n]+)|import[ \t]+([\w., \t]+))/g

/** `from a import b` loads `a`, and `a/b` when that is a module. */
function importedBy(text: string): readonly string[] {
  const names = [...text.matchAll(IMPORTS)].flatMap(([, from, what, list]) => {
    const bare = (name: string): string =>
      name
        .trim()
        .split(/\s/)[0]!
        .replace(/^[.(]+/, '')
    if (from === undefined) return (list ?? '').split(',').map(bare)
    const base = bare(from)
    const parts = (what ?? '').split(',').map(bare)
    return [base, ...parts.map((part) => (base === '' ? part : `${base}.${part}`))]
  })
  return [...new Set(names.map((name) => name.replaceAll('.', '/')))].filter((name) => name !== '')
}

/** The text of a module of the project, as it is on disk. */
function untouched(scope: Scope, module: string): readonly string[] {
  const { surroundings, world } = scope.run.context
  const roots = [surroundings.cwd, surroundings.workspace, `${surroundings.workspace}/src`]
  const script = scope.frame.files.at(-1)
  for (const root of script === undefined ? roots : [parent(script), ...roots])
    for (const ending of ['.py', '/__init__.py']) {
      const path = `${root}/${module}${ending}`
      if (world.look(path) === 'file') return [world.read(path, LIMITS.scriptBytes) ?? '']
    }
  return []
}

/** `src/boot` is `…/src/boot.py` and `…/src/boot/__init__.py`, and a name in it may be a module of its own. */
function isModule(path: string, module: string): boolean {
  return path.endsWith(`/${module}.py`) || path.endsWith(`/${module}/__init__.py`)
}

interface Changed {
  readonly path: string
  readonly content: Content
}

function changedBelow(scope: Scope, directory: string): readonly Changed[] {
  const { written, context } = scope.run
  const all = new Map<string, Content>([...context.memory.written, ...written])
  const code = [...all]
    .filter(([path, content]) => (isInside(path, directory) && isCode(path)) || isTreeOfCode(path, content, directory))
    .map(([path, content]) => ({ path, content }))
  const texts = code.filter(({ path }) => !STANDS_ALONE.test(path)).map(({ content }) => textOf(content))
  // A script that nothing else names is run by name or not at all; its name says what it is for, and it is read then.
  return code.filter(
    ({ path, content }) =>
      content.kind === 'network' || !STANDS_ALONE.test(path) || texts.some((text) => text.includes(stem(path))),
  )
}

/** A directory that came from the network, unless its name says that it holds data. */
function isTreeOfCode(path: string, content: Content, directory: string): boolean {
  if (content.kind !== 'network') return false
  // A clone is a project of its own, which runs when somebody works in it.
  if (content.clone === true) return isInside(directory, path)
  if (/\.[a-z0-9]+$/i.test(baseName(path))) return false
  return isInside(directory, path) || (isInside(path, directory) && !HOLDS_DATA.test(path.slice(directory.length)))
}

const HOLDS_DATA =
  /\/(?:data|datasets?|fixtures?|samples?|assets|static|public|images?|img|media|fonts|docs?|models?|weights|checkpoints|downloads?|tmp|temp|cache|backups?|dumps?|corpus|corpora|logs?)(?:\/|$)/i

function textOf(content: Content): string {
  return content.kind === 'text' ? content.text : ''
}

function stem(path: string): string {
  return baseName(path).replace(/\.[^.]*$/, '')
}

/** Files that a runner loads: sources and configuration that is code. Shell scripts are run by name. */
function isCode(path: string): boolean {
  return RUNNER_LOADS.has(/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '') || TREES_OF_CODE.test(path)
}

const RUNNER_LOADS: ReadonlySet<string> = new Set(
  'py pyi pyx pth ipynb js mjs cjs jsx ts mts cts tsx vue svelte rb rake gemspec php go rs java kt kts scala groovy gradle cs fs swift ex exs erl hs ml clj cljs cljc lua pl pm t dart jl r c cc cpp cxx h hpp m mm zig nim bats cmake mk sql node wasm so dylib dll jar class whl egg'.split(
    ' ',
  ),
)

/** Whatever lies there is loaded. */
const TREES_OF_CODE = /\/(?:node_modules|site-packages|dist-packages|vendor|\.venv|venv)\//

/** Directories of scripts that are started by name, and shell scripts. */
const STANDS_ALONE =
  /\/(?:scripts?|tools?|bin|deploy|deployment|ops|infra|hack|ci|\.github|devops|bench(?:marks)?|examples?)\/|\.(?:sh|bash|zsh)$/
