import type { ChainedRow, Head } from './chain.ts'
import { GENESIS, linkHash } from './chain.ts'
import type { Checkpoint } from './checkpoints.ts'
import { isGenuine } from './checkpoints.ts'
import type { StoredRecord } from './records.ts'
import { idOf } from './records.ts'

export interface Evidence {
  /** All records in order of arrival. Read once, one at a time. */
  readonly records: Iterable<StoredRecord>
  /** Where pruned chains begin, from the database. */
  readonly anchors: readonly Checkpoint[]
  /** Signed heads, from outside the database. */
  readonly checkpoints: readonly Checkpoint[]
  /** The chain of this state directory: it must have checkpoints. */
  readonly ownWriter?: string
  /** Checkpoints from outside the state directory that a person vouches for: they make another writer's chain known. */
  readonly named?: readonly Checkpoint[]
}

/** What is wrong, with the record where it first shows. */
export interface Finding {
  readonly kind:
    /** The record, or its hash, is not what was written. */
    | 'changed'
    /** Records before this one are gone, or this one is out of its place. */
    | 'missing'
    /** Records at the end are gone: a later head was signed. */
    | 'truncated'
    /** The chain is whole but not the one whose head was signed. */
    | 'forked'
    | 'checkpoints-missing'
    | 'anchor-forged'
    /** The head or a session is not sealed by the key. */
    | 'forged'
    /** Rows that decide what is allowed are not what was written. */
    | 'rows'
    /** Tables, triggers or views are not as they were made. */
    | 'layout'
    /** The chain of a writer that nobody vouches for. */
    | 'foreign'
    /** A later head is known outside the state directory. */
    | 'rolled-back'
    /** The anchor is gone or not genuine. */
    | 'anchor'
    | 'key'
    | 'unreadable'
  readonly writer: string
  readonly seq: number
  readonly sentence: string
}

export interface Verification {
  readonly ok: boolean
  /** The first bad record in order of arrival, then one per further chain. */
  readonly findings: readonly Finding[]
  readonly records: number
  readonly chains: readonly ChainSummary[]
}

export interface ChainSummary {
  readonly writer: string
  readonly records: number
  readonly head: Head
  /** The last signed head. What lies past it is chained, but its loss would not be noticed. */
  readonly signed: number
  /** Everything up to this record was pruned. */
  readonly prunedTo: number
}

interface Chain {
  readonly writer: string
  head: Head
  records: number
  readonly prunedTo: number
  readonly signed: ReadonlyMap<number, string>
  lastSigned: number
  broken: boolean
}

/**
 * Reads the whole log once, in constant memory, and says whether every record is what was written, in its place, with
 * none missing: at the start by the signed anchor, at the end by the signed checkpoints. `progress` is called now and
 * then with the number of records read.
 */
export function verify(evidence: Evidence, progress: (records: number) => void = () => {}): Verification {
  const verifier = new ChainVerifier(evidence)
  try {
    for (const record of evidence.records) {
      verifier.take(record)
      if ((verifier.records & 0xfff) === 0) progress(verifier.records)
    }
  } catch (error) {
    verifier.cannotRead(error)
  }
  return verifier.end()
}

/** The same, for whoever reads the records in a way of their own: those of one chain in the chain's order. */
export class ChainVerifier {
  readonly #evidence: Omit<Evidence, 'records'>
  readonly #findings: Finding[] = []
  readonly #chains: Map<string, Chain>
  #last: StoredRecord | undefined
  records = 0

  constructor(evidence: Omit<Evidence, 'records'>) {
    this.#evidence = evidence
    this.#chains = beginChains(evidence, this.#findings)
  }

  take(record: StoredRecord): void {
    this.records++
    this.#last = record
    let chain = this.#chains.get(record.writer)
    if (chain === undefined) {
      chain = beginChain(record.writer, undefined, [])
      this.#chains.set(record.writer, chain)
    }
    if (chain.broken) return
    const finding = follow(chain, record)
    if (finding === undefined) return
    chain.broken = true
    this.#findings.push(finding)
  }

  cannotRead(error: unknown): void {
    this.#findings.push(unreadable(this.#last, error))
  }

  end(): Verification {
    const chains = [...this.#chains.values()]
    for (const chain of chains) {
      const finding = chain.broken ? undefined : missingTail(chain)
      if (finding !== undefined) this.#findings.push(finding)
    }
    this.#findings.push(...foreignChains(this.#evidence, chains))
    return {
      ok: this.#findings.length === 0,
      findings: this.#findings,
      records: this.records,
      chains: chains.map(summary),
    }
  }
}

function beginChains(evidence: Omit<Evidence, 'records'>, findings: Finding[]): Map<string, Chain> {
  const chains = new Map<string, Chain>()
  const anchors = new Map<string, Checkpoint>()
  for (const anchor of evidence.anchors) {
    if (anchor.kind === 'pruned' && isGenuine(anchor)) anchors.set(anchor.writer, anchor)
    else {
      const sentence = `chain ${anchor.writer.slice(0, 8)} claims to begin after record ${anchor.seq}, but its writer has not signed that`
      findings.push({ kind: 'anchor-forged', writer: anchor.writer, seq: anchor.seq, sentence })
    }
  }
  const heads = Map.groupBy(
    evidence.checkpoints.filter((checkpoint) => checkpoint.kind === 'head'),
    (checkpoint) => checkpoint.writer,
  )
  for (const writer of new Set([...heads.keys(), ...anchors.keys()])) {
    chains.set(writer, beginChain(writer, anchors.get(writer), heads.get(writer) ?? []))
  }
  const own = evidence.ownWriter
  if (own !== undefined && !heads.has(own)) {
    const sentence = `no checkpoint of chain ${own.slice(0, 8)} is left: whether records were cut off at the end cannot be told`
    findings.push({ kind: 'checkpoints-missing', writer: own, seq: 0, sentence })
  }
  return chains
}

function beginChain(writer: string, anchor: Checkpoint | undefined, heads: readonly Checkpoint[]): Chain {
  const signed = new Map(heads.map((checkpoint) => [checkpoint.seq, checkpoint.hash]))
  return {
    writer,
    head: anchor === undefined ? { seq: 0, hash: GENESIS } : { seq: anchor.seq, hash: anchor.hash },
    records: 0,
    prunedTo: anchor?.seq ?? 0,
    signed,
    lastSigned: heads.reduce((most, checkpoint) => Math.max(most, checkpoint.seq), 0),
    broken: false,
  }
}

function follow(chain: Chain, record: StoredRecord): Finding | undefined {
  const { writer, seq } = record
  if (seq !== chain.head.seq + 1) {
    const expected = chain.head.seq + 1
    return {
      kind: 'missing',
      writer,
      seq: expected,
      sentence: `record ${idOf({ writer, seq: expected })} is missing or out of place: record ${idOf(record)} stands there`,
    }
  }
  const hash = linkHash(chain.head.hash, asWritten(record))
  if (hash !== record.hash) {
    return { kind: 'changed', writer, seq, sentence: `record ${idOf(record)} is not what was written` }
  }
  const signed = chain.signed.get(seq)
  if (signed !== undefined && signed !== hash) {
    const sentence = `record ${idOf(record)} is not the one whose hash was signed: the chain was rewritten`
    return { kind: 'forked', writer, seq, sentence }
  }
  chain.head = { seq, hash }
  chain.records++
  return undefined
}

/** Numbers that are not whole, or text where a number was, would be written into the hashed text as they are. */
function asWritten(record: StoredRecord): ChainedRow {
  if (!Number.isSafeInteger(record.at)) return { ...record, at: -1 }
  return record
}

/** Anybody can begin a chain with a key of their own: only what a person vouches for makes it part of the log. */
function foreignChains(evidence: Omit<Evidence, 'records'>, chains: readonly Chain[]): readonly Finding[] {
  const own = evidence.ownWriter
  if (own === undefined) return []
  return chains
    .filter((chain) => chain.writer !== own && chain.records > 0)
    .flatMap(({ writer, head }) => {
      const known = (evidence.named ?? [])
        .filter((checkpoint) => checkpoint.kind === 'head' && checkpoint.writer === writer)
        .reduce((most, checkpoint) => Math.max(most, checkpoint.seq), 0)
      if (known >= head.seq) return []
      const sentence =
        known === 0
          ? `chain ${writer.slice(0, 8)} was written with an unknown key: name its checkpoints with --checkpoints`
          : `the last ${head.seq - known} records of chain ${writer.slice(0, 8)} come after its last named checkpoint`
      return [{ kind: 'foreign', writer, seq: known + 1, sentence } as const]
    })
}

function missingTail(chain: Chain): Finding | undefined {
  if (chain.head.seq >= chain.lastSigned) return undefined
  const { writer } = chain
  const seq = chain.head.seq + 1
  const sentence = `the chain ends before record ${idOf({ writer, seq })}, but record ${idOf({ writer, seq: chain.lastSigned })} was signed: the end was cut off`
  return { kind: 'truncated', writer, seq, sentence }
}

function unreadable(last: StoredRecord | undefined, error: unknown): Finding {
  const after = last === undefined ? 'from the start' : `after record ${idOf(last)}`
  return {
    kind: 'unreadable',
    writer: last?.writer ?? '',
    seq: last === undefined ? 0 : last.seq + 1,
    sentence: `the file cannot be read ${after}: ${error instanceof Error ? error.message : String(error)}`,
  }
}

function summary(chain: Chain): ChainSummary {
  const { writer, records, head, lastSigned, prunedTo } = chain
  return { writer, records, head, signed: lastSigned, prunedTo }
}
