import type { Node } from 'web-tree-sitter'
import { runBlock } from './blocks.ts'
import { children, sourceOf } from './nodes.ts'
import type { Script } from './script.ts'
import { NONE, type Value } from './values.ts'

/** Remembers a function; its body is looked through when it is called. */
export function define(script: Script, node: Node): Value {
  const name =
    children(node)
      .find((child) => child.type === 'function_name')
      ?.text.toLowerCase() ?? ''
  const declared = children(node).find((child) => child.type === 'function_parameter_declaration')
  const block = children(node).find((child) => child.type === 'script_block')
  const source = block ? sourceOf(script, block) : ''
  const inside = block ? children(block).find((child) => child.type === 'param_block') : undefined
  const parameters = [declared, inside].flatMap((holder) => (holder ? parametersOf(holder) : []))
  const plain = name.replace(/^(?:global|script|local|private):/, '')
  script.scope.functions.set(plain, { parameters, body: source })
  // The shell itself calls these, at every prompt and every line.
  if (/^(?:prompt|psconsolehostreadline|tabexpansion2?)$/.test(plain)) runBlock(script, source, NONE)
  return NONE
}

function parametersOf(node: Node): readonly string[] {
  return [...node.descendantsOfType('script_parameter')].flatMap((parameter) => {
    const variableNode = parameter ? children(parameter).find((child) => child.type === 'variable') : undefined
    return variableNode ? [variableNode.text.replace(/^\$/, '').toLowerCase()] : []
  })
}
