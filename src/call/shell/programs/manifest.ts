import type { Place } from '../../place.ts'
import { parent } from '../../paths.ts'
import type { ProgramContext } from './program.ts'
import { findUp, textAt } from './project.ts'

/** A package.json, as far as it matters for what would run. */
export interface Manifest {
  readonly directory: Place
  readonly scripts: ReadonlyMap<string, string>
  readonly dependencies: ReadonlySet<string>
  /** The agent wrote it and it cannot be read back. */
  readonly unreadable: boolean
}

/** The nearest package.json at or above a directory; undefined when there is none. */
export function manifestAt(context: ProgramContext, from: Place): Manifest | undefined {
  const place = findUp(context, 'package.json', from)
  if (place?.kind !== 'path') return undefined
  const directory = { kind: 'path', path: parent(place.path), real: parent(place.real) } as const
  const text = textAt(context, place)
  const content = text === undefined ? undefined : contentOf(text)
  if (!content)
    return { directory, scripts: new Map(), dependencies: new Set(), unreadable: context.written(place) !== undefined }
  return { directory, ...content, unreadable: false }
}

type ManifestContent = Pick<Manifest, 'scripts' | 'dependencies'>

/** By the text they were read from: a project's manifest is the same from call to call. */
const knownContents = new Map<string, ManifestContent>()
const MOST_KNOWN = 32
const MOST_CHARACTERS = 64 * 1024

function contentOf(text: string): ManifestContent | undefined {
  const known = knownContents.get(text)
  if (known !== undefined) return known
  const content = readContent(text)
  if (content === undefined || text.length > MOST_CHARACTERS) return content
  if (knownContents.size >= MOST_KNOWN) knownContents.clear()
  knownContents.set(text, content)
  return content
}

function readContent(text: string): ManifestContent | undefined {
  const parsed = parse(text)
  if (!parsed) return undefined
  return {
    scripts: strings(parsed['scripts']),
    dependencies: new Set(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) => [
        ...strings(parsed[key]).keys(),
      ]),
    ),
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function strings(value: unknown): ReadonlyMap<string, string> {
  if (!isRecord(value)) return new Map()
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
