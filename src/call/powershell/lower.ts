import type { Node } from 'web-tree-sitter'
import { runCommand } from './commands.ts'
import { define } from './definitions.ts'
import { recordMember, recordMethod, recordPropertyChange } from './dotnet.ts'
import { readElements, redirect } from './elements.ts'
import { type Engine, spend, record, recordOpaque } from './engine.ts'
import { huntsIn } from './marks.ts'
import { children, sourceOf, turns } from './nodes.ts'
import { operate } from './operators.ts'
import { parseTree } from './parser.ts'
import { environmentValue } from './places.ts'
import { prepare } from './prepare.ts'
import { assign, newScope, type Scope, type Script } from './script.ts'
import { recordSpelling } from './spelling.ts'
import { expand } from './strings.ts'
import { derived, fromEnvironment, itemsOf, knownText, NONE, text, unknown, type Value, wordOf } from './values.ts'
import { setEnvironment } from './variables.ts'

/** Reads PowerShell text and tells its deeds; answers what it puts out. Whatever cannot be parsed is also opaque. */
export function lowerPowerShell(engine: Engine, source: string, scope: Scope = newScope(), input: Value = NONE): Value {
  if (!spend(engine, 1, source.length)) return unknown(source)
  if (ONLY_PARAMETERS.test(source)) return NONE
  const prepared = prepare(source)
  const tree = parseTree(prepared.text)
  if (!tree) {
    recordOpaque(engine, 'not-parsed', source)
    return unknown(source)
  }
  try {
    if (tree.broken) recordOpaque(engine, 'not-parsed', source)
    const script: Script = { engine, scope, prepared }
    if (input !== NONE) scope.variables.set('input', input)
    return evaluate(script, tree.root)
  } finally {
    tree.free()
  }
}

/** `param($a, [int]$b)` and nothing behind it, which the grammar refuses. */
const ONLY_PARAMETERS = /^\s*param\s*\(\s*(?:(?:\[[\w.]+(?:\[\])?\]\s*)?\$\w+\s*(?:,\s*|(?=\))))*\)\s*;?\s*$/i

/** The value of a node; its deeds are told on the way. A node we do not know is walked and worth nothing certain. */
export function evaluate(script: Script, node: Node): Value {
  if (!spend(script.engine, 1, 0)) return unknown('…')
  switch (node.type) {
    case 'program':
    case 'statement_list':
    case 'script_block':
    case 'script_block_body':
    case 'statement_block':
    case 'named_block_list':
    case 'named_block':
    case 'ERROR':
      return all(script, node)
    case 'comment':
    case 'empty_statement':
    case 'type_spec':
    case 'block_name':
    case 'enum_statement':
    case 'label':
      return NONE
    case 'pipeline':
    case 'pipeline_chain':
      return node.type === 'pipeline' ? all(script, node) : pipeline(script, node)
    case 'command':
      return command(script, node, NONE)
    case 'assignment_expression':
      return assignment(script, node)
    case 'while_statement':
    case 'for_statement':
      if (ENDLESS.test(sourceOf(script, node)))
        record(script.engine, { does: 'change-system', deed: 'exhaust', target: 'loop' }, sourceOf(script, node))
      return perhaps(script, node)
    case 'if_statement':
    case 'switch_statement':
    case 'do_statement':
    case 'try_statement':
    case 'trap_statement':
      return perhaps(script, node)
    case 'foreach_statement':
      return forEach(script, node)
    case 'function_statement':
      return define(script, node)
    case 'class_statement': {
      // A class without a base does what its own methods do, and they are looked at here.
      const name = /^class\s+(\w+)\s*\{/i.exec(sourceOf(script, node))?.[1]
      if (name !== undefined) script.scope.made.add(`own:${name.toLowerCase()}`)
      return perhaps(script, node)
    }
    case 'data_statement':
      return perhaps(script, node)
    case 'flow_control_statement':
      return all(script, node)
    case 'parenthesized_expression':
    case 'sub_expression':
      return single(all(script, node))
    case 'array_expression': {
      const value = all(script, node)
      return { kind: 'list', items: itemsOf(value) }
    }
    case 'script_block_expression': {
      const source = sourceOf(script, node)
      return { kind: 'block', body: source.replace(/^\{/, '').replace(/\}$/, '') }
    }
    case 'argument_list':
    case 'argument_expression_list':
      return { kind: 'list', items: children(node).flatMap((child) => itemsOf(evaluate(script, child))) }
    case 'hash_literal_expression':
      return table(script, node)
    case 'array_literal_expression':
      return node.namedChildCount === 1
        ? evaluate(script, node.namedChild(0)!)
        : { kind: 'list', items: children(node).flatMap((child) => itemsOf(evaluate(script, child))) }
    case 'string_literal':
      return stringValue(script, node)
    case 'integer_literal':
    case 'real_literal':
    case 'generic_token':
      return node.type === 'generic_token' ? bare(script, sourceOf(script, node)) : text(number(node.text))
    case 'variable':
      return variable(script, node.text.replace(/^[$@]/, '').replace(/^\{|\}$/g, ''), node.text)
    case 'command_name':
      return commandName(script, sourceOf(script, node))
    case 'path_command_name':
      return bare(script, sourceOf(script, node))
    case 'type_literal':
      return { kind: 'type', name: node.text.slice(1, -1).trim().toLowerCase() }
    case 'cast_expression':
      return cast(script, node)
    case 'member_access':
    case 'invokation_expression':
      return member(script, node)
    case 'element_access':
    case 'logical_expression':
    case 'logical_argument_expression':
    case 'bitwise_expression':
    case 'bitwise_argument_expression':
    case 'comparison_expression':
    case 'comparison_argument_expression':
    case 'additive_expression':
    case 'additive_argument_expression':
    case 'multiplicative_expression':
    case 'multiplicative_argument_expression':
    case 'format_expression':
    case 'format_argument_expression':
    case 'range_expression':
    case 'range_argument_expression':
    case 'expression_with_unary_operator':
      return operation(script, node)
    case 'redirections':
    case 'redirection':
      return NONE
    default:
      return node.namedChildCount === 1 && !node.isError
        ? evaluate(script, node.namedChild(0)!)
        : derived(
            node.text,
            children(node).map((child) => evaluate(script, child)),
          )
  }
}

/** A loop that nothing ends and that never rests. */
const ENDLESS =
  /^(?:while\s*\(\s*(?:\$true|1|-not\s+\$false|!\s*\$false)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{(?![^]*\b(?:break|return|exit|throw|(?:start-)?sleep|wait(?:-\w+|one|forexit)?|read(?:-host|key|line|async)?|accept\w*|getcontext\w*|get-content)\b)/i

function all(script: Script, node: Node): Value {
  const items: Value[] = []
  for (const child of children(node)) {
    const value = evaluate(script, child)
    if (value.kind === 'list') items.push(...value.items)
    else items.push(value)
    if (script.engine.left <= 0 || script.engine.steps <= 0) break
  }
  return items.length === 1 ? items[0]! : { kind: 'list', items }
}

function single(value: Value): Value {
  return value.kind === 'list' && value.items.length === 1 ? value.items[0]! : value
}

function perhaps(script: Script, node: Node): Value {
  script.scope.conditional++
  const value = all(script, node)
  script.scope.conditional--
  return derived(node.type, [value])
}

/** `a | b | c`, with its redirections. */
function pipeline(script: Script, node: Node): Value {
  let value: Value = NONE
  for (const child of children(node)) {
    if (child.type === 'command') value = command(script, child, value)
    else if (child.type === 'redirections')
      for (const redirection of children(child)) redirect(script, redirection, value, sourceOf(script, node), evaluate)
    else value = evaluate(script, child)
  }
  return value
}

function command(script: Script, node: Node, input: Value): Value {
  const evidence = sourceOf(script, node)
  const operator = node.namedChild(0)?.type === 'command_invokation_operator'
  const nameNode = node.namedChild(operator ? 1 : 0)
  if (!nameNode) return unknown(evidence)
  const rawName = sourceOf(script, nameNode)
  const name = operator
    ? evaluate(script, nameNode)
    : nameNode.type === 'command_name'
      ? commandName(script, rawName)
      : bare(script, rawName)
  const elements = children(node).find((child) => child.type === 'command_elements')
  const { args, redirections } = elements
    ? readElements(script, elements, { evaluate, member })
    : { args: [], redirections: [] }
  if (name.kind === 'text') recordSpelling(script.engine, name.text.trim(), evidence)
  // `foo"bar baz"` and the like leave pieces behind the name that belong to no element.
  const output = runCommand(script, { name, args, input, evidence, called: operator })
  for (const redirection of redirections) redirect(script, redirection, output, evidence, evaluate)
  return output
}

function commandName(script: Script, raw: string): Value {
  if (/^-?\d[\d.]*(?:\.\.-?\d+)?$/.test(raw)) return { kind: 'list', items: [text(raw)] }
  return bare(script, raw.replace(/"/g, ''))
}

function assignment(script: Script, node: Node): Value {
  const left = node.namedChild(0)
  const operator = children(node).find((child) => child.type === 'assignement_operator')?.text ?? '='
  const right = children(node)
    .filter((child) => child !== left && child.type !== 'assignement_operator')
    .at(-1)
  const assigned = right && right.id !== left?.id ? evaluate(script, right) : unknown(node.text)
  if (!left) return NONE
  const leftText = sourceOf(script, left).trim()
  const name = /^(?:\[[^\]]+\]\s*)*\$(?:\{([^}]+)\}|((?:\w+:)?\w+))$/.exec(leftText)
  if (!name) {
    recordPropertyChange(script, leftText, assigned, node.text)
    // `$a.b = …` and `$a[0] = …`: the variable is no longer what it was.
    const base = /^\$(\w+)/.exec(leftText)?.[1]?.toLowerCase()
    const held = base === undefined ? undefined : script.scope.variables.get(base)
    if (base !== undefined && held && held.kind !== 'object')
      script.scope.variables.set(base, derived(leftText, [held, assigned]))
    for (const part of leftText.split(',')) {
      const each = /^\s*\$(\w+)\s*$/.exec(part)?.[1]
      if (each !== undefined) script.scope.variables.set(each.toLowerCase(), derived(part, [assigned]))
    }
    return NONE
  }
  const key = (name[1] ?? name[2])!.toLowerCase().replace(/^(?:global|local|script|private|using):/, '')
  const before = script.scope.variables.get(key)
  const value =
    operator === '='
      ? assigned
      : operator === '+=' && before
        ? operate('+', before, assigned, node.text)
        : derived(node.text, before ? [before, assigned] : [assigned])
  if (key.startsWith('env:')) {
    setEnvironment(script.engine, key.slice(4), wordOf(value), node.text, operator === '+=' ? 'appended' : 'set')
    return NONE
  }
  assign(script.scope, key, value, derived(leftText, [value]))
  return NONE
}

function variable(script: Script, typed: string, source: string): Value {
  const key = typed.toLowerCase().replace(/^(?:global|local|script|private|using|variable):/, '')
  const { engine, scope } = script
  const held = scope.variables.get(key)
  if (held) return held
  if (key.startsWith('env:')) {
    const name = key.slice(4)
    const set = engine.environment.get(name)
    if (set)
      return set.kind === 'literal' ? text(set.text) : { kind: 'unknown', word: set, origin: { kind: 'unknown' } }
    const known = environmentValue(name, engine.context)
    if (known !== undefined) return text(known)
    return WINDOWS_OWN.test(name) ? unknown(source) : fromEnvironment(source)
  }
  const { surroundings } = engine.context
  switch (key) {
    case 'true':
    case 'false':
      return text(key === 'true' ? 'True' : 'False')
    case 'null':
      return NONE
    case 'home':
      return text(surroundings.home.replaceAll('\\', '/'))
    case 'pwd':
      return engine.cwd.kind === 'path' ? text(engine.cwd.path) : unknown(source)
    case 'psscriptroot':
      return text(surroundings.cwd)
    case 'pshome':
      return text('C:/Windows/System32/WindowsPowerShell/v1.0')
    case 'profile':
      return text(`${surroundings.home.replaceAll('\\', '/')}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1`)
    default:
      return unknown(source)
  }
}

/** Variables that Windows sets: lists, other machines and the clouds of the user. Nobody gave them for this task. */
const WINDOWS_OWN =
  /^(?:path|pathext|psmodulepath|logonserver|userdomain\w*|userdnsdomain|homeshare|onedrive\w*|(?:common)?program\w*(?:\(\w+\))?|driverdata|sessionname|clientname|computername|os|processor_\w+|number_of_processors)$/

function expansionOf(script: Script) {
  return {
    variable: (name: string) => variable(script, name, `$${name}`),
    statements: (code: string) => single(lowerPowerShell(script.engine, code, script.scope)),
  }
}

function bare(script: Script, source: string): Value {
  const only = /^\$(?:\{([^}]+)\}|((?:\w+:)?\w+))$/.exec(source)
  if (only) return variable(script, (only[1] ?? only[2])!, source)
  return expand(source, 'bare', expansionOf(script))
}

function stringValue(script: Script, node: Node): Value {
  const child = node.namedChild(0)
  // A word that `prepare` put into quotes is its own text; `node.text` has the quotes in any case.
  const raw = node.text
  switch (child?.type) {
    case 'verbatim_string_characters':
      return text(raw.slice(1, -1).replaceAll("''", "'"))
    case 'verbatim_here_string_characters':
      return text(raw.replace(/^@'[^\n]*\n/, '').replace(/\r?\n'@$/, ''))
    case 'expandable_here_string_literal':
      return expand(raw.replace(/^@"[^\n]*\n/, '').replace(/\r?\n"@$/, ''), 'quoted', expansionOf(script))
    default:
      return expand(raw.slice(1, -1), 'quoted', expansionOf(script))
  }
}

function number(raw: string): string {
  const scaled = /^(\d+(?:\.\d+)?)(kb|mb|gb|tb|pb)$/i.exec(raw)
  const powers: Readonly<Record<string, number>> = { kb: 1, mb: 2, gb: 3, tb: 4, pb: 5 }
  if (scaled) return String(Number(scaled[1]) * 1024 ** (powers[scaled[2]!.toLowerCase()] ?? 0))
  return /^0x[0-9a-f]+$/i.test(raw) ? String(Number(raw)) : raw
}

function table(script: Script, node: Node): Value {
  const entries = new Map<string, Value>()
  for (const body of children(node))
    for (const entry of body.type === 'hash_entry' ? [body] : children(body)) {
      const [key, ...rest] = children(entry)
      if (!key) continue
      const name = key.namedChild(0)?.type === 'simple_name' ? key.text : knownText(evaluate(script, key))
      const value = rest.map((child) => evaluate(script, child)).at(-1) ?? NONE
      entries.set((name ?? key.text).toLowerCase(), value)
    }
  return { kind: 'table', entries }
}

function cast(script: Script, node: Node): Value {
  const type = node.namedChild(0)?.text.slice(1, -1).toLowerCase() ?? ''
  const operand = node.namedChild(1)
  const value = operand ? evaluate(script, operand) : NONE
  if (type === 'scriptblock' || type.endsWith('.scriptblock')) {
    const code = knownText(value)
    return code === undefined ? value : { kind: 'block', body: code }
  }
  if (type === 'char' || type === 'char[]' || type === 'system.char') return charsOf(value, node.text)
  if (type === 'adsisearcher')
    for (const recorded of huntsIn(knownText(value) ?? '')) record(script.engine, recorded, node.text)
  if (
    /^(?:wmiclass|wmi|adsi|adsisearcher|type|system\.net\.webclient|net\.webclient)$/.test(type) ||
    type.endsWith('wmiclass')
  )
    return {
      kind: 'object',
      type: type === 'wmiclass' ? `wmi:${(knownText(value) ?? '').toLowerCase()}` : type,
      about: [value],
    }
  return value
}

function charsOf(value: Value, source: string): Value {
  const codes = itemsOf(value).map((item) => knownText(item))
  if (codes.every((code) => code !== undefined && /^\d+$/.test(code) && Number(code) <= 0x10ffff)) {
    const chars = codes.map((code) => text(String.fromCodePoint(Number(code))))
    return chars.length === 1 ? chars[0]! : { kind: 'list', items: chars }
  }
  return codes.every((code) => code !== undefined) ? value : derived(source, [value])
}

function operation(script: Script, node: Node): Value {
  const operands = children(node).filter((child) => !child.type.endsWith('_operator'))
  if (operands.length === 1 && node.childCount === 1) return evaluate(script, operands[0]!)
  const operator =
    children(node).find((child) => child.type.endsWith('_operator'))?.text ??
    node.children.find((child) => child !== null && !child.isNamed)?.text ??
    ''
  const values = operands.map((child) => evaluate(script, child))
  return operate(operator.toLowerCase(), values[0] ?? NONE, values[1], node.text)
}

function member(script: Script, node: Node, following?: Node): Value {
  const [target, nameNode, ...rest] = children(node)
  if (!target || !nameNode) return all(script, node)
  const receiver = evaluate(script, target)
  const evidence = script.prepared.original(node.startIndex, (following ?? node).endIndex)
  if (nameNode.type !== 'member_name')
    return derived(evidence, [
      receiver,
      ...children(node)
        .slice(1)
        .map((child) => evaluate(script, child)),
    ])
  const inner = nameNode.namedChild(0)
  const name = inner && inner.type !== 'simple_name' ? knownText(evaluate(script, inner)) : nameNode.text
  const list = following ?? rest.find((child) => child.type === 'argument_list')
  if (!list) return recordMember(script, receiver, name, evidence)
  if (name !== undefined && inner && inner.type !== 'simple_name') recordSpelling(script.engine, name, evidence)
  const args = children(list)
    .flatMap((child) => children(child))
    .map((child) => evaluate(script, child))
  return recordMethod(script, receiver, name, args, evidence)
}

/** The body is walked once per constant item, else once with the item unknown. */
function forEach(script: Script, node: Node): Value {
  const [name, source, ...rest] = children(node).filter((child) => child.type !== 'foreach_parameter')
  const over = source ? evaluate(script, source) : NONE
  const key = name?.text.replace(/^\$/, '').toLowerCase() ?? ''
  const body = rest.at(-1)
  script.scope.conditional++
  for (const item of turns(over, node.text)) {
    script.scope.variables.set(key, item)
    if (body) evaluate(script, body)
  }
  script.scope.conditional--
  return derived('foreach', [over])
}
