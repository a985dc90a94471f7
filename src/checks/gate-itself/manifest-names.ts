import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { Subject } from '../subject.ts'
import type { Ecosystem } from './shadows.ts'

/** Names of the programs that installing the package in this directory puts on the PATH, as far as its manifest says. */
export function manifestNames(directory: string, ecosystem: Ecosystem, subject: Subject): readonly string[] {
  const read = (name: string): string | undefined => textOf(`${directory}/${name}`, subject)
  switch (ecosystem) {
    case 'npm':
      return packageNames(read('package.json'))
    case 'cargo':
      return [...cargoNames(read('Cargo.toml')), ...sourceNames(subject.world.list(`${directory}/src/bin`))]
    case 'python':
      return [
        ...scriptNames(read('pyproject.toml')),
        ...consoleScripts(read('setup.cfg')),
        ...consoleScripts(read('setup.py')),
      ]
    case 'go':
      return [...(subject.world.list(`${directory}/cmd`) ?? []), ...(subject.world.list(directory) ?? [])]
  }
}

/** What this call or this session wrote counts before what is on the disk. */
function textOf(path: string, { actions, session, world }: Subject): string | undefined {
  const written = actions.findLast(
    (action) => action.does === 'write-file' && action.place.kind === 'path' && action.place.real === path,
  )
  if (written?.does === 'write-file' && written.content.kind === 'text') return written.content.text
  const kept = session.written.get(path)
  return kept?.kind === 'text' ? kept.text : world.read(path)
}

function packageNames(text: string | undefined): readonly string[] {
  const parsed = text === undefined ? undefined : readJson(text)
  if (parsed === undefined || 'unreadable' in parsed || !isJsonObject(parsed.ok)) return []
  const { bin, name, directories } = parsed.ok
  const names = isJsonObject(bin ?? null) ? Object.keys(bin as object) : []
  const own = typeof bin === 'string' && typeof name === 'string' ? [name.replace(/^@[^/]+\//, '')] : []
  // A whole directory of programs: which, the manifest does not say.
  const all = isJsonObject(directories ?? null) && 'bin' in (directories as object) ? ['sh'] : []
  return [...names, ...own, ...all]
}

function cargoNames(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/^\s*name\s*=\s*["']([^"']+)["']/gm)].map((match) => match[1]!)
}

function sourceNames(files: readonly string[] | undefined): readonly string[] {
  return (files ?? []).map((file) => file.replace(/\.rs$/, ''))
}

/** `[project.scripts]`, `[project.gui-scripts]`, `[tool.poetry.scripts]`: the keys until the next table. */
function scriptNames(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/^\s*\[[\w.-]*scripts\]\s*$([\s\S]*?)(?=^\s*\[|$(?![\s\S]))/gm)].flatMap((table) =>
    [...table[1]!.matchAll(/^\s*["']?([\w.-]+)["']?\s*=/gm)].map((match) => match[1]!),
  )
}

function consoleScripts(text: string | undefined): readonly string[] {
  const at = text?.search(/console_scripts|(?<![\w])scripts\s*=/) ?? -1
  if (text === undefined || at < 0) return []
  return [...text.slice(at).matchAll(/(?:^|["'\s/])([\w.-]+)\s*(?:=\s*[\w.]+:|["'\s,\]])/gm)].map((match) => match[1]!)
}
