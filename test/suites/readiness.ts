import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import {
  type Answer,
  type DaemonProduct,
  requestText,
  run,
  type Running,
  sendRaw,
  type Where,
} from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { until } from '../until.ts'

type Held = readonly (readonly [what: string, holds: boolean])[]

interface Row {
  readonly name: string
  readonly options?: Partial<DaemonOptions>
  readonly check: (running: Running) => Promise<Held>
}

/** As a program without a token asks. */
async function probe(running: Running, path: string, where: Where = running.port): Promise<Answer> {
  const host = 'port' in where ? `127.0.0.1:${running.daemon.port}` : 'localhost'
  const answer = await sendRaw(
    where,
    requestText('GET', path, [
      ['Host', host],
      ['Connection', 'close'],
    ]),
  )
  return typeof answer === 'string' ? { status: 0, headers: new Map(), body: answer } : answer
}

const saysOnly = ({ body }: Answer, word: string): boolean => body.includes(`{"status":"${word}"}`)

/** Longer than an answer is kept. */
const ANEW = 600

async function becomes(running: Running, status: number): Promise<Answer> {
  return until(`readiness answers ${status}`, async () => {
    const answer = await probe(running, '/readyz')
    return answer.status === status && answer
  })
}

async function allowed(running: Running): Promise<boolean> {
  return (await running.post('/v1/judge', running.call('ls'))).body.includes('"decision":"allow"')
}

const ROWS: readonly Row[] = [
  {
    name: 'strangers learn one word, operators which check',
    check: async (running) => {
      const [live, ready, socket] = [
        await probe(running, '/livez'),
        await probe(running, '/readyz'),
        await probe(running, '/readyz', running.socket),
      ]
      const told = await running.get('/readyz')
      const wrong = await running.get('/readyz', 'x'.repeat(43))
      const agent = await running.get('/readyz', running.agent)
      return [
        ['alive', live.status === 200 && saysOnly(live, 'alive')],
        ['ready', ready.status === 200 && saysOnly(ready, 'ready')],
        ['by the socket', socket.status === 200 && saysOnly(socket, 'ready')],
        ['operators', /"journal":"ok"/.test(told.body) && /"policy":"ok"/.test(told.body)],
        ['a wrong token is wrong', wrong.status === 401],
        ['agents have no say', agent.status === 403],
      ]
    },
  },
  {
    name: 'a journal that cannot be written is not ready',
    options: { journalDeadlineMs: 300 },
    check: async (running) => {
      const before = await becomes(running, 200)
      const other = new DatabaseSync(statePaths(running.daemon.paths.directory).database)
      other.exec('begin immediate')
      await sleep(ANEW)
      const stranger = await becomes(running, 503)
      const told = await running.get('/readyz')
      other.exec('rollback')
      other.close()
      const after = await becomes(running, 200)
      return [
        ['before', before.status === 200],
        ['one word', saysOnly(stranger, 'not ready') && !/journal/.test(stranger.body)],
        ['which check', /"journal":"journal\.(?:locked|deadline)"/.test(told.body)],
        ['and back', after.status === 200],
      ]
    },
  },
  {
    name: 'broken settings are not ready',
    check: async (running) => {
      await allowed(running)
      const file = join(running.directory, 'home', '.portcullis', 'settings.json')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '{"permissions": {"denny": []}}')
      const stranger = await becomes(running, 503)
      const told = await running.get('/readyz')
      return [
        ['one word', saysOnly(stranger, 'not ready') && !/denny|settings/.test(stranger.body)],
        ['which check', told.body.includes('"policy":"broken settings"')],
      ]
    },
  },
  {
    name: 'draining is not ready, still judges, is on record, and can be undone',
    check: async (running) => {
      const refused = await running.post('/v1/drain', { draining: true }, running.agent)
      const drained = await running.post('/v1/drain', { draining: true })
      const during = await probe(running, '/readyz')
      const judged = await allowed(running)
      const live = await probe(running, '/livez')
      const undone = await running.post('/v1/drain', { draining: false })
      const after = await probe(running, '/readyz')
      const log = await running.get('/v1/audit?code=operator.*')
      return [
        ['not for agents', refused.status === 403],
        ['drained', drained.body.includes('"draining":true') && drained.body.includes('"underWay":0')],
        ['not ready at once', during.status === 503 && saysOnly(during, 'not ready')],
        ['still judging', judged],
        ['alive', live.status === 200],
        ['undone', undone.status === 200 && after.status === 200],
        ['on record', log.body.includes('operator.drained') && log.body.includes('operator.undrained')],
      ]
    },
  },
]

export const READINESS_ROWS: readonly string[] = ROWS.map(({ name }) => name)

export async function readiness(product: DaemonProduct, only: RegExp = /./): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS.filter(({ name }) => only.test(name))) {
    const running = await run(product, row.options)
    try {
      for (const [what, holds] of await row.check(running)) if (!holds) failures.push(`${row.name}: ${what}`)
    } catch (error) {
      failures.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await running.end()
    }
  }
  return failures
}
