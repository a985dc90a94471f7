import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newKey, signCheckpoint } from '../../src/journal/checkpoints.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { verifyStateDirectory } from '../../src/journal/stores/verify-state.ts'
import { Witnesses, witnessOf } from '../../src/journal/stores/witnesses.ts'
import type { WitnessSetting } from '../../src/policy/settings.ts'
import { startDaemon } from '../../src/surfaces/daemon/daemon.ts'
import { until } from '../until.ts'
import { freshDirectory, sample } from './samples.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const head = (key: ReturnType<typeof newKey>['key'], seq: number, commits: number = seq) =>
  signCheckpoint(key, { kind: 'head', seq, hash: 'ab', commits, at: 1 })

/** Another daemon, and how to name it as a witness. */
async function otherDaemon(): Promise<WitnessSetting> {
  const stateDirectory = freshDirectory()
  const daemon = await startDaemon({ stateDirectory, home: freshDirectory(), port: 0, log: () => undefined })
  closing.push(() => daemon.stop())
  return { daemon: `http://127.0.0.1:${daemon.port}`, tokenFile: join(stateDirectory, 'channel.token') }
}

/** A receiver that keeps heads; `forgetful` ones say nothing when they are asked. */
async function receiver(kind: 'answers' | 'forgetful'): Promise<WitnessSetting> {
  const kept: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (request.method === 'POST') kept.push(JSON.parse(body).checkpoint)
      response.end(request.method === 'GET' && kind === 'answers' ? JSON.stringify({ checkpoints: kept }) : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads` }
}

const KINDS: Readonly<Record<string, () => Promise<WitnessSetting>>> = {
  'a file': async () => ({ file: join(freshDirectory(), 'heads.jsonl') }),
  'a webhook': () => receiver('answers'),
  'another daemon': otherDaemon,
}

describe.each(Object.entries(KINDS))('%s as a witness', (_name, make) => {
  it('keeps what it is told, and a journal that went back is found, all its files and the anchor included', async () => {
    const setting = await make()
    const stateDirectory = freshDirectory()
    const witnesses = new Witnesses(() => undefined)
    witnesses.use([setting])
    const write = async (id: string): Promise<void> => {
      const journal = openSqliteJournal({
        stateDirectory,
        thread: 'caller',
        deadlineMs: 20_000,
        onSigned: (checkpoint) => witnesses.tell(checkpoint),
      })
      await journal.remember(sample(id))
      await journal.close()
    }
    const verified = async () => {
      const { writer } = JSON.parse(readFileSync(join(stateDirectory, 'checkpoints.jsonl'), 'utf8').split('\n')[0]!)
      return verifyStateDirectory(statePaths(stateDirectory), { witnesses: [await witnessOf(setting).ask(writer)] })
    }
    await write('one')
    const saved = freshDirectory()
    for (const file of ['journal.db', 'checkpoints.jsonl', 'journal.key'])
      copyFileSync(join(stateDirectory, file), join(saved, file))
    await write('two')
    await until('the witness knows the second record', async () => (await verified()).witnesses[0]?.seq === 2, 20_000)
    expect(await verified()).toMatchObject({ status: 'sound', witnesses: [{ state: 'agrees', seq: 2 }] })
    for (const file of ['journal.db', 'checkpoints.jsonl', 'journal.key'])
      copyFileSync(join(saved, file), join(stateDirectory, file))
    expect(await verified()).toMatchObject({ status: 'not sound', witnesses: [{ state: 'ahead', seq: 2 }] })
  })
})

describe('a witness', () => {
  it('that cannot be asked does not make a log sound', async () => {
    const forgetful = witnessOf(await receiver('forgetful'))
    await forgetful.tell(head(newKey().key, 1))
    expect(await forgetful.ask('x')).toMatchObject({ state: 'write-only' })
    expect(await witnessOf({ syslog: true }).ask('x')).toEqual({ name: 'syslog', state: 'write-only' })
  })

  it('that is gone says so and stops nothing', async () => {
    const gone = witnessOf({ webhook: 'http://127.0.0.1:1/' })
    expect(await gone.ask('x')).toMatchObject({ state: 'does not answer' })
    const told: string[] = []
    const witnesses = new Witnesses((message) => told.push(message))
    witnesses.use([{ webhook: 'http://127.0.0.1:1/' }])
    witnesses.tell(head(newKey().key, 1))
    await until('it is told', () => told.length > 0, 20_000)
    expect(told[0]).toContain('could not be told')
  })

  it('that is another daemon takes no head that nobody signed, none that is older, and none from an agent', async () => {
    const setting = await otherDaemon()
    if (!('daemon' in setting)) throw new Error('not a daemon')
    const token = (name: string): string => readFileSync(setting.tokenFile.replace('channel', name), 'utf8').trim()
    const { key } = newKey()
    const send = async (checkpoint: object, who = 'channel'): Promise<number> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token(who)}` }
      const response = await fetch(`${setting.daemon}/v1/heads`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ checkpoint }),
      })
      await response.body?.cancel()
      return response.status
    }
    expect(await send(head(key, 5))).toBe(200)
    expect(await send({ ...head(key, 6), seq: 7 })).toBe(400)
    expect(await send(head(key, 4))).toBe(409)
    expect(await send(head(key, 6), 'agent')).toBe(403)
    const { checkpoints } = { checkpoints: await witnessOf(setting).ask(key.writer) }
    expect(checkpoints).toMatchObject({ state: 'answers', checkpoints: [{ seq: 5 }] })
  })

  it('in the settings is told by the daemon, and its file is out of reach for calls', async () => {
    const place = { stateDirectory: freshDirectory(), home: freshDirectory() }
    const file = join(freshDirectory(), 'heads.jsonl')
    mkdirSync(join(place.home, '.portcullis'))
    writeFileSync(
      join(place.home, '.portcullis', 'settings.json'),
      JSON.stringify({ journal: { witness: [{ file }] } }),
    )
    const daemon = await startDaemon({ ...place, log: () => undefined })
    closing.push(() => daemon.stop())
    const answer = await new Promise<string>((resolve, reject) => {
      import('node:http').then(({ request }) => {
        const body = JSON.stringify({ tool: 'Bash', input: { command: `cat ${file}` }, cwd: place.home, session: 's' })
        const token = readFileSync(join(place.stateDirectory, 'agent.token'), 'utf8').trim()
        const headers = { host: 'localhost', 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const sent = request({ socketPath: daemon.paths.socket, path: '/v1/judge', method: 'POST', headers }, (got) => {
          let text = ''
          got.on('data', (chunk) => (text += String(chunk)))
          got.on('end', () => resolve(text))
        })
        sent.on('error', reject)
        sent.end(body)
      }, reject)
    })
    expect(answer).toContain('"deny"')
    await until('a head is there', () => existsSync(file) && readFileSync(file, 'utf8').includes('"head"'), 20_000)
  })
})
