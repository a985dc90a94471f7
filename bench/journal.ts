import { rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { realWorld } from '../src/call/world.node.ts'
import { judge } from '../src/gate.ts'
import { GENESIS, linkHash } from '../src/journal/chain.ts'
import { signCheckpoint } from '../src/journal/checkpoints.ts'
import { draftDecision, idOf } from '../src/journal/records.ts'
import { redactJson } from '../src/journal/redact.ts'
import { fromRecord, type Judge, replay, type ReplayEvent } from '../src/journal/replay.ts'
import { appendCheckpoint, loadKey, readCheckpoints, statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { INSERT_RECORD, valuesOf } from '../src/journal/stores/schema.ts'
import { openSqliteJournal } from '../src/journal/stores/sqlite.ts'
import { openReader, type SqliteReader } from '../src/journal/stores/sqlite-reader.ts'
import { verify } from '../src/journal/verify.ts'
import { memoizedWorld } from '../src/surfaces/memoized-world.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import { freshDirectory, sample } from '../test/journal/samples.ts'
import { markdownTable, percentile } from './tables.ts'

/** Durable records, verification of a long log, and replay. `verified`: how many records to verify. */
export async function journalBench(verified: number = 1_000_000): Promise<string> {
  const rows = [await callers(1, 1000), await callers(64, 60_000), preparing()]
  const reading = await readingRows(verified)
  const load = loadavg()[0]?.toFixed(1)
  return `## Journal\n\nLoad average ${load} on ${availableParallelism()} cores: with more load than cores, read the CPU seconds.\n\n${markdownTable(['case', 'per second', 'p50 ms', 'p99 ms', 'target'], rows)}\n${markdownTable(['reading', 'records', 'seconds', 'per second', 'CPU seconds', 'memory MB', 'target'], reading)}`
}

/** Callers that each wait for their record before making the next, as agents do. */
async function callers(count: number, records: number): Promise<string[]> {
  const directory = freshDirectory()
  const journal = openSqliteJournal({ stateDirectory: directory, deadlineMs: 20_000 })
  await journal.check()
  const times: number[] = []
  const warmUp = Math.ceil(records / 20)
  let next = 0
  let started = 0
  const caller = async (): Promise<void> => {
    while (next < records + warmUp) {
      const index = next++
      if (index === warmUp) started = performance.now()
      const before = performance.now()
      await journal.remember(sample(`b-${index}`))
      if (index >= warmUp) times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: count }, caller))
  const seconds = (performance.now() - started) / 1000
  await journal.close()
  rmSync(directory, { recursive: true, force: true })
  return [
    `${count} ${count === 1 ? 'caller' : 'callers'}, each record durable`,
    String(Math.round(records / seconds)),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.99).toFixed(2),
    count === 1 ? 'p50 ≤ 5 ms' : '≥ 10,000 /s, p99 ≤ 15 ms',
  ]
}

/** What one record costs before it is handed to the store: masking, canonical JSON. */
function preparing(): string[] {
  const times: number[] = []
  const record = sample('p')
  for (let index = 0; index < 20_000; index++) {
    const before = performance.now()
    draftDecision(
      { ...record, call: { ...record.call, input: { command: `npm test -- src/a${index}.test.ts` } } },
      index,
    )
    times.push(performance.now() - before)
  }
  const each = times.reduce((sum, time) => sum + time, 0) / times.length
  return [
    'masking and writing down one record',
    String(Math.round(1000 / each)),
    percentile(times, 0.5).toFixed(3),
    percentile(times, 0.99).toFixed(3),
    '–',
  ]
}

/** A sound log of any length, written without the syncs that are not measured here. */
async function longLog(directory: string, records: number): Promise<void> {
  const journal = openSqliteJournal({ stateDirectory: directory, deadlineMs: 20_000 })
  await journal.check()
  await journal.close()
  const paths = statePaths(directory)
  const key = loadKey(paths)
  const database = new DatabaseSync(paths.database)
  database.exec('pragma synchronous = off; begin')
  const insert = database.prepare(INSERT_RECORD)
  let hash = GENESIS
  for (let seq = 1; seq <= records; seq++) {
    const row = {
      ...draftDecision(sample(`v-${seq}`, { session: `s-${seq % 500}` }), 1_700_000_000_000 + seq),
      writer: key.writer,
      seq,
    }
    hash = linkHash(hash, row)
    insert.run(...valuesOf({ ...row, hash }))
  }
  database.exec('commit')
  database.close()
  appendCheckpoint(paths.checkpoints, signCheckpoint(key, { kind: 'head', seq: records, hash, at: 0 }))
}

function cpuSeconds(since: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(since)
  return ((user + system) / 1e6).toFixed(1)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

const trivial: Judge = async () => ({
  decision: 'allow',
  because: [],
  layer: 'rules',
  trace: [],
  actions: [],
  fingerprint: '',
})

/** The gate as it is, with no settings files and nothing recorded. */
async function realJudge(): Promise<Judge> {
  const home = freshDirectory()
  const gate = await composeGate({ home, managedDirectory: home, world: memoizedWorld(realWorld()) })
  return (call, session) => judge(gate, call, session)
}

function* past(reader: SqliteReader, most: number): Generator<ReplayEvent> {
  let count = 0
  for (const record of reader.records()) {
    if (count++ === most) return
    const event = fromRecord(record, idOf(record))
    if (event !== undefined) yield event
  }
}

async function readingRows(records: number): Promise<string[][]> {
  const directory = freshDirectory()
  await longLog(directory, records)
  const paths = statePaths(directory)
  const rows: string[][] = []

  let most = 0
  let early = 0
  const reader = openReader(paths.database)
  const { checkpoints } = readCheckpoints(paths.checkpoints)
  const anchors = await reader.anchors()
  const cpu = process.cpuUsage()
  let before = performance.now()
  const result = verify({ records: reader.records(), anchors, checkpoints }, (done) => {
    const { rss } = process.memoryUsage()
    most = Math.max(most, rss)
    if (done <= records / 10) early = Math.max(early, rss)
  })
  const hashed = (performance.now() - before) / 1000
  if (!result.ok || result.records !== records) throw new Error('the log of the benchmark does not verify')
  before = performance.now()
  if (reader.damage().length > 0) throw new Error('the file of the benchmark is damaged')
  const checked = (performance.now() - before) / 1000
  rows.push([
    `log verify (chain ${hashed.toFixed(1)} s, file ${checked.toFixed(1)} s)`,
    String(records),
    (hashed + checked).toFixed(1),
    String(Math.round(records / (hashed + checked))),
    cpuSeconds(cpu),
    `${megabytes(early)} after a tenth, ${megabytes(most)} at most`,
    '≤ 20 s for 1,000,000',
  ])

  const judges = [
    ['a judge that says yes', trivial, 200_000],
    ['the gate', await realJudge(), 30_000],
  ] as const
  for (const [name, judgeCall, most] of judges) {
    const replayed = Math.min(records, most)
    const used = process.cpuUsage()
    const started = performance.now()
    const report = await replay(past(reader, replayed), judgeCall, { mode: 'auto' })
    const seconds = (performance.now() - started) / 1000
    if (report.calls !== replayed) throw new Error('the replay of the benchmark missed calls')
    rows.push([
      `replay from the journal, ${name}`,
      String(replayed),
      seconds.toFixed(1),
      String(Math.round(replayed / seconds)),
      cpuSeconds(used),
      megabytes(process.memoryUsage().rss),
      '≥ 5,000 /s',
    ])
  }
  reader.close()
  rmSync(directory, { recursive: true, force: true })
  return [...rows, maskingRow()]
}

function maskingRow(): string[] {
  const input = {
    command: 'cd src && npm test -- --reporter=dot parser.test.ts && git diff HEAD~1 | head -50 # '.repeat(5),
  }
  const rounds = 20_000
  const cpu = process.cpuUsage()
  const before = performance.now()
  for (let index = 0; index < rounds; index++) redactJson({ ...input, index })
  const seconds = (performance.now() - before) / 1000
  return [
    'masking 400 characters',
    String(rounds),
    seconds.toFixed(1),
    String(Math.round(rounds / seconds)),
    cpuSeconds(cpu),
    '',
    '–',
  ]
}

if (import.meta.main) process.stdout.write(`${await journalBench(Number(process.argv[2] ?? 1_000_000))}\n`)
