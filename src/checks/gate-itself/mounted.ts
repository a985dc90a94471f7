import { isInside, normalise } from '../../call/paths.ts'
import type { Subject } from '../subject.ts'
import { HOME } from './finding.ts'

/** A directory that is put elsewhere as a whole, and what lies below it with it: `$HOME:/h`, `source=/home,target=/h`. */
export function mounted(text: string, { surroundings, world }: Subject): string | undefined {
  const found = /^(?:[\w-]*=)?([~/$][^:,=\s]*)::?\/|(?:^|,)(?:source|src)=([^,\s]+)/.exec(text)
  const path = found === null ? undefined : normalise((found[1] ?? found[2]!).replace(HOME, surroundings.home))
  return path !== undefined && world.gate.secrets.some((secret) => isInside(secret, path)) ? path : undefined
}
