import { get } from './api.ts'
import { type Fields, fieldsOf, numberOf, parsed, textOf, textsOf } from './fields.ts'

/** The event of the log that tells what a run behind walls did. */
export const CONTAINED_RUN = 'contained_run'

/** What a run behind walls did, and what became of its changes. */
export interface ContainedView {
  readonly run: string
  readonly became: string
  readonly exit: number | undefined
  readonly workspace: string
  readonly hash: string
  readonly changes: readonly { readonly kind: string; readonly path: string }[]
  /** Also those that are not listed. */
  readonly changeCount: number
  readonly hosts: readonly string[]
  readonly programs: readonly string[]
  readonly refused: readonly string[]
  readonly limits: readonly string[]
  readonly walls: string
  readonly because: readonly Fields[]
}

export function containedOf(value: Fields): ContainedView {
  const changes = fieldsOf(value['changes']).map((change) => ({
    kind: textOf(change['kind']),
    path: textOf(change['path']),
  }))
  return {
    run: textOf(value['run']),
    became: textOf(value['became']),
    exit: numberOf(value['exit']),
    workspace: textOf(value['workspace']),
    hash: textOf(value['hash']),
    changes,
    changeCount: numberOf(value['changeCount']) ?? changes.length,
    hosts: textsOf(value['hosts']),
    programs: textsOf(value['programs']),
    refused: textsOf(value['refused']),
    limits: textsOf(value['limits']),
    walls: textOf(value['walls']),
    because: fieldsOf(value['because']),
  }
}

/** Words for how a run ended. */
export const ENDS: Readonly<Record<string, string>> = {
  committed: 'committed',
  unchanged: 'no changes',
  held: 'held',
  discarded: 'discarded',
  conflict: 'conflict',
  failed: 'did not run',
}

export function containedLine({ became, exit, changeCount, hosts }: ContainedView): string {
  return [
    ENDS[became] ?? became,
    ...(exit === undefined ? [] : [`exit ${exit}`]),
    // The answer of a person is a record of its own, which tells only how it ended.
    ...(exit === undefined ? [] : [`${changeCount} ${changeCount === 1 ? 'change' : 'changes'}`]),
    ...(hosts.length === 0 ? [] : [`tried ${hosts.slice(0, 3).join(', ')}`]),
  ].join(', ')
}

/** What the log tells about a run: what it did, and how it ended at last. A held run is told of again when it is decided. */
export async function findRun(session: string, run: string, signal: AbortSignal): Promise<ContainedView | undefined> {
  const { records } = await get('/v1/audit', { session, event: CONTAINED_RUN, text: run, limit: 10 }, signal)
  const told = fieldsOf(records)
    .map((record) => containedOf(parsed(record['body'])))
    .filter((one) => one.run === run)
  const [first] = told
  return first === undefined ? undefined : { ...first, became: told.at(-1)!.became }
}
