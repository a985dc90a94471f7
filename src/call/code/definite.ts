import { knownPrefix } from '../word.ts'
import type { Effect } from '../shell/code/effects.ts'

/** In the project's own code only what is certain counts: a path or command that the code computes is its business. */
export function isDefinite(effect: Effect): boolean {
  switch (effect.does) {
    case 'opaque':
    case 'load':
    case 'environment':
    case 'end-process':
      return false
    case 'shell':
    case 'code':
      return effect.code.kind === 'literal'
    case 'program':
      return effect.words[0]?.kind === 'literal' && effect.words.every((word) => word.kind === 'literal')
    case 'contact':
      return effect.target.kind === 'literal'
    case 'move':
    case 'copy':
      return effect.from.kind === 'literal' && effect.to.kind === 'literal'
    case 'door':
      return effect.what !== 'listener'
    case 'sql':
      return false
    default:
      return effect.path.kind === 'literal' || knownPrefix(effect.path).startsWith('/')
  }
}
