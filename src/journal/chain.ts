import { hash } from 'node:crypto'

/** What a chain starts from: the hash "before" its first record. */
export const GENESIS = '0'.repeat(64)

/** One place in a chain: its last sequence number and that record's hash. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/** The columns of a stored record that its hash covers: all of them. */
export interface ChainedRow {
  readonly writer: string
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly severity: string
  readonly session: string
  readonly agent: string
  readonly tool: string
  readonly decision: string
  readonly code: string
  readonly user: string
  readonly fingerprint: string
  readonly policy: string
  /** Canonical JSON. */
  readonly body: string
}

/**
 * The hash of a record after its predecessor: SHA-256 over the canonical JSON of every column and the previous hash. The
 * body is spliced in as it is stored, so verifying needs no parsing: another body text is another hash.
 */
export function linkHash(previous: string, row: ChainedRow): string {
  // Keys in code-unit order, so this is the canonical form without the cost of sorting.
  const text = `{"agent":${quoteAgain(row.agent)},"at":${row.at},"body":${row.body},"code":${quoteAgain(row.code)},"decision":${quoteAgain(row.decision)},"event":${quoteAgain(row.event)},"fingerprint":${JSON.stringify(row.fingerprint)},"policy":${quoteAgain(row.policy)},"previous":${JSON.stringify(previous)},"seq":${row.seq},"session":${quoteAgain(row.session)},"severity":${quoteAgain(row.severity)},"tool":${quoteAgain(row.tool)},"user":${quoteAgain(row.user)},"writer":${quoteAgain(row.writer)}}`
  return hash('sha256', text, 'hex')
}

/** Texts that come again and again: a look-up costs less than quoting. Forgotten all at once when there are many. */
const quotedTexts = new Map<string, string>()
const MOST_TEXTS = 5000

function quoteAgain(text: string): string {
  const known = quotedTexts.get(text)
  if (known !== undefined) return known
  const quoted = JSON.stringify(text)
  if (text.length > 100) return quoted
  if (quotedTexts.size >= MOST_TEXTS) quotedTexts.clear()
  quotedTexts.set(text, quoted)
  return quoted
}
