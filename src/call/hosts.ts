import type { Host } from './action.ts'
import { trusts } from './trust.ts'
import type { Surroundings } from './world.ts'
import { COLLECTORS, LOCAL_ENDINGS, LOOPBACK_NAMES, METADATA, NUMBER_NAMES } from './hosts-table.ts'

export type HostKind = 'loopback' | 'private' | 'link-local' | 'metadata' | 'public' | 'unknown'

/** A host and, when the text was a URL, the URL as written. */
export type Target = Host & { readonly url?: string }

/**
 * Reads a URL, `user@host:path`, `host:port`, `host/path` or a bare host. The name comes back in the one form in which
 * it can be compared: lower case, no trailing dot, numbers as dotted IPv4, IPv6 compressed and without brackets.
 * Text that programs read in different ways (a backslash or a brace in the authority) is `unknown`.
 */
export function parseTarget(text: string): Target {
  const typed = text.trim()
  const unknown: Target = { kind: 'unknown', source: text }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (typed === '' || /[\u0000-\u0020\u007f]/.test(typed)) return unknown
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)
  if (scheme) {
    if (scheme[1]!.toLowerCase() === 'file') return { kind: 'named', name: 'localhost', url: typed }
    const authority = typed.slice(scheme[0].length).split(/[/?#]/, 1)[0]!
    const read = readAuthority(authority)
    return read ? { ...read, url: typed } : unknown
  }
  const scp = /^(?:[^@/\s]+@)?(\[[^\]]+\]|[^:/@[\s]+):(?!\d+(?:\/|$))(?!\/\/)./.exec(typed)
  // Two colons without brackets are a bare IPv6 address, one with something behind it is scp.
  if (scp && !isIpv6(typed)) return readAuthority(scp[1]!) ?? unknown
  if (isIpv6(typed)) return { kind: 'named', name: canonical(`[${typed}]`) ?? typed }
  return readAuthority(typed.replace(/^\/\//, '').split(/[/?#]/, 1)[0]!) ?? unknown
}

function readAuthority(authority: string): Extract<Host, { kind: 'named' }> | undefined {
  if (/[\\{}$`<>^|"'*]/.test(authority)) return undefined
  // Everything before the last `@` is a user name, whatever it looks like.
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1)
  const parts = /^(\[[^\]]+\]|[^:]*)(?::(\d{1,5})?)?$/.exec(hostAndPort)
  if (!parts) return undefined
  const name = canonical(parts[1]!)
  if (name === undefined) return undefined
  return parts[2] === undefined ? { kind: 'named', name } : { kind: 'named', name, port: Number(parts[2]) }
}

/** The URL parser knows every way to write an address: `0x7f.1`, `2130706433`, `０１７７.１`, percent escapes, IDNA. */
function canonical(name: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${name}/`)
    const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
    return bare === '' ? undefined : bare
  } catch {
    return /^[\w.-]+$/.test(name) && !/^\d+(?:\.\d+)*$/.test(name) ? name.toLowerCase().replace(/\.$/, '') : undefined
  }
}

function isIpv6(text: string): boolean {
  return (
    /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%\w+)?$/i.test(text) &&
    canonical(`[${text.replace(/%\w+$/, '')}]`) !== undefined
  )
}

/** Where a host is, by its name alone; nothing is looked up. */
export function hostKind(name: string): HostKind {
  const host = isIpv6(name) ? canonical(`[${name.replace(/%\w+$/, '')}]`) : canonical(name)
  if (host === undefined) return 'unknown'
  if (METADATA.has(host)) return 'metadata'
  if (LOOPBACK_NAMES.has(host) || host.endsWith('.localhost')) return 'loopback'
  if (host.includes(':')) return ipv6Kind(host)
  const octets = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  if (octets) return ipv4Kind(octets.slice(1).map(Number))
  const spelled = spelledAddress(host)
  if (spelled !== undefined) return hostKind(spelled)
  if (LOOPBACK_NAMES.has(host.split('.').slice(-2).join('.'))) return 'loopback'
  if (!host.includes('.') || LOCAL_ENDINGS.some((ending) => host.endsWith(ending))) return 'private'
  return 'public'
}

function ipv4Kind([a, b, c, d]: readonly number[]): HostKind {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return 'unknown'
  if (METADATA.has(`${a}.${b}.${c}.${d}`)) return 'metadata'
  if (a === 127 || a === 0) return 'loopback'
  if (a === 169 && b === 254) return 'link-local'
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private'
  if (a === 100 && b >= 64 && b < 128) return 'private'
  return 'public'
}

function ipv6Kind(host: string): HostKind {
  if (host === '::1' || host === '::') return 'loopback'
  const mapped = /^(?:::ffff:(?:0:)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host)
  if (mapped) {
    const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)]
    return ipv4Kind([high >> 8, high & 255, low >> 8, low & 255])
  }
  if (/^fe[89ab]/.test(host)) return 'link-local'
  return /^f[cd]/.test(host) ? 'private' : 'public'
}

/** `169.254.169.254.nip.io` is 169.254.169.254 for whoever asks the name server. */
function spelledAddress(host: string): string | undefined {
  if (!NUMBER_NAMES.some((ending) => host.endsWith(ending))) return undefined
  const found = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-]/.exec(`${host}.`)
  return found ? found.slice(1).join('.') : undefined
}

/** Written with letters that can look like others: shown to people in its `xn--` form. */
export function isPunycode(name: string): boolean {
  return name.split('.').some((label) => label.startsWith('xn--'))
}

/** One of the repository's own remotes, as they were configured before the call. */
export function isRepositoryRemote(host: Host, surroundings: Surroundings): boolean {
  if (host.kind !== 'named') return false
  for (const url of surroundings.remotes.values()) {
    const remote = parseTarget(url)
    if (remote.kind === 'named' && remote.name === host.name && !url.startsWith('/') && !url.startsWith('file:'))
      return true
  }
  return false
}

/** A public package or image registry. */
export function isPackageRegistry(name: string, { trust }: Pick<Surroundings, 'trust'>): boolean {
  return trusts(trust, 'registries', name)
}

/** A public forge or the host its raw files come from. */
export function isCodeHost(name: string, { trust }: Pick<Surroundings, 'trust'>): boolean {
  return trusts(trust, 'forges', name)
}

/**
 * A place where anybody collects what is sent: request bins, paste sites, file drops, tunnels, chat web-hooks. `url`
 * matters for hosts that are collectors only under some paths.
 */
export function isCollector(name: string, url?: string): boolean {
  const host = name.toLowerCase().replace(/\.$/, '')
  for (let at = 0; at >= 0;) {
    const path = COLLECTORS.get(host.slice(at))
    if (path !== undefined && (path === '' || (url ?? '').toLowerCase().includes(path))) return true
    const dot = host.indexOf('.', at)
    at = dot < 0 ? -1 : dot + 1
  }
  return false
}
