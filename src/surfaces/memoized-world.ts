import type { World } from '../call/world.ts'

/** Answers kept at most; then all are forgotten and asked for anew. */
const MOST = { places: 50_000, texts: 500 } as const

/**
 * A world that is asked every question once. For judging many calls of which none runs: the machine does not change by
 * them, and the same few directories are looked at again and again. Never for a gate whose verdicts are acted on.
 */
export function memoizedWorld(world: World): World {
  const { platform, home, user, gate } = world
  return {
    platform,
    home,
    user,
    gate,
    look: once(MOST.places, (path) => world.look(path)),
    real: once(MOST.places, (path) => world.real(path)),
    list: once(MOST.texts, (path) => world.list(path)),
    bytes: (path, limit) => world.bytes(path, limit),
    read: readOnce(world),
  }
}

function once<T>(most: number, ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined || known.has(path)) return found as T
    if (known.size >= most) known.clear()
    const answer = ask(path)
    known.set(path, answer)
    return answer
  }
}

/** The same file with another limit is another question. */
function readOnce(world: World): World['read'] {
  const ask = once(MOST.texts, (question) => {
    const [limit, path] = JSON.parse(question) as [number | null, string]
    return limit === null ? world.read(path) : world.read(path, limit)
  })
  return (path, limit) => ask(JSON.stringify([limit ?? null, path]))
}
