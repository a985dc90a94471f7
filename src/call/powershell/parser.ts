import type { Node } from 'web-tree-sitter'
import { parse } from '../code/grammars.ts'

export interface Parsed {
  readonly root: Node
  readonly broken: boolean
  free(): void
}

/** The syntax tree, or undefined when the grammar is not loaded or the parser gives up. The caller frees it. */
export function parseTree(text: string): Parsed | undefined {
  const tree = parse('powershell', text)
  if (typeof tree === 'string') return undefined
  return { root: tree.rootNode, broken: tree.rootNode.hasError, free: () => tree.delete() }
}
