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

/** The text after a change of its document, with comments and order kept; undefined as above. */
export function changeYaml(text: string, change: (document: Yaml.Document) => void): string | undefined {
  if (loaded === undefined || text.length > LONGEST) return undefined
  try {
    const document = loaded.parseDocument(text, { logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    change(document)
    return document.toString({ lineWidth: 0 })
  } catch {
    return undefined
  }
}
