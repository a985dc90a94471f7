import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { statePaths } from '../../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../../src/journal/stores/sqlite-reader.ts'
import type { Running } from '../../daemon/client.ts'
import { CHILD } from '../../journal/crash.ts'
import { unhurried, until, within } from '../../until.ts'
import { allowed, equal, HARM, type Life, like, records, said, using } from './looks.ts'

/** Another process begins to write and does not come to an end. */
async function lockedBy(database: string): Promise<{ readonly letGo: () => Promise<void> }> {
  const holder = spawn(process.execPath, [CHILD, 'hold', database], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => holder.once('close', () => resolve()))
  await within('the lock is held', new Promise((resolve) => holder.stdout.once('data', resolve)), 60_000)
  return {
    letGo: async () => {
      holder.stdin.end()
      await within('the lock is released', ended, 30_000)
    },
  }
}

/** After this long the journal refuses what is not durable. */
const DEADLINE = 600
/** What a busy machine may add. */
const SLACK = unhurried(5000)

async function timed(running: Running, call: object): Promise<{ readonly told: string; readonly took: number }> {
  const began = performance.now()
  const told = said(await running.post('/v1/judge', call))
  return { told, took: performance.now() - began }
}

export const LOCKED: readonly Life[] = [
  {
    what: 'while another process holds the journal nothing is allowed and everybody is answered; afterwards all goes on',
    holds: (product) =>
      using(product, { journalDeadlineMs: DEADLINE }, async (running) => {
        const failures: string[] = []
        const { database } = statePaths(running.daemon.paths.directory)
        failures.push(...equal('before', said(await running.post('/v1/judge', running.call('ls'))), allowed))
        const lock = await lockedBy(database)
        try {
          const calls = Array.from({ length: 20 }, (_, n) =>
            timed(running, running.call(n % 2 ? 'ls' : 'pwd', `s${n}`)),
          )
          for (const { told, took } of await Promise.all(calls)) {
            failures.push(...like('an allow', told, /^200 deny journal\.(?:locked|deadline)$/))
            if (took > DEADLINE + SLACK) failures.push(`an allow was answered after ${Math.round(took)} ms`)
          }
          const harm = await timed(running, running.call(HARM, 'bad'))
          failures.push(...like('a denial', harm.told, /^200 deny execution\./))
          if (harm.took > DEADLINE + SLACK) failures.push(`a denial was answered after ${Math.round(harm.took)} ms`)
          const mode = await running.post('/v1/session/mode', { id: 's1', mode: 'acceptEdits' })
          failures.push(...equal('a change', mode.status, 503))
          failures.push(
            ...like('why', mode.body, /"message":"it could not be written down: .*; try again in a moment"/),
          )
          // Longer than the first try to write the session once more.
          await sleep(DEADLINE * 2)
        } finally {
          await lock.letGo()
        }
        // Nobody calls any more: what was counted meanwhile is written by itself, and what was denied recorded.
        const reader = openReader(database)
        try {
          const total = async (): Promise<number | undefined> =>
            (await reader.db.selectFrom('session').selectAll().where('id', '=', 'bad').execute())[0]?.total
          await until('the denial is counted in the file', async () => (await total()) === 1, 8_000).catch(
            (error: unknown) => failures.push(String(error)),
          )
        } finally {
          reader.close()
        }
        failures.push(
          ...equal('allowed meanwhile', await records(running), 1),
          ...equal('after', said(await running.post('/v1/judge', running.call('ls'))), allowed),
          ...like('the log', (await running.get('/v1/audit/verify')).body, /"ok":true/),
        )
        return failures
      }),
  },
]
