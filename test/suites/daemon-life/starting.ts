import { spawn } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type DaemonProduct, freshPlace, UNLIMITED } from '../../daemon/client.ts'
import { until, within } from '../../until.ts'
import { allowed, equal, type Life, like, said, using } from './looks.ts'

/** What starting says: `started`, or why not. */
async function startingSays(product: DaemonProduct, state: string): Promise<string> {
  try {
    const daemon = await product.daemon.startDaemon({ ...UNLIMITED, stateDirectory: state, log: () => undefined })
    await daemon.stop()
    return 'started'
  } catch (error) {
    return error instanceof Error && error.name === 'CannotStart' ? error.message : `threw ${String(error)}`
  }
}

function mode(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8)
}

/** Changes something before the daemon starts; it must then say why it does not. */
function refusesToStart(
  what: string,
  prepare: (paths: { state: string; file: (name: string) => string }) => void | Promise<void>,
  why: RegExp,
  asRoot?: true,
): Life {
  return {
    what,
    ...(asRoot ? { asRoot } : {}),
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state, { mode: 0o700 })
      await prepare({ state: place.state, file: (name) => join(place.state, name) })
      const says = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return like('it says', says, why)
    },
  }
}

/** A socket whose owner was killed. */
async function leaveSocket(path: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(path)})`])
  await until('the child listens', () => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  child.kill('SIGKILL')
  await within('the child is gone', new Promise((resolve) => child.once('exit', resolve)))
}

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'

export const STARTING: readonly Life[] = [
  refusesToStart(
    'a key of the hook that others can read is not used',
    ({ file }) => writeFileSync(file('hook.key'), `${'ab'.repeat(32)}\n`, { mode: 0o644 }),
    /others may read the hook's key/,
  ),
  refusesToStart(
    'a key of the hook that is a link is not used',
    ({ file }) => {
      writeFileSync(file('elsewhere'), `${'ab'.repeat(32)}\n`, { mode: 0o600 })
      symlinkSync(file('elsewhere'), file('hook.key'))
    },
    /hook\.key is not a file/,
  ),
  refusesToStart(
    'a journal that others may write is not used',
    ({ file }) => {
      writeFileSync(file('journal.db'), '')
      chmodSync(file('journal.db'), 0o666)
    },
    /others may write/,
  ),
  refusesToStart(
    'a journal of somebody else is not used',
    ({ file }) => {
      writeFileSync(file('journal.db'), '')
      chownSync(file('journal.db'), 65_534, 65_534)
    },
    /belongs to somebody else/,
    true,
  ),
  {
    what: 'a second daemon on the same directory is refused, and the first goes on',
    holds: (product) =>
      using(product, {}, async (running) => [
        ...like('it says', await startingSays(product, running.daemon.paths.directory), /another daemon/),
        ...equal('the first', said(await running.post('/v1/judge', running.call('ls'))), allowed),
      ]),
  },
  {
    what: 'after it has stopped another one may start',
    holds: async (product) => {
      const place = freshPlace()
      const first = await startingSays(product, place.state)
      const second = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return equal('both', [first, second], ['started', 'started'])
    },
  },
  {
    what: 'the socket of a killed daemon is taken over',
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state, { mode: 0o700 })
      await leaveSocket(join(place.state, 'portcullis.sock'))
      const says = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return equal('it', says, 'started')
    },
  },
  refusesToStart(
    'a link in place of the socket',
    ({ file }) => symlinkSync('/tmp', file('portcullis.sock')),
    /not a socket/,
  ),
  refusesToStart(
    'a file in place of the socket',
    ({ file }) => writeFileSync(file('portcullis.sock'), ''),
    /not a socket/,
  ),
  refusesToStart(
    "somebody else's socket",
    async ({ file }) => {
      await leaveSocket(file('portcullis.sock'))
      chownSync(file('portcullis.sock'), 65_534, 65_534)
    },
    /belongs to somebody else/,
    true,
  ),
  refusesToStart(
    "somebody else's directory",
    ({ state }) => chownSync(state, 65_534, 65_534),
    /belongs to somebody else/,
    true,
  ),
  refusesToStart(
    'a token that others may read',
    ({ file }) => writeFileSync(file('agent.token'), TOKEN, { mode: 0o644 }),
    /others may read/,
  ),
  refusesToStart(
    'a token that is too short',
    ({ file }) => writeFileSync(file('operator.token'), 'secret', { mode: 0o600 }),
    /256 bits/,
  ),
  refusesToStart(
    'an empty token',
    ({ file }) => writeFileSync(file('operator.token'), '', { mode: 0o600 }),
    /256 bits/,
  ),
  refusesToStart(
    'a link in place of a token',
    ({ file }) => symlinkSync('/dev/zero', file('agent.token')),
    /cannot be read/,
  ),
  refusesToStart(
    'one token for both',
    ({ file }) => {
      writeFileSync(file('agent.token'), TOKEN, { mode: 0o600 })
      writeFileSync(file('operator.token'), TOKEN, { mode: 0o600 })
    },
    /the same/,
  ),
  refusesToStart('a lock that is a directory', ({ file }) => mkdirSync(file('instance.lock')), /not a regular file/),
  refusesToStart(
    'a journal that is something else',
    ({ file }) => writeFileSync(file('journal.db'), 'x'.repeat(5000)),
    /journal/,
  ),
  {
    what: 'everything it makes is for its owner alone, and a directory open to others is closed',
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state)
      chmodSync(place.state, 0o755)
      const daemon = await product.daemon.startDaemon({
        ...UNLIMITED,
        stateDirectory: place.state,
        log: () => undefined,
      })
      const { directory, socket, agentToken, operatorToken, channelToken, address } = daemon.paths
      const modes = [directory, socket, agentToken, operatorToken, channelToken, address].map(mode)
      const tokens = [agentToken, operatorToken, channelToken].map((file) => readFileSync(file, 'utf8').trim())
      await daemon.stop()
      const left = lstatSync(socket, { throwIfNoEntry: false })
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('modes', modes, ['700', '600', '600', '600', '600', '600']),
        ...equal(
          '256 bits each',
          tokens.map((token) => Buffer.from(token, 'base64url').length),
          [32, 32, 32],
        ),
        ...equal('different', new Set(tokens).size, 3),
        ...equal('socket left behind', left, undefined),
      ]
    },
  },
  {
    what: 'the port is open on this machine only',
    holds: (product) =>
      using(product, {}, async (running) => {
        const outside = Object.values(networkInterfaces())
          .flat()
          .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')
        if (outside === undefined) return []
        const reached = await new Promise<boolean>((resolve) => {
          const socket = connect(running.daemon.port!, outside.address)
          socket.once('connect', () => {
            socket.destroy()
            resolve(true)
          })
          socket.once('error', () => resolve(false))
        })
        return equal('reached from outside', reached, false)
      }),
  },
]
