import type { Node } from 'web-tree-sitter'
import type { Script } from './script.ts'
import { itemsOf, originOf, unknown, type Value } from './values.ts'

export function sourceOf(script: Script, node: Node): string {
  return script.prepared.original(node.startIndex, node.endIndex)
}

export function children(node: Node): readonly Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null)
}

const MOST_TURNS = 16

/** What a loop variable stands for, turn by turn. */
export function turns(over: Value, source: string): readonly Value[] {
  const items = itemsOf(over)
  if (items.length > 0 && items.length <= MOST_TURNS && over.kind === 'list') return items
  if (over.kind === 'list') return [unknown(source, originOf(over))]
  return [over]
}
