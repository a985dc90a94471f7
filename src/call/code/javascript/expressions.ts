import { at, computed, Mapping, unreadExpression } from '../mapping.ts'
import type { Argument, ClassText, Entry, Expression, FunctionText, Parameter, Statement, Target } from '../program.ts'
import { child, childOf, type Syntax } from '../syntax.ts'
import { stringValue } from './strings.ts'

/** Nodes of TypeScript that only speak of types. */
export const TYPES: ReadonlySet<string> = new Set(
  `interface_declaration type_alias_declaration ambient_declaration type_annotation type_parameters type_arguments
   accessibility_modifier abstract_method_signature method_signature property_signature function_signature
   implements_clause override_modifier index_signature readonly asserts_annotation type_predicate_annotation hash_bang_line
   opting_type_annotation omitting_type_annotation empty_statement break_statement continue_statement debugger_statement`
    .split(/\s+/)
    .filter(Boolean),
)

function sequence(node: Syntax): readonly Syntax[] {
  return node.children.flatMap((one) => (one.type === 'sequence_expression' ? sequence(one) : [one]))
}

function expressionsIn(node: Syntax): readonly Syntax[] {
  return node.children.flatMap((one) =>
    one.type === 'jsx_expression' ? one.children.filter((part) => part.type !== 'spread_element') : expressionsIn(one),
  )
}

/** Expressions, targets and parameters. */
export abstract class JavascriptExpressions extends Mapping {
  abstract block(node: Syntax | undefined): readonly Statement[]

  /** A declared name or a pattern of names. */
  protected pattern(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
      case 'undefined':
        return { to: 'name', name: this.text(node), declares: true }
      case 'object_pattern': {
        const targets: (readonly [string, Target])[] = []
        let rest: Target | undefined
        for (const one of node.children) {
          if (one.type === 'rest_pattern') rest = this.pattern(one.children[0])
          else if (one.type === 'pair_pattern')
            targets.push([this.key(child(one, 'key')), this.pattern(child(one, 'value'))])
          else if (one.type === 'object_assignment_pattern') {
            const name = this.text(child(one, 'left'))
            targets.push([name, { to: 'name', name, declares: true, fallback: this.expression(child(one, 'right')) }])
          } else targets.push([this.text(one), this.pattern(one)])
        }
        return { to: 'entries', targets, ...(rest === undefined ? {} : { rest }) }
      }
      case 'array_pattern': {
        const targets: (Target | undefined)[] = []
        let rest: Target | undefined
        // Holes stand in the text only: `[, second]`.
        const holes = /^\[\s*(?:,\s*)+/.exec(this.text(node))
        if (holes) targets.push(...Array.from({ length: holes[0].split(',').length - 1 }, () => undefined))
        for (const one of node.children)
          if (one.type === 'rest_pattern') rest = this.pattern(one.children[0])
          else targets.push(this.pattern(one))
        return { to: 'items', targets, ...(rest === undefined ? {} : { rest }) }
      }
      case 'assignment_pattern': {
        const target = this.pattern(child(node, 'left'))
        return target.to === 'name' ? { ...target, fallback: this.expression(child(node, 'right')) } : target
      }
      case 'rest_pattern':
        return this.pattern(node.children[0])
      default:
        return this.target(node)
    }
  }

  protected key(node: Syntax | undefined): string {
    if (node?.type === 'string') return stringValue(this.text(node).slice(1, -1))
    return this.text(node)
  }

  protected target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
        return { to: 'name', name: this.text(node) }
      case 'member_expression':
        return { to: 'member', of: this.expression(child(node, 'object')), name: this.text(child(node, 'property')) }
      case 'subscript_expression':
        return { to: 'index', of: this.expression(child(node, 'object')), key: this.expression(child(node, 'index')) }
      case 'object_pattern':
      case 'array_pattern':
        return this.pattern(node)
      case 'non_null_expression':
      case 'parenthesized_expression':
      case 'as_expression':
        return this.target(node.children[0])
      default:
        return { to: 'unread' }
    }
  }

  protected function(node: Syntax): FunctionText {
    const body = child(node, 'body')
    const single = child(node, 'parameter')
    const isBlock = body?.type === 'statement_block'
    return {
      ...at(node),
      name: child(node, 'name') === undefined ? undefined : this.text(child(node, 'name')),
      parameters:
        single === undefined
          ? this.parameters(child(node, 'parameters'))
          : [{ target: this.pattern(single), name: undefined, takes: 'one' }],
      body: isBlock ? this.block(body) : [],
      decorators: [],
      ...(isBlock || body === undefined ? {} : { gives: this.expression(body) }),
    }
  }

  protected parameters(node: Syntax | undefined): readonly Parameter[] {
    return (node?.children ?? []).flatMap((one): readonly Parameter[] => {
      const pattern =
        one.type === 'required_parameter' || one.type === 'optional_parameter' ? child(one, 'pattern') : one
      if (pattern === undefined || pattern.type === 'this' || TYPES.has(pattern.type)) return []
      const value = child(one, 'value') ?? (pattern.type === 'assignment_pattern' ? child(pattern, 'right') : undefined)
      const target = this.pattern(pattern.type === 'assignment_pattern' ? child(pattern, 'left') : pattern)
      const fallback = value === undefined ? {} : { fallback: this.expression(value) }
      return [{ target, name: undefined, takes: pattern.type === 'rest_pattern' ? 'rest' : 'one', ...fallback }]
    })
  }

  protected class(node: Syntax): ClassText {
    const heritage = childOf(node, 'class_heritage')
    const clause = heritage && (childOf(heritage, 'extends_clause') ?? heritage)
    const bases = (clause?.children ?? []).filter((one) => !TYPES.has(one.type))
    const name = child(node, 'name')
    return {
      ...at(node),
      name: name === undefined ? undefined : this.text(name),
      bases: bases.map((one) => this.expression(one)),
      body: this.block(child(node, 'body')),
      decorators: [],
    }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    switch (node.type) {
      case 'string':
        return { ...at(node), is: 'text', value: stringValue(this.text(node).slice(1, -1)) }
      case 'template_string':
        return { ...at(node), is: 'template', parts: this.template(node) }
      case 'number':
        return { ...at(node), is: 'number' }
      case 'true':
      case 'false':
        return { ...at(node), is: 'truth', value: node.type }
      case 'regex':
        return computed(node, [])
      case 'null':
      case 'undefined':
        return { ...at(node), is: 'null' }
      case 'meta_property':
        return node.type === 'meta_property'
          ? { ...at(node), is: 'name', name: this.text(node).replaceAll(/\s/g, '') }
          : { ...at(node), is: 'nothing' }
      case 'identifier':
      case 'shorthand_property_identifier':
      case 'this':
      case 'super':
      case 'import':
      case 'property_identifier':
        return { ...at(node), is: 'name', name: this.text(node) }
      case 'member_expression':
        return {
          ...at(node),
          is: 'member',
          of: this.expression(child(node, 'object')),
          name: this.text(child(node, 'property')),
        }
      case 'subscript_expression':
        return {
          ...at(node),
          is: 'index',
          of: this.expression(child(node, 'object')),
          key: this.expression(child(node, 'index')),
        }
      case 'call_expression':
        return this.call(node, child(node, 'function'))
      case 'new_expression':
        return this.call(node, child(node, 'constructor'))
      case 'array':
        return { ...at(node), is: 'list', items: node.children.map((one) => this.argument(one)) }
      case 'object':
        return { ...at(node), is: 'record', entries: node.children.map((one) => this.pair(one)) }
      case 'binary_expression': {
        const operator = this.text(child(node, 'operator'))
        const [left, right] = [this.expression(child(node, 'left')), this.expression(child(node, 'right'))]
        if (operator === '||' || operator === '&&' || operator === '??')
          return { ...at(node), is: 'choice', tests: [], options: [left, right] }
        return { ...at(node), is: 'binary', operator, left, right }
      }
      case 'ternary_expression':
        return {
          ...at(node),
          is: 'choice',
          tests: [this.expression(child(node, 'condition'))],
          options: [this.expression(child(node, 'consequence')), this.expression(child(node, 'alternative'))],
        }
      case 'arrow_function':
      case 'function_expression':
      case 'function':
      case 'generator_function':
        return { ...at(node), is: 'function', function: this.function(node) }
      case 'class':
        return { ...at(node), is: 'class', class: this.class(node) }
      case 'assignment_expression':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(child(node, 'right')),
        }
      case 'augmented_assignment_expression':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(child(node, 'right')),
          operator: this.text(child(node, 'operator')).replace(/=$/, ''),
        }
      case 'parenthesized_expression':
      case 'await_expression':
      case 'as_expression':
      case 'satisfies_expression':
      case 'non_null_expression':
        return { ...at(node), is: 'same', of: this.expression(node.children.find((one) => !TYPES.has(one.type))) }
      case 'type_assertion':
        return { ...at(node), is: 'same', of: this.expression(node.children.at(-1)) }
      case 'instantiation_expression':
        return { ...at(node), is: 'same', of: this.expression(node.children[0]) }
      case 'sequence_expression': {
        // The value is the last one: `(0, eval)('…')` calls eval.
        const parts = sequence(node)
        const last = this.expression(parts.at(-1))
        return {
          ...at(node),
          is: 'choice',
          tests: parts.slice(0, -1).map((one) => this.expression(one)),
          options: [last],
        }
      }
      case 'yield_expression':
        return {
          ...at(node),
          is: 'yield',
          value: node.children[0] === undefined ? { ...at(node), is: 'nothing' } : this.expression(node.children[0]),
          ...(/^yield\s*\*/.test(this.text(node)) ? { each: true } : {}),
        }
      case 'unary_expression':
      case 'update_expression':
      case 'spread_element':
      case 'template_substitution':
        return computed(
          node,
          node.children.filter((one) => one.field !== 'operator').map((one) => this.expression(one)),
        )
      case 'jsx_element':
      case 'jsx_self_closing_element':
      case 'jsx_fragment':
        return computed(
          node,
          expressionsIn(node).map((one) => this.expression(one)),
        )
      default:
        return unreadExpression(node)
    }
  }

  protected template(node: Syntax): readonly (string | Expression)[] {
    const parts: (string | Expression)[] = []
    let from = node.from + 1
    for (const one of node.children) {
      if (one.type !== 'template_substitution') continue
      parts.push(stringValue(this.source.slice(from, one.from)), this.expression(one.children[0]))
      from = one.to
    }
    parts.push(stringValue(this.source.slice(from, node.to - 1)))
    return parts
  }

  protected call(node: Syntax, callee: Syntax | undefined): Expression {
    const list = child(node, 'arguments')
    if (list?.type === 'template_string') {
      const parts = this.template(list)
      const tag: Expression = { ...at(node), is: 'member', of: this.expression(callee), name: '`' }
      return { ...at(node), is: 'call', callee: tag, args: [{ value: { ...at(list), is: 'template', parts } }] }
    }
    return {
      ...at(node),
      is: 'call',
      callee: this.expression(callee),
      args: (list?.children ?? []).map((one) => this.argument(one)),
    }
  }

  protected argument(node: Syntax): Argument {
    return node.type === 'spread_element'
      ? { value: this.expression(node.children[0]), spread: 'items' }
      : { value: this.expression(node) }
  }

  protected pair(node: Syntax): Entry {
    switch (node.type) {
      case 'spread_element':
        return { key: undefined, value: this.expression(node.children[0]) }
      case 'shorthand_property_identifier':
        return { key: { ...at(node), is: 'text', value: this.text(node) }, value: this.expression(node) }
      case 'method_definition': {
        const made = this.function(node)
        return {
          key: { ...at(node), is: 'text', value: made.name ?? '' },
          value: { ...at(node), is: 'function', function: made },
        }
      }
      default: {
        const key = child(node, 'key')
        const name: Expression =
          key?.type === 'computed_property_name'
            ? this.expression(key.children[0])
            : { ...at(node), is: 'text', value: this.key(key) }
        return { key: name, value: this.expression(child(node, 'value')) }
      }
    }
  }
}
