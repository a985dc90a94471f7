import type { Host } from '../action.ts'
import { parseTarget } from '../hosts.ts'
import { knownPrefix, show, type Word } from '../word.ts'

/** The host that a word names: a URL, `user@host:path`, `host:port` or a bare host. */
export function readTarget(word: Word): { readonly host: Host; readonly url?: string } {
  if (word.kind === 'literal') return split(word.text)
  // The host is known when the unknown part only begins in the path.
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+(?=[/?#])/i.exec(knownPrefix(word))
  if (authority) return { ...split(authority[0]), url: show(word) }
  // `localhost:9200/_cat?v`: a wildcard to the shell, a question to the server.
  const bare = word.kind === 'glob' ? /^[\w.-]+(?::\d+)?(?=\/)/.exec(knownPrefix(word)) : undefined
  if (bare) return { ...split(bare[0]), url: `http://${show(word)}` }
  return { host: { kind: 'unknown', source: show(word) } }
}

function split(text: string): { readonly host: Host; readonly url?: string } {
  const { url, ...host } = parseTarget(text)
  return url === undefined ? { host } : { host, url }
}
