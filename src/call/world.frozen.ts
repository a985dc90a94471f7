import { type GateIdentity, NO_GATE } from './gate-identity.ts'
import { normalise, parent } from './paths.ts'
import type { World } from './world.ts'

export interface Frozen {
  readonly home?: string
  readonly user?: string
  readonly gate?: Partial<GateIdentity>
  readonly platform?: World['platform']
  /** Absolute path → text. Directories above exist by themselves. */
  readonly files?: Readonly<Record<string, string>>
  readonly directories?: readonly string[]
  /** Absolute path → absolute target. */
  readonly links?: Readonly<Record<string, string>>
}

/** A machine that is only a table: the same answers everywhere, for tests and examples. */
export function frozenWorld(frozen: Frozen = {}): World {
  const files = new Map(Object.entries(frozen.files ?? {}))
  const links = new Map(Object.entries(frozen.links ?? {}))
  const directories = new Set(['/', ...(frozen.directories ?? [])])
  for (const path of [...files.keys(), ...links.keys(), ...directories]) {
    for (let above = parent(path); above !== '/'; above = parent(above)) directories.add(above)
  }
  const real = (path: string): string => follow(normalise(path), 0)
  const follow = (path: string, depth: number): string => {
    if (depth > 40) return path
    const segments = path.split('/').slice(1)
    let walked = ''
    for (const [index, segment] of segments.entries()) {
      walked += `/${segment}`
      const target = links.get(walked)
      if (target !== undefined) return follow(normalise([target, ...segments.slice(index + 1)].join('/')), depth + 1)
    }
    return path
  }
  return {
    platform: frozen.platform ?? 'posix',
    home: frozen.home ?? '/home/dev',
    user: frozen.user ?? 'dev',
    gate: { ...NO_GATE, ...frozen.gate },
    namesAreExact: true,
    real,
    look: (path) =>
      links.has(path) ? 'link' : files.has(real(path)) ? 'file' : directories.has(real(path)) ? 'directory' : 'absent',
    read: (path, limit = 256 * 1024) => {
      const text = files.get(real(path))
      return text !== undefined && text.length <= limit ? text : undefined
    },
    list: (path) => {
      const directory = real(path)
      if (!directories.has(directory)) return undefined
      const names = new Set<string>()
      for (const known of [...files.keys(), ...links.keys(), ...directories]) {
        if (known !== '/' && parent(known) === directory) names.add(known.slice(known.lastIndexOf('/') + 1))
      }
      return [...names].sort()
    },
  }
}
