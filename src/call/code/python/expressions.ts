import { at, computed, Mapping, unreadExpression } from '../mapping.ts'
import type { Argument, Entry, Expression, LoopHead, Parameter, Statement, Target } from '../program.ts'
import { child, childOf, type Syntax } from '../syntax.ts'
import { stringValue } from './strings.ts'

/** Operators of comparisons stand in the tree as nodes. */
const OPERATORS: ReadonlySet<string> = new Set([
  '<',
  '<=',
  '==',
  '!=',
  '>=',
  '>',
  '<>',
  'in',
  'not in',
  'is',
  'is not',
  '-',
  '+',
  '~',
])

/** Expressions, targets and parameters. */
export abstract class PythonExpressions extends Mapping {
  abstract block(node: Syntax | undefined): readonly Statement[]

  protected parameters(node: Syntax | undefined): readonly Parameter[] {
    return (node?.children ?? []).flatMap((one): readonly Parameter[] => {
      const named = one.type === 'identifier' ? one : (child(one, 'name') ?? one.children[0])
      const name = this.text(named)
      const value = child(one, 'value')
      const fallback = value === undefined ? {} : { fallback: this.expression(value) }
      switch (one.type) {
        case 'keyword_separator':
        case 'positional_separator':
          return []
        case 'list_splat_pattern':
          return [
            {
              target: { to: 'name', name: this.text(one.children[0]), declares: true },
              name: undefined,
              takes: 'rest',
            },
          ]
        case 'dictionary_splat_pattern':
          return [
            {
              target: { to: 'name', name: this.text(one.children[0]), declares: true },
              name: undefined,
              takes: 'keywords',
            },
          ]
        case 'typed_parameter':
          if (named !== undefined && named.type !== 'identifier') return this.parameters({ ...one, children: [named] })
          return [{ target: { to: 'name', name }, name, takes: 'one' }]
        default:
          return [{ target: { to: 'name', name }, name, takes: 'one', ...fallback }]
      }
    })
  }

  protected target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
        return { to: 'name', name: this.text(node) }
      case 'attribute':
        return { to: 'member', of: this.expression(child(node, 'object')), name: this.text(child(node, 'attribute')) }
      case 'subscript':
        return {
          to: 'index',
          of: this.expression(child(node, 'value')),
          key: this.expression(child(node, 'subscript')),
        }
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
      case 'expression_list':
      case 'tuple':
      case 'list': {
        const starred = node.children.findIndex((one) => one.type === 'list_splat_pattern' || one.type === 'list_splat')
        const targets = node.children.slice(0, starred < 0 ? undefined : starred).map((one) => this.target(one))
        if (starred < 0) return { to: 'items', targets }
        return { to: 'items', targets, rest: this.target(node.children[starred]!.children[0]) }
      }
      case 'parenthesized_expression':
        return this.target(node.children[0])
      default:
        return { to: 'unread' }
    }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    switch (node.type) {
      case 'string':
        return this.string(node)
      case 'concatenated_string':
        return { ...at(node), is: 'template', parts: node.children.map((one) => this.expression(one)) }
      case 'integer':
      case 'float':
        return { ...at(node), is: 'number' }
      case 'true':
      case 'false':
        return { ...at(node), is: 'truth', value: node.type }
      case 'none':
        return { ...at(node), is: 'null' }
      case 'ellipsis':
        return { ...at(node), is: 'nothing' }
      case 'identifier':
        return { ...at(node), is: 'name', name: this.text(node) }
      case 'attribute':
        return {
          ...at(node),
          is: 'member',
          of: this.expression(child(node, 'object')),
          name: this.text(child(node, 'attribute')),
        }
      case 'subscript':
        return {
          ...at(node),
          is: 'index',
          of: this.expression(child(node, 'value')),
          key: this.expression(child(node, 'subscript')),
        }
      case 'call':
        return this.call(node)
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        return { ...at(node), is: 'list', items: node.children.map((one) => this.argument(one)) }
      case 'dictionary':
        return { ...at(node), is: 'record', entries: node.children.map((one) => this.pair(one)) }
      case 'binary_operator':
        return {
          ...at(node),
          is: 'binary',
          operator: this.text(child(node, 'operator')),
          left: this.expression(child(node, 'left')),
          right: this.expression(child(node, 'right')),
        }
      case 'boolean_operator':
        return {
          ...at(node),
          is: 'choice',
          tests: [],
          options: [this.expression(child(node, 'left')), this.expression(child(node, 'right'))],
        }
      case 'conditional_expression': {
        const [first, test, other] = node.children
        return {
          ...at(node),
          is: 'choice',
          tests: [this.expression(test)],
          options: [this.expression(first), this.expression(other)],
        }
      }
      case 'lambda':
        return {
          ...at(node),
          is: 'function',
          function: {
            ...at(node),
            name: undefined,
            parameters: this.parameters(child(node, 'parameters')),
            body: [],
            decorators: [],
            gives: this.expression(child(node, 'body')),
          },
        }
      case 'assignment': {
        const value = child(node, 'right')
        if (value === undefined) return this.annotated(node, { ...at(node), is: 'nothing' })
        return this.annotated(node, {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(value),
        })
      }
      case 'augmented_assignment':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(child(node, 'right')),
          operator: this.text(child(node, 'operator')).replace(/=$/, ''),
        }
      case 'named_expression':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'name')),
          value: this.expression(child(node, 'value')),
        }
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
        return { ...at(node), is: 'collect', loops: this.loops(node), item: [this.expression(child(node, 'body'))] }
      case 'dictionary_comprehension': {
        const pair = child(node, 'body')
        return computed(node, [
          {
            ...at(node),
            is: 'collect',
            loops: this.loops(node),
            item: (pair?.children ?? []).map((one) => this.expression(one)),
          },
        ])
      }
      case 'slice':
        return this.slice(node)
      case 'parenthesized_expression':
      case 'await':
      case 'type':
        return { ...at(node), is: 'same', of: this.expression(node.children[0]) }
      case 'yield':
        return {
          ...at(node),
          is: 'yield',
          value: node.children[0] === undefined ? { ...at(node), is: 'nothing' } : this.expression(node.children[0]),
          ...(/^yield\s+from\b/.test(this.text(node)) ? { each: true } : {}),
        }
      case 'not_operator':
      case 'unary_operator':
      case 'comparison_operator':
      case 'list_splat':
      case 'dictionary_splat':
      case 'pair':
      case 'interpolation':
        return computed(
          node,
          node.children.filter((one) => !OPERATORS.has(one.type)).map((one) => this.expression(one)),
        )
      case 'format_specifier':
      case 'type_conversion':
        return computed(
          node,
          node.children.flatMap((one) => one.children).map((one) => this.expression(one)),
        )
      case 'keyword_argument':
        return this.expression(child(node, 'value'))
      case 'as_pattern':
        return this.expression(node.children[0])
      default:
        return unreadExpression(node)
    }
  }

  /** `a[1:]`: which part is known when its ends are numbers. */
  private slice(node: Syntax): Expression {
    const found = /^\s*(-?\d*)\s*:\s*(-?\d*)\s*$/.exec(this.text(node))
    if (found === null)
      return computed(
        node,
        node.children.filter((one) => !OPERATORS.has(one.type)).map((one) => this.expression(one)),
      )
    const [from, to] = [found[1]!, found[2]!].map((one) => (one === '' ? undefined : Number(one)))
    return { ...at(node), is: 'slice', part: [from, to] }
  }

  /** Annotations are evaluated: what is called in them runs. */
  private annotated(node: Syntax, value: Expression): Expression {
    const calls = this.callsIn(child(node, 'type'))
    return calls.length === 0 ? value : { ...at(node), is: 'choice', tests: calls, options: [value] }
  }

  protected callsIn(node: Syntax | undefined): readonly Expression[] {
    if (node === undefined) return []
    return node.type === 'call' ? [this.expression(node)] : node.children.flatMap((one) => this.callsIn(one))
  }

  protected string(node: Syntax): Expression {
    const opening = this.text(childOf(node, 'string_start'))
    if (!node.children.some((one) => one.type === 'interpolation')) {
      const content = node.children.filter((one) => one.type === 'string_content').map((one) => this.text(one))
      return { ...at(node), is: 'text', value: stringValue(content.join(''), opening) }
    }
    const parts = node.children.flatMap((one): readonly (string | Expression)[] => {
      if (one.type === 'string_content')
        return [stringValue(this.text(one), opening).replaceAll('{{', '{').replaceAll('}}', '}')]
      if (one.type !== 'interpolation') return []
      const value = this.expression(child(one, 'expression'))
      // A format changes the text, `!r` adds quotes: then it is not known.
      const changed = one.children.some((part) => part.type === 'format_specifier' || part.type === 'type_conversion')
      const format = one.children.find((part) => part.type === 'format_specifier')
      const shown = format === undefined ? '' : this.text(format)
      // A number, or a date: `{i:03d}`, `{day:%Y-%m-%d}`.
      if (
        /^:[-+ #<>^0]*[\d,_.]*[bdoxXeEfFgGn%]$/.test(shown) ||
        (/^:(?:%[a-zA-Z]|[\w.: -])+$/.test(shown) && shown.includes('%') && !/%[DxcX]|\.\./.test(shown))
      )
        return [{ ...at(one), is: 'plain', parts: [value] }]
      return [
        changed
          ? computed(one, [
              value,
              ...one.children.filter((part) => part.type === 'format_specifier').map((part) => this.expression(part)),
            ])
          : value,
      ]
    })
    return { ...at(node), is: 'template', parts }
  }

  protected call(node: Syntax): Expression {
    const list = child(node, 'arguments')
    const args: readonly Argument[] =
      list?.type === 'generator_expression'
        ? [{ value: this.expression(list) }]
        : (list?.children ?? []).map((one) => this.argument(one))
    return { ...at(node), is: 'call', callee: this.expression(child(node, 'function')), args }
  }

  protected argument(node: Syntax): Argument {
    switch (node.type) {
      case 'keyword_argument':
        return { value: this.expression(child(node, 'value')), name: this.text(child(node, 'name')) }
      case 'list_splat':
      case 'parenthesized_list_splat':
        return { value: this.expression(node.children[0]), spread: 'items' }
      case 'dictionary_splat':
        return { value: this.expression(node.children[0]), spread: 'entries' }
      default:
        return { value: this.expression(node) }
    }
  }

  protected pair(node: Syntax): Entry {
    if (node.type === 'dictionary_splat') return { key: undefined, value: this.expression(node.children[0]) }
    return { key: this.expression(child(node, 'key')), value: this.expression(child(node, 'value')) }
  }

  protected loops(node: Syntax): readonly LoopHead[] {
    const heads: { target: Target; over: Expression; tests: Expression[] }[] = []
    for (const part of node.children) {
      if (part.type === 'for_in_clause')
        heads.push({ target: this.target(child(part, 'left')), over: this.expression(child(part, 'right')), tests: [] })
      else if (part.type === 'if_clause') heads.at(-1)?.tests.push(this.expression(part.children[0]))
    }
    return heads
  }
}
