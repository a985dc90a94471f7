import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { pruneSqlite } from '../../src/journal/stores/sqlite-prune.ts'
import type { SiemTarget } from '../../src/policy/observe-settings.ts'
import type { Failures } from '../product.ts'
import {
  CERTIFICATE,
  datagramReceiver,
  OTHER_CERTIFICATE,
  type Receiver,
  relpReceiver,
  streamReceiver,
  webhookReceiver,
} from '../siem/receivers.ts'
import { acknowledged, missing, SECRET, type SiemProduct, type Stage, stageOf, wholeUpTo } from '../siem/stage.ts'
import { until } from '../until.ts'

interface Row {
  readonly what: string
  readonly holds: (stage: Stage, open: (receiver: Promise<Receiver>) => Promise<Receiver>) => Promise<Failures>
}

function equal(what: string, got: unknown, wanted: unknown): Failures {
  const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)]
  return one === other ? [] : [`${what}: ${one}, not ${other}`]
}

const tcp = (port: number, more: object = {}): SiemTarget => ({
  type: 'syslog',
  name: 'tcp',
  format: 'ecs',
  transport: 'tcp',
  host: '127.0.0.1',
  port,
  ...more,
})
const webhook = (port: number, more: object = {}): SiemTarget => ({
  type: 'webhook',
  name: 'hook',
  format: 'ocsf',
  url: `http://127.0.0.1:${port}/in`,
  secretEnv: 'SIEM_SECRET',
  ...more,
})
const file = (path: string, more: object = {}): SiemTarget => ({
  type: 'file',
  name: 'file',
  format: 'ecs',
  path,
  ...more,
})

/** The file of a position is there a moment before the target counts as well again. */
const becomes = (look: () => boolean): Promise<boolean> => until('it is so', look).catch(() => false)

/** All of it arrived, in a form that the receiver understands. */
async function arrived(stage: Stage, receiver: Receiver, name: string, patience?: number): Promise<Failures> {
  return [
    ...equal('acknowledged', await acknowledged(stage, name, patience), true),
    ...equal('missing', missing(stage, receiver.received), []),
    ...equal('odd', receiver.odd, []),
  ]
}

export const SIEM_ROWS: readonly Row[] = [
  {
    what: 'a receiver of syslog that is cut off at every point misses nothing, and none is counted that it does not have',
    holds: async (stage, open) => {
      await stage.write(3)
      const ahead: string[] = []
      const look = (one: Pick<Receiver, 'received' | 'visits'>): void => {
        const [position, has] = [stage.position('tcp'), wholeUpTo(one)]
        if (position > has) ahead.push(`visit ${one.visits}: ${position} of ${has}`)
      }
      const receiver = await open(
        streamReceiver({ cutAfter: (visit) => (visit < 70 ? visit * 53 : undefined), onVisit: look }),
      )
      stage.send([tcp(receiver.port)])
      const failures = await arrived(stage, receiver, 'tcp', 20_000)
      return [
        ...failures,
        ...equal('counted too early', ahead, []),
        ...equal('many visits', receiver.visits > 40, true),
      ]
    },
  },
  {
    what: 'a receiver that takes the connection and reads nothing is not taken for one that has it',
    holds: async (stage, open) => {
      await stage.write(2)
      const receiver = await open(streamReceiver({ ignores: (visit) => visit < 2 }))
      const siem = stage.send([tcp(receiver.port, { timeoutSeconds: 0.2 })])
      await until('it has failed', () => siem.states[0]!.failures > 0)
      const early = stage.position('tcp')
      return [...equal('counted too early', early, 0), ...(await arrived(stage, receiver, 'tcp'))]
    },
  },
  {
    what: 'newline framing, unix sockets and batches of one work as well',
    holds: async (stage, open) => {
      await stage.write(5)
      const path = join(stage.state, 'in.sock')
      const receiver = await open(streamReceiver({ framing: 'newline' }, { path }))
      const target: SiemTarget = {
        type: 'syslog',
        name: 'unix',
        format: 'ocsf',
        transport: 'unix',
        path,
        framing: 'newline',
        batch: 1,
      }
      stage.send([target])
      return [...(await arrived(stage, receiver, 'unix')), ...equal('connections', receiver.visits, 5)]
    },
  },
  {
    what: 'TLS is verified: with the right authority all arrives, with another one nothing',
    holds: async (stage, open) => {
      await stage.write(4)
      const receiver = await open(streamReceiver({}, 'tls'))
      const tls = (name: string, caFile: string): SiemTarget =>
        tcp(receiver.port, { name, transport: 'tls', host: 'localhost', caFile })
      const siem = stage.send([tls('wrong', OTHER_CERTIFICATE)])
      await until('it has failed', () => siem.states[0]!.failures > 1)
      const early = equal('received from a stranger', [receiver.received, stage.position('wrong')], [[], 0])
      stage.send([tls('right', CERTIFICATE)])
      return [...early, ...(await arrived(stage, receiver, 'right'))]
    },
  },
  {
    what: 'RELP is acknowledged record by record: what refuses, is silent, hangs up or is cut off misses nothing',
    holds: async (stage, open) => {
      await stage.write(150)
      const ahead: string[] = []
      const ways = ['refuse', 'cut', 'answer', 'cut after taking', 'serverclose', 'silence', 'answer'] as const
      const receiver: Receiver = await open(
        relpReceiver({
          behave: (count) => {
            if (stage.position('relp') > wholeUpTo(receiver)) ahead.push(`message ${count}`)
            return count % 37 === 0 && count < 400 ? ways[(count / 37) % ways.length]! : 'answer'
          },
        }),
      )
      stage.send([tcp(receiver.port, { name: 'relp', transport: 'relp', batch: 90, timeoutSeconds: 1 })])
      const failures = await arrived(stage, receiver, 'relp', 30_000)
      return [...failures, ...equal('counted too early', ahead, []), ...equal('tries', receiver.visits > 4, true)]
    },
  },
  ...(['refuse', 'hang up', 'cut'] as const).map((how): Row => ({
    what: `RELP: of a batch of which one message was answered with \`${how}\` nothing counts as taken`,
    holds: async (stage, open) => {
      await stage.write(10)
      const receiver = await open(relpReceiver({ behave: (count) => (count === 4 ? how : 'answer') }))
      stage.send([tcp(receiver.port, { name: 'relp', transport: 'relp' })])
      return arrived(stage, receiver, 'relp')
    },
  })),
  {
    what: 'RELP over TLS is verified, and whoever speaks something else has taken nothing',
    holds: async (stage, open) => {
      await stage.write(4)
      const receiver = await open(relpReceiver({}, true))
      const plain = await open(streamReceiver())
      const relp = (name: string, port: number, more: object): SiemTarget =>
        tcp(port, { name, transport: 'relp-tls', host: 'localhost', timeoutSeconds: 1, ...more })
      const siem = stage.send([
        relp('wrong', receiver.port, { caFile: OTHER_CERTIFICATE }),
        relp('plain', plain.port, { transport: 'relp', host: '127.0.0.1' }),
      ])
      await until('both have failed', () => siem.states.every(({ failures }) => failures > 0))
      const early = equal('counted', [receiver.received, stage.position('wrong'), stage.position('plain')], [[], 0, 0])
      stage.send([relp('right', receiver.port, { caFile: CERTIFICATE })])
      return [...early, ...(await arrived(stage, receiver, 'right'))]
    },
  },
  {
    what: 'datagrams arrive, one record each',
    holds: async (stage, open) => {
      await stage.write(10)
      const receiver = await open(datagramReceiver())
      stage.send([tcp(receiver.port, { name: 'udp', transport: 'udp' })])
      await acknowledged(stage, 'udp')
      await until('they are read', () => receiver.received.length >= 10).catch(() => undefined)
      return [...equal('missing', missing(stage, receiver.received), []), ...equal('odd', receiver.odd, [])]
    },
  },
  {
    what: 'a webhook that fails, is slow, hangs up and wants less at once misses nothing',
    holds: async (stage, open) => {
      await stage.write(40)
      const ahead: string[] = []
      const receiver = await open(
        webhookReceiver(SECRET, ({ visit, records, take, answer, hangUp }) => {
          if (stage.position('hook') > wholeUpTo(receiver)) ahead.push(`visit ${visit}`)
          if (visit === 0) return answer(500)
          if (visit === 1) return answer(400)
          if (visit === 2) return hangUp()
          // Taken, and the answer is lost: the same comes again.
          if (visit === 3) return (take(), hangUp())
          if (visit === 4) return void setTimeout(() => answer(200), 2_000).unref()
          if (visit === 5) return answer(429, { 'retry-after': '0.05' })
          if (visit === 6) return answer(302, { location: 'http://127.0.0.1:1/' })
          if (records.length > 4) return answer(413)
          take()
          answer(visit % 2 === 0 ? 200 : 204)
        }),
      )
      stage.send([webhook(receiver.port, { timeoutSeconds: 0.4, batch: 20 })])
      const failures = await arrived(stage, receiver, 'hook', 20_000)
      return [...failures, ...equal('counted too early', ahead, [])]
    },
  },
  {
    what: 'an answer that breaks off is none',
    holds: async (stage, open) => {
      await stage.write(3)
      const receiver = await open(
        webhookReceiver(SECRET, ({ visit, take, answer, hangUp }) => {
          if (visit > 2) return (take(), answer(200))
          answer(200, { 'content-length': '1000' })
          setTimeout(hangUp, 20)
        }),
      )
      stage.send([webhook(receiver.port)])
      return arrived(stage, receiver, 'hook')
    },
  },
  {
    what: 'a file gets a line for each record, also after a line that broke off, and never through a link',
    holds: async (stage) => {
      await stage.write(3)
      const path = join(stage.state, 'out.jsonl')
      writeFileSync(path, '{"torn":')
      stage.send([file(path)])
      await acknowledged(stage, 'file')
      appendFileSync(path, '{"@timestamp"')
      await stage.write(2)
      await acknowledged(stage, 'file')
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      const ids = lines
        .filter((line) => line.endsWith('}}'))
        .map((line) => (JSON.parse(line) as { event: { sequence: number } }).event.sequence)
      return [...equal('lines', lines.length, 7), ...equal('in order', ids, [1, 2, 3, 4, 5])]
    },
  },
  {
    what: 'one that is away delays only its own, and gets everything when it is back',
    holds: async (stage, open) => {
      await stage.write(5)
      const away = await streamReceiver()
      const { port } = away
      await away.close()
      const path = join(stage.state, 'out.jsonl')
      const siem = stage.send([tcp(port), file(path)])
      const quick = await acknowledged(stage, 'file')
      await until('it has failed', () => siem.states[0]!.failures > 2)
      const [first] = siem.states
      const waiting = equal(
        'waiting',
        [first!.backlog, first!.trouble === undefined, first!.lagSeconds > 0],
        [5, false, true],
      )
      await stage.write(5)
      const back = await open(streamReceiver({ port }))
      return [
        ...equal('not delayed', quick, true),
        ...waiting,
        ...(await arrived(stage, back, 'tcp')),
        ...equal('well again', await becomes(() => siem.states[0]!.trouble === undefined), true),
      ]
    },
  },
  {
    what: 'who is started again goes on where the last acknowledgement was',
    holds: async (stage, open) => {
      await stage.write(30)
      const receiver = await open(webhookReceiver(SECRET, ({ take, answer }) => (take(), answer(200))))
      const first = stage.send([webhook(receiver.port, { batch: 7 })])
      await until('some arrived', () => receiver.received.length >= 7)
      await first.stop()
      const position = stage.position('hook')
      const before = receiver.received.length
      stage.send([webhook(receiver.port, { batch: 7 })])
      const failures = await arrived(stage, receiver, 'hook')
      const again = receiver.received.slice(before).map(({ seq }) => seq)
      return [...failures, ...equal('from', again.length === 0 ? position : Math.min(...again) - 1, position)]
    },
  },
  {
    what: 'a position that cannot be read, or is of another log, sends everything again',
    holds: async (stage, open) => {
      await stage.write(6)
      const receiver = await open(webhookReceiver(SECRET, ({ take, answer }) => (take(), answer(200))))
      const restart = async (text: (old: string) => string): Promise<number> => {
        const siem = stage.send([webhook(receiver.port)])
        await acknowledged(stage, 'hook')
        await siem.stop()
        const path = join(stage.state, 'siem', 'hook.json')
        writeFileSync(path, text(readFileSync(path, 'utf8')))
        await stage.write(1)
        const last = Math.max(...stage.records().map(({ seq }) => seq))
        const before = receiver.received.length
        const again = stage.send([webhook(receiver.port)])
        await until('the new one arrives', () => receiver.received.at(-1)?.seq === last)
        await again.stop()
        return receiver.received.length - before
      }
      return [
        ...equal('torn', await restart(() => '{"version":1,"cha'), 7),
        ...equal('of another log', await restart((old) => old.replace(/"hash":"\w{8}/, '"hash":"00000000')), 8),
        ...equal('ahead of the log', await restart((old) => old.replace(/"seq":\d+/, '"seq":999')), 9),
        ...equal('the right one', await restart((old) => old), 1),
      ]
    },
  },
  {
    what: 'a new target may begin now; what comes from then on is not missed',
    holds: async (stage, open) => {
      await stage.write(4)
      const receiver = await open(webhookReceiver(SECRET, ({ take, answer }) => (take(), answer(200))))
      const siem = stage.send([webhook(receiver.port, { from: 'now' })])
      await until('it has begun', () => stage.position('hook') === 4)
      await siem.stop()
      await stage.write(3)
      stage.send([webhook(receiver.port, { from: 'now' })])
      await acknowledged(stage, 'hook')
      return [
        ...equal('missing', missing(stage, receiver.received, 4), []),
        ...equal('before', receiver.received.filter(({ seq }) => seq <= 4).length, 0),
      ]
    },
  },
  {
    what: 'what retention removes before it was sent is counted, once, and the rest arrives',
    holds: async (stage, open) => {
      await stage.write(5)
      let up = true
      const receiver = await open(
        webhookReceiver(SECRET, ({ take, answer }) => (up ? (take(), answer(200)) : answer(503))),
      )
      const siem = stage.send([webhook(receiver.port)])
      await acknowledged(stage, 'hook')
      up = false
      await stage.write(6)
      await until('it has failed', () => siem.states[0]!.failures > 0)
      const journal = openSqliteJournal({ stateDirectory: stage.state, thread: 'caller' })
      await journal.check()
      await pruneSqlite({ stateDirectory: stage.state, journal, before: Date.now() + 1000, most: 8, user: 'test' })
      await journal.close()
      const failures = siem.states[0]!.failures
      await until('it failed again', () => siem.states[0]!.failures > failures + 2)
      up = true
      await acknowledged(stage, 'hook')
      return [
        ...equal('missing', missing(stage, receiver.received), []),
        ...equal('counted', siem.states[0]!.removed, 3),
        ...equal('told', stage.logged.filter((line) => line.includes('retention removed 3')).length, 1),
      ]
    },
  },
  {
    what: 'without its secret nothing is sent, and the secret is told to nobody',
    holds: async (stage, open) => {
      await stage.write(2)
      const receiver = await open(webhookReceiver(SECRET, ({ take, answer }) => (take(), answer(500))))
      const siem = stage.send([webhook(receiver.port)], {})
      await until('it has failed', () => siem.states[0]!.failures > 1)
      const unsent = [
        ...equal('visits', receiver.visits, 0),
        ...equal('why', siem.states[0]!.trouble?.message.includes('SIEM_SECRET'), true),
      ]
      const other = stage.send([webhook(receiver.port, { name: 'other' })])
      await until('it has failed', () => other.states[0]!.failures > 1)
      const told = JSON.stringify([siem.states, other.states, stage.logged])
      return [...unsent, ...equal('told', told.includes(SECRET), false)]
    },
  },
  {
    what: 'settings that change a target take it over, and one that is gone is not sent to',
    holds: async (stage, open) => {
      await stage.write(3)
      const receiver = await open(webhookReceiver(SECRET, ({ take, answer }) => (take(), answer(200))))
      const siem = stage.send([webhook(receiver.port)])
      await acknowledged(stage, 'hook')
      siem.use([])
      await stage.write(2)
      await sleep(100)
      const silent = equal('sent to nobody', receiver.received.length, 3)
      await until('taken over', () => {
        siem.use([webhook(receiver.port, { batch: 1 })])
        return siem.states.length === 1
      })
      siem.grew()
      return [...silent, ...(await arrived(stage, receiver, 'hook')), ...equal('visits', receiver.visits, 3)]
    },
  },
]

export async function siemRow(product: SiemProduct, row: Row): Promise<Failures> {
  const stage = stageOf(product)
  const opened: Receiver[] = []
  try {
    return await row.holds(stage, async (promised) => {
      const receiver = await promised
      opened.push(receiver)
      return receiver
    })
  } finally {
    await stage.end()
    await Promise.all(opened.map((receiver) => receiver.close()))
  }
}

export async function siemSuite(product: SiemProduct, only: RegExp): Promise<Failures> {
  const failures: string[] = []
  for (const row of SIEM_ROWS.filter(({ what }) => only.test(what)))
    failures.push(
      ...(await siemRow(product, row).catch((error: unknown) => [String(error)])).map((each) => `${row.what}: ${each}`),
    )
  return failures
}
