import { GENESIS, type Head, linkHash } from './chain.ts'
import { type Checkpoint, isGenuine, signCheckpoint, type SigningKey } from './checkpoints.ts'
import { JournalFailure } from './journal.ts'
import type { StoredRecord } from './records.ts'

/** A record as it travels from the machine that wrote it: every column, and its hash. */
export type DeliveredRecord = Omit<StoredRecord, 'position'>

/**
 * Part of another machine's chain, as it delivers it: the records that follow `after`, and its signature on the last of
 * them. Without records it only says where the chain stands.
 */
export interface Batch {
  /** Where the chain begins for the team: what came before the machine joined stays there. */
  readonly from: Head
  readonly after: Head
  readonly records: readonly DeliveredRecord[]
  /** Signed by the writer for this batch: the last record, else `after`. */
  readonly head: Checkpoint
}

/** What the team's gate has of another machine's chain. */
export interface ForeignChain {
  readonly writer: string
  readonly from: Head
  readonly head: Head
  /** The statement with which the last records came. */
  readonly signed: Checkpoint
}

/** Which key a token delivers for: pinned when it is first used. */
export interface Pin {
  readonly token: string
  readonly writer: string
  readonly user: string
  readonly at: number
  /** Another key that came with the same token since, and waits for an admin. */
  readonly held?: string
}

/** Chains of other machines, to look at. All reject with a `JournalFailure` where that is not possible. */
export interface ForeignReader {
  head(writer: string): Promise<ForeignChain | undefined>
  chains(): Promise<readonly ForeignChain[]>
  /** The hashes of the records from `first` to `last` that are there. */
  hashes(writer: string, first: number, last: number): Promise<ReadonlyMap<number, string>>
  pinOf(token: string): Promise<Pin | undefined>
  pins(): Promise<readonly Pin[]>
  /** In order, those after `after`: no more than `most`, and perhaps fewer where they are long. None: there are no more. */
  records(writer: string, after: number, most: number): Promise<readonly DeliveredRecord[]>
  close(): void | Promise<void>
}

/**
 * Chains of other machines, beside the gate's own. Each method is one transaction, also where several gates write; what
 * it says is durable. All reject where nothing can be written.
 */
export interface ForeignChains extends ForeignReader {
  /**
   * Adds what follows the head. False: the head is no longer `expected`, and nothing was added. Without an expected head
   * the chain begins.
   */
  append(writer: string, batch: Batch, expected: Head | undefined): Promise<boolean>
  /**
   * Binds a token in the place of `expected`. False, and nothing was changed: it is no longer that; or the token is new
   * and another user's token has the key.
   */
  pin(pin: Pin, expected: Pin | undefined): Promise<boolean>
}

export type BatchCode = 'machine.batch' | 'machine.gap' | 'machine.forked' | 'machine.rolled-back' | 'machine.key'

/** Codes of refused deliveries and of what is recorded about machines. */
export const MACHINE_CODES = {
  'machine.pinned': 'A machine delivered records with a token for the first time: its key is bound to the token.',
  'machine.delivered': 'A machine delivered records of its log, up to the one that is named.',
  'machine.batch': 'What a machine delivered is not a part of its log: a hash or a signature does not fit.',
  'machine.gap': 'A machine delivered records that do not follow those that are known.',
  'machine.forked': 'A machine delivered other records than before in the same places: its log was rewritten.',
  'machine.rolled-back': 'A machine signed an older head than it delivered before: its log was put back.',
  'machine.key': "A machine's token was used with another key than before: an operator has to accept it.",
} as const satisfies Readonly<Record<BatchCode | string, string>>

export type Outcome =
  | { readonly ok: Head; readonly added: number }
  | { readonly refused: BatchCode; readonly message: string; readonly has?: Head }

/**
 * Takes one batch: exactly once, in order, only what its writer signed. What is there already is compared and not added
 * again, so a batch whose answer was lost may be sent again.
 */
export async function takeBatch(chains: ForeignChains, batch: Batch): Promise<Outcome> {
  const { writer } = batch.head
  const unsound = unsoundBatch(batch)
  if (unsound !== undefined) return { refused: 'machine.batch', message: unsound }
  // Another process may have taken the same records meanwhile: then they are looked at again.
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const known = await chains.head(writer)
    const base = known?.head ?? batch.from
    const refused = known === undefined ? undefined : await contradiction(chains, known, batch)
    if (refused !== undefined) return refused
    if (batch.records.length > 0 && batch.after.seq > base.seq)
      return {
        refused: 'machine.gap',
        message: `record ${base.seq + 1} is expected, and the batch begins with ${batch.after.seq + 1}`,
        has: base,
      }
    const fresh = batch.records.filter(({ seq }) => seq > base.seq)
    if (fresh.length > 0 && known === undefined && !isSame(batch.after, batch.from))
      return { refused: 'machine.batch', message: 'the first records do not follow where the chain begins' }
    if (fresh.length === 0 && known !== undefined) return { ok: known.head, added: 0 }
    // The statement of a batch without records may be about records that are still to come.
    const head = fresh.length === 0 ? base : { seq: batch.head.seq, hash: batch.head.hash }
    if (await chains.append(writer, { ...batch, records: fresh }, known?.head)) return { ok: head, added: fresh.length }
  }
  throw new JournalFailure('journal.locked', `the log of machine ${writer} is delivered by too many at once`)
}

const MOST_TRIES = 5

/** Everything that can be said of a batch without knowing what came before. */
function unsoundBatch({ from, after, records, head }: Batch): string | undefined {
  if (head.kind !== 'head' || !isGenuine(head)) return 'the head is not signed by its writer'
  if (from.seq > after.seq) return 'the batch begins before the chain does'
  if (from.seq === 0 && from.hash !== GENESIS) return 'a chain does not begin like this'
  let last = after
  for (const record of records) {
    if (record.writer !== head.writer || record.seq !== last.seq + 1)
      return `record ${record.seq} is not the next one of this writer`
    const fits = isRow(record) && linkHash(last.hash, record) === record.hash
    if (!fits) return `record ${record.seq} does not follow from the one before it`
    last = { seq: record.seq, hash: record.hash }
  }
  return isSame(last, head) ? undefined : 'the signed head is not the last record'
}

/** The body is spliced into what is hashed as it is: what is no JSON could be read as other columns. */
function isRow({ body, at }: DeliveredRecord): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return Number.isSafeInteger(at) && typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** What was delivered before is not taken back: other records in its place, or a newer signature on an older head. */
async function contradiction(
  chains: ForeignReader,
  known: ForeignChain,
  { after, records, head }: Batch,
): Promise<Outcome | undefined> {
  const { writer, from } = known
  const has = known.head
  const there = await chains.hashes(writer, Math.max(after.seq, from.seq + 1), Math.min(head.seq, has.seq))
  const stands = (seq: number): string | undefined => (seq === from.seq ? from.hash : there.get(seq))
  for (const { seq, hash } of [after, ...records, head]) {
    const before = stands(seq)
    if (before !== undefined && before !== hash)
      return { refused: 'machine.forked', message: `record ${seq} is not the one that was delivered before`, has }
  }
  // An older statement is a message that came late or twice; a newer one says that the log is shorter now.
  if (head.seq < has.seq && head.at > known.signed.at)
    return {
      refused: 'machine.rolled-back',
      message: `the log ends with record ${head.seq}, and ${has.seq} was delivered before`,
      has,
    }
  return undefined
}

function isSame(one: Head, other: Head): boolean {
  return one.seq === other.seq && one.hash === other.hash
}

export function signBatch(key: SigningKey, batch: Pick<Batch, 'from' | 'after' | 'records'>, at: number): Batch {
  const { seq, hash } = batch.records.at(-1) ?? batch.after
  return { ...batch, head: signCheckpoint(key, { kind: 'head', seq, hash, at }) }
}

export interface ChainCheck {
  readonly writer: string
  readonly records: number
  readonly head: Head
  /** What is wrong, in words; undefined: every record is what its machine signed. */
  readonly problem: string | undefined
}

/** Reads one chain again, from its beginning to the signed head. `recorded`: the furthest head in the gate's own log. */
export async function verifyForeign(chains: ForeignReader, chain: ForeignChain, recorded?: Head): Promise<ChainCheck> {
  const { writer, from, signed } = chain
  let last = from
  let records = 0
  const said = (problem: string | undefined): ChainCheck => ({ writer, records, head: last, problem })
  let met = recorded === undefined || recorded.seq <= from.seq
  for (;;) {
    const page = await chains.records(writer, last.seq, 1000)
    for (const record of page) {
      if (record.seq !== last.seq + 1) return said(`record ${last.seq + 1} is missing`)
      if (!isRow(record) || linkHash(last.hash, record) !== record.hash)
        return said(`record ${record.seq} is not what was delivered`)
      last = { seq: record.seq, hash: record.hash }
      records++
      if (recorded !== undefined && record.seq === recorded.seq) {
        if (record.hash !== recorded.hash) return said(`record ${record.seq} is not the one the gate's own log names`)
        met = true
      }
    }
    if (page.length === 0) break
  }
  if (!met) return said(`the records end with ${last.seq}, and the gate's own log names record ${recorded?.seq}`)
  if (records > 0 && (!isGenuine(signed) || signed.writer !== writer || !isSame(signed, last)))
    return said('the last record is not the one its machine signed')
  return said(undefined)
}
