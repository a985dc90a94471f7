import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { SiemTarget } from '../../policy/observe-settings.ts'
import { datagramOf, framed, type Message, syslogLine } from './message.ts'
import { sendOnRelp } from './send-relp.ts'
import { NotTaken, type Sending } from './sending.ts'

type Syslog = Extract<SiemTarget, { type: 'syslog' }>

/** 13 is the log audit. */
const FACILITY = 13

export async function sendBySyslog(target: Syslog, messages: readonly Message[], sending: Sending): Promise<void> {
  const line = (message: Message): string => syslogLine(message, target.facility ?? FACILITY, hostname())
  if (target.transport === 'udp')
    return sendDatagrams(
      target,
      messages.map((each) => line(datagramOf(each, target, sending.version))),
      sending.signal,
    )
  if (target.transport === 'relp' || target.transport === 'relp-tls')
    return sendOnRelp(
      () => open(target),
      messages.map((each) => Buffer.from(line(each))),
      sending.signal,
    )
  const text = messages.map((each) => framed(line(each), target.framing ?? 'octet-counting')).join('')
  return sendOnStream(() => open(target), Buffer.from(text), sending.signal)
}

function open(target: Syslog): Socket {
  if (target.transport === 'unix') return connect({ path: target.path!, allowHalfOpen: true })
  const { host = '' } = target
  const port = portOf(target)
  if (target.transport === 'tcp' || target.transport === 'relp') return connect({ host, port, allowHalfOpen: true })
  const { caFile, certFile, keyFile } = target
  return connectTls({
    host,
    port,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(isIP(host) ? {} : { servername: host }),
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
    ...(certFile === undefined ? {} : { cert: readFileSync(certFile) }),
    ...(keyFile === undefined ? {} : { key: readFileSync(keyFile) }),
  })
}

const PORTS = { tls: 6514, tcp: 514, udp: 514, relp: 2514, 'relp-tls': 2514, unix: 0 } as const

export function portOf({ port, transport }: Pick<Syslog, 'port' | 'transport'>): number {
  return port ?? PORTS[transport]
}

/** How long a receiver that dies over what it read has to show it, before we say that nothing more comes. */
const LINGER = 50

/**
 * Syslog has no acknowledgement of its own, and bytes that the kernel took may never be read. So every batch has its own
 * connection, and its end is the acknowledgement: we say that nothing more comes, and the receiver closes its side once
 * it has read all of it. A receiver that goes away with bytes unread resets the connection, and one that closes before we
 * were done has not read all: either way the batch counts as not sent.
 */
function sendOnStream(start: () => Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = start()
    let said = false
    let timer: NodeJS.Timeout | undefined
    const end = (failure?: string): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      socket.destroy()
      if (failure === undefined) resolve()
      else reject(new NotTaken(failure))
    }
    const aborted = (): void => end('did not read all of it in time')
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', aborted, { once: true })
    socket.on('error', (error) => end(`cannot be reached: ${'code' in error ? String(error.code) : error.message}`))
    socket.on('close', () => end(EARLY))
    socket.on('end', () => end(said ? undefined : EARLY))
    // A receiver of syslog says nothing; whatever it does say is read, so that its end is seen.
    socket.resume()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.write(bytes, () => {
        timer = setTimeout(() => socket.end(() => (said = true)), LINGER)
      })
    })
  })
}

const EARLY = 'closed the connection before all was sent'

/** One message each. Nobody says whether they arrive. */
async function sendDatagrams(target: Syslog, lines: readonly string[], signal: AbortSignal): Promise<void> {
  const { host = '' } = target
  const port = portOf(target)
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    for (const line of lines) {
      if (signal.aborted) throw new NotTaken('did not go out in time')
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.send(Buffer.from(line), port, host, (error) => {
          socket.off('error', reject)
          if (error === null) resolve()
          else reject(new NotTaken(`cannot be reached: ${error.message}`))
        })
      })
    }
  } finally {
    socket.close()
  }
}
