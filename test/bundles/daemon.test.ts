import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundlePlaces } from '../../src/surfaces/bundles/places.ts'
import { freshPlace, loadDaemon, run, type Running } from '../daemon/client.ts'
import { until } from '../until.ts'
import {
  type BundleServer,
  bundleServer,
  denying,
  managed,
  newSigner,
  second,
  type Serve,
  serving,
  signed,
} from './ground.ts'

const product = await loadDaemon()
const signer = newSigner()
const LIMITS = { bytes: 100_000, milliseconds: 700 }

let running: Running | undefined
let server: BundleServer
beforeEach(
  async () =>
    void (server = await bundleServer(serving(signed(signer, { version: 3, settings: denying('make three') })))),
)
afterEach(async () => {
  await running?.end()
  running = undefined
  await server.close()
})

type Place = ReturnType<typeof freshPlace>

async function start(place: Place, more: object = {}): Promise<void> {
  const managedDirectory = managed(place.directory, {
    policyBundle: { keys: [signer.text], source: server.url, pollSeconds: 1, ...more },
  })
  running = await run(product, {
    stateDirectory: place.state,
    home: place.home,
    managedDirectory,
    bundleLimits: LIMITS,
    bundlePollMs: 60,
  })
}

async function decide(command: string): Promise<{ decision: string; code: string }> {
  const { decision, because } = JSON.parse((await running!.post('/v1/judge', running!.call(command))).body) as {
    decision: string
    because: readonly { code: string }[]
  }
  return { decision, code: because[0]?.code ?? '' }
}

interface Status {
  readonly state: string
  readonly inForce?: { readonly version: number }
  readonly lastLook?: { readonly failures: readonly { readonly code: string }[] }
}

const status = async (): Promise<Status> =>
  (JSON.parse((await running!.get('/v1/policy/bundle')).body) as { bundle: Status }).bundle

const inForce = (version: number): Promise<unknown> =>
  until(`version ${version}`, async () => (await status()).inForce?.version === version)

const failed = (code: string): Promise<unknown> =>
  until(code, async () => (await status()).lastLook?.failures.some((each) => each.code === code))

async function events(): Promise<readonly string[]> {
  const { records } = JSON.parse((await running!.get('/v1/audit?limit=1000')).body) as {
    records: readonly { event: string; code: string }[]
  }
  return records.filter(({ event }) => event === 'policy_bundle').map(({ code }) => code)
}

const RULE = { decision: 'deny', code: 'rule.deny' }

test('a bundle comes in force without a restart, and a newer one takes its place', async () => {
  await start(freshPlace())
  await inForce(3)
  expect(await decide('make three')).toEqual(RULE)
  server.serve = serving(signed(signer, { version: 4, settings: denying('make four') }))
  await inForce(4)
  expect(await decide('make four')).toEqual(RULE)
  expect((await decide('make three')).code).not.toBe('rule.deny')
  expect(await events()).toEqual(['bundle.activated', 'bundle.activated'])
})

test('an unchanged one is asked for by its tag', async () => {
  server.serve = serving(signed(signer, { version: 3 }), '"three"')
  await start(freshPlace())
  await until('asked by tag', () => server.asked.filter(({ tag }) => tag === '"three"').length >= 2)
  expect((await status()).lastLook?.failures).toEqual([])
  expect(await events()).toEqual(['bundle.activated'])
})

const newer = (more: object = {}): string => signed(signer, { version: 9, settings: denying('make nine'), ...more })

const tampered = (): string => {
  const envelope = JSON.parse(newer()) as { payload: string }
  return JSON.stringify({ ...envelope, payload: envelope.payload.replace('make nine', 'make none') })
}

/** What a source may do, and what it is called. In every case version 3 stays in force. */
const REFUSED: readonly (readonly [what: string, code: string, serve: Serve])[] = [
  ['is changed after it was signed', 'bundle.signature', serving(tampered())],
  ['is signed with another key', 'bundle.unknown-key', serving(signed(newSigner(), { version: 9 }))],
  ['is cut off', 'bundle.unreadable', serving(newer().slice(0, 300))],
  ['is older', 'bundle.older', serving(signed(signer, { version: 2 }))],
  [
    'has the same version and says something else',
    'bundle.two-of-a-version',
    serving(signed(signer, { version: 3, settings: {} })),
  ],
  ['has expired', 'bundle.expired', serving(newer({ expires: second(Date.now() - 1000) }))],
  ['needs a newer program', 'bundle.program', serving(newer({ minimumVersion: '999.0.0' }))],
  ['has another name', 'bundle.name', serving(newer({ name: 'another-team' }))],
  ['has settings that nobody knows', 'bundle.unreadable', serving(newer({ settings: { permisions: {} } }))],
  [
    'has a rule that cannot be read',
    'bundle.unreadable',
    serving(newer({ settings: { permissions: { deny: ['Bash('] } } })),
  ],
  [
    'grades a category that does not exist',
    'bundle.unreadable',
    serving(newer({ settings: { severities: { 'no.such': 'hard' } } })),
  ],
  [
    'names keys of its own',
    'bundle.unreadable',
    serving(newer({ settings: { policyBundle: { keys: [newSigner().text] } } })),
  ],
  ['is huge', 'bundle.source', (_request, response) => void response.end('x'.repeat(LIMITS.bytes + 1))],
  [
    'comes slowly, byte by byte',
    'bundle.source',
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['is not sent at all', 'bundle.source', () => undefined],
  [
    'ends in the middle',
    'bundle.source',
    (_request, response) =>
      void response.writeHead(200, { 'content-length': 5000 }).write('{', () => response.destroy()),
  ],
  [
    'is elsewhere',
    'bundle.source',
    (request, response) =>
      request.url === '/elsewhere'
        ? void response.end(newer())
        : void response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
  ['is gone', 'bundle.source', (_request, response) => void response.writeHead(404).end()],
  ['is an error', 'bundle.source', (_request, response) => void response.writeHead(500).end(newer())],
]

describe('what is in force stays in force, and it is told, when the next one', () => {
  test.each(REFUSED)('%s: %s', async (_what, code, serve) => {
    await start(freshPlace())
    await inForce(3)
    server.serve = serve
    await failed(code)
    expect((await status()).inForce?.version).toBe(3)
    expect(await decide('make three')).toEqual(RULE)
    expect((await decide('make nine')).code).not.toBe('rule.deny')
    expect(running!.logged.join('\n')).toMatch(/error POLICY BUNDLE NOT TAKEN .*version 3 stays in force/)
    await until('recorded', async () => (await events()).includes(code))
    // Mended, it is followed again.
    server.serve = serving(signed(signer, { version: 10, settings: denying('make ten') }))
    await inForce(10)
  })
})

test('a source that flaps is told once, not with every look', async () => {
  let count = 0
  const good = signed(signer, { version: 3, settings: denying('make three') })
  server.serve = (request, response) =>
    count++ % 2 === 0 ? serving(good)(request, response) : void response.writeHead(503).end()
  await start(freshPlace())
  await until('six looks', () => count >= 6, 30_000)
  expect((await events()).filter((code) => code === 'bundle.source')).toHaveLength(1)
  expect(await decide('make three')).toEqual(RULE)
})

describe('after a restart', () => {
  test('it holds without its source', async () => {
    const place = freshPlace()
    await start(place)
    await inForce(3)
    await running!.daemon.stop()
    server.serve = (_request, response) => void response.destroy()
    await start(place)
    expect(await decide('make three')).toEqual(RULE)
  })

  test.each([
    ['changed', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('make three', 'make later'))],
    ['removed', (file: string) => rmSync(file)],
    ['put back to an older one', (file: string) => writeFileSync(file, signed(signer, { version: 1 }))],
    [
      'replaced by one of another name',
      (file: string) => writeFileSync(file, signed(signer, { version: 50, name: 'other' })),
    ],
    [
      'put back together with its mark',
      (file: string, mark: string) => {
        writeFileSync(file, signed(signer, { version: 1 }))
        rmSync(mark)
      },
    ],
    ['with a mark that cannot be read', (_file: string, mark: string) => writeFileSync(mark, 'x')],
  ] as const)('what was kept of it is %s: nothing is allowed', async (_what, tamper) => {
    const place = freshPlace()
    await start(place)
    await inForce(3)
    await running!.daemon.stop()
    server.serve = (_request, response) => void response.destroy()
    const { active, marks } = bundlePlaces(place.state, place.home)
    tamper(active, marks[0])
    await start(place)
    expect(await decide('git status')).toEqual({ decision: 'deny', code: 'policy.broken' })
    expect((await status()).state).toBe('broken')
  })

  test('what was lost comes back from its source', async () => {
    const place = freshPlace()
    await start(place)
    await inForce(3)
    rmSync(bundlePlaces(place.state, place.home).active)
    await inForce(3)
    expect((await decide('git status')).decision).toBe('allow')
  })
})

describe('before the first one', () => {
  test('nothing is allowed', async () => {
    server.serve = (_request, response) => void response.writeHead(404).end()
    await start(freshPlace())
    expect((await decide('git status')).decision).toBe('deny')
    expect((await status()).state).toBe('broken')
  })

  test('the other settings hold where managed settings say so', async () => {
    server.serve = (_request, response) => void response.writeHead(404).end()
    await start(freshPlace(), { required: false })
    expect((await decide('git status')).decision).toBe('allow')
    expect((await status()).state).toBe('none')
  })
})

describe('when it expires while it is in force', () => {
  const soon = (): string => second(Date.now() + 4000)

  test.each([
    ['a person decides every call, unless it says otherwise', undefined, 'ask'],
    ['it stays in force with an alarm', 'keep', 'allow'],
    ['nothing is allowed', 'deny', 'deny'],
  ] as const)('%s', async (_what, whenExpired, decision) => {
    await start(freshPlace())
    await inForce(3)
    const settings = denying('make three')
    const more = whenExpired === undefined ? {} : { whenExpired }
    server.serve = serving(signed(signer, { version: 4, expires: soon(), settings, ...more }))
    await inForce(4)
    expect((await decide('git status')).decision).toBe('allow')
    await until('expired', async () => (await status()).state === 'expired', 15_000)
    expect((await decide('git status')).decision).toBe(decision)
    expect((await decide('make three')).decision).toBe('deny')
    await until('told', () => running!.logged.some((line) => line.includes('error POLICY BUNDLE EXPIRED')))
    await until('recorded', async () => (await events()).includes('bundle.in-force-expired'))
    // The next one brings everything back.
    server.serve = serving(signed(signer, { version: 5 }))
    await inForce(5)
    expect((await decide('git status')).decision).toBe('allow')
  })

  test('the machine may be stricter than the bundle, not milder', async () => {
    await start(freshPlace(), { whenExpired: 'keep' })
    await inForce(3)
    server.serve = serving(signed(signer, { version: 4, expires: soon(), whenExpired: 'deny' }))
    await until('expired', async () => (await status()).state === 'expired', 15_000)
    expect((await decide('git status')).decision).toBe('deny')
  })
})

test('a key that is no longer trusted takes its bundle out of force: nothing is allowed until another comes', async () => {
  const place = freshPlace()
  await start(place)
  await inForce(3)
  const other = newSigner()
  managed(place.directory, { policyBundle: { keys: [other.text], source: server.url, pollSeconds: 1 } })
  await until('broken', async () => (await status()).state === 'broken')
  expect((await decide('git status')).decision).toBe('deny')
  server.serve = serving(signed(other, { version: 4 }))
  await inForce(4)
  expect((await decide('git status')).decision).toBe('allow')
})

describe('a canary', () => {
  const directory =
    (stable: string, candidate: string | undefined): Serve =>
    (request, response) => {
      const text = request.url?.endsWith('/stable.json') ? stable : candidate
      if (text === undefined) response.writeHead(404).end()
      else response.end(text)
    }
  const stable = signed(signer, { version: 3, settings: denying('make three') })
  const candidate = (percent: number, version = 4): string =>
    signed(signer, { version, settings: denying('make four'), canary: { percent, salt: 'four' } })

  test('is taken by the hosts of its share alone, and says why', async () => {
    const source = { source: server.url.replace('bundle.json', 'policy/') }
    server.serve = directory(stable, candidate(0))
    await start(freshPlace(), source)
    await inForce(3)
    expect(JSON.stringify(await status())).toContain('comes in only above')
    server.serve = directory(stable, candidate(100, 5))
    await inForce(5)
    expect(await decide('make four')).toEqual(RULE)
    // Ended: everybody gets a newer stable one, whoever was in the share.
    server.serve = directory(signed(signer, { version: 6, settings: denying('make three') }), undefined)
    await inForce(6)
    expect(await decide('make three')).toEqual(RULE)
  })
})
