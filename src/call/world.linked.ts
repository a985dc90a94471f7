import { isInside } from './paths.ts'
import type { World } from './world.ts'

/** The same machine after a link was made: what lies below the link is what lies below its target. */
export function linkedWorld(world: World, link: string, target: string): World {
  const follow = (path: string): string => (isInside(path, link) ? target + path.slice(link.length) : path)
  return {
    platform: world.platform,
    home: world.home,
    user: world.user,
    ...(world.searchPath === undefined ? {} : { searchPath: world.searchPath }),
    get gate() {
      return world.gate
    },
    look: (path) => (path === link ? 'link' : world.look(follow(path))),
    real: (path) => world.real(follow(path)),
    read: (path, limit) => world.read(follow(path), limit),
    bytes: (path, limit) => world.bytes(follow(path), limit),
    list: (path) => world.list(follow(path)),
  }
}
