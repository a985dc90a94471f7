import type { Head } from '../../journal/chain.ts'
import { type ChainCheck, type ForeignReader, verifyForeign } from '../../journal/machines.ts'
import { openLog } from '../../journal/stores/open-log.ts'
import { openUsed } from '../../journal/stores/sqlite-reader.ts'
import type { LogPlace } from '../../journal/stores/store.ts'
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

export async function machinesView(machines: ForeignReader, users: StoredUsers): Promise<readonly MachineView[]> {
  const chains = new Map((await machines.chains()).map((chain) => [chain.writer, chain]))
  return (await machines.pins()).map(({ writer, user, token, held }) => {
    const chain = chains.get(writer)
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

/** Reads every delivered log again, and compares each with what the gate's own log (with others, all gates') says. */
export async function verifyMachines(machines: ForeignReader, own: LogPlace): Promise<readonly ChainCheck[]> {
  const recorded = await recordedHeads(own)
  const known = await machines.chains()
  const gone = [...recorded]
    .filter(([writer]) => !known.some((chain) => chain.writer === writer))
    .map(([writer, head]) => ({ writer, records: 0, head, problem: 'every record of this machine is gone' }))
  const checks: ChainCheck[] = []
  for (const chain of known) checks.push(await verifyForeign(machines, chain, recorded.get(chain.writer)))
  return [...checks, ...gone]
}

/** By writer: the furthest record that the gate's own, sealed log names. */
async function recordedHeads(own: LogPlace): Promise<ReadonlyMap<string, Head>> {
  const reader = own.postgres === undefined ? openUsed(own.paths.database, 1) : await openLog(own)
  const heads = new Map<string, Head>()
  try {
    for await (const { body } of reader?.records({ code: 'machine.delivered' }) ?? []) {
      const { writer, seq, hash } = JSON.parse(body) as Readonly<Record<string, unknown>>
      if (typeof writer !== 'string' || typeof seq !== 'number' || typeof hash !== 'string') continue
      if (seq >= (heads.get(writer)?.seq ?? 0)) heads.set(writer, { seq, hash })
    }
  } finally {
    await reader?.close()
  }
  return heads
}
