import type { JsonObject } from '../call/tool-call.ts'
import { matchesWildcard } from '../policy/wildcard.ts'

/** The host of the URL a call would fetch; undefined when there is none that can be read. */
export function hostOf(input: JsonObject): string | undefined {
  const url = input['url']
  if (typeof url !== 'string') return undefined
  const text = url.trim()
  const parsed = parse(text) ?? parse(`https://${text}`)
  return parsed === undefined || parsed === '' ? undefined : plainHost(parsed)
}

function parse(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined
  return URL.canParse(text) ? new URL(text).hostname : undefined
}

/**
 * `domain:example.com`. `*.example.com` is every subdomain at any depth and not the domain itself; any other `*` stands
 * for text within one label; `*` alone is every host.
 */
export function matchesDomain(pattern: string, host: string): boolean {
  const wanted = plainHost(pattern)
  if (wanted === '*') return true
  if (wanted.startsWith('*.') && !wanted.slice(2).includes('*'))
    return host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1
  const labels = wanted.split('.')
  const parts = host.split('.')
  if (wanted.startsWith('*.')) {
    const rest = labels.slice(1)
    return parts.length > rest.length && matchesLabels(rest, parts.slice(parts.length - rest.length))
  }
  return labels.length === parts.length && matchesLabels(labels, parts)
}

function matchesLabels(labels: readonly string[], parts: readonly string[]): boolean {
  return labels.every((label, index) => matchesWildcard(label, parts[index]!))
}

/** Lower-case, without the trailing dot of a fully qualified name, international names in their ASCII form. */
function plainHost(host: string): string {
  const plain = host.trim().toLowerCase().replace(/\.$/, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  return URL.canParse(`http://${plain}`) ? new URL(`http://${plain}`).hostname : plain
}
