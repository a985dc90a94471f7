import { rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { bundlePlaces } from '../../src/surfaces/bundles/places.ts'
import { loadDaemon } from '../daemon/client.ts'
import { Following, refusedIsKept, signer, tamperingIsNoticed, THREE } from '../suites/bundles.ts'
import { until } from '../until.ts'
import { bundleServer, denying, newSigner, second, type Serve, serving, signed } from './ground.ts'

const product = await loadDaemon()
const RULE = { decision: 'deny', code: 'rule.deny' }
const none: Serve = (_request, response) => void response.writeHead(404).end()

let machine: Following | undefined
afterEach(async () => {
  await machine?.end()
  machine = undefined
})

const begin = async (first: Serve = serving(THREE), more: object = {}): Promise<Following> =>
  (machine = await Following.begin(product, first, more))

test('a bundle comes in force without a restart, and a newer one takes its place', async () => {
  const team = await begin()
  await team.inForce(3)
  expect(await team.decide('make three')).toEqual(RULE)
  team.server.serve = serving(signed(signer, { version: 4, settings: denying('make four') }))
  await team.inForce(4)
  expect(await team.decide('make four')).toEqual(RULE)
  expect((await team.decide('make three')).code).not.toBe('rule.deny')
  expect(await team.events()).toEqual(['bundle.activated', 'bundle.activated'])
})

test('an unchanged one is asked for by its tag', async () => {
  const team = await begin(serving(THREE, '"three"'))
  await until('asked by tag', () => team.server.asked.filter(({ tag }) => tag === '"three"').length >= 2)
  expect((await team.status()).lastLook?.failures).toEqual([])
  expect(await team.events()).toEqual(['bundle.activated'])
})

test('what is in force stays in force, and it is told, whatever is wrong with the next one', async () => {
  expect(await refusedIsKept()(product)).toEqual([])
})

test('nothing is allowed when what is kept of it was tampered with', async () => {
  expect(await tamperingIsNoticed()(product)).toEqual([])
})

test('a source that flaps is told once, not with every look', async () => {
  let count = 0
  const team = await begin((request, response) =>
    count++ % 2 === 0 ? serving(THREE)(request, response) : void response.writeHead(503).end(),
  )
  await until('six looks', () => count >= 6)
  expect((await team.events()).filter((code) => code === 'bundle.source')).toHaveLength(1)
  expect(await team.decide('make three')).toEqual(RULE)
})

test('it holds after a restart without its source', async () => {
  const team = await begin()
  await team.inForce(3)
  await team.running!.daemon.stop()
  team.server.serve = (_request, response) => void response.destroy()
  await team.start()
  expect(await team.decide('make three')).toEqual(RULE)
})

test('what was lost comes back from its source', async () => {
  const team = await begin()
  await team.inForce(3)
  rmSync(bundlePlaces(team.place.state, team.place.home).active)
  await team.inForce(3)
  expect((await team.decide('git status')).decision).toBe('allow')
})

describe('before the first one', () => {
  test('nothing is allowed', async () => {
    const team = await begin(none)
    expect((await team.decide('git status')).decision).toBe('deny')
    expect((await team.status()).state).toBe('broken')
  })

  test('the other settings hold where managed settings say so', async () => {
    const team = await begin(none, { required: false })
    expect((await team.decide('git status')).decision).toBe('allow')
    expect((await team.status()).state).toBe('none')
  })
})

describe('when it expires while it is in force', () => {
  const soon = (): string => second(Date.now() + 4000)
  const expired = (team: Following): Promise<unknown> =>
    until('expired', async () => (await team.status()).state === 'expired', 15_000)

  test.each([
    ['a person decides every call, unless it says otherwise', undefined, 'ask'],
    ['it stays in force with an alarm', 'keep', 'allow'],
    ['nothing is allowed', 'deny', 'deny'],
  ] as const)('%s', async (_what, whenExpired, decision) => {
    const team = await begin()
    await team.inForce(3)
    const settings = denying('make three')
    const more = whenExpired === undefined ? {} : { whenExpired }
    team.server.serve = serving(signed(signer, { version: 4, expires: soon(), settings, ...more }))
    await team.inForce(4)
    expect((await team.decide('git status')).decision).toBe('allow')
    await expired(team)
    expect((await team.decide('git status')).decision).toBe(decision)
    expect((await team.decide('make three')).decision).toBe('deny')
    await until('told', () => team.running!.logged.some((line) => line.includes('error POLICY BUNDLE EXPIRED')))
    await until('recorded', async () => (await team.events()).includes('bundle.in-force-expired'))
    // The next one brings everything back.
    team.server.serve = serving(signed(signer, { version: 5 }))
    await team.inForce(5)
    expect((await team.decide('git status')).decision).toBe('allow')
  })

  test('the machine may be stricter than the bundle, not milder', async () => {
    const team = await begin(serving(THREE), { whenExpired: 'keep' })
    await team.inForce(3)
    team.server.serve = serving(signed(signer, { version: 4, expires: soon(), whenExpired: 'deny' }))
    await expired(team)
    expect((await team.decide('git status')).decision).toBe('deny')
  })
})

test('a key that is no longer trusted takes its bundle out of force: nothing is allowed until another comes', async () => {
  const team = await begin()
  await team.inForce(3)
  const other = newSigner()
  team.settle({ keys: [other.text] })
  await until('broken', async () => (await team.status()).state === 'broken')
  expect((await team.decide('git status')).decision).toBe('deny')
  team.server.serve = serving(signed(other, { version: 4 }))
  await team.inForce(4)
  expect((await team.decide('git status')).decision).toBe('allow')
})

test('a canary is taken by the hosts of its share alone, and says why', async () => {
  const directory =
    (stable: string, candidate: string | undefined): Serve =>
    (request, response) => {
      const text = request.url?.endsWith('/stable.json') === true ? stable : candidate
      if (text === undefined) none(request, response)
      else response.end(text)
    }
  const candidate = (percent: number, version: number): string =>
    signed(signer, { version, settings: denying('make four'), canary: { percent, salt: 'four' } })
  const team = (machine = new Following(product, await bundleServer(directory(THREE, candidate(0, 4)))))
  await team.start({ source: team.server.url.replace('bundle.json', 'policy/') })
  await team.inForce(3)
  expect(JSON.stringify(await team.status())).toContain('comes in only above')
  team.server.serve = directory(THREE, candidate(100, 5))
  await team.inForce(5)
  expect(await team.decide('make four')).toEqual(RULE)
  // Ended: everybody gets a newer stable one, whoever was in the share.
  team.server.serve = directory(signed(signer, { version: 6, settings: denying('make three') }), undefined)
  await team.inForce(6)
  expect(await team.decide('make three')).toEqual(RULE)
})
