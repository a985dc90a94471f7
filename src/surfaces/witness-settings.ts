import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { realWorld } from '../call/world.node.ts'
import { loadKey, type StatePaths } from '../journal/stores/checkpoint-file.ts'
import { witnessOf } from '../journal/stores/witnesses.ts'
import type { WitnessAnswer } from '../journal/witness.ts'
import { Policies } from './policies.ts'

/** What the witnesses in the user's settings know of a journal, for programs that run without a daemon. */
export async function askWitnesses(paths: StatePaths): Promise<readonly WitnessAnswer[]> {
  if (!existsSync(paths.key)) return []
  const { writer } = loadKey(paths)
  const policies = new Policies({ world: realWorld(), onChange: () => undefined })
  const settings = policies.policyFor(homedir()).journal?.witness ?? []
  return Promise.all(settings.map((setting) => witnessOf(setting).ask(writer)))
}
