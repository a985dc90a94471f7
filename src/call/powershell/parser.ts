import type { Node, Parser } from 'web-tree-sitter'

let parser: Parser | undefined
let missed = 0

export function hasGrammar(): boolean {
  return parser !== undefined
}

/** How often something had to be read for which there was no grammar yet: what was understood then is not all there is. */
export function timesMissed(): number {
  return missed
}

/** Makes the parser from the grammar's bytes. Until it has resolved, every PowerShell text is something opaque. */
export async function useGrammar(bytes: Uint8Array): Promise<void> {
  const { Language, Parser: Made } = await import('web-tree-sitter')
  await Made.init()
  const made = new Made()
  made.setLanguage(await Language.load(bytes))
  parser = made
}

export interface Parsed {
  readonly root: Node
  readonly broken: boolean
  free(): void
}

/** The syntax tree, or undefined when the parser is not loaded or gives up. The caller frees it. */
export function parseTree(text: string): Parsed | undefined {
  if (!parser) {
    missed++
    return undefined
  }
  try {
    const tree = parser.parse(text)
    if (!tree) return undefined
    return { root: tree.rootNode, broken: tree.rootNode.hasError, free: () => tree.delete() }
  } catch {
    return undefined
  }
}
