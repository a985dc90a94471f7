import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statePaths } from '../../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../../src/journal/stores/sqlite-reader.ts'
import { freshPlace, run } from '../../daemon/client.ts'
import { until } from '../../until.ts'
import { allowed, equal, HARM, heldJournal, type Life, like, records, said, using } from './looks.ts'

export const JUDGING: readonly Life[] = [
  {
    what: 'an allow is durable before it is sent',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal }, async (running) => {
        let left = false
        const answer = running.post('/v1/judge', running.call('ls')).then((one) => {
          left = true
          return one
        })
        await until('the record waits', () => held.waiting() === 1)
        await sleep(50)
        const early = left
        held.letGo()
        return [
          ...equal('left early', early, false),
          ...equal('then', said(await answer), allowed),
          ...equal('records', await records(running), 1),
        ]
      })
    },
  },
  {
    what: 'an ask is an ask where somebody is there, else a deny',
    holds: (product) =>
      using(product, {}, async (running) => {
        const call = running.call('frobnicate --all')
        return [
          ...like('there', said(await running.post('/v1/judge', call)), /^200 ask /),
          ...like('not there', said(await running.post('/v1/judge', { ...call, interactive: false })), /^200 deny /),
        ]
      }),
  },
  {
    what: 'too many at a time wait for room, the oldest first, and all get their answer',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal, mostUnderWay: 5 }, async (running) => {
        const all = Array.from({ length: 25 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
        let answered = 0
        for (const one of all) void one.then(() => answered++)
        await until('five are judged', () => held.waiting() === 5)
        await sleep(100)
        const early = [held.waiting(), answered]
        held.letGo()
        return [
          ...equal('judged at a time, answered', early, [5, 0]),
          ...equal('the answers', [...new Set((await Promise.all(all)).map(said))], [allowed]),
          ...equal('records', await records(running), 25),
        ]
      })
    },
  },
  {
    what: 'who finds no room in time is refused in time, and on record; so is at once who finds too many waiting',
    holds: async (product) => {
      const held = heldJournal()
      const options = {
        journal: held.journal,
        mostUnderWay: 1,
        deadlineMs: 6000,
        waitingLine: { most: 4, mostOfOne: 2 },
      }
      return using(product, options, async (running) => {
        const ask = async (session: string): Promise<{ readonly told: string; readonly at: number }> => ({
          told: said(await running.post('/v1/judge', running.call('ls', session))),
          at: performance.now(),
        })
        const began = performance.now()
        const first = ask('first')
        await until('the first is judged', () => held.waiting() === 1)
        let answered = 0
        const joins = (session: string): ReturnType<typeof ask> => {
          const answer = ask(session)
          void answer.then(() => answered++)
          return answer
        }
        const inLine = (calls: number): Promise<unknown> =>
          until(`${calls} wait`, async () =>
            (await running.get('/v1/metrics')).body.includes(`\nportcullis_in_line ${calls}\n`),
          )
        const line = ['one', 'one', 'two'].map(joins)
        await inLine(3)
        const flood = [(await ask('one')).told]
        line.push(joins('two'))
        await inLine(4).catch(() => undefined)
        flood.push((await ask('three')).told)
        const before = answered
        const waited = await Promise.all(line)
        held.letGo()
        const busy = '429 deny gate.busy'
        return [
          ...equal('at once', flood, [busy, busy]),
          ...equal('answered meanwhile', before, 0),
          ...equal(
            'in time',
            waited.map(({ told }) => told),
            [busy, busy, busy, busy],
          ),
          ...equal(
            'waited',
            waited.every(({ at }) => at - began >= 2500),
            true,
          ),
          ...like('the first', (await first).told, /^200/),
          ...equal('goes on', (await ask('later')).told, allowed),
          ...like('what was refused is on record', (await running.get('/v1/audit')).body, /gate\.busy/),
        ]
      })
    },
  },
  {
    what: 'stopping denies those that wait for room',
    holds: async (product) => {
      const held = heldJournal()
      const running = await run(product, { journal: held.journal, mostUnderWay: 2, drainMs: 50 })
      const answers = Array.from({ length: 10 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
      await until('two are judged', () => held.waiting() === 2)
      await running.daemon.stop()
      const all = [...new Set((await Promise.all(answers)).map(said))]
      held.letGo()
      await running.end()
      return equal('the ten', all, ['503 deny gate.stopping'])
    },
  },
  {
    what: 'an allow that comes too late is not given',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal, deadlineMs: 30 }, async (running) => {
        const answer = running.post('/v1/judge', running.call('ls'))
        await until('the record waits', () => held.waiting() === 1)
        await sleep(60)
        held.letGo()
        return [
          ...equal('it', said(await answer), '200 deny gate.late'),
          ...like('the last record', (await running.get('/v1/audit')).body, /gate\.late/),
        ]
      })
    },
  },
  {
    what: 'a clock that jumps changes nothing that follows, and extends nothing that waits',
    holds: async (product) => {
      const real = Date.now
      const failures: string[] = []
      try {
        for (const jump of [3_600_000, -3_600_000, 86_400_000, -86_400_000, 2 ** 31 * 1000 - real() + 1000]) {
          const held = heldJournal()
          failures.push(
            ...(await using(product, { journal: held.journal }, async (running) => {
              const waiting = running.post('/v1/judge', running.call('ls'))
              await until('the record waits', () => held.waiting() === 1)
              Date.now = () => real() + jump
              held.letGo()
              const wanted = jump > 0 ? '200 deny gate.late' : allowed
              return [
                ...equal(`waiting over ${jump}`, said(await waiting), wanted),
                ...equal(`after ${jump}`, said(await running.post('/v1/judge', running.call('ls'))), allowed),
                ...like(`log after ${jump}`, (await running.get('/v1/audit/verify')).body, /"ok":true/),
              ]
            })),
          )
          Date.now = real
        }
      } finally {
        Date.now = real
      }
      return failures
    },
  },
  {
    what: 'stopping lets those under way end',
    holds: async (product) => {
      const held = heldJournal()
      const running = await run(product, { journal: held.journal })
      const answers = Array.from({ length: 100 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
      await until('a hundred wait', () => held.waiting() === 100)
      const stopped = running.daemon.stop()
      await sleep(20)
      held.letGo()
      await stopped
      const all = [...new Set((await Promise.all(answers)).map(said))]
      await running.end()
      return equal('the hundred', all, [allowed])
    },
  },
  {
    what: 'stopping denies those that do not end',
    holds: async (product) => {
      const held = heldJournal()
      const running = await run(product, { journal: held.journal, drainMs: 50 })
      const answers = Array.from({ length: 100 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
      await until('a hundred wait', () => held.waiting() === 100)
      await running.daemon.stop()
      const all = [...new Set((await Promise.all(answers)).map(said))]
      held.letGo()
      await running.end()
      return equal('the hundred', all, ['503 deny gate.stopping'])
    },
  },
  {
    what: 'a session outlives the daemon: its mode, its denials, what its user said',
    holds: async (product) => {
      const place = freshPlace()
      const options = { stateDirectory: place.state, home: place.home }
      const first = await run(product, options)
      const call = { ...first.call(HARM, 'long'), cwd: place.project }
      await first.post('/v1/judge', call)
      await first.post('/v1/session/said', { id: 'long', text: 'clean up' })
      await first.post('/v1/session/mode', { id: 'long', mode: 'plan' })
      await first.end()
      const second = await run(product, options)
      const session = JSON.parse((await second.get('/v1/session?id=long')).body) as Record<string, unknown>
      await second.end()
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('mode', session['mode'], 'plan'),
        ...equal('denials', session['denials'], { consecutive: 1, total: 1 }),
        ...equal('turns', session['turns'], [
          {
            kind: 'call',
            tool: 'Bash',
            encoded: HARM,
            outcome: { kind: 'denied', why: 'execution.remote-surface' },
          },
          { kind: 'user', text: 'clean up' },
        ]),
      ]
    },
  },
  {
    what: 'a denial is counted before it is told: a daemon that dies right after forgives none',
    holds: (product) =>
      using(product, {}, async (running) => {
        const reader = openReader(statePaths(running.daemon.paths.directory).database)
        const failures: string[] = []
        try {
          for (let number = 1; number <= 5; number++) {
            const answer = said(await running.post('/v1/judge', running.call(HARM, 'bad')))
            // Looked at on the file, at once: nothing that is still to come would help a daemon that dies now.
            const rows = await reader.db.selectFrom('session').selectAll().where('id', '=', 'bad').execute()
            const turns = await reader.db.selectFrom('session_turn').select('number').execute()
            failures.push(
              ...like('answer', answer, number < 3 ? /^200 deny/ : /^200 ask/),
              ...equal('counted', rows[0]?.total, number),
              ...equal('turns', turns.length, number),
            )
          }
          return failures
        } finally {
          reader.close()
        }
      }),
  },
  {
    what: 'what an allow taught the session is durable before it is sent',
    holds: (product) =>
      using(product, {}, async (running) => {
        const reader = openReader(statePaths(running.daemon.paths.directory).database)
        const failures: string[] = []
        try {
          for (let number = 0; number < 10; number++) {
            const path = join(running.project, `script-${number}.sh`)
            const write = { ...running.call(''), tool: 'Write', input: { file_path: path, content: 'echo hello\n' } }
            const answer = said(await running.post('/v1/judge', write))
            // Looked at on the file, at once: nothing that is still to come would help a daemon that dies now.
            const files = await reader.db.selectFrom('session_written').select('path').execute()
            const turns = await reader.db.selectFrom('session_turn').select('number').execute()
            failures.push(
              ...like('answer', answer, /^200 allow/),
              ...equal('files', files.length, number + 1),
              ...equal('turns', turns.length, number + 1),
            )
          }
          return failures
        } finally {
          reader.close()
        }
      }),
  },
]
