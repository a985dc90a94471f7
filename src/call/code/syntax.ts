import type { Language, TreeCursor } from 'web-tree-sitter'
import { type Grammar, parse } from './grammars.ts'

/** One node of a syntax tree as plain data. Of what has no name in the grammar only operators are kept. */
export interface Syntax {
  readonly type: string
  readonly field: string | undefined
  readonly from: number
  readonly to: number
  readonly children: readonly Syntax[]
}

interface Growing extends Syntax {
  readonly children: Growing[]
}

/** How deep a tree may be nested: what is deeper cannot be walked safely, and nobody writes it. */
const DEEPEST = 400

export type Parsed = { readonly tree: Syntax } | { readonly broken: Broken }
export type Broken = 'no-grammar' | 'gave-up' | 'syntax-error' | 'too-deep'

/** The tree of a text without any error in it. Comments are left out. */
export function parseSyntax(grammar: Grammar, text: string, until?: number): Parsed {
  const tree = parse(grammar, text, until)
  if (typeof tree === 'string') return { broken: tree }
  try {
    if (tree.rootNode.hasError) return { broken: 'syntax-error' }
    const copied = copy(tree.walk(), tree.language)
    return copied === undefined ? { broken: 'too-deep' } : { tree: copied }
  } finally {
    tree.delete()
  }
}

/** Copies without recursion. One cursor is used for the whole tree: a node object for each would take ten times as long. */
function copy(cursor: TreeCursor, language: Language): Syntax | undefined {
  // Each question to the cursor is a call into the grammar: what is the same for every node of a type is asked once.
  const kinds = new Map<number, 'named' | 'anonymous' | 'comment'>()
  const kindOf = (type: number): 'named' | 'anonymous' | 'comment' => {
    const known = kinds.get(type)
    if (known !== undefined) return known
    const named = language.nodeTypeIsNamed(type) ? 'named' : 'anonymous'
    const kind = language.nodeTypeForId(type)?.endsWith('comment') ? 'comment' : named
    kinds.set(type, kind)
    return kind
  }
  const root = node(cursor)
  const open: Growing[] = [root]
  if (!cursor.gotoFirstChild()) return root
  for (;;) {
    const parent = open.at(-1)!
    const kind = kindOf(cursor.nodeTypeId)
    if (kind === 'named' || (kind === 'anonymous' && cursor.currentFieldId !== 0)) {
      const made = node(cursor)
      parent.children.push(made)
      if (cursor.gotoFirstChild()) {
        open.push(made)
        if (open.length > DEEPEST) {
          cursor.delete()
          return undefined
        }
        continue
      }
    }
    while (!cursor.gotoNextSibling()) {
      open.pop()
      if (!cursor.gotoParent() || open.length === 0) {
        cursor.delete()
        return root
      }
    }
  }
}

function node(cursor: TreeCursor): Growing {
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? undefined,
    from: cursor.startIndex,
    to: cursor.endIndex,
    children: [],
  }
}

/** The child in a field. */
export function child(of: Syntax, field: string): Syntax | undefined {
  return of.children.find((one) => one.field === field)
}

export function childrenIn(of: Syntax, field: string): readonly Syntax[] {
  return of.children.filter((one) => one.field === field)
}

export function childOf(of: Syntax, type: string): Syntax | undefined {
  return of.children.find((one) => one.type === type)
}

/** The same tree, as if its text began further on. */
export function shifted(node: Syntax, by: number): Syntax {
  return { ...node, from: node.from + by, to: node.to + by, children: node.children.map((one) => shifted(one, by)) }
}
