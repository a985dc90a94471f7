import type { World } from './world.ts'

/**
 * The machine at one moment: every question is put to it once, so that all checks of one judgement see the same answer
 * and none of them pays for it twice. What follows from an answer is not asked: below a file, and below what is not
 * there, is nothing.
 */
export function snapshotOf(world: World): World {
  const look = lookOnce(world.look)
  return {
    platform: world.platform,
    home: world.home,
    user: world.user,
    ...(world.namesAreExact ? { namesAreExact: true as const } : {}),
    look,
    real: world.namesAreExact ? realStepwise(world.real, look) : once(world.real),
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

function lookOnce(ask: World['look']): World['look'] {
  const known = new Map<string, ReturnType<World['look']>>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const above = known.get(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))
    const answer = above === 'file' || above === 'absent' ? 'absent' : ask(path)
    known.set(path, answer)
    return answer
  }
}

/** How many names below a known directory are looked at one by one. Further down the machine is asked at once. */
const MOST_STEPS = 3

/**
 * Below a directory whose real path is known, a name that is no link keeps its place: one look tells, and a directory
 * with thousands of named files is followed once. Only where names are exact.
 */
function realStepwise(ask: World['real'], look: World['look']): World['real'] {
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
    const answer = look(straight) === 'link' ? ask(path) : straight
    known.set(path, answer)
    return answer
  }
  return (path) => {
    const found = step(path, MOST_STEPS)
    if (found !== undefined) return found
    const answer = ask(path)
    known.set(path, answer)
    return answer
  }
}

function readOnce(read: World['read']): World['read'] {
  const whole = new Map<string, string | undefined>()
  const limited = new Map<string, string | undefined>()
  return (path, limit) => {
    const known = limit === undefined ? whole : limited
    const key = limit === undefined ? path : `${limit}:${path}`
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found
    const text = read(path, limit)
    known.set(key, text)
    return text
  }
}
