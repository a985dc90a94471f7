import type * as Yaml from 'yaml'
import { importYaml } from './yaml-package.ts'

let loaded: typeof Yaml | undefined

/** The reader takes longer to load than most calls take to judge: only a call that changes such a file needs it. */
export async function loadYaml(): Promise<void> {
  loaded ??= await importYaml()
}

export function hasYaml(): boolean {
  return loaded !== undefined
}

const LONGEST = 256 * 1024

/** The value of a YAML text; undefined when it is not YAML, or the reader is not there. */
export function readYaml(text: string): unknown {
  if (loaded === undefined || text.length > LONGEST) return undefined
  try {
    return loaded.parse(text, { maxAliasCount: 50, logLevel: 'silent' })
  } catch {
    return undefined
  }
}
