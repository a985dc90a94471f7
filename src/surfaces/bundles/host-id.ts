import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Policy } from '../../policy/policy.ts'
import type { BundleFiles } from './places.ts'
import { replaceFile, textIn } from './store.ts'

const MACHINE_ID = '/etc/machine-id'

/** The same for as long as this machine is the same: by it a canary takes its share of hosts. Says nothing else about it. */
export function hostId({ hostId: file }: BundleFiles, machine: string = MACHINE_ID): string {
  const own = machineId(machine)
  if (own !== undefined) return hash('sha256', `portcullis policy host\n${own}`).slice(0, 32)
  const known = textIn(file, 1000)?.trim()
  if (known !== undefined && /^[0-9a-f-]{36}$/.test(known)) return known
  const made = randomUUID()
  replaceFile(file, `${made}\n`)
  return made
}

/** The same for whoever only looks: nothing is made on a machine that follows no bundle. */
export function knownHost({ policyBundle }: Pick<Policy, 'policyBundle'>, files: BundleFiles): string {
  return policyBundle === undefined ? '-' : hostId(files)
}

function machineId(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return /^[0-9a-f]{32}$/.test(text) && !/^0+$/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
