import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import { type DaemonProduct, freshPlace, run, type Running } from '../daemon/client.ts'

/** Several daemons, each with a state directory and a key of its own, over one database. */
export interface Team {
  readonly url: string
  /** Starts one more. It is given the team's key as an operator would give it. */
  join(options?: Partial<DaemonOptions>): Promise<Running>
  end(): Promise<void>
}

export function team(product: DaemonProduct, url: string): Team {
  const members: Running[] = []
  let teamKey: string | undefined
  return {
    url,
    join: async (options = {}) => {
      const { state } = options.stateDirectory === undefined ? freshPlace() : { state: options.stateDirectory }
      mkdirSync(join(state, 'postgres'), { recursive: true, mode: 0o700 })
      const own = join(state, 'postgres', 'team.key')
      if (teamKey !== undefined && !existsSync(own)) {
        copyFileSync(teamKey, own)
        chmodSync(own, 0o600)
      }
      const member = await run(product, { ...options, stateDirectory: state, database: { url } })
      teamKey ??= own
      members.push(member)
      return member
    },
    end: async () => {
      for (const member of members) await member.end()
    },
  }
}
