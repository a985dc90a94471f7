import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'vite'

/** Entries of the package: how a program imports them, and where they are. The first one is shown in full. */
const ENTRIES: readonly (readonly [specifier: string, file: string])[] = [
  ['portcullis', 'src/index.ts'],
  ...['checks', 'classifier', 'humans', 'journal', 'policy', 'results', 'agents', 'call'].map(
    (name) => [`portcullis/${name}`, `src/surfaces/sdk/entries/${name}.ts`] as const,
  ),
]

const root = join(import.meta.dirname, '..')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Source {
  readonly path: string
  readonly text: string
  readonly body: readonly Node[]
}

const sources = new Map<string, Source>()

function sourceAt(path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] }
  const source = { path, text, body }
  sources.set(path, source)
  return source
}

/** The page of everything a program can import, made from the declarations and their comments. */
export function apiPage(notice: string): string {
  const sections = ENTRIES.map(([specifier, file], index) => {
    const entry = sourceAt(join(root, file))
    const names = exportsOf(entry)
    const shown = index === 0 ? names.map(inFull).join('\n') : `${names.map(inBrief).join('\n')}\n`
    return `## \`${specifier}\`\n\n${docAbove(entry, entry.body[0]!)}\n\n${shown}`
  })
  return `# Library\n\n${notice}\n\n${sections.join('\n')}`
}

interface Exported {
  readonly name: string
  /** Every declaration of the name: a function may have several. */
  readonly declarations: readonly Node[]
  readonly source: Source
}

function exportsOf(entry: Source): readonly Exported[] {
  return entry.body
    .filter((node) => node.type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const from = (node['source'] as { value: string } | null)?.value
      if (from === undefined) throw new Error(`${entry.path}: an entry only passes on what others declare`)
      const path = join(dirname(entry.path), from)
      if (!existsSync(path)) throw new Error(`${entry.path}: ${from} does not exist`)
      const source = sourceAt(path)
      const specifiers = node['specifiers'] as readonly { readonly exported: { readonly name: string } }[]
      return specifiers.map(({ exported: { name } }) => ({ name, source, declarations: declarationsOf(source, name) }))
    })
}

function declarationsOf(source: Source, name: string): readonly Node[] {
  const found = source.body.filter((node) => {
    const declared = node['declaration'] as (Node & { id?: { name: string } }) | null | undefined
    if (node.type !== 'ExportNamedDeclaration' || !declared) return false
    if (declared.type !== 'VariableDeclaration') return declared.id?.name === name
    return (declared['declarations'] as readonly { id: { name: string } }[]).some(({ id }) => id.name === name)
  })
  if (found.length === 0) throw new Error(`${relative(root, source.path)} does not declare ${name}`)
  return found
}

function inFull({ name, source, declarations }: Exported): string {
  const doc = declarations.map((node) => docAbove(source, node)).find((text) => text !== '') ?? ''
  const code = signatures(source, declarations).join('\n')
  return `### \`${name}\`\n\n${doc === '' ? '' : `${doc}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n`
}

function inBrief({ name, source, declarations }: Exported): string {
  const doc = declarations.map((node) => docAbove(source, node)).find((text) => text !== '') ?? ''
  const [sentence = ''] = doc.split(/(?<=\.)\s/, 1)
  const [declared] = declarations.map((node) => (node['declaration'] as Node).type)
  const shown =
    declared === 'FunctionDeclaration' || declared === 'TSDeclareFunction'
      ? `${signatures(source, declarations)[0]}`
      : `${KINDS[declared!]} ${name}`
  return `- \`${shown.replaceAll(/\s+/g, ' ').replace(/^(?:async )?function /, '')}\`${sentence === '' ? '' : `: ${sentence}`}`
}

const KINDS: Readonly<Record<string, string>> = {
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'const',
}

/** How it is declared, without what it does: bodies of functions, private members, values of constants. */
function signatures(source: Source, nodes: readonly Node[]): readonly string[] {
  const overloads = nodes.filter((node) => (node['declaration'] as Node).type === 'TSDeclareFunction')
  return (overloads.length > 0 ? overloads : nodes).map((node) => {
    const declared = node['declaration'] as Node
    const text = (from: number, to: number): string => source.text.slice(from, to).trim()
    switch (declared.type) {
      case 'FunctionDeclaration':
        return text(declared.start, (declared['body'] as Node).start)
      case 'ClassDeclaration':
        return classOf(source, declared)
      case 'VariableDeclaration': {
        const [{ id }] = declared['declarations'] as readonly [{ id: Node }]
        return `const ${text(id.start, id.end)}`
      }
      default:
        return text(declared.start, declared.end)
    }
  })
}

function classOf(source: Source, declared: Node): string {
  const { body } = declared['body'] as { body: readonly Node[] }
  const members = body.flatMap((member) => {
    const key = member['key'] as Node | undefined
    if (member.type !== 'MethodDefinition' || key?.type === 'PrivateIdentifier') return []
    const value = member['value'] as Node & { body: Node | null }
    return [`  ${source.text.slice(member.start, value.body?.start ?? member.end).trim()}`]
  })
  const head = source.text.slice(declared.start, (declared['body'] as Node).start).trim()
  return `${head} {\n${members.join('\n')}\n}`
}

/** The comment that stands directly above. */
function docAbove(source: Source, node: Node): string {
  const [, comment] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(source.text.slice(0, node.start)) ?? []
  return (comment ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .replaceAll(/([^\n])\n(?!\n)/g, '$1 ')
}
