import type { Candidate } from './place-condition.ts'
import { ABSOLUTE_FILES, DIRECTORIES, FILE_ENDINGS, FILES, SAMPLES, WELL_KNOWN } from './place-kinds-table.ts'
import type { PlaceKind } from './place-kinds.ts'
import { once } from './once.ts'
import { isInside, parent } from './paths.ts'
import type { Surroundings, World } from './world.ts'

/** Kinds of places for whose sake a path that is not wholly known counts as the worst below it. */
export const WORST_KINDS: ReadonlySet<PlaceKind> = new Set<PlaceKind>([
  'secret',
  'ssh',
  'browser-profile',
  'history',
  'shell-profile',
  'git-config',
  'agent-settings',
  'agent-transcript',
  'gate-state',
  'startup',
])

/** A name that nobody has: a file of which only the directory is known. */
export const SOME_NAME = '\u0000'

const MOST_LISTED = 64
const MOST_BELOW = 1024

interface Ground {
  readonly surroundings: Surroundings
  readonly world: World
}

/**
 * The protected places below a directory: the well-known ones, whether or not they are there, what the disk shows in
 * them now, and what belongs to the gate. Directories on the way to them are among them: whoever moves one moves all.
 */
export function protectedBelow(base: string, { surroundings, world }: Ground): readonly Candidate[] {
  let known = knownBelow.get(world)
  if (known === undefined || known.surroundings !== surroundings)
    knownBelow.set(world, (known = { surroundings, bases: new Map() }))
  const remembered = known.bases.get(base)
  if (remembered !== undefined) return remembered
  const found = findBelow(base, surroundings, world)
  known.bases.set(base, found)
  return found
}

/** Worlds and surroundings are made anew for every call, so that what is remembered cannot outlive its call. */
const knownBelow = new WeakMap<
  World,
  { readonly surroundings: Surroundings; readonly bases: Map<string, readonly Candidate[]> }
>()

function findBelow(base: string, surroundings: Surroundings, world: World): readonly Candidate[] {
  const { home } = surroundings
  const wellKnown = wellKnownIn(base, home)
  const { secrets } = world.gate
  const gates = secrets.length === 0 ? [] : secrets.filter((secret) => isInside(secret, base))
  if (wellKnown.length === 0 && gates.length === 0) return wellKnown
  const found = new Map<string, Candidate>(wellKnown.map((candidate) => [candidate.path, candidate]))
  const add = (candidate: Candidate): void => {
    if (found.size < MOST_BELOW && !found.has(candidate.path)) found.set(candidate.path, candidate)
  }
  for (const directory of gates) {
    addAbove(directory, base, add)
    add({ path: directory, type: world.look(directory) === 'file' ? 'file' : 'directory' })
    for (const name of GATE_NAMES) add({ path: `${directory}/${name}`, type: 'file' })
    for (const name of listed(directory, world)) add({ path: `${directory}/${name}`, type: 'file' })
  }
  // What is there now, in those that are there: the names in the home directory say which.
  const there = new Set(isInside(home, base) || isInside(base, home) ? world.list(home) : [])
  for (const { path, type } of wellKnown) {
    if (type !== 'directory' || !isInside(path, home) || !there.has(path.slice(home.length + 1).split('/')[0]!))
      continue
    for (const name of listed(path, world)) add({ path: `${path}/${name}`, type: 'file' })
  }
  return [...found.values()]
}

function listed(directory: string, world: World): readonly string[] {
  return (world.list(directory) ?? []).slice(0, MOST_LISTED)
}

function addAbove(path: string, base: string, add: (candidate: Candidate) => void): void {
  for (let above = parent(path); above !== base && isInside(above, base) && above !== '/'; above = parent(above))
    add({ path: above, type: 'directory' })
}

/** What the gate keeps in a state directory. */
const GATE_NAMES: readonly string[] = [
  'operator.token',
  'agent.token',
  'daemon.token',
  'channel.token',
  'journal.db',
  'journal.key',
  'hook.key',
  'checkpoints.jsonl',
  'portcullis.sock',
  'daemon.json',
  'instance.lock',
  SOME_NAME,
]

/** By home and directory: names alone decide, so the answer is kept from call to call. */
const knownTables = new Map<string, readonly Candidate[]>()
const MOST_TABLES = 64

/** Where systems keep the homes of users: a walk over all of them takes in what lies in each. */
const OTHER_HOMES: readonly string[] = [`/home/${SOME_NAME}`, `/Users/${SOME_NAME}`, '/root']

function wellKnownIn(base: string, home: string): readonly Candidate[] {
  if (!mayHold(base, home)) return NOTHING
  const key = `${home}\u0000${base}`
  const known = knownTables.get(key)
  if (known !== undefined) return known
  const found = new Map<string, Candidate>()
  const add = (candidate: Candidate): void => {
    if (!found.has(candidate.path)) found.set(candidate.path, candidate)
  }
  const homes = OTHER_HOMES.filter((other) => isInside(other, base) || other === base)
  for (const { path, type } of TABLE)
    for (const absolute of path.startsWith('~') ? [home, ...homes].map((one) => one + path.slice(1)) : [path]) {
      if (absolute === base || !isInside(absolute, base)) continue
      add({ path: absolute, type })
      addAbove(absolute, base, add)
    }
  const candidates = [...found.values()]
  if (knownTables.size >= MOST_TABLES) knownTables.clear()
  knownTables.set(key, candidates)
  return candidates
}

const NOTHING: readonly Candidate[] = []

/** Every directory above a row of the table, as it is written there; made when it is first asked for. */
const directoriesAbove = once(() => {
  const paths = TABLE.map(({ path }) => path)
  const found = new Set<string>(OTHER_HOMES)
  for (const path of [...paths, ...OTHER_HOMES])
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      found.add(path.slice(0, slash))
  return found
})

/** Most directories are above no row at all, which one look tells. */
function mayHold(base: string, home: string): boolean {
  if (base === '/' || isInside(home, base) || directoriesAbove().has(base)) return true
  return base.startsWith(`${home}/`) && directoriesAbove().has(`~${base.slice(home.length)}`)
}

/** First segments of rows that lie at the root and not in a home directory. */
const AT_ROOT = /^(?:etc|var|usr|lib|run|proc|dev)\//
/** Rows that are places of Windows, or that mean a directory of a server and not of a home. */
const ELSEWHERE =
  /^(?:windows|programdata|appdata|programs|www|public_html|inetpub|wwwroot|preferences|jenkins\w*|user)\//

const TABLE: readonly Candidate[] = makeTable()

/** Secrets that any directory may hold: they count for whoever asks for them by name. */
export const LOCAL_SECRETS: readonly string[] = [
  '.env',
  '.env.local',
  '.env.production',
  'service_account.json',
  ...[...FILES].filter(([, kinds]) => kinds.includes('secret')).map(([name]) => name),
  ...'pem key p12 pfx ppk kdbx jks keystore tfstate keytab'.split(' ').map((extension) => `${SOME_NAME}.${extension}`),
]

function makeTable(): readonly Candidate[] {
  const table: Candidate[] = []
  const isWorst = (kinds: readonly PlaceKind[]): boolean => kinds.some((kind) => WORST_KINDS.has(kind))
  const placed = (row: string): string | undefined =>
    ELSEWHERE.test(row) ? undefined : AT_ROOT.test(row) ? `/${row}` : `~/${row}`
  for (const path of [...SAMPLES, ...WELL_KNOWN]) table.push({ path, type: 'file' })
  for (const [row, kinds] of DIRECTORIES) {
    const path = isWorst(kinds) ? placed(row) : undefined
    if (path === undefined) continue
    table.push({ path, type: 'directory' }, { path: `${path}/${SOME_NAME}`, type: 'file' })
  }
  for (const [row, kinds] of [...FILES, ...FILE_ENDINGS]) {
    const path =
      isWorst(kinds) && ((row.startsWith('.') && !row.endsWith('.txt')) || row.includes('/')) ? placed(row) : undefined
    if (path !== undefined) table.push({ path, type: 'file' })
  }
  for (const [path, kinds] of ABSOLUTE_FILES) if (isWorst(kinds)) table.push({ path, type: 'file' })
  return table
}
