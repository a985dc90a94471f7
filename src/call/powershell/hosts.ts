import type { Host } from '../action.ts'
import { knownPrefix, show, textOf, type Word } from '../word.ts'

/** The host of a URL, UNC path, `host:port` or bare name. A known start is enough when it holds the whole host. */
export function hostOf(word: Word): Host {
  const text = textOf(word)
  const known = text ?? knownPrefix(word)
  const url = /^[a-z][a-z0-9+.-]*:\/{1,2}(?:[^/@\s]*@)?(\[[^\]]+\]|[^/:?#\s]+)(?::(\d+))?(?=[/?#]|$)/i.exec(known)
  if (url && (text !== undefined || known.length > url[0].length)) return named(url[1]!, url[2])
  const share = /^[\\/]{2}([^\\/?.][^\\/]*)[\\/]?/.exec(known)
  if (share) return named(share[1]!.split('@')[0]!)
  // Marked as an expression: a name that is merely misspelt is something else.
  if (text === undefined) return { kind: 'unknown', source: /[$`%]/.test(show(word)) ? show(word) : `$(${show(word)})` }
  const bare = /^(?:[^@\s/]+@)?([a-z0-9][a-z0-9.-]*|\[[0-9a-f:]+\])(?::(\d+))?(?:\/.*)?$/i.exec(text)
  return bare ? named(bare[1]!, bare[2]) : { kind: 'unknown', source: text }
}

export function hostName(word: Word): string {
  const host = hostOf(word)
  return host.kind === 'named' ? host.name : host.source
}

function named(name: string, port?: string): Host {
  const clean = name.toLowerCase().replace(/^\[|\]$/g, '')
  return port === undefined ? { kind: 'named', name: clean } : { kind: 'named', name: clean, port: Number(port) }
}

export function isUrl(text: string): boolean {
  return /^(?:https?|ftps?|file|webdav):\/\//i.test(text)
}

export function isShare(text: string): boolean {
  return /^(?:\\\\|\/\/)[^\\/?.]/.test(text)
}
