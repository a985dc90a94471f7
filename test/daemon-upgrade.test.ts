import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { freshPlace } from './daemon/client.ts'
import { until, within } from './until.ts'

type Place = ReturnType<typeof freshPlace>

const children: ChildProcess[] = []
const places: Place[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const { directory } of places) rmSync(directory, { recursive: true, force: true })
})

function newPlace(): Place {
  const place = freshPlace()
  places.push(place)
  return place
}

const surroundings = (place: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: place.home,
  PORTCULLIS_STATE: place.state,
})

async function serve(place: Place, ...more: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BUILT_LAUNCHER, 'serve', '--no-port', ...more], {
    env: surroundings(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(
    'the daemon listens',
    () => {
      if (child.exitCode !== null) throw new Error(`it does not start: ${output}`)
      return output.includes('next ')
    },
    30_000,
  )
  return child
}

const ended = (child: ChildProcess): Promise<number | string> =>
  within(
    'the daemon ends',
    new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? ''))),
    60_000,
  )

/** Over the socket; status 0: nobody is there. */
function ask(place: Place, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const token = body === undefined ? {} : { authorization: `Bearer ${tokenIn(place)}` }
    const sent = request(
      {
        socketPath: join(place.state, 'portcullis.sock'),
        method: body === undefined ? 'GET' : 'POST',
        path,
        agent: false,
        headers: { host: 'localhost', ...token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (answer) => {
        let text = ''
        answer.on('data', (piece: Buffer) => (text += String(piece)))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', () => resolve({ status: 0, text: '' }))
      },
    )
    sent.on('error', () => resolve({ status: 0, text: '' }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const tokenIn = (place: Place): string => readFileSync(join(place.state, 'agent.token'), 'utf8').trim()

const call = (place: Place, id: string): object => ({
  id,
  tool: 'Bash',
  // Another one each time: the same again and again would be asked about.
  input: { command: `echo ${id}` },
  cwd: place.project,
  session: 'upgrade',
})

const cli = (place: Place, ...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [BUILT_LAUNCHER, ...words], { env: surroundings(place) })

describe('stopping and upgrading', () => {
  test('SIGTERM: first not ready and still judging, then gone', async () => {
    const place = newPlace()
    const child = await serve(place, '--drain-grace', '3')
    expect((await ask(place, '/readyz')).status).toBe(200)
    const over = ended(child)
    child.kill('SIGTERM')
    await until('it is not ready', async () => (await ask(place, '/readyz')).status === 503)
    const judged = await ask(place, '/v1/judge', call(place, 'late'))
    expect([judged.status, JSON.parse(judged.text)]).toEqual([200, expect.objectContaining({ decision: 'allow' })])
    expect(await over).toBe(0)
    expect((await ask(place, '/livez')).status).toBe(0)
  })

  test('the commands for probes and upgrades', async () => {
    const place = newPlace()
    await expect(cli(place, 'health')).rejects.toMatchObject({ code: expect.any(Number) })
    const child = await serve(place)
    expect((await cli(place, 'health')).stdout).toMatch(/^ready\n(?:\w+ +ok\n){4}$/)
    expect((await cli(place, 'health', '--live')).stdout).toBe('alive\n')
    expect((await cli(place, 'drain')).stdout).toBe('drained: no call is under way\n')
    await expect(cli(place, 'health')).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('not ready') })
    expect((await cli(place, 'drain', '--undo')).stdout).toBe('the daemon is in service again\n')
    expect((await cli(place, 'health')).stdout).toMatch(/^ready/)
    const over = ended(child)
    child.kill('SIGTERM')
    expect(await over).toBe(0)
  })

  test('one machine: a restart under load lets nothing through unrecorded, and calls go on after it', async () => {
    const place = newPlace()
    let child = await serve(place)
    const allows: string[] = []
    let away = 0
    const load = { going: true }
    const agents = Array.from({ length: 4 }, async (_, agent) => {
      for (let number = 0; load.going; number++) {
        const id = `a${agent}-${number}`
        const { status, text } = await ask(place, '/v1/judge', call(place, id))
        // Whatever is not exactly an allow means that the call does not run.
        if (status === 200 && (JSON.parse(text) as { decision: string }).decision === 'allow') allows.push(id)
        else {
          away++
          await sleep(20)
        }
      }
    })
    onTestFinished(() => void (load.going = false))
    await until('calls are judged', () => allows.length > 50)
    for (let upgrade = 0; upgrade < 2; upgrade++) {
      const over = ended(child)
      child.kill('SIGTERM')
      expect(await over).toBe(0)
      const before = allows.length
      child = await serve(place)
      await until('calls are judged again', () => allows.length > before + 50)
    }
    load.going = false
    await Promise.all(agents)
    const over = ended(child)
    child.kill('SIGTERM')
    await over
    const reader = openReader(statePaths(place.state).database)
    const recorded = new Set<string>()
    for (const { body } of reader.records()) for (const [, id] of body.matchAll(/echo (a\d-\d+)/g)) recorded.add(id!)
    reader.close()
    expect(allows.filter((id) => !recorded.has(id))).toEqual([])
    expect(away).toBeGreaterThan(0)
    expect((await cli(place, 'log', 'verify').catch((error: { stdout: string }) => error)).stdout).toMatch(
      /unwitnessed/,
    )
  })
})
