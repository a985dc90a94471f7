import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attempts, type Outside } from '../suites/escape/attempts.ts'
import type { Results } from '../suites/escape/run-all.ts'
import { SEEN, TECHNIQUES, twins } from '../suites/escape/twins.ts'

/** The rows have the same names in every prison. */
const NOWHERE: Outside = {
  root: '',
  tcp4: 0,
  tcp6: 0,
  udp: 0,
  victim: 0,
  sockets: Array(5).fill('a/b') as string[],
  abstract: '',
  knock: 0,
  allowed: 0,
  calls: {},
}
const ATTEMPTS = attempts(NOWHERE).map(({ kind, name }, at) => [kind, name, at] as const)
const TWINS = twins(NOWHERE)

/** The outer sandbox of a plain user is a user namespace, from which the memory of processes outside cannot be read. */
const HIDDEN_FROM_PLAIN_USERS = 'the memory of another process'

const own = process.getuid!()
/** As root there is another account to try; a plain user has only itself. */
const ACCOUNTS: readonly (readonly [name: string, uid: number])[] =
  own === 0
    ? [
        ['root', 0],
        ['a plain user', 65_534],
      ]
    : [['a plain user', own]]

describe.each(ACCOUNTS)('as %s', (_account, uid) => {
  const home = mkdtempSync(join(tmpdir(), 'account-'))
  let results: Results

  beforeAll(async () => {
    if (uid !== own) chownSync(home, uid, uid)
    results = await resultsAs(uid, home)
  }, 900_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  test('at least 200 attempts were made, by that account', () => {
    expect([results.uid, results.made]).toEqual([uid, ATTEMPTS.length])
    expect(results.made).toBeGreaterThanOrEqual(200)
  })

  describe('nothing gets out of the walls', () => {
    test.each(ATTEMPTS)('%s: %s', (_kind, _name, at) => expect(results.escaped[at]).toBeUndefined())
  })

  describe('a twin does its harm without walls, and none behind them', () => {
    test.each(TWINS.map(({ name }, at) => [name, at] as const))('%s', (_name, at) => {
      const result = results.twins[at]!
      if (result.missing !== undefined) return
      expect(result.contained, 'behind the walls').toBeUndefined()
      if (uid === 0 || TWINS[at]!.technique !== HIDDEN_FROM_PLAIN_USERS)
        expect(result.plain, 'without them').toMatch(SEEN[TWINS[at]!.technique])
    })

    test.each(TECHNIQUES)('%s was tried', (technique) => {
      const tried = TWINS.filter((twin, at) => twin.technique === technique && results.twins[at]!.missing === undefined)
      expect(tried).not.toEqual([])
    })
  })
})

/** In a process of its own, so that it can be another account's. */
async function resultsAs(uid: number, home: string): Promise<Results> {
  const main = join(import.meta.dirname, '..', 'suites', 'escape', 'main.ts')
  const account = uid === own ? {} : { uid, gid: uid }
  const child = spawn(process.execPath, [main], {
    ...account,
    cwd: home,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, PORTCULLIS_NO_DAEMON: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let errors = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`the attempts ended with ${code}: ${errors.slice(-2000)}`)
  return JSON.parse(said.trimEnd().split('\n').at(-1)!) as Results
}
