import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

/** A record as a receiver reads it. */
export interface Received {
  readonly writer: string
  readonly seq: number
  readonly hash: string
}

export interface Receiver {
  readonly port: number
  /** Everything that was read whole, duplicates included. */
  readonly received: Received[]
  /** What was not as the protocol says. */
  readonly odd: string[]
  /** How often somebody came. */
  visits: number
  close(): Promise<void>
}

const certificates = join(import.meta.dirname, 'certificates')
export const CERTIFICATE: string = join(certificates, 'cert.pem')
export const OTHER_CERTIFICATE: string = join(certificates, 'other.pem')

/** Reads one JSON object of either format. */
export function recordIn(json: string): Received {
  const value = JSON.parse(json) as { readonly unmapped?: Received; readonly portcullis?: Received }
  const { writer, seq, hash } = (value.unmapped ?? value.portcullis)!
  return { writer, seq, hash }
}

/** RFC 5424, strictly: header, structured data, message. */
const SYSLOG =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\x21-\x7e]{1,255}) portcullis - ([\x21-\x7e]{1,32}) (\[meta sequenceId="\d{1,10}"\]) ([\x20-\x7e]+)$/

function takeLine(line: string, receiver: Pick<Receiver, 'received' | 'odd'>): void {
  const match = SYSLOG.exec(line)
  if (match === null || Number(match[1]) > 191) receiver.odd.push(line.slice(0, 200))
  else receiver.received.push(recordIn(match[6]!))
}

export interface StreamPlan {
  /** Of each connection: after how many bytes it is cut. Undefined: never. */
  readonly cutAfter?: (visit: number) => number | undefined
  /** Of each connection: nothing is read and nothing closed. */
  readonly ignores?: (visit: number) => boolean
  readonly framing?: 'octet-counting' | 'newline'
  /** Left out: any free one. */
  readonly port?: number
  /** Called as each connection is made. */
  readonly onVisit?: (receiver: Receiver) => void
}

/** A receiver of syslog over a stream. Reads each frame as it comes; ends its side when the other has. */
export async function streamReceiver(
  plan: StreamPlan = {},
  where: 'tcp' | 'tls' | { readonly path: string } = 'tcp',
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const receiver: Receiver = { port: 0, received: [], odd: [], visits: 0, close: () => closed(server, sockets) }
  const take = (socket: Socket): void => {
    const visit = receiver.visits++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    plan.onVisit?.(receiver)
    if (plan.ignores?.(visit) === true) return void socket.pause()
    const cut = plan.cutAfter?.(visit)
    if (cut === 0) return void socket.resetAndDestroy()
    let text = ''
    let count = 0
    socket.on('data', (chunk: Buffer) => {
      const part = cut === undefined ? chunk : chunk.subarray(0, Math.max(0, cut - count))
      count += part.length
      text = framesIn(text + part.toString('latin1'), plan.framing ?? 'octet-counting', receiver)
      if (cut !== undefined && count >= cut) socket.resetAndDestroy()
    })
    socket.on('end', () => {
      if (text !== '') receiver.odd.push(`broke off: ${text.slice(0, 100)}`)
      socket.end()
    })
  }
  const server =
    where === 'tls'
      ? createTlsServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(join(certificates, 'key.pem')) }, take)
      : createServer({ allowHalfOpen: true }, take)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) =>
    typeof where === 'object'
      ? server.listen(where.path, resolve)
      : server.listen(plan.port ?? 0, '127.0.0.1', resolve),
  )
  return Object.assign(receiver, { port: typeof where === 'object' ? 0 : (server.address() as AddressInfo).port })
}

/** What is left behind the last whole frame. */
function framesIn(text: string, framing: 'octet-counting' | 'newline', receiver: Receiver): string {
  let rest = text
  for (;;) {
    if (framing === 'newline') {
      const end = rest.indexOf('\n')
      if (end < 0) return rest
      takeLine(rest.slice(0, end), receiver)
      rest = rest.slice(end + 1)
      continue
    }
    const head = /^([1-9]\d{0,6}) /.exec(rest)
    if (head === null) {
      if (rest.length > 8) receiver.odd.push(`no length: ${rest.slice(0, 60)}`)
      return rest
    }
    const [start, end] = [head[0].length, head[0].length + Number(head[1])]
    if (rest.length < end) return rest
    takeLine(rest.slice(start, end), receiver)
    rest = rest.slice(end)
  }
}

export interface RelpPlan {
  /** Of each message, counted over all sessions: what is done with it. */
  readonly behave?: (
    count: number,
  ) => 'answer' | 'refuse' | 'cut' | 'cut after taking' | 'hang up' | 'serverclose' | 'silence'
}

/** A receiver of RELP: `TXNR SP COMMAND SP DATALEN [SP DATA] LF`, each answered as the protocol says. */
export async function relpReceiver(plan: RelpPlan = {}, tls = false): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const receiver: Receiver = { port: 0, received: [], odd: [], visits: 0, close: () => closed(server, sockets) }
  let count = 0
  const take = (socket: Socket): void => {
    receiver.visits++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let heard = ''
    let gone = false
    let next = 1
    const answer = (number: number, data: string): void =>
      void socket.write(`${number} rsp ${data.length}${data === '' ? '' : ' '}${data}\n`)
    const frame = (number: number, command: string, data: string): void => {
      if (number !== next++) receiver.odd.push(`number ${number}`)
      if (command === 'open') {
        if (!data.startsWith('relp_version=0\n') || !data.includes('commands=syslog')) receiver.odd.push(data)
        return answer(number, '200 OK\nrelp_version=0\nrelp_software=test\ncommands=syslog')
      }
      if (command === 'close') {
        answer(number, '')
        return void socket.end('0 serverclose 0\n')
      }
      if (command !== 'syslog') return void receiver.odd.push(command)
      const how = plan.behave?.(count++) ?? 'answer'
      if (how === 'cut') return void socket.resetAndDestroy()
      if (how === 'serverclose') return void socket.write('0 serverclose 0\n')
      if (how === 'silence') return
      if (how === 'hang up') {
        gone = true
        return void socket.end()
      }
      if (how === 'refuse') return answer(number, '500 no room')
      takeLine(data, receiver)
      if (how === 'cut after taking') return void socket.resetAndDestroy()
      answer(number, '200 OK')
    }
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      for (;;) {
        const head = /^(\d{1,9}) ([a-z]+) (\d+)(?: |(?=\n))/.exec(heard)
        if (head === null) return
        const whole = head[0].length + Number(head[3]) + 1
        if (heard.length < whole || socket.destroyed || gone) return
        if (heard[whole - 1] !== '\n') receiver.odd.push('no end')
        const data = heard.slice(head[0].length, whole - 1)
        heard = heard.slice(whole)
        frame(Number(head[1]), head[2]!, data)
      }
    })
  }
  const server = tls
    ? createTlsServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(join(certificates, 'key.pem')) }, take)
    : createServer(take)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(receiver, { port: (server.address() as AddressInfo).port })
}

export async function datagramReceiver(): Promise<Receiver> {
  const socket = createSocket('udp4')
  const receiver: Receiver = {
    port: 0,
    received: [],
    odd: [],
    visits: 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message) => takeLine(message.toString('latin1'), receiver))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return Object.assign(receiver, { port: socket.address().port })
}

export interface Batch {
  readonly visit: number
  readonly records: readonly Received[]
  readonly take: () => void
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void
  /** Hangs up without an answer. */
  readonly hangUp: () => void
}

/** A webhook that checks the signature, then does as told. `take`: the records count as received. */
export async function webhookReceiver(secret: string, behave: (batch: Batch) => void): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const receiver: Receiver = { port: 0, received: [], odd: [], visits: 0, close: () => closed(server, sockets) }
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { headers } = request
      const signed = `siem.${String(headers['portcullis-timestamp'])}.${String(headers['portcullis-nonce'])}.`
      const wanted = `v1=${createHmac('sha256', secret).update(signed).update(body).digest('hex')}`
      if (headers['portcullis-signature'] !== wanted) receiver.odd.push('a wrong signature')
      if (headers['content-type'] !== 'application/x-ndjson') receiver.odd.push('a wrong type')
      const records = body.toString('latin1').trimEnd().split('\n').map(recordIn)
      behave({
        visit: receiver.visits++,
        records,
        take: () => void receiver.received.push(...records),
        answer: (status, more = {}) => void response.writeHead(status, more).end(),
        hangUp: () => void request.socket.destroy(),
      })
    })
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(receiver, { port: (server.address() as AddressInfo).port })
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  return new Promise((resolve) => server.close(() => resolve()))
}
