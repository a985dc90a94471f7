import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as network from '../../src/containment/network.ts'
import * as proxies from '../../src/containment/proxy.node.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'

/** The proxy as it is, or with a check taken out. */
type Product = Pick<typeof proxies, 'makeProxy'> & Pick<typeof network, 'readAllowed'>

const scratch = scratchFor('proxy')
const REAL: Product = { ...proxies, ...network }

/** What nobody behind the proxy may reach; `heard` is what it was told. */
let neighbour: Server
let port = 0
let heard = ''

beforeAll(async () => {
  neighbour = createServer((socket) => {
    socket.on('data', (part: Buffer) => (heard += part.toString())).on('error', () => undefined)
    setTimeout(() => socket.end(), 300)
  })
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  port = (neighbour.address() as AddressInfo).port
})
afterAll(() => neighbour.close())

interface Row {
  readonly bug: string
  readonly change: Change
  /** What the settings name, what its name leads to (one list for each question), and what is sent. */
  readonly hosts: () => readonly string[]
  readonly answers: readonly (readonly string[])[]
  readonly head: () => string
  /** Found in what the neighbour heard. */
  readonly harm: string
  /** Whether the session may still reach anybody. */
  readonly still?: () => Promise<boolean>
}

const tunnel = (host: string) => (): string => `CONNECT ${host}:${port} HTTP/1.1\r\n\r\nreached`

const ROWS: readonly Row[] = [
  {
    bug: 'an address that is not public is connected to',
    change: {
      file: 'containment/proxy.node.ts',
      find: '  if (!namesAddress(entry) && found.some((address) => !isPublic(address))) return undefined\n',
      replace: '',
    },
    hosts: () => [`a.example.org:${port}`],
    answers: [['127.0.0.1']],
    head: tunnel('a.example.org'),
    harm: 'reached',
  },
  {
    bug: 'every name may lead to this machine, as if the list named it',
    change: {
      file: 'containment/network.ts',
      find: "  return !below && (isAddress(host) || host === 'localhost')\n",
      replace: "  return !below || isAddress(host) || host === 'localhost'\n",
    },
    hosts: () => [`a.example.org:${port}`],
    answers: [['127.0.0.1']],
    head: tunnel('a.example.org'),
    harm: 'reached',
  },
  {
    bug: 'an address in IPv6 that is one in IPv4 counts as public',
    change: { file: 'containment/network.ts', find: "  ['::ffff:0:0', 96],\n", replace: '' },
    hosts: () => [`a.example.org:${port}`],
    answers: [['::ffff:127.0.0.1']],
    head: tunnel('a.example.org'),
    harm: 'reached',
  },
  {
    bug: 'a name is looked up again before it is connected to',
    change: {
      file: 'containment/proxy.node.ts',
      find: '  return found[0]\n}\n\nexport function isPublic',
      replace: '  return (await resolve(host))[0]\n}\n\nexport function isPublic',
    },
    hosts: () => [`a.example.org:${port}`],
    // Public, and nobody answers there.
    answers: [['2a00:0:0:1::1'], ['127.0.0.1']],
    head: tunnel('a.example.org'),
    harm: 'reached',
  },
  {
    bug: 'the port is not looked at',
    change: { file: 'containment/network.ts', find: '(one) => one.port === port && (', replace: '(one) => (' },
    hosts: () => ['127.0.0.1:1'],
    answers: [],
    head: tunnel('127.0.0.1'),
    harm: 'reached',
  },
  {
    bug: 'more than one request is passed on',
    change: {
      file: 'containment/proxy.node.ts',
      find: '    const own = part.subarray(0, left)\n',
      replace: '    const own = part\n',
    },
    hosts: () => [`127.0.0.1:${port}`],
    answers: [],
    head: () => `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\nGET /second HTTP/1.1\r\n\r\n`,
    harm: 'second',
  },
  {
    bug: 'what came in since the ticket was given is not looked at',
    change: {
      file: 'containment/proxy.node.ts',
      find: '  if (options.still !== undefined && !(await options.still().catch(() => false))) {',
      replace: '  if (options.still === null) {',
    },
    hosts: () => [`127.0.0.1:${port}`],
    answers: [],
    head: tunnel('127.0.0.1'),
    harm: 'reached',
    still: () => Promise.resolve(false),
  },
  {
    bug: 'when nobody can say what came in, it may',
    change: {
      file: 'containment/proxy.node.ts',
      find: '  if (options.still !== undefined && !(await options.still().catch(() => false))) {',
      replace: '  if (options.still !== undefined && !(await options.still().catch(() => true))) {',
    },
    hosts: () => [`127.0.0.1:${port}`],
    answers: [],
    head: tunnel('127.0.0.1'),
    harm: 'reached',
    still: () => Promise.reject(new Error('nobody there')),
  },
]

async function harmDone(
  { hosts, answers, head, harm, still }: Row,
  { makeProxy, readAllowed }: Product,
): Promise<boolean> {
  heard = ''
  const left = [...answers]
  const proxy = makeProxy({
    allowed: readAllowed(hosts()),
    note: () => undefined,
    resolve: async () => left.shift() ?? [],
    ...(still === undefined ? {} : { still }),
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => {
    const client = connect((proxy.address() as AddressInfo).port, '127.0.0.1', () => client.write(head()))
    client.resume().on('close', () => resolve())
    client.on('error', () => resolve())
  })
  proxy.close()
  return heard.includes(harm)
}

describe('the proxy lets through what it must not as soon as its check is gone', () => {
  test.each(ROWS)('$bug', async (row) => {
    expect(await harmDone(row, REAL), 'with its check').toBe(false)
    const sources = join(putBack(scratch, row.bug, [row.change]), 'containment')
    const broken = {
      ...((await import(join(sources, 'proxy.node.ts'))) as typeof proxies),
      ...((await import(join(sources, 'network.ts'))) as typeof network),
    }
    expect(await harmDone(row, broken), 'without it').toBe(true)
  })
})
