import type { Host } from '../action.ts'
import { parseTarget } from '../hosts.ts'
import { knownPrefix, show, type Word } from '../word.ts'

/** The host that a word names: a URL, `user@host:path`, `host:port` or a bare host. */
export function readTarget(word: Word): { readonly host: Host; readonly url?: string } {
  if (word.kind === 'literal') return split(word.text)
  // The host is known when the unknown part only begins in the path.
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+(?=[/?#])/i.exec(knownPrefix(word))
  if (authority) return { ...split(authority[0]), url: show(word) }
  const port = onThisMachine(word)
  if (port !== undefined) return { ...split(port), url: show(word) }
  // `localhost:9200/_cat?v`: a wildcard to the shell, a question to the server.
  const bare = word.kind === 'glob' ? /^[\w.-]+(?::\d+)?(?=\/)/.exec(knownPrefix(word)) : undefined
  if (bare) return { ...split(bare[0]), url: `http://${show(word)}` }
  return { host: { kind: 'unknown', source: show(word) } }
}

function split(text: string): { readonly host: Host; readonly url?: string } {
  const { url, ...host } = parseTarget(text)
  return url === undefined ? { host } : { host, url }
}

/**
 * `http://localhost:` and a port that is not known: it is this machine, whichever port. What a file holds or another
 * program prints stands for more than a port there: `80@elsewhere`.
 */
function onThisMachine(word: Word): string | undefined {
  if (word.kind !== 'dynamic') return undefined
  const [before, port, after] = word.pieces
  if (before === undefined || !('known' in before) || port === undefined || 'known' in port) return undefined
  if (
    port.from === 'substitution' ||
    port.holds !== undefined ||
    port.secret !== undefined ||
    port.content !== undefined
  )
    return undefined
  if (after !== undefined && !('known' in after && /^[/?#]/.test(after.known))) return undefined
  return /^((?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|\[::1\])):$/i.exec(before.known)?.[1]
}
