import type { World } from './world.ts'

/**
 * The machine at one moment: every question is put to it once, so that all checks of one judgement see the same answer
 * and none of them pays for it twice.
 */
export function snapshotOf(world: World): World {
  return {
    platform: world.platform,
    home: world.home,
    user: world.user,
    look: once(world.look),
    real: once(world.real),
    list: once(world.list),
    read: readOnce(world.read),
  }
}

function once<T>(ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const answer = ask(path)
    known.set(path, answer)
    return answer
  }
}

function readOnce(read: World['read']): World['read'] {
  const known = new Map<string, string | undefined>()
  return (path, limit) => {
    const key = `${limit ?? ''}:${path}`
    if (!known.has(key)) known.set(key, read(path, limit))
    return known.get(key)
  }
}
