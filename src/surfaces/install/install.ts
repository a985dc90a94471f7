import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Copies } from './own-copies.ts'
import { hooksDirectory, manifestPath, type Place, type Wanted } from './place.ts'
import { mcpEdits } from './mcp-servers.ts'
import { BrokenSettings } from './settings-file.ts'
import { type Edit, type InstallableAgent, type Recipe, recipeFor } from './recipes.ts'

/** One file, before and after. `after` undefined: it is removed. */
export interface Change {
  readonly agent: InstallableAgent
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly mode: number
}

/** What stood in a file before we first touched it, so that it can be put back to the byte. */
interface Kept {
  readonly agent: InstallableAgent
  readonly path: string
  /** Null: there was no such file. */
  readonly before: string | null
  readonly beforeMode?: number
  /** SHA-256 of what we left there. */
  readonly after: string
  readonly wanted: Wanted
  /** What its hook runs. Older installations did not say. */
  readonly program?: Program
  /** Directories we made for it, innermost first. */
  readonly made: readonly string[]
}

type Program = Pick<Place, 'node' | 'launcher' | 'client'>

/** Something that is wholly ours and not written as text. */
interface KeptCopy {
  readonly path: string
  readonly scope: Wanted['scope']
  readonly made: readonly string[]
}

interface Manifest {
  readonly version: 1
  readonly files: readonly Kept[]
  readonly copies?: readonly KeptCopy[]
}

/** What `init` would do. Throws when a file of the user's cannot be understood: then nothing is touched. */
export function planInstall(recipes: readonly Recipe[], place: Place, wanted: Wanted): readonly Change[] {
  const seen = new Set<string>()
  const planned = recipes.flatMap((recipe) =>
    editsOf(recipe, place, wanted).flatMap((edit): readonly Change[] => {
      if (seen.has(edit.path)) return []
      seen.add(edit.path)
      const before = readText(edit.path)
      const after = written(edit, before)
      const sameMode = before === undefined || (statSync(edit.path).mode & 0o111) === (edit.mode & 0o111)
      return before === after && sameMode
        ? []
        : [{ agent: recipe.agent, path: edit.path, before, after, mode: edit.mode }]
    }),
  )
  return [...planned, ...leftOver(recipes, place, wanted, seen)]
}

/** Everything an installation does to files, one edit for each: hooks and MCP servers may stand in the same one. */
function editsOf(recipe: Recipe | undefined, place: Place, wanted: Wanted): readonly Edit[] {
  if (recipe === undefined) return []
  const edits = [...recipe.edits(place, wanted)]
  for (const more of wanted.mcp === true ? mcpEdits(recipe.agent, place, wanted.projects) : []) {
    const at = edits.findIndex(({ path }) => path === more.path)
    if (at < 0) edits.push(more)
    else edits[at] = bothEdits(edits[at]!, more)
  }
  return edits
}

function bothEdits(one: Edit, other: Edit): Edit {
  const { remove } = one
  return {
    ...one,
    write: (now) => other.write(one.write(now)),
    ...(remove === undefined ? {} : { remove: (now) => remove(other.remove?.(now) ?? now) }),
  }
}

/** Files of an earlier client that the one of now does not use. */
function leftOver(
  recipes: readonly Recipe[],
  place: Place,
  wanted: Wanted,
  used: ReadonlySet<string>,
): readonly Change[] {
  const agents = new Set(recipes.map(({ agent }) => agent))
  const directory = hooksDirectory(place, wanted.scope)
  return readManifest(place)
    .files.filter(({ agent, path }) => agents.has(agent) && dirname(path) === directory && !used.has(path))
    .flatMap(({ agent, path }): readonly Change[] => {
      const before = readText(path)
      return before === undefined ? [] : [{ agent, path, before, after: undefined, mode: 0o644 }]
    })
}

function written(edit: Edit, before: string | undefined): string {
  const mark = before?.startsWith('\ufeff') ? '\ufeff' : ''
  try {
    return mark + edit.write(before?.slice(mark.length))
  } catch (error) {
    if (!(error instanceof BrokenSettings)) throw error
    throw new Error(`${edit.path} cannot be read, so it is left alone: ${error.message}`, { cause: error })
  }
}

/** Writes the changes. The first `before` of every file is kept until it is put back. */
export function install(changes: readonly Change[], place: Place, wanted: Wanted): void {
  const manifest = readManifest(place)
  const kept = new Map(manifest.files.map((file) => [file.path, file]))
  for (const change of changes) {
    if (change.after === undefined) {
      kept.delete(change.path)
      rmSync(change.path, { force: true })
      writeManifest(place, { ...manifest, files: [...kept.values()] })
      continue
    }
    const known = kept.get(change.path)
    const stillOurs = known !== undefined && change.before !== undefined && known.after === digest(change.before)
    const made = makeDirectories(dirname(change.path))
    for (const scope of ['user', 'managed'] as const)
      if (dirname(change.path) === hooksDirectory(place, scope)) closeDirectory(place, scope)
    const first =
      known !== undefined && stillOurs
        ? known
        : {
            before: change.before ?? null,
            ...(change.before === undefined ? {} : { beforeMode: statSync(change.path).mode & 0o777 }),
            made: [...made, ...(known?.made ?? [])],
          }
    // A file the user edited since keeps its edits on removal: what counts as "before" is the file without our entries.
    const before = known !== undefined && !stillOurs ? withoutOurs(change, place, wanted) : first.before
    kept.set(change.path, {
      agent: change.agent,
      path: change.path,
      before,
      ...('beforeMode' in first && first.beforeMode !== undefined ? { beforeMode: first.beforeMode } : {}),
      after: digest(change.after),
      wanted,
      program: {
        node: place.node,
        launcher: place.launcher,
        ...(place.client === undefined ? {} : { client: place.client }),
      },
      made: first.made,
    })
    // Known before it is done: a crash in between is put right by uninstall.
    writeManifest(place, { ...manifest, files: [...kept.values()] })
    writeWhole(change.path, change.after, change.mode)
  }
}

function withoutOurs(change: Change, place: Place, wanted: Wanted): string | null {
  const all = { ...wanted, mcp: true, projects: wrappedProjects(place) }
  const edit = editsOf(recipeFor(change.agent), place, all).find(({ path }) => path === change.path)
  return change.before === undefined || edit?.remove === undefined ? null : edit.remove(change.before)
}

/** What `uninstall` would do: every file we touched goes back to what it was. */
export function planRemoval(agents: readonly InstallableAgent[], place: Place): readonly Change[] {
  const { files } = readManifest(place)
  const projects = wrappedProjects(place)
  const staying = new Set(files.filter(({ agent }) => !agents.includes(agent)).map(({ path }) => path))
  return files
    .filter(({ agent, path }) => agents.includes(agent) && !staying.has(path))
    .flatMap((file): readonly Change[] => {
      const now = readText(file.path)
      if (now === undefined) return []
      const mode = file.beforeMode ?? 0o644
      if (digest(now) === file.after)
        return [{ agent: file.agent, path: file.path, before: now, after: file.before ?? undefined, mode }]
      const all = editsOf(recipeFor(file.agent), place, { ...file.wanted, mcp: true, projects })
      const edit = all.find(({ path }) => path === file.path)
      // Changed since: only ours is taken out.
      return [{ agent: file.agent, path: file.path, before: now, after: edit?.remove?.(now), mode }]
    })
}

export function remove(agents: readonly InstallableAgent[], changes: readonly Change[], place: Place): void {
  const manifest = readManifest(place)
  for (const { path, after, mode } of changes) {
    if (after === undefined) rmSync(path, { force: true })
    else writeWhole(path, after, mode)
  }
  for (const { path, made } of manifest.files)
    if (changes.some((change) => change.path === path)) for (const directory of made) removeIfEmpty(directory)
  const files = manifest.files.filter(
    ({ agent, path }) =>
      !agents.includes(agent) || (existsSync(path) && !changes.some((change) => change.path === path)),
  )
  const scopes = new Set(files.map(({ wanted }) => wanted.scope))
  const copies = (manifest.copies ?? []).filter(({ scope }) => scopes.has(scope))
  const gone = (manifest.copies ?? []).filter(({ scope }) => !scopes.has(scope))
  for (const { path } of gone) rmSync(path, { recursive: true, force: true })
  for (const { made } of gone) for (const directory of made) removeIfEmpty(directory)
  if (files.length > 0) writeManifest(place, { version: 1, files, copies })
  else rmSync(manifestPath(place), { force: true })
}

/** Makes the copies that hooks need. Known before they are made: a crash in between is put right by uninstall. */
export async function makeCopies(copies: Copies, place: Place, scope: Wanted['scope']): Promise<void> {
  const manifest = readManifest(place)
  const made = makeDirectories(hooksDirectory(place, scope))
  closeDirectory(place, scope)
  const known = new Map((manifest.copies ?? []).map((copy) => [copy.path, copy]))
  for (const [at, path] of copies.paths.entries())
    if (!known.has(path)) known.set(path, { path, scope, made: at === 0 ? made : [] })
  if (copies.paths.length > 0) writeManifest(place, { ...manifest, copies: [...known.values()] })
  await copies.make()
}

/** The place as it was when an agent was installed: what its hook runs lies where it lay then. */
export function installedPlace(agent: InstallableAgent, place: Place): Place {
  const program = readManifest(place).files.find((file) => file.agent === agent)?.program
  const { client: _now, ...rest } = place
  return program === undefined ? place : { ...rest, ...program }
}

export function installedAgents(place: Place): readonly InstallableAgent[] {
  return [...new Set(readManifest(place).files.map(({ agent }) => agent))]
}

/** The projects whose own MCP servers were put behind the gate. */
export function wrappedProjects(place: Place): readonly string[] {
  return [...new Set(readManifest(place).files.flatMap(({ wanted }) => wanted.projects ?? []))]
}

/** How an agent was installed, when it was. */
export function wantedOf(agent: InstallableAgent, place: Place): Wanted | undefined {
  return readManifest(place).files.find((file) => file.agent === agent)?.wanted
}

/** The lines that change, with their numbers' worth of context left out: what a person needs to say yes. */
export function showChange(change: Pick<Change, 'path' | 'before' | 'after'>): string {
  const { start, context, removed, added } = changedLines(change)
  const what = change.before === undefined ? 'new file' : change.after === undefined ? 'removed' : `line ${start + 1}`
  return [
    `${change.path} (${what})`,
    ...context.map((line) => `  ${line}`),
    ...removed.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
  ].join('\n')
}

interface ChangedLines {
  /** How many lines stay before the first that changes, and the last of them. */
  readonly start: number
  readonly context: readonly string[]
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

export function changedLines(change: Pick<Change, 'before' | 'after'>): ChangedLines {
  const before = linesOf(change.before)
  const after = linesOf(change.after)
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    start,
    context: before.slice(Math.max(0, start - 2), start),
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
  }
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.replace(/\n$/, '').split('\n')
}

/** Exactly the file's text; what is not UTF-8 cannot be given back and is not touched. */
export function readText(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  return text
}

/** Whole or not at all. A link stays a link: what it points to is written. */
export function writeWhole(path: string, text: string, mode: number): void {
  const target = existsSync(path) ? realpathSync(path) : path
  const existing = existsSync(target) ? statSync(target).mode & 0o777 : undefined
  const scratch = `${target}.portcullis-${process.pid}`
  writeFileSync(scratch, text, { mode: existing ?? mode })
  chmodSync(scratch, existing === undefined || (mode & 0o111) !== 0 ? mode : existing)
  renameSync(scratch, target)
}

function makeDirectories(directory: string): readonly string[] {
  const made: string[] = []
  for (let at = directory; !existsSync(at); at = dirname(at)) made.push(at)
  mkdirSync(directory, { recursive: true })
  return made
}

/** Whatever the umask is: the native client refuses when others may write what it reads. */
function closeDirectory(place: Place, scope: Wanted['scope']): void {
  chmodSync(hooksDirectory(place, scope), scope === 'managed' ? 0o755 : 0o700)
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // Somebody keeps something there.
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function readManifest(place: Place): Manifest {
  const path = manifestPath(place)
  if (!existsSync(path)) return { version: 1, files: [] }
  const value = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (value.version !== 1 || !Array.isArray(value.files)) throw new Error(`${path} is not a record of an installation`)
  return value
}

function writeManifest(place: Place, manifest: Manifest): void {
  const path = manifestPath(place)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeWhole(path, `${JSON.stringify(manifest, undefined, 2)}\n`, 0o600)
}
