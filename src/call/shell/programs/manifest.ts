import type { Place } from '../../place.ts'
import { parent } from '../../paths.ts'
import type { Kit } from './program.ts'
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
export function manifestAt(kit: Kit, from: Place): Manifest | undefined {
  const place = findUp(kit, 'package.json', from)
  if (place?.kind !== 'path') return undefined
  const directory = { kind: 'path', path: parent(place.path), real: parent(place.real) } as const
  const text = textAt(kit, place)
  const parsed = text === undefined ? undefined : parse(text)
  if (!parsed)
    return { directory, scripts: new Map(), dependencies: new Set(), unreadable: kit.written(place) !== undefined }
  return {
    directory,
    scripts: strings(parsed['scripts']),
    dependencies: new Set(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) => [
        ...strings(parsed[key]).keys(),
      ]),
    ),
    unreadable: false,
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
