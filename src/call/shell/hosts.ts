import type { Host } from '../action.ts'
import { knownPrefix, show, type Word } from '../word.ts'

/** The host that a URL, `user@host:path`, `host:port` or bare host names. */
export function readTarget(word: Word): { readonly host: Host; readonly url?: string } {
  if (word.kind === 'literal') return readAddress(word.text)
  // The host is known when the unknown part only begins in the path.
  const prefix = knownPrefix(word)
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+(?=[/?#])/i.exec(prefix)
  if (authority) return { ...readAddress(authority[0]), url: show(word) }
  return { host: { kind: 'unknown', source: show(word) } }
}

function readAddress(text: string): { readonly host: Host; readonly url?: string } {
  const trimmed = text.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(trimmed)
  if (url) return { host: hostOf(url[1]!, trimmed), url: trimmed }
  const scp = /^(?:[^@/\s]+@)?([^:/@\s[\]]+|\[[^\]]+\]):(?!\/\/)(.*)$/.exec(trimmed)
  if (scp && !/^\d+(?:\/|$)/.test(scp[2]!)) return { host: hostOf(scp[1]!, trimmed) }
  return { host: hostOf(trimmed.split(/[/?#]/)[0] ?? '', trimmed) }
}

/** Everything before the last `@` is a name and password, whatever it looks like. */
function hostOf(authority: string, source: string): Host {
  const bare = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
  const parts = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(bare)
  const name = parts ? parts[1]!.replace(/^\[|\]$/g, '').replace(/\.$/, '') : bare.split(':').length > 2 ? bare : ''
  if (name === '' || /[\s$`{}<>]/.test(name)) return { kind: 'unknown', source }
  return parts?.[2] ? { kind: 'named', name, port: Number(parts[2]) } : { kind: 'named', name }
}
