import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Ordinary } from './ordinary-set.ts'

/** Texts under free licences that are on this machine: read when measuring, never copied. */
const PLACES: readonly {
  readonly kind: string
  readonly root: string
  readonly wanted: RegExp
  readonly most: number
}[] = [
  {
    kind: 'READMEs of packages',
    root: 'node_modules',
    wanted: /(?:^|\/)(?:readme|changelog|contributing|security|history)[^/]*\.(?:md|markdown|txt)$/i,
    most: 700,
  },
  { kind: 'sources of packages', root: 'node_modules', wanted: /\.(?:m?js|d\.ts|json|css|html)$/, most: 600 },
  {
    kind: 'system documentation',
    root: '/usr/share/doc',
    wanted: /(?:README|NEWS|changelog|TODO|FAQ|\.txt|\.html)[^/]*$/i,
    most: 700,
  },
  { kind: 'manual pages', root: '/usr/share/man', wanted: /\.[1-8](?:\.gz)?$/, most: 700 },
  { kind: 'own documentation', root: 'docs', wanted: /\.md$/, most: 300 },
  { kind: 'own sources', root: 'src', wanted: /\.tsx?$/, most: 600 },
]

const MOST_DIRECTORIES = 20_000
const LARGEST = 2_000_000

export function machineTexts(project: string): readonly Ordinary[] {
  return PLACES.flatMap(({ kind, root, wanted, most }) => {
    const found = spread(filesBelow(root.startsWith('/') ? root : join(project, root), wanted), most)
    return found.flatMap((path) => {
      const text = textOf(path)
      return text === undefined || text.trim() === '' ? [] : [{ id: path, kind, text }]
    })
  })
}

/** As many as are wanted, from the whole list: not the first letters of the alphabet alone. */
function spread(paths: readonly string[], most: number): readonly string[] {
  if (paths.length <= most) return paths
  return Array.from({ length: most }, (_, index) => paths[Math.floor((index * paths.length) / most)]!)
}

function filesBelow(root: string, wanted: RegExp): readonly string[] {
  const found: string[] = []
  const open = [root]
  for (let seen = 0; open.length > 0 && seen < MOST_DIRECTORIES; seen++) {
    const directory = open.pop()!
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile() && wanted.test(path)) found.push(path)
    }
  }
  return found.sort()
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

function textOf(path: string): string | undefined {
  try {
    if (statSync(path).size > LARGEST) return undefined
    const bytes = readFileSync(path)
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch {
    return undefined
  }
}
