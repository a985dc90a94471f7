import { lookup } from 'node:dns/promises'
import { BlockList, connect, createServer, isIPv6, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import {
  type AllowedHost,
  allowedBy,
  isAddress,
  namesAddress,
  NOT_PUBLIC,
  type ProxyRequest,
  readAllowed,
  readProxyRequest,
} from './network.ts'

const LONGEST_HEAD = 16_384
const HEAD_SECONDS = 10
const CONNECT_SECONDS = 15
const MOST_CONNECTIONS = 128
const LOOK_SECONDS = 1
const TAKEN_BACK = 'the session has read untrusted or private content since: no network any more'

/** Looks a name up, outside the walls. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface ProxyOptions {
  readonly allowed: readonly AllowedHost[]
  /** Told once for each connection: a host that was reached, or one that was refused. */
  readonly note: (what: 'reached' | 'connect', host: string, port: number) => void
  readonly resolve?: Resolve
  /** Whether the session may still reach anybody: asked before each connection, and while one is open. Left out: it may. */
  readonly still?: () => Promise<boolean>
}

/**
 * A proxy for what runs behind the walls: tunnels and plain requests to the hosts of a list, and to nobody else. TLS is
 * passed through as it is. A name is looked up once, here, and that very address is what is connected to: a second answer
 * of its name server changes nothing. Addresses that are not public are refused unless the list names them themselves.
 */
export function makeProxy(options: ProxyOptions): Server {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const late = setTimeout(() => client.destroy(), HEAD_SECONDS * 1000)
    let bytes = Buffer.alloc(0)
    const read = (part: Buffer): void => {
      bytes = Buffer.concat([bytes, part])
      const end = bytes.indexOf('\r\n\r\n')
      // No method begins like this: SOCKS, or TLS to the proxy itself.
      const isOther = bytes[0]! < 0x41 || bytes[0]! > 0x5a
      if (end < 0 && bytes.length <= LONGEST_HEAD && !isOther) return
      client.off('data', read).pause()
      clearTimeout(late)
      if (isOther) return refuse(client, '400 Bad Request', 'this is a proxy for HTTP')
      if (end < 0) return refuse(client, '431 Request Header Fields Too Large', 'the head is too long')
      const request = readProxyRequest(bytes.subarray(0, end).toString('latin1'))
      serve(client, request, bytes.subarray(end + 4), options).catch(() =>
        refuse(client, '502 Bad Gateway', 'the connection failed'),
      )
    }
    client.on('data', read).on('end', () => {
      clearTimeout(late)
      if (bytes.indexOf('\r\n\r\n') < 0) client.destroy()
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  const { still } = options
  if (still !== undefined) takeBack(server, open, still)
  return server
}

/** Tunnels that are open when the session may no longer have them end. */
function takeBack(server: Server, open: ReadonlySet<Socket>, still: () => Promise<boolean>): void {
  let asking = false
  const look = async (): Promise<void> => {
    if (asking || open.size === 0) return
    asking = true
    const may = await still().catch(() => false)
    asking = false
    if (!may) for (const client of open) client.destroy()
  }
  const timer = setInterval(() => void look(), LOOK_SECONDS * 1000)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

async function serve(client: Socket, request: ProxyRequest, rest: Buffer, options: ProxyOptions): Promise<void> {
  if (request.kind === 'bad') return refuse(client, '400 Bad Request', request.because)
  const { host, port } = request
  if (options.still !== undefined && !(await options.still().catch(() => false))) {
    options.note('connect', host, port)
    return refuse(client, '403 Forbidden', TAKEN_BACK)
  }
  const entry = allowedBy(options.allowed, host, port)
  const address = entry === undefined ? undefined : await addressOf(host, entry, options.resolve ?? resolveOutside)
  if (address === undefined) {
    options.note('connect', host, port)
    return refuse(
      client,
      '403 Forbidden',
      entry === undefined
        ? `${host}:${port} is not among the hosts that containmentNetwork names`
        : `${host} has no public address`,
    )
  }
  const upstream = await opened(address, port)
  options.note('reached', host, port)
  const end = (): void => {
    client.destroy()
    upstream.destroy()
  }
  upstream.on('error', end)
  client.on('error', end).on('close', end)
  upstream.on('close', () => client.end())
  if (request.kind === 'tunnel') {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (rest.length > 0) upstream.write(rest)
    client.pipe(upstream)
  } else sendRequest(client, upstream, request, rest)
  upstream.pipe(client)
  client.resume()
}

/** The head as we wrote it, and exactly as much of the body as it says. */
function sendRequest(
  client: Socket,
  upstream: Socket,
  { head, body }: ProxyRequest & { kind: 'request' },
  rest: Buffer,
): void {
  upstream.write(head, 'latin1')
  let left = body
  const send = (part: Buffer): void => {
    const own = part.subarray(0, left)
    left -= own.length
    if (own.length > 0 && !upstream.write(own)) {
      client.pause()
      upstream.once('drain', () => client.resume())
    }
  }
  send(rest)
  client.on('data', send)
}

function opened(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, allowHalfOpen: true })
    const late = setTimeout(() => socket.destroy(new Error('too late')), CONNECT_SECONDS * 1000)
    socket.once('connect', () => {
      clearTimeout(late)
      resolve(socket)
    })
    socket.once('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
  })
}

async function resolveOutside(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** The address to connect to; undefined when one of them is not public and the list does not name it itself. */
async function addressOf(host: string, entry: AllowedHost, resolve: Resolve): Promise<string | undefined> {
  const found = isAddress(host) ? [host] : await resolve(host)
  if (found.length === 0) return undefined
  if (!namesAddress(entry) && found.some((address) => !isPublic(address))) return undefined
  return found[0]
}

export function isPublic(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const own = Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  return !own && !notPublic(family).check(address, family)
}

/** A list for each family: in one, every IPv4 address would be one of the mapped ones. */
function notPublic(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of NOT_PUBLIC)
    if (isIPv6(network) === (family === 'ipv6')) list.addSubnet(network, prefix, family)
  return list
}

function refuse(client: Socket, status: string, because: string): void {
  const text = `portcullis: contained: ${because}\n`
  client.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
  client.resume()
}

/** What the runner starts when something inside first connects: the listener is descriptor 3, what happens goes to 1. */
export function serveProxy(words: readonly string[], still?: () => Promise<boolean>): void {
  const server = makeProxy({
    allowed: readAllowed(words),
    note: (what, host, port) => process.stdout.write(`${what} ${host} ${port}\n`),
    ...(still === undefined ? {} : { still }),
  })
  server.on('error', () => process.exit(1))
  server.listen({ fd: 3 })
}
