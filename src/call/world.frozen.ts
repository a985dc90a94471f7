import { type GateIdentity, NO_GATE } from './gate-identity.ts'
import { once } from './once.ts'
import { normalise, parent } from './paths.ts'
import type { World } from './world.ts'

export interface Frozen {
  readonly home?: string
  readonly user?: string
  readonly gate?: Partial<GateIdentity>
  readonly platform?: World['platform']
  /** Absolute path → text; asked for as bytes, a character is one byte where all of them are that small. Directories above exist by themselves. */
  readonly files?: Readonly<Record<string, string>>
  readonly directories?: readonly string[]
  readonly searchPath?: readonly string[]
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
  const children = once(() => namesBelow([...files.keys(), ...links.keys(), ...directories]))
  const contents = once(() => new Map([...files].map(([path, text]) => [path, asBytes(text)] as const)))
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
    searchPath: frozen.searchPath ?? ['/usr/local/bin', '/usr/bin', '/bin'],
    gate: { ...NO_GATE, ...frozen.gate },
    namesAreExact: true,
    real,
    look: (path) =>
      links.has(path) ? 'link' : files.has(real(path)) ? 'file' : directories.has(real(path)) ? 'directory' : 'absent',
    read: (path, limit = 256 * 1024) => {
      const text = files.get(real(path))
      return text !== undefined && text.length <= limit ? text : undefined
    },
    bytes: (path, limit = 16 * 1024 * 1024) => {
      const bytes = contents().get(real(path))
      return bytes !== undefined && bytes.length <= limit ? bytes : undefined
    },
    list: (path) => {
      const directory = real(path)
      return directories.has(directory) ? (children().get(directory) ?? []) : undefined
    },
  }
}

/** Directory → the names in it, in order. */
function namesBelow(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const path of [...new Set(paths)].sort()) {
    if (path === '/') continue
    const above = parent(path)
    const known = names.get(above) ?? []
    known.push(path.slice(path.lastIndexOf('/') + 1))
    names.set(above, known)
  }
  return names
}

function asBytes(text: string): Uint8Array {
  return Buffer.from(text, /^[\0-\u00ff]*$/.test(text) ? 'latin1' : 'utf8')
}
