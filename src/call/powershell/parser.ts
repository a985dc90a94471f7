import { Language, type Node, Parser } from 'web-tree-sitter'

let parser: Parser | undefined

/** Makes the parser from the grammar's bytes. Until it has resolved, every PowerShell text is something opaque. */
export async function useGrammar(bytes: Uint8Array): Promise<void> {
  await Parser.init()
  const made = new Parser()
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
  if (!parser) return undefined
  try {
    const tree = parser.parse(text)
    if (!tree) return undefined
    return { root: tree.rootNode, broken: tree.rootNode.hasError, free: () => tree.delete() }
  } catch {
    return undefined
  }
}
