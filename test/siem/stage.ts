import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChainReader } from '../../src/journal/chain-reader.ts'
import type { StoredRecord } from '../../src/journal/records.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import type { SiemTarget } from '../../src/policy/observe-settings.ts'
import type * as SiemModule from '../../src/surfaces/siem/siem.ts'
import { sample } from '../journal/samples.ts'
import { loaderFor, SOURCES } from '../product.ts'
import { until } from '../until.ts'
import type { Received, Receiver } from './receivers.ts'

export interface SiemProduct {
  readonly siem: typeof SiemModule
}

export async function loadSiem(root: string = SOURCES): Promise<SiemProduct> {
  return { siem: await loaderFor(root)('surfaces/siem/siem.ts') }
}

/** A log in a state directory of its own, and those who send it. */
export interface Stage {
  readonly state: string
  readonly logged: string[]
  readonly reader: ChainReader
  write(count: number): Promise<void>
  records(): readonly StoredRecord[]
  /** Begins to send; a second time is a daemon that was started again. */
  send(targets: readonly SiemTarget[], environment?: Readonly<Record<string, string>>): SiemModule.Siem
  /** The acknowledged number of a target, as its file says; 0: there is none. */
  position(name: string): number
  end(): Promise<void>
}

export const SECRET = 'a-very-secret-secret'

export function stageOf(product: SiemProduct): Stage {
  const state = mkdtempSync(join(tmpdir(), 'pc-siem-'))
  const { database } = statePaths(state)
  const logged: string[] = []
  const running: SiemModule.Siem[] = []
  let written = 0
  const reading = <T>(read: (reader: ReturnType<typeof openReader>) => T): T => {
    const reader = openReader(database)
    try {
      return read(reader)
    } finally {
      reader.close()
    }
  }
  const reader: ChainReader = {
    chains: async () => reading((one) => one.chains()),
    after: async (writer, seq, most) => reading((one) => one.after(writer, seq, most)),
  }
  return {
    state,
    logged,
    reader,
    write: async (count) => {
      const journal = openSqliteJournal({ stateDirectory: state, thread: 'caller' })
      for (let index = 0; index < count; index++)
        await journal.remember(sample(`call-${written++}`, { decision: written % 3 === 0 ? 'deny' : 'allow' }))
      await journal.close()
    },
    records: () => reading((one) => [...one.records()]),
    send: (targets, environment = { SIEM_SECRET: SECRET }) => {
      const siem = new product.siem.Siem({
        reader,
        stateDirectory: state,
        environment,
        version: '1.2.3',
        log: (level, sentence) => logged.push(`${level} ${sentence}`),
        pace: { first: 5, longest: 20 },
      })
      siem.use([...targets])
      running.push(siem)
      return siem
    },
    position: (name) => {
      try {
        const { chains } = JSON.parse(readFileSync(join(state, 'siem', `${name}.json`), 'utf8')) as {
          chains: Record<string, { seq: number }>
        }
        return Math.max(0, ...Object.values(chains).map(({ seq }) => seq))
      } catch {
        return 0
      }
    },
    end: async () => {
      await Promise.all(running.map((siem) => siem.stop()))
      rmSync(state, { recursive: true, force: true })
    },
  }
}

/** Which records a receiver never got, or got changed. */
export function missing(stage: Stage, received: readonly Received[], after: number = 0): readonly string[] {
  const known = new Map(received.map(({ writer, seq, hash }) => [`${writer}-${seq}`, hash]))
  return stage.records().flatMap(({ writer, seq, hash }) => {
    if (seq <= after || known.get(`${writer}-${seq}`) === hash) return []
    return [`${seq} ${known.has(`${writer}-${seq}`) ? 'changed' : 'missing'}`]
  })
}

/** Waits until the file of the target says that everything was acknowledged; gives up quietly, so that a row can say what is missing. */
export async function acknowledged(stage: Stage, name: string, patience?: number): Promise<boolean> {
  const last = Math.max(...stage.records().map(({ seq }) => seq))
  return until('everything is acknowledged', () => stage.position(name) >= last, patience).then(
    () => true,
    () => false,
  )
}

/** The furthest number up to which a receiver has everything. */
export function wholeUpTo({ received }: Pick<Receiver, 'received'>): number {
  const known = new Set(received.map(({ seq }) => seq))
  let seq = 0
  while (known.has(seq + 1)) seq++
  return seq
}
