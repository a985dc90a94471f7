import type { World } from './world.ts'

/** The machine at one moment, and whether it is still so. */
export interface Snapshot extends World {
  /** Puts every question again. True: all that was seen through this snapshot would be seen again. */
  isStill(): boolean
  /** How much was asked and read: what it costs to ask again, and to remember. */
  size(): { readonly questions: number; readonly characters: number }
}

/**
 * The machine at one moment: every question is put to it once, so that all checks of one judgement see the same answer
 * and none of them pays for it twice. What follows from an answer is not asked: below a file, and below what is not
 * there, is nothing.
 */
export function snapshotOf(world: World): Snapshot {
  const look = new Asked((path) => world.look(path))
  const real = new Asked((path) => world.real(path))
  const list = new Asked((path) => world.list(path), sameNames)
  const bytes = new Map<number | undefined, Asked<Uint8Array | undefined>>()
  const whole = new Asked((path) => world.read(path))
  const limited = new Map<number, Asked<string | undefined>>()
  const looking = lookOnce(look)
  const reading = (limit: number | undefined): Asked<string | undefined> => {
    if (limit === undefined) return whole
    const known = limited.get(limit) ?? new Asked((path: string) => world.read(path, limit))
    limited.set(limit, known)
    return known
  }
  const { gate } = world
  return {
    platform: world.platform,
    home: world.home,
    user: world.user,
    ...(world.searchPath === undefined ? {} : { searchPath: world.searchPath }),
    gate,
    ...(world.namesAreExact ? { namesAreExact: true as const } : {}),
    look: looking,
    real: world.namesAreExact ? realStepwise(real, looking) : (path) => real.answer(path),
    list: (path) => list.answer(path),
    bytes: (path, limit) => {
      const known = bytes.get(limit) ?? new Asked((path: string) => world.bytes(path, limit), sameBytes)
      bytes.set(limit, known)
      return known.answer(path)
    },
    read: (path, limit) => reading(limit).answer(path),
    isStill: () =>
      world.gate === gate &&
      look.isStill() &&
      real.isStill() &&
      list.isStill() &&
      [...bytes.values()].every((some) => some.isStill()) &&
      whole.isStill() &&
      [...limited.values()].every((some) => some.isStill()),
    size: () => {
      const contents = [whole, ...limited.values(), ...bytes.values()].flatMap(
        (some): readonly (string | Uint8Array | undefined)[] => [...some.answers.values()],
      )
      return {
        questions: look.answers.size + real.answers.size + list.answers.size + contents.length,
        characters: contents.reduce((sum: number, some) => sum + (some?.length ?? 0), 0),
      }
    },
  }
}

/** One kind of question, put to the machine once for each path. */
class Asked<T> {
  readonly answers = new Map<string, T>()
  readonly #ask: (path: string) => T
  readonly #isSame: (one: T, other: T) => boolean

  constructor(ask: (path: string) => T, isSame: (one: T, other: T) => boolean = Object.is) {
    this.#ask = ask
    this.#isSame = isSame
  }

  answer(path: string): T {
    const found = this.answers.get(path)
    if (found !== undefined || this.answers.has(path)) return found!
    const answer = this.#ask(path)
    this.answers.set(path, answer)
    return answer
  }

  isStill(): boolean {
    for (const [path, answer] of this.answers) if (!this.#isSame(this.#ask(path), answer)) return false
    return true
  }
}

function sameNames(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.length === other.length && one.every((name, at) => name === other[at])
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other
  return Buffer.compare(one, other) === 0
}

function lookOnce(asked: Asked<ReturnType<World['look']>>): World['look'] {
  const inferred = new Set<string>()
  return (path) => {
    const found = asked.answers.get(path)
    if (found !== undefined) return found
    if (inferred.has(path)) return 'absent'
    const above = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
    const there = asked.answers.get(above)
    if (there !== 'file' && there !== 'absent' && !inferred.has(above)) return asked.answer(path)
    inferred.add(path)
    return 'absent'
  }
}

/** How many names below a known directory are looked at one by one. Further down the machine is asked at once. */
const MOST_STEPS = 3

/**
 * Below a directory whose real path is known, a name that is no link keeps its place: one look tells, and a directory
 * with thousands of named files is followed once. Only where names are exact.
 */
function realStepwise(asked: Asked<string>, look: World['look']): World['real'] {
  const known = new Map<string, string>()
  const step = (path: string, steps: number): string | undefined => {
    const found = known.get(path)
    if (found !== undefined || steps === 0) return found
    const slash = path.lastIndexOf('/')
    const name = path.slice(slash + 1)
    if (slash < 0 || name === '' || name === '.' || name === '..') return undefined
    const directory = step(slash === 0 ? '/' : path.slice(0, slash), steps - 1)
    if (directory === undefined) return undefined
    const straight = directory === '/' ? `/${name}` : `${directory}/${name}`
    const answer = look(straight) === 'link' ? asked.answer(path) : straight
    known.set(path, answer)
    return answer
  }
  return (path) => {
    const found = step(path, MOST_STEPS)
    if (found !== undefined) return found
    const answer = asked.answer(path)
    known.set(path, answer)
    return answer
  }
}
