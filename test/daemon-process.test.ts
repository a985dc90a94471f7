import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { freshPlace } from './daemon/client.ts'
import { verifyState } from './journal/samples.ts'
import { until, within } from './until.ts'
import { holdWriteLock } from './write-lock.ts'

const root = join(import.meta.dirname, '..')
const places: string[] = []
const children: ChildProcess[] = []

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const place of places) rmSync(place, { recursive: true, force: true })
})

interface Process {
  readonly child: ChildProcess
  readonly ended: () => Promise<number | string>
  output: () => string
}

/** A daemon in a process of its own, as people start it. */
function launch(
  place: ReturnType<typeof freshPlace>,
  command: readonly string[] = DIRECT,
  environment: Readonly<Record<string, string>> = {},
): Process {
  const [program, ...args] = command
  const child = spawn(program!, args, {
    cwd: root,
    env: { ...process.env, HOME: place.home, PORTCULLIS_STATE: place.state, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // Not `exit`: what it wrote last may still be on its way.
  const exit = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal!)),
  )
  return { child, ended: () => within(`${command.join(' ')} ends`, exit, 60_000), output: () => output }
}

const DIRECT = [process.execPath, BUILT_LAUNCHER, 'serve', '--port', '0']

async function ready(one: Process): Promise<Process> {
  const started = (): boolean => {
    if (one.child.exitCode !== null) throw new Error(`it does not start: ${one.output()}`)
    return one.output().includes('next ')
  }
  await until('the daemon says what to do next', started, 30_000)
  return one
}

function newPlace(): ReturnType<typeof freshPlace> {
  const place = freshPlace()
  places.push(place.directory)
  return place
}

/** What came back over the socket; status 0: nothing did. */
function ask(
  place: ReturnType<typeof freshPlace>,
  who: 'agent' | 'operator',
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const token = readFileSync(join(place.state, `${who}.token`), 'utf8').trim()
  return new Promise((resolve) => {
    const nothing = (): void => resolve({ status: 0, text: '' })
    const sent = request(
      {
        socketPath: join(place.state, 'portcullis.sock'),
        method,
        path,
        agent: false,
        headers: {
          host: 'localhost',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('error', nothing)
        answer.on('aborted', nothing)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', nothing)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The decision, or that nothing came back. */
async function judge(place: ReturnType<typeof freshPlace>, id: string, command = 'ls'): Promise<string> {
  const call = { tool: 'Bash', input: { command }, cwd: place.project, session: 'k', id }
  const { status, text } = await ask(place, 'agent', 'POST', '/v1/judge', call)
  if (status === 0) return 'nothing'
  const said = JSON.parse(text) as { decision?: string; because?: { code: string }[] }
  return `${status} ${said.decision} ${said.because?.[0]?.code}`
}

function allowedIds(place: ReturnType<typeof freshPlace>): ReadonlySet<string> {
  const reader = openReader(statePaths(place.state).database)
  const ids = [...reader.records({ decision: 'allow' })].map(
    (record) => (JSON.parse(record.body) as { call: string }).call,
  )
  reader.close()
  return new Set(ids)
}

async function turnsOf(place: ReturnType<typeof freshPlace>, session: string): Promise<string> {
  const reader = openReader(statePaths(place.state).database)
  const rows = await reader.db.selectFrom('session_turn').select('text').where('session', '=', session).execute()
  reader.close()
  return rows.map(({ text }) => text).join('\n')
}

/** Waits until so many calls have come to the daemon, whether they have their answer or not. */
async function arrived(place: ReturnType<typeof freshPlace>, calls: number): Promise<void> {
  const have = async (): Promise<boolean> => {
    const { text } = await ask(place, 'operator', 'GET', '/v1/metrics')
    const underWay = Number(/^portcullis_under_way (\d+)$/m.exec(text)?.[1])
    const answered = Number(/^portcullis_judgement_seconds_count (\d+)$/m.exec(text)?.[1])
    return underWay + answered >= calls
  }
  await until(`${calls} calls have come to the daemon`, have, 30_000)
}

const ALLOWED = '200 allow rulebook.harmless'

// Most of the time they wait for a process: at the same time, each in a place of its own.
describe.concurrent('the daemon as a process', () => {
  test('npm start says where it listens, keeps its things and what to do next; Ctrl-C stops it', async () => {
    const place = newPlace()
    const one = await ready(launch(place, ['npm', 'start', '--silent']))
    const lines = one
      .output()
      .split('\n')
      .filter((line) => /^(listening|state|console|next) /.test(line))
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain(join(place.state, 'portcullis.sock'))
    expect(lines[2]).toMatch(/ http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43} /)
    const link = launch(place, [process.execPath, BUILT_LAUNCHER, 'console'])
    expect(await link.ended()).toBe(0)
    expect(link.output()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43}\n/)
    expect(lines[2]).not.toContain(link.output().split('\n')[0])
    expect(await judge(place, 'a')).toBe(ALLOWED)
    process.kill(-one.child.pid!, 'SIGINT')
    await one.ended()
    expect(one.output()).toContain('info stopped')
    expect(one.output()).not.toContain(readFileSync(join(place.state, 'operator.token'), 'utf8').trim())
  })

  test('a second one ends with an error and says why', async () => {
    const place = newPlace()
    await ready(launch(place))
    const second = launch(place)
    expect(await second.ended()).toBe(2)
    expect(second.output()).toContain('another daemon uses this state directory')
    expect(await judge(place, 'a')).toBe(ALLOWED)
  })

  test('killed while deciding: nobody holds an allow that log and session do not know, and the next one starts at once', async () => {
    const place = newPlace()
    const held: string[] = []
    let cut = 0
    for (let round = 0; round < 8; round++) {
      const one = await ready(launch(place))
      await judge(place, `warm-${round}`)
      const answers = Array.from({ length: 40 }, (_, n) => judge(place, `k-${round}-${n}`, `echo k-${round}-${n}.`))
      await sleep(2 + round * 4)
      process.kill(one.child.pid!, 'SIGKILL')
      expect(await one.ended()).toBe('SIGKILL')
      for (const [n, answer] of (await Promise.all(answers)).entries()) {
        if (answer === ALLOWED) held.push(`k-${round}-${n}`)
        else cut++
      }
    }
    const last = await ready(launch(place))
    expect(await judge(place, 'after')).toBe(ALLOWED)
    const ids = allowedIds(place)
    expect(held.filter((id) => !ids.has(id))).toEqual([])
    const turns = await turnsOf(place, 'k')
    expect(held.filter((id) => !turns.includes(`echo ${id}.`))).toEqual([])
    expect(cut, 'no kill hit a call under way: the test shows nothing').toBeGreaterThan(0)
    last.child.kill('SIGTERM')
    expect(await last.ended()).toBe(0)
    expect((await verifyState(place.state)).ok).toBe(true)
  })

  test('SIGTERM with a hundred under way: each ends in one answer, none without its record, exit 0', async () => {
    const place = newPlace()
    const one = await ready(launch(place))
    await judge(place, 'warm')
    // Whoever else writes to the file makes everybody wait.
    const other = await holdWriteLock(statePaths(place.state).database)
    const answers = Array.from({ length: 100 }, (_, n) => judge(place, `t-${n}`))
    await arrived(place, 101)
    one.child.kill('SIGTERM')
    await sleep(300)
    other.release()
    const said = await Promise.all(answers)
    expect(await one.ended()).toBe(0)
    expect(said.filter((answer) => answer === 'nothing')).toEqual([])
    const ids = allowedIds(place)
    const allowed = said.flatMap((answer, n) => (answer === ALLOWED ? [`t-${n}`] : []))
    expect(allowed.filter((id) => !ids.has(id))).toEqual([])
    expect(allowed.length).toBeGreaterThan(0)
  })

  test('while the journal is locked nothing is allowed; afterwards it goes on by itself', async () => {
    const place = newPlace()
    await ready(launch(place))
    await judge(place, 'warm')
    const other = await holdWriteLock(statePaths(place.state).database)
    expect(await judge(place, 'a')).toBe('200 deny journal.locked')
    other.release()
    expect(await judge(place, 'b')).toBe(ALLOWED)
  })

  test('a daemon that was stopped in its tracks does not give an old allow when it wakes', async () => {
    const place = newPlace()
    const one = await ready(launch(place))
    await judge(place, 'warm')
    const other = await holdWriteLock(statePaths(place.state).database)
    const answer = judge(place, 'sleeps')
    await arrived(place, 2)
    one.child.kill('SIGSTOP')
    other.release()
    await sleep(10_500)
    one.child.kill('SIGCONT')
    expect(await answer).toMatch(/^200 deny /)
    expect(await judge(place, 'next')).toBe(ALLOWED)
  })

  test('a port that is taken is said, and another is used', async () => {
    const place = newPlace()
    const other = newPlace()
    const first = await ready(launch(place))
    const port = /127\.0\.0\.1:(\d+)/.exec(first.output())![1]!
    const second = await ready(launch(other, [...DIRECT.slice(0, -1), port]))
    expect(second.output()).toContain(`port ${port} is taken`)
    expect(await judge(other, 'a')).toBe(ALLOWED)
  })

  test('SIGUSR1 opens no debugger, however it was started', async () => {
    const place = newPlace()
    const one = await ready(launch(place))
    expect(readFileSync(`/proc/${one.child.pid}/cmdline`, 'utf8').split('\0')).toContain('--disable-sigusr1')
    one.child.kill('SIGUSR1')
    expect(await judge(place, 'a')).toBe(ALLOWED)
    expect(one.output()).not.toContain('Debugger')
  })

  test.each([
    ['a debugger', [process.execPath, '--inspect=0', ...DIRECT.slice(1)], {}],
    ['code to load first', DIRECT, { NODE_OPTIONS: '--import=data:text/javascript,0' }],
  ])('it does not start with %s', async (_what, command, environment) => {
    const one = launch(newPlace(), command, environment)
    expect(await one.ended()).toBe(2)
    expect(one.output()).toMatch(/may put code into the daemon/)
  })

  test('a journal that lost its records is not written to', async () => {
    const place = newPlace()
    const one = await ready(launch(place))
    await judge(place, 'a')
    one.child.kill('SIGTERM')
    await one.ended()
    rmSync(statePaths(place.state).database)
    const again = launch(place)
    expect(await again.ended()).toBe(2)
    expect(again.output()).toContain('journal.missing')
    writeFileSync(statePaths(place.state).database, '')
    const third = launch(place)
    expect(await third.ended()).toBe(2)
  })
})
