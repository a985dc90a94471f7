import { ALLOWED_HOST } from '../policy/setting-shapes.ts'
import { marksOf, type Session } from '../session.ts'

/** One line of `containmentNetwork`: a host, or every host below a domain, and one port. */
export interface AllowedHost {
  readonly host: string
  readonly below: boolean
  readonly port: number
}

/** Without a port an entry means TLS. */
const USUAL_PORT = 443

/**
 * The hosts that a contained command of this session may talk to. None once anything untrusted or private came in: whoever
 * can be downloaded from can mostly be uploaded to as well.
 */
export function networkFor(allowed: readonly string[] | undefined, session: Pick<Session, 'turns'>): readonly string[] {
  return allowed === undefined || !mayHaveNetwork(session) ? [] : allowed
}

/** Asked when the ticket is given, and again before each connection: what came in meanwhile takes the network back. */
export function mayHaveNetwork(session: Pick<Session, 'turns'>): boolean {
  return marksOf(session).length === 0
}

/** Throws for what is no such line: a list that is half understood allows something else than was meant. */
export function readAllowed(lines: readonly string[]): readonly AllowedHost[] {
  return lines.map((line) => {
    if (!ALLOWED_HOST.test(line)) throw new Error(`not a host: ${line}`)
    const port = /:([1-9]\d{0,4})$/.exec(line.replace(/^\[[^\]]*\]/, ''))?.[1]
    const named = line.slice(0, line.length - (port === undefined ? 0 : port.length + 1))
    const below = named.startsWith('*.')
    const host = hostName(below ? named.slice(2) : named)
    if (host === undefined || Number(port ?? USUAL_PORT) > 65_535) throw new Error(`not a host: ${line}`)
    return { host, below, port: Number(port ?? USUAL_PORT) }
  })
}

/** The entry that lets a connection through; undefined: none does. */
export function allowedBy(allowed: readonly AllowedHost[], host: string, port: number): AllowedHost | undefined {
  return allowed.find(
    (one) => one.port === port && (one.below ? host.endsWith(`.${one.host}`) && !isAddress(host) : host === one.host),
  )
}

/** Whether an entry names an address itself, or this machine: only then may it be one that is not public. */
export function namesAddress({ host, below }: AllowedHost): boolean {
  return !below && (isAddress(host) || host === 'localhost')
}

export function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)
}

/**
 * A host as it is compared: lower case, no final dot, an IPv6 address without its brackets. Undefined for everything that
 * resolvers read in more than one way: `127.1`, `0x7f000001`, `2130706433`, percent signs, other scripts.
 */
export function hostName(text: string): string | undefined {
  const bracketed = /^\[([0-9a-f:]{2,45})\]$/i.exec(text)?.[1]
  if (bracketed !== undefined) return plainIpv6(bracketed)
  const host = text.toLowerCase().replace(/\.$/, '')
  if (host.length === 0 || host.length > 253) return undefined
  const labels = host.split('.')
  if (!labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) return undefined
  if (!/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) return host
  return labels.length === 4 && labels.every((label) => /^(?:0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256)
    ? host
    : undefined
}

/** As the platform itself writes it, so that two ways to write one address are one. */
function plainIpv6(text: string): string | undefined {
  try {
    return new URL(`http://[${text}]/`).hostname.slice(1, -1)
  } catch {
    return undefined
  }
}

/** What a client asks its proxy for. */
export type ProxyRequest =
  | { readonly kind: 'tunnel'; readonly host: string; readonly port: number }
  | {
      readonly kind: 'request'
      readonly host: string
      readonly port: number
      /** The head for the server itself. */
      readonly head: string
      /** Bytes of the body that follow, and no more: a second request would be for whom it likes. */
      readonly body: number
    }
  | { readonly kind: 'bad'; readonly because: string }

/** Between the proxy and one neighbour; never sent on. */
const HOP: ReadonlySet<string> = new Set(
  'connection proxy-connection keep-alive te trailer upgrade host proxy-authorization proxy-authenticate'.split(' '),
)

const bad = (because: string): ProxyRequest => ({ kind: 'bad', because })

/** One request head, without its empty line. Strict: what two readers could read differently is refused. */
export function readProxyRequest(head: string): ProxyRequest {
  const [first, ...lines] = head.split('\r\n')
  const request = /^([A-Z]{3,20}) ([\x21-\x7e]{1,8000}) HTTP\/1\.[01]$/.exec(first ?? '')
  if (request === null) return bad('the first line cannot be read')
  const [, method, target] = request as unknown as readonly [string, string, string]
  const headers: (readonly [string, string])[] = []
  for (const line of lines) {
    const header = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\x20-\x7e\x80-\xff\t]*)$/.exec(line)
    if (header === null) return bad('a header cannot be read')
    headers.push([header[1]!, header[2]!.trim()])
  }
  if (method === 'CONNECT') {
    const authority = /^(\[[0-9A-Fa-f:]+\]|[^:/?#@[\]]+):([1-9]\d{0,4})$/.exec(target)
    const host = authority === null ? undefined : hostName(authority[1]!)
    if (host === undefined || Number(authority![2]) > 65_535) return bad('the host cannot be read')
    return { kind: 'tunnel', host, port: Number(authority![2]) }
  }
  const url = /^http:\/\/(\[[0-9A-Fa-f:]+\]|[^:/?#@[\]]+)(?::([1-9]\d{0,4}))?([/?][^#]*)?$/.exec(target)
  const host = url === null ? undefined : hostName(url[1]!)
  const port = Number(url?.[2] ?? 80)
  if (host === undefined || port > 65_535) return bad('only whole http:// addresses are passed on')
  const values = (name: string): readonly string[] =>
    headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  const lengths = values('content-length')
  if (values('transfer-encoding').length > 0) return bad('a body must say how long it is')
  if (lengths.length > 1 || !/^\d{0,15}$/.test(lengths[0] ?? '')) return bad('a body must say how long it is')
  const path = url![3] ?? '/'
  const authority = `${host.includes(':') ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`
  const sent = [
    `${method} ${path.startsWith('/') ? path : `/${path}`} HTTP/1.1`,
    `Host: ${authority}`,
    ...headers.filter(([name]) => !HOP.has(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return { kind: 'request', host, port, head: `${sent.join('\r\n')}\r\n\r\n`, body: Number(lengths[0] ?? 0) }
}

/** Networks that are not the public internet: this machine, its neighbours, and what leads to them in another form. */
export const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]
