import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { installMissing, placeOf } from '../debian-programs.ts'
import { until } from '../until.ts'
import { type Received, recordIn } from './receivers.ts'

const RSYSLOG = { package: 'rsyslog', places: ['/usr/sbin/rsyslogd'] } as const
const RELP = {
  package: 'rsyslog-relp',
  places: ['/usr/lib/x86_64-linux-gnu/rsyslog/imrelp.so', '/usr/lib/aarch64-linux-gnu/rsyslog/imrelp.so'],
} as const

if (process.getuid?.() === 0) installMissing([RSYSLOG, RELP])

/** A real receiver, where Debian's packages are. */
export const hasRsyslog: boolean = placeOf(RSYSLOG) !== undefined && placeOf(RELP) !== undefined

export interface Rsyslog {
  readonly port: number
  /** Everything that it has written to disk, duplicates included. */
  received(): readonly Received[]
  start(): Promise<void>
  kill(): Promise<void>
}

/** Without a queue: what it answers for is written. */
export async function rsyslogIn(directory: string): Promise<Rsyslog> {
  const place = join(directory, 'rsyslog')
  mkdirSync(place)
  const port = await freePort()
  const log = join(place, 'log')
  const configuration = join(place, 'rsyslog.conf')
  writeFileSync(
    configuration,
    `module(load="imrelp")
global(workDirectory="${place}" maxMessageSize="64k")
main_queue(queue.type="Direct")
template(name="raw" type="string" string="%rawmsg%\\n")
input(type="imrelp" port="${port}" address="127.0.0.1" maxDataSize="64k")
action(type="omfile" file="${log}" template="raw" sync="on" asyncWriting="off" flushOnTXEnd="on")
`,
  )
  let child: ChildProcess | undefined
  return {
    port,
    received: () =>
      (existsSync(log) ? readFileSync(log, 'latin1') : '')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => recordIn(line.slice(line.indexOf('] {') + 2))),
    start: async () => {
      child = spawn(RSYSLOG.places[0], ['-n', '-f', configuration, '-i', join(place, 'pid')], { stdio: 'ignore' })
      await until('rsyslog listens', () => listens(port))
    },
    kill: async () => {
      const gone = new Promise((resolve) => child?.once('close', resolve))
      child?.kill('SIGKILL')
      if (child !== undefined) await gone
      child = undefined
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
