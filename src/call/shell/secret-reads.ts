import { placeKinds } from '../place-kinds.ts'
import { type Place, showPlace } from '../place.ts'
import { dynamic, secretWord, type Word } from '../word.ts'
import type { Scope } from './state.ts'
import type { Stream } from './stream.ts'

/** Programs that print what is in a file, as it is or in another alphabet. */
const PRINTS_CONTENT =
  /^(?:cat|tac|head|tail|rev|nl|strings|base64|base32|basenc|xxd|od|hexdump|gzip|bzip2|xz|zstd|openssl|uuencode|tar|zip|sed|tr)$/

/** Files that hold a name or a number and no content. */
const VERSION = /(?:^|\/)(?:\.?[\w.-]*version[\w.-]*|\.nvmrc|\.tool-versions)$|\.pid$/i

/** What has been read since the list of actions was this long: a secret, or the content of a file. */
export function readSince(scope: Scope, since: number): { readonly secret?: string; readonly content?: string } {
  const actions = scope.run.actions.slice(since)
  let content: string | undefined
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    if (action.does === 'read-secret') return { secret: action.target }
    if (action.does !== 'read-file' || action.extent !== 'content') continue
    const path = showPlace(action.place)
    if (isSecret(scope, action.place)) return { secret: path }
    if (!VERSION.test(path)) content ??= path
  }
  const prints = actions.some((action) => action.does === 'run-program' && PRINTS_CONTENT.test(action.program))
  return content !== undefined && prints ? { content } : {}
}

/** A line or field of what comes in: a secret one, where it comes from a secret place. */
export function fieldOf(scope: Scope, stdin: Stream, name: string): Word {
  const secret = stdin.kind === 'file' ? stdin.places.find((place) => isSecret(scope, place)) : undefined
  return secret === undefined ? dynamic(`$${name}`) : secretWord(`$${name}`, showPlace(secret))
}

export function isSecret(scope: Scope, place: Place): boolean {
  const { surroundings, world } = scope.run.context
  return placeKinds(place, surroundings, world).has('secret')
}
