import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAllowed } from '../../src/containment/network.ts'
import { makeProxy } from '../../src/containment/proxy.node.ts'
import { containedNetwork } from '../../src/surfaces/contained-network.ts'
import { newSession } from '../../src/session.ts'
import { makeScene, removeScene, runIn, type Scene } from './scene.ts'

let scene: Scene
let server: HttpServer
let port: number
const heard: string[] = []

beforeAll(async () => {
  scene = makeScene({ 'home/project/package.json': '{}' })
  server = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${request.headers.host} ${body}`)
      response.end('answered\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  removeScene(scene)
})

const session = () => newSession('s', { mode: 'auto', interactive: true })
const through = (hosts: readonly string[]) => ({ network: containedNetwork({ containmentNetwork: hosts }, session()) })

describe('a contained command and the hosts of the settings', () => {
  test('reaches a host that is named, through the proxy, by a plain request and by a tunnel', async () => {
    const curl = 'curl -sS --noproxy "" --max-time 60'
    const ran = await runIn(
      scene,
      `${curl} http://127.0.0.1:${port}/plain && ${curl} -p http://127.0.0.1:${port}/tunnel && ${curl} -d sent http://127.0.0.1:${port}/body`,
      through([`127.0.0.1:${port}`]),
    )
    expect([ran.exit, ran.stderr]).toEqual([0, ''])
    expect(ran.stdout).toBe('answered\nanswered\nanswered\n')
    expect(heard.splice(0)).toEqual([
      `GET /plain 127.0.0.1:${port} `,
      `GET /tunnel 127.0.0.1:${port} `,
      `POST /body 127.0.0.1:${port} sent`,
    ])
    expect(ran.did.events).toContainEqual({ kind: 'reached', host: '127.0.0.1', port })
  })

  test('does not reach another, and what it tried is known', async () => {
    const ran = await runIn(
      scene,
      `curl -s --max-time 60 https://elsewhere.example/; curl -s --max-time 60 --noproxy "" http://127.0.0.1:${port}/`,
      through(['registry.example.org']),
    )
    expect(ran.stdout).toContain(`127.0.0.1:${port} is not among the hosts that containmentNetwork names`)
    expect(heard.splice(0)).toEqual([])
    expect(ran.did.events).toContainEqual({ kind: 'host', host: 'elsewhere.example', port: 443 })
    expect(ran.did.events).toContainEqual({ kind: 'host', host: '127.0.0.1', port })
    expect(ran.did.events.some(({ kind }) => kind === 'reached')).toBe(false)
  })

  test('has no proxy where no host is named: nothing listens, and no variable says so', async () => {
    const ran = await runIn(
      scene,
      'env | grep -i proxy; curl -s --max-time 5 http://127.0.0.1:3128/; echo $?',
      through([]),
    )
    expect(ran.stdout).toBe('7\n')
  })

  test('cannot take the proxy’s place for anybody, nor keep it: it ends with the run', async () => {
    const began = Date.now()
    const ran = await runIn(
      scene,
      `(sleep 300 | curl -sN -T - http://127.0.0.1:${port}/ ) & curl -s --noproxy "" http://127.0.0.1:${port}/x`,
      through([`127.0.0.1:${port}`]),
    )
    expect(ran.exit).toBe(0)
    expect(Date.now() - began).toBeLessThan(120_000)
    heard.splice(0)
  })
})

/** One exchange with a proxy whose name server answers what it is told to. */
async function asked(
  head: string,
  allowed: readonly string[],
  answers: readonly (readonly string[])[],
): Promise<string> {
  let round = 0
  const proxy: Server = makeProxy({
    allowed: readAllowed(allowed),
    note: () => undefined,
    resolve: async () => answers[Math.min(round++, answers.length - 1)]!,
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const client = connect((proxy.address() as AddressInfo).port, '127.0.0.1', () => client.write(head))
    client.on('data', (part: Buffer) => (text += part.toString()))
    client.on('close', () => resolve(text))
    client.on('error', () => resolve(text))
  })
  proxy.close()
  return said
}

describe('a name that leads somewhere else', () => {
  test.each([
    ['to loopback', [['127.0.0.1']]],
    ['to the metadata service', [['169.254.169.254']]],
    ['to a neighbour, among public ones', [['93.184.215.14', '10.0.0.1']]],
    ['to loopback in IPv6', [['::1']]],
    ['to loopback, written as IPv6', [['::ffff:127.0.0.1']]],
    ['to nobody', [[]]],
  ] as const)('%s is refused', async (_what, answers) => {
    expect(await asked('CONNECT a.example.org:443 HTTP/1.1\r\n\r\n', ['a.example.org'], answers)).toMatch(
      /^HTTP\/1.1 403 /,
    )
  })

  test('is connected to as it was looked at: a second answer is never asked for', async () => {
    let questions = 0
    const proxy = makeProxy({
      allowed: readAllowed([`localhost:${port}`]),
      note: () => undefined,
      resolve: async () => (questions++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const client = connect((proxy.address() as AddressInfo).port, '127.0.0.1', () =>
        client.write(`GET http://localhost:${port}/once HTTP/1.1\r\n\r\n`),
      )
      client.on('data', (part: Buffer) => (text += part.toString())).on('close', () => resolve(text))
    })
    proxy.close()
    expect(said).toContain('answered')
    expect(questions).toBe(1)
    heard.splice(0)
  })
})

test('after one request nothing more is passed on', async () => {
  const said = await asked(
    `GET http://127.0.0.1:${port}/first HTTP/1.1\r\n\r\nGET http://127.0.0.1:${port}/second HTTP/1.1\r\n\r\n`,
    [`127.0.0.1:${port}`],
    [],
  )
  expect(said.split('answered')).toHaveLength(2)
  expect(heard.splice(0)).toEqual([`GET /first 127.0.0.1:${port} `])
})
