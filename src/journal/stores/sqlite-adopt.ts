import { canonical } from '../../call/canonical-json.ts'
import type { Head } from '../chain.ts'
import type { Draft } from '../records.ts'
import type { Digest, SealKeys } from '../seal.ts'
import type { Connection } from './sqlite-connection.ts'
import type { SealWriter } from './sqlite-seals.ts'
import { digestsInFile } from './sqlite-seals.ts'

/**
 * Seals a journal that was written before there were seals, inside the writer's transaction. Nobody can tell who wrote
 * its rows: what would loosen a verdict is taken back, and a record says up to where records are hashed only.
 */
export function adopt(
  connection: Connection,
  keys: SealKeys,
  seals: SealWriter,
  last: Head,
  append: (head: Head, draft: Draft) => Head,
  when: { readonly at: number; readonly changes: () => ReadonlyMap<string, Digest> },
): void {
  for (const statement of TAKE_BACK) connection.exec(statement)
  when.changes()
  const rows = digestsInFile(connection, keys)
  if (last.seq === 0 && rows.size === 0) return
  const head = last.seq === 0 ? last : append(last, sealedRecord(last, when.at))
  // It stands or falls with the transaction; a writer whose transaction fails reads the seals again.
  seals.renew(head, rows, { signed: 0, hashedOnly: last.seq })()
}

const TAKE_BACK: readonly string[] = [
  'delete from main.session_grant',
  "delete from main.approval where state = 'pending' or delivered = 0",
  "update main.session set mode = 'default' where mode not in ('plan', 'dontAsk', 'auto')",
]

function sealedRecord(last: Head, at: number): Draft {
  return {
    at,
    event: 'operator_action',
    severity: 'info',
    session: '',
    agent: '',
    tool: '',
    decision: '',
    code: 'journal.sealed',
    user: '',
    fingerprint: '',
    policy: '',
    body: canonical({ through: last.seq, hash: last.hash, note: 'records up to here are hashed only' }),
  }
}
