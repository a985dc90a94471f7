import type { StoredRecord } from './records.ts'

/** One chain of the log: the first of its records that is still there, and the last. */
export interface ChainEnds {
  readonly writer: string
  readonly first: number
  readonly last: number
}

/** The log as whoever passes it on reads it: chain by chain, in order. Any store can give this. */
export interface ChainReader {
  /** The chains that are to be passed on from here. */
  chains(): Promise<readonly ChainEnds[]>
  /** The records of a chain after a number, in order, at least one if there is one and at most `most`. */
  after(writer: string, seq: number, most: number): Promise<readonly StoredRecord[]>
}

/** The same id wherever a record arrives, and however often: receivers drop what they have. `log show` takes it. */
export function uniqueId({ writer, seq }: Pick<StoredRecord, 'writer' | 'seq'>): string {
  return `${writer}-${seq}`
}
