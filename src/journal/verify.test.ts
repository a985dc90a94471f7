import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshDirectory, sample, verifyState } from '../../test/journal/samples.ts'
import { signCheckpoint } from './checkpoints.ts'
import type { Checkpoint } from './checkpoints.ts'
import { linkHash } from './chain.ts'
import type { StoredRecord } from './records.ts'
import { loadKey, readCheckpoints, statePaths } from './stores/checkpoint-file.ts'
import { pruneSqlite } from './stores/sqlite-prune.ts'
import { openReader } from './stores/sqlite-reader.ts'
import { openSqliteJournal } from './stores/sqlite.ts'
import { verify } from './verify.ts'

const RECORDS = 400

/** A small generator with a seed: a failure can be repeated. */
function randomness(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}

let directory: string
let records: StoredRecord[]
let checkpoints: readonly Checkpoint[]

async function writeJournal(stateDirectory: string, count: number, now?: () => number): Promise<void> {
  const journal = openSqliteJournal({
    stateDirectory,
    thread: 'caller',
    deadlineMs: 20_000,
    ...(now === undefined ? {} : { now }),
  })
  for (let start = 0; start < count; start += 50) {
    const ids = Array.from({ length: Math.min(50, count - start) }, (_, index) => `v-${start + index}`)
    await Promise.all(
      ids.map((id, index) =>
        journal.remember(sample(id, { decision: index % 3 === 0 ? 'deny' : 'allow', tool: 'Bäsh\ufffd' })),
      ),
    )
  }
  await journal.close()
}

function readAll(stateDirectory: string): StoredRecord[] {
  const reader = openReader(statePaths(stateDirectory).database)
  try {
    return [...reader.records()].map((record) => ({ ...record }))
  } finally {
    reader.close()
  }
}

beforeAll(async () => {
  directory = freshDirectory()
  await writeJournal(directory, RECORDS)
  records = readAll(directory)
  checkpoints = readCheckpoints(statePaths(directory).checkpoints).checkpoints
})

describe('a log that nobody touched', () => {
  it('verifies, with every record counted and the head signed', async () => {
    const result = await verifyState(directory)
    expect(result).toMatchObject({ ok: true, findings: [], records: RECORDS, damage: [] })
    expect(result.chains).toMatchObject([{ records: RECORDS, signed: RECORDS, prunedTo: 0 }])
  })
})

type Tampering = (rows: StoredRecord[], random: (below: number) => number) => { rows: StoredRecord[]; first: number }

const COLUMNS = [
  'event',
  'severity',
  'session',
  'agent',
  'tool',
  'decision',
  'code',
  'fingerprint',
  'policy',
  'body',
  'hash',
] as const

function flipBit(text: string, random: (below: number) => number): string {
  const bytes = Buffer.from(text)
  const place = random(bytes.length)
  bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8))
  return bytes.toString()
}

/** `first` is the sequence number that verification must name. */
const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'a flipped bit in a text': (rows, random) => {
    const index = random(rows.length)
    const row = rows[index]!
    const filled = COLUMNS.filter((column) => row[column] !== '')
    const column = filled[random(filled.length)]!
    rows[index] = { ...row, [column]: flipBit(row[column], random) }
    return { rows, first: row.seq }
  },
  'a flipped bit in the time': (rows, random) => {
    const index = random(rows.length)
    const row = rows[index]!
    rows[index] = { ...row, at: row.at ^ (1 << random(30)) }
    return { rows, first: row.seq }
  },
  'two records swapped': (rows, random) => {
    const left = random(rows.length - 1)
    const right = left + 1 + random(rows.length - left - 1)
    const [one, two] = [rows[left]!, rows[right]!]
    rows[left] = two
    rows[right] = one
    return { rows, first: one.seq }
  },
  'two records swapped, with their numbers': (rows, random) => {
    const left = random(rows.length - 1)
    const right = left + 1 + random(rows.length - left - 1)
    const [one, two] = [rows[left]!, rows[right]!]
    rows[left] = { ...two, seq: one.seq }
    rows[right] = { ...one, seq: two.seq }
    return { rows, first: one.seq }
  },
  'a record deleted': (rows, random) => {
    const index = random(rows.length)
    const first = rows[index]!.seq
    rows.splice(index, 1)
    return { rows, first }
  },
  'the end cut off': (rows, random) => {
    const keep = random(rows.length)
    return { rows: rows.slice(0, keep), first: keep + 1 }
  },
  'the start cut off': (rows, random) => ({ rows: rows.slice(1 + random(rows.length - 1)), first: 1 }),
  'a record repeated': (rows, random) => {
    const index = random(rows.length)
    rows.splice(index, 0, rows[index]!)
    return { rows, first: rows[index]!.seq + 1 }
  },
  'a record invented, with a right hash': (rows, random) => {
    const row = { ...rows.at(-1 - random(3))! }
    const index = row.seq - 1
    const forged = { ...row, decision: row.decision === 'deny' ? 'allow' : 'deny' }
    rows[index] = { ...forged, hash: linkHash(rows[index - 1]!.hash, forged) }
    return { rows, first: index === rows.length - 1 ? row.seq : row.seq + 1 }
  },
}

describe('1,000 tamperings with the records', () => {
  it('are all found, and the first bad record is named', () => {
    const kinds = Object.entries(TAMPERINGS)
    const missed: string[] = []
    for (let round = 0; round < 1000; round++) {
      const [name, tamper] = kinds[round % kinds.length]!
      const { rows, first } = tamper([...records], randomness(round * 7919 + 1))
      const result = verify({ records: rows, anchors: [], checkpoints })
      if (result.ok || result.findings[0]?.seq !== first) {
        missed.push(`${name} (round ${round}): wanted ${first}, got ${result.findings[0]?.seq}`)
      }
    }
    expect(missed).toEqual([])
  })

  it('without checkpoints a cut-off end is not noticed: they are what finds it', () => {
    expect(verify({ records: records.slice(0, 100), anchors: [], checkpoints: [] }).ok).toBe(true)
    expect(verify({ records: records.slice(0, 100), anchors: [], checkpoints }).ok).toBe(false)
  })

  it('a chain written anew from the middle agrees with itself, but not with what was signed', () => {
    const rows = [...records]
    for (let index = 200; index < rows.length; index++) {
      const row = { ...rows[index]!, user: 'eve' }
      rows[index] = { ...row, hash: linkHash(rows[index - 1]!.hash, row) }
    }
    // The last one only: on a busy machine more than one falls due while the records are written.
    const result = verify({ records: rows, anchors: [], checkpoints: checkpoints.slice(-1) })
    expect(result.findings).toMatchObject([{ kind: 'forked', seq: RECORDS }])
  })

  it('a checkpoint by another key proves nothing about this chain', () => {
    const other = loadKey(statePaths(freshDirectory()))
    const last = records.at(-1)!
    const forged = signCheckpoint(other, { kind: 'head', seq: 1, hash: last.hash, at: 0 })
    const renamed = { ...forged, writer: last.writer }
    const result = verify({ records, anchors: [], checkpoints: [renamed], ownWriter: last.writer })
    // A file reader drops it as not genuine; here it is handed in as if it had been read.
    expect(result.ok).toBe(false)
  })

  it('no checkpoints left is itself a finding', () => {
    const result = verify({ records, anchors: [], checkpoints: [], ownWriter: records[0]!.writer })
    expect(result.findings).toMatchObject([{ kind: 'checkpoints-missing' }])
  })
})

describe('bits flipped in the file itself', () => {
  it('never change what the log says without being noticed', { timeout: 900_000 }, async () => {
    const original = statePaths(directory)
    const said = JSON.stringify(records)
    const bytes = readFileSync(original.database)
    const random = randomness(42)
    const unnoticed: string[] = []
    let found = 0
    for (let round = 0; round < 300; round++) {
      const target = statePaths(freshDirectory())
      copyFileSync(original.checkpoints, target.checkpoints)
      const changed = Buffer.from(bytes)
      const place = random(changed.length)
      changed[place] = (changed[place] ?? 0) ^ (1 << random(8))
      writeFileSync(target.database, changed)
      let ok = false
      try {
        const result = await verifyState(target.directory)
        ok = result.ok && result.damage.length === 0
        if (ok && JSON.stringify(readAll(target.directory)) !== said) unnoticed.push(`bit at ${place}`)
      } catch {
        ok = false
      }
      if (!ok) found++
    }
    expect(unnoticed).toEqual([])
    expect(found, 'most of a database is records').toBeGreaterThan(200)
  })
})

describe('retention', () => {
  it('keeps the rest verifiable, says what it removed, and can go on', async () => {
    const stateDirectory = freshDirectory()
    let time = 1_000_000
    await writeJournal(stateDirectory, 100, () => (time += 10))
    const before = readAll(stateDirectory)[60]!.at
    const plan = await pruneSqlite({ stateDirectory, before, now: () => time })
    expect(plan).toMatchObject({ through: 60, records: 60 })
    await writeJournal(stateDirectory, 20, () => (time += 10))
    const result = await verifyState(stateDirectory)
    expect(result).toMatchObject({ ok: true, records: 61 })
    expect(result.chains).toMatchObject([{ prunedTo: 60, signed: 121 }])
    const rows = readAll(stateDirectory)
    expect(rows[0]!.seq).toBe(61)
    expect(rows.find((row) => row.code === 'journal.pruned')?.body).toContain('"through":60')
  })

  it('a start cut off further than was signed is found', async () => {
    const stateDirectory = freshDirectory()
    let time = 1_000_000
    await writeJournal(stateDirectory, 50, () => (time += 10))
    await pruneSqlite({ stateDirectory, before: readAll(stateDirectory)[10]!.at })
    const database = new DatabaseSync(join(stateDirectory, 'journal.db'))
    database.exec('delete from audit_log where seq <= 20')
    database.close()
    expect((await verifyState(stateDirectory)).findings[0]).toMatchObject({ kind: 'missing', seq: 11 })
  })

  it('an anchor that nobody signed is found', async () => {
    const stateDirectory = freshDirectory()
    await writeJournal(stateDirectory, 50)
    const row = readAll(stateDirectory)[19]!
    const database = new DatabaseSync(join(stateDirectory, 'journal.db'))
    database.exec('delete from audit_log where seq <= 20')
    database
      .prepare('insert into audit_anchor (writer, seq, hash, at, public_key, signature) values (?, ?, ?, 0, ?, ?)')
      .run(row.writer, row.seq, row.hash, loadKey(statePaths(stateDirectory)).publicKey, 'AAAA')
    database.close()
    expect((await verifyState(stateDirectory)).findings[0]).toMatchObject({ kind: 'anchor-forged' })
  })

  it('nothing old enough: nothing happens', async () => {
    const stateDirectory = freshDirectory()
    await writeJournal(stateDirectory, 5, () => 5000)
    expect(await pruneSqlite({ stateDirectory, before: 5000 })).toBeUndefined()
    expect((await verifyState(stateDirectory)).records).toBe(5)
  })
})
