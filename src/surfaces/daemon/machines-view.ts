import type { Head } from '../../journal/chain.ts'
import { type ChainCheck, type ForeignChains, verifyForeign } from '../../journal/machines.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openUsed } from '../../journal/stores/sqlite-reader.ts'
import type { StoredUsers } from '../../journal/users.ts'

export interface MachineView {
  readonly writer: string
  readonly user: string
  /** The id of the token with which it delivers, and what that is called. */
  readonly token: string
  readonly label: string
  readonly from: number
  readonly last: number
  /** When its last records were signed. */
  readonly at: number | undefined
  /** Another key that came with the token and waits to be accepted. */
  readonly held?: string
}

export function machinesView(machines: ForeignChains, users: StoredUsers): readonly MachineView[] {
  return machines.pins().map(({ writer, user, token, held }) => {
    const chain = machines.head(writer)
    return {
      writer,
      user,
      token,
      label: users.tokens.find(({ id }) => id === token)?.label ?? '',
      from: chain?.from.seq ?? 0,
      last: chain?.head.seq ?? 0,
      at: chain?.signed.at,
      ...(held === undefined ? {} : { held }),
    }
  })
}

/** Reads every delivered log again, and compares each with what the gate's own log says about it. */
export async function verifyMachines(machines: ForeignChains, stateDirectory: string): Promise<readonly ChainCheck[]> {
  const recorded = await recordedHeads(stateDirectory)
  const known = machines.chains()
  const gone = [...recorded]
    .filter(([writer]) => !known.some((chain) => chain.writer === writer))
    .map(([writer, head]) => ({ writer, records: 0, head, problem: 'every record of this machine is gone' }))
  return [...known.map((chain) => verifyForeign(machines, chain, recorded.get(chain.writer))), ...gone]
}

/** By writer: the last record that the gate's own, sealed log names. */
async function recordedHeads(stateDirectory: string): Promise<ReadonlyMap<string, Head>> {
  const reader = openUsed(statePaths(stateDirectory).database, 1)
  const heads = new Map<string, Head>()
  try {
    for (const { body } of reader?.records({ code: 'machine.delivered' }) ?? []) {
      const { writer, seq, hash } = JSON.parse(body) as Readonly<Record<string, unknown>>
      if (typeof writer === 'string' && typeof seq === 'number' && typeof hash === 'string')
        heads.set(writer, { seq, hash })
    }
  } finally {
    reader?.close()
  }
  return heads
}
