import { parseCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { ForeignChain, Pin } from '../machines.ts'

type Row = Readonly<Record<string, unknown>>

export function chainFrom(row: Row): ForeignChain {
  const signed = parseCheckpoint(String(row['signed']))
  if (signed === undefined)
    throw new JournalFailure('journal.forged', `the head of chain ${String(row['writer'])} is not what was delivered`)
  return {
    writer: String(row['writer']),
    from: { seq: Number(row['from_seq']), hash: String(row['from_hash']) },
    head: { seq: Number(row['seq']), hash: String(row['hash']) },
    signed,
  }
}

export function pinFrom(row: Row): Pin {
  const held = String(row['held'])
  return {
    token: String(row['token']),
    writer: String(row['writer']),
    user: String(row['user']),
    at: Number(row['at']),
    ...(held === '' ? {} : { held }),
  }
}
