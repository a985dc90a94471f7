import type { ProgramContext } from './programs/program.ts'
import { normalise } from '../paths.ts'

type Declaring = Pick<ProgramContext, 'world' | 'surroundings' | 'written'>

/** What files of a project declare about programs: its own, those of its toolchain, and directories on `PATH`. */

/** Manifests that name programs of the project itself: name → the file that is run, where they say it. */
const OWN_PROGRAMS: readonly (readonly [file: string, programs: (text: string) => ReadonlyMap<string, string>])[] = [
  ['package.json', packageBins],
  ['pyproject.toml', (text) => unplaced(tomlKeys(text, ['project.scripts', 'tool.poetry.scripts']))],
  ['setup.cfg', (text) => unplaced(sectionLines(text, /console_scripts\s*=\s*\n((?:[ \t]+.+\n?)+)/))],
]

/** Files of toolchain managers that name tools, and where their shims lie below the home directory. */
const TOOLCHAINS: readonly (readonly [file: string, names: (text: string) => readonly string[], shims: string])[] = [
  ['.tool-versions', (text) => [...text.matchAll(/^([\w.-]+)[ \t]+\S/gm)].map(([, name]) => name!), '.asdf/shims'],
  ['mise.toml', (text) => tomlKeys(text, ['tools']), '.local/share/mise/shims'],
  ['.mise.toml', (text) => tomlKeys(text, ['tools']), '.local/share/mise/shims'],
]

/** Files that put directories of the project onto `PATH`. */
const PATHS: readonly (readonly [file: string, entries: RegExp])[] = [
  ['.envrc', /^\s*(?:PATH_add|path_add\s+PATH|export\s+PATH=)\s*["']?(?:\$PWD\/|\$\(pwd\)\/)?([\w./-]+)/gm],
  ['mise.toml', /^_\.path\s*=\s*\[?\s*["'](?:\{\{config_root\}\}\/)?([\w./-]+)/gm],
  ['.mise.toml', /^_\.path\s*=\s*\[?\s*["'](?:\{\{config_root\}\}\/)?([\w./-]+)/gm],
]

/** The file that a program of the project itself is, or the manifest where that does not say so. */
export function ownProgram(context: Declaring, name: string): string | undefined {
  const { workspace } = context.surroundings
  for (const [file, programs] of OWN_PROGRAMS) {
    const target = programs(declaration(context, file)).get(name)
    if (target === '') return `${workspace}/${file}`
    const path = target === undefined ? undefined : normalise(`${workspace}/${target}`)
    if (path?.startsWith(`${workspace}/`)) return path
  }
  return undefined
}

/** Whether a toolchain manager has a shim for a tool that the project names. */
export function isToolchains(context: ProgramContext, name: string): boolean {
  const { home } = context.surroundings
  return TOOLCHAINS.some(
    ([file, names, shims]) =>
      names(declaration(context, file)).includes(name) && context.world.look(`${home}/${shims}/${name}`) !== 'absent',
  )
}

/** Directories inside the workspace that its files put onto `PATH`. */
export function pathOf(context: ProgramContext): readonly string[] {
  const { workspace } = context.surroundings
  return PATHS.flatMap(([file, entries]) =>
    [...declaration(context, file).matchAll(entries)].flatMap(([, entry]) => {
      const directory = normalise(`${workspace}/${entry!.replace(/\/$/, '')}`)
      return entry!.startsWith('/') || !directory.startsWith(`${workspace}/`) ? [] : [directory]
    }),
  )
}

/** What this session wrote into such a file is its own word, not the project's. */
export function declaration(context: Declaring, file: string): string {
  const path = `${context.surroundings.workspace}/${file}`
  return context.written({ kind: 'path', path, real: path }) === undefined ? (context.world.read(path) ?? '') : ''
}

function packageBins(text: string): ReadonlyMap<string, string> {
  try {
    const { name, bin } = JSON.parse(text) as { readonly name?: unknown; readonly bin?: unknown }
    if (typeof bin === 'string') return new Map(typeof name === 'string' ? [[name.replace(/^@[^/]+\//, ''), bin]] : [])
    const entries = typeof bin === 'object' && bin !== null ? Object.entries(bin) : []
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}

function unplaced(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, '']))
}

/** The keys of some tables of a TOML file. */
function tomlKeys(text: string, tables: readonly string[]): readonly string[] {
  const keys: string[] = []
  let within = false
  for (const line of text.split('\n')) {
    const table = /^\s*\[([^\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1]
    if (table !== undefined) within = tables.includes(table.trim())
    else if (within) {
      const key = /^\s*["']?([\w.@+-]+)["']?\s*=/.exec(line)?.[1]
      if (key !== undefined) keys.push(key)
    }
  }
  return keys
}

function sectionLines(text: string, section: RegExp): readonly string[] {
  return (section.exec(text)?.[1] ?? '').split('\n').flatMap((line) => /^\s*([\w.-]+)\s*=/.exec(line)?.[1] ?? [])
}
