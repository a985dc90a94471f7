import type { Node } from 'web-tree-sitter'
import { show, textOf } from '../word.ts'
import type { Argument } from './commands.ts'
import { record } from './engine.ts'
import { isHiddenStream } from './native/transfers.ts'
import { children, sourceOf } from './nodes.ts'
import { placeOf } from './places.ts'
import type { Script } from './script.ts'
import { joined, originOf, text, type Value, wordOf } from './values.ts'

/** What a node is worth; the one and the other read words of commands, too. */
type Evaluate = (script: Script, node: Node) => Value
interface Reader {
  readonly evaluate: Evaluate
  member(script: Script, node: Node, following?: Node): Value
}

/** Words without a gap between them are one argument; `-Name:value` binds the value. */
export function readElements(
  script: Script,
  elements: Node,
  { evaluate, member }: Reader,
): { args: Argument[]; redirections: Node[] } {
  const args: Argument[] = []
  const redirections: Node[] = []
  let end = -1
  const nodes = children(elements)
  for (const [index, child] of nodes.entries()) {
    if (child.type === 'command_argument_sep') {
      if (child.text === ':') end = child.endIndex
      continue
    }
    if (child.type === 'redirection') {
      redirections.push(child)
      continue
    }
    const last = args.at(-1)
    if (child.type === 'command_parameter' || child.type === 'stop_parsing') {
      const typed = sourceOf(script, child)
        .replaceAll('`', '')
        .replace(/^[\u2013-\u2015]/, '-')
      if (child.type === 'stop_parsing')
        for (const word of typed.replace(/^--%\s*/, '').split(/\s+/))
          args.push({ kind: 'value', value: text(word), source: word })
      else if (child.startIndex === end && last?.kind === 'value')
        args[args.length - 1] = {
          kind: 'value',
          value: joined([last.value, text(typed)], typed),
          source: last.source + typed,
        }
      else args.push({ kind: 'parameter', name: typed, attached: undefined, source: typed })
      end = child.endIndex
      continue
    }
    const list = nodes[index + 1]
    const called = list?.type === 'argument_list' && list.startIndex === child.endIndex ? accessIn(child) : undefined
    if (child.type === 'argument_list' && child.startIndex === end && accessIn(nodes[index - 1])) {
      end = child.endIndex
      continue
    }
    const value = called ? member(script, called, list) : evaluate(script, child)
    const source = sourceOf(script, child)
    const adjacent = child.startIndex === end
    end = child.endIndex
    if (adjacent && last?.kind === 'parameter' && last.attached === undefined) {
      args[args.length - 1] = { ...last, attached: value, source: `${last.source}${source}` }
    } else if (adjacent && last?.kind === 'value' && value.kind !== 'block' && !source.startsWith('('))
      args[args.length - 1] = {
        kind: 'value',
        value: joined([last.value, value], last.source + source),
        source: last.source + source,
      }
    else if (child.type === 'array_literal_expression' && /^@\w/.test(source))
      args.push({ kind: 'splat', value, source })
    else args.push({ kind: 'value', value, source })
  }
  return { args, redirections }
}

/** The grammar splits `$x.Method(…)` in an argument into the access and its list. */
function accessIn(node: Node | undefined): Node | undefined {
  let inner = node
  while (inner && inner.namedChildCount === 1 && /^(?:array_literal|unary)_expression$/.test(inner.type))
    inner = inner.namedChild(0) ?? undefined
  return inner?.type === 'member_access' ? inner : undefined
}

export function redirect(script: Script, node: Node, output: Value, evidence: string, evaluate: Evaluate): void {
  const target = children(node).find((child) => child.type === 'redirected_file_name')
  if (!target) return
  const value = children(target)
    .filter((child) => child.type !== 'command_argument_sep')
    .map((child) => evaluate(script, child))
  const word = wordOf(joined(value, target.text.trim()))
  if (/^(?:\$null|nul|\/dev\/null|)$/i.test(textOf(word) ?? '?') || /^\s*\$null$/i.test(target.text)) return
  const operator = node.namedChild(0)?.text ?? '>'
  const { engine } = script
  const place = placeOf(word, engine.cwd, engine.context)
  if (operator === '<') record(engine, { does: 'read-file', place, extent: 'content' }, evidence)
  else {
    const origin = originOf(output)
    record(
      engine,
      {
        does: 'write-file',
        place,
        how: operator.includes('>>') ? 'append' : 'overwrite',
        content:
          origin.kind === 'text'
            ? { kind: 'text', text: origin.text }
            : origin.kind === 'network'
              ? { kind: 'network', host: origin.host }
              : { kind: 'unknown' },
      },
      evidence,
    )
    if (isHiddenStream(show(word)))
      record(engine, { does: 'change-system', deed: 'hide', target: show(word) }, evidence)
    if (/^(?:\\\\|\/\/)/.test(show(word)))
      record(
        engine,
        {
          does: 'contact-host',
          host: { kind: 'named', name: show(word).split(/[\\/]/)[2] ?? '' },
          sends: 'data',
          purpose: 'copy',
        },
        evidence,
      )
  }
}
