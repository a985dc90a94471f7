import { at, computed, Mapping, unreadExpression } from '../mapping.ts'
import type { Argument, Entry, Expression, FunctionText, Parameter, Statement, Target } from '../program.ts'
import { child, type Syntax } from '../syntax.ts'
import { stringValue } from '../javascript/strings.ts'

/** The name under which a block is handed on. */
export const BLOCK = '&'

export const PARAMETERS: ReadonlySet<string> = new Set(
  `block_parameters method_parameters lambda_parameters destructured_parameter optional_parameter splat_parameter
   keyword_parameter hash_splat_parameter block_parameter left_assignment_list rest_assignment destructured_left_assignment
   exception_variable`
    .split(/\s+/)
    .filter(Boolean),
)

function declares(target: Target): Target {
  return target.to === 'name' ? { ...target, declares: true } : target
}

/** Words that give a block a name. */
const DEFINES = /^(?:let!?|subject!?|define_method|helper_method)$/

/** Expressions, targets and parameters. */
export abstract class RubyExpressions extends Mapping {
  abstract block(node: Syntax | undefined): readonly Statement[]
  protected abstract statement(node: Syntax): readonly Statement[]

  protected readonly assigned = new Set<string>()
  protected readonly heredocs: Syntax[]
  /** Inside a class, a module, or a block that makes one: names without a receiver may be its own methods. */
  protected inType = 0

  constructor(source: string, root: Syntax) {
    super(source)
    const heredocs: Syntax[] = []
    const visit = (node: Syntax): void => {
      if (node.type === 'heredoc_body') heredocs.push(node)
      for (const one of node.children) {
        const given =
          (one.field === 'left' || one.field === 'pattern' || PARAMETERS.has(node.type)) && one.type === 'identifier'
        if (given) this.assigned.add(this.text(one))
        visit(one)
      }
    }
    visit(root)
    this.heredocs = heredocs
  }

  /** What a method or block does last is what it gives. */
  protected withResult(statements: readonly Statement[]): Pick<FunctionText, 'body' | 'gives'> {
    const last = statements.at(-1)
    return last?.is === 'do' ? { body: statements.slice(0, -1), gives: last.expression } : { body: statements }
  }

  protected parameters(node: Syntax | undefined): readonly Parameter[] {
    return (node?.children ?? []).map((one): Parameter => {
      const name = this.text(child(one, 'name') ?? one)
      const value = child(one, 'value')
      const fallback = value === undefined ? {} : { fallback: this.expression(value) }
      const target: Target = { to: 'name', name, declares: true }
      switch (one.type) {
        case 'destructured_parameter':
          return {
            target: { to: 'items', targets: one.children.map((part) => declares(this.target(part))) },
            name: undefined,
            takes: 'one',
          }
        case 'splat_parameter':
          return { target, name: undefined, takes: 'rest' }
        case 'hash_splat_parameter':
          return { target, name: undefined, takes: 'keywords' }
        case 'block_parameter':
          return { target, name: BLOCK, takes: 'one' }
        case 'keyword_parameter':
          return { target, name, takes: 'one', ...fallback }
        default:
          return { target, name: undefined, takes: 'one', ...fallback }
      }
    })
  }

  protected target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
      case 'constant':
      case 'instance_variable':
      case 'class_variable':
      case 'global_variable':
        return { to: 'name', name: this.text(node) }
      case 'element_reference':
        return {
          to: 'index',
          of: this.expression(child(node, 'object')),
          key: this.expression(node.children.find((one) => one.field !== 'object')),
        }
      case 'call':
        return { to: 'member', of: this.expression(child(node, 'receiver')), name: this.text(child(node, 'method')) }
      case 'left_assignment_list':
      case 'destructured_left_assignment': {
        const starred = node.children.findIndex((one) => one.type === 'rest_assignment')
        const targets = node.children.slice(0, starred < 0 ? undefined : starred).map((one) => this.target(one))
        const rest = starred < 0 ? undefined : node.children[starred]!.children[0]
        return { to: 'items', targets, ...(rest === undefined ? {} : { rest: this.target(rest) }) }
      }
      default:
        return { to: 'unread' }
    }
  }

  protected expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    switch (node.type) {
      case 'string':
      case 'bare_string':
      case 'bare_symbol':
      case 'delimited_symbol':
        return this.string(node)
      case 'chained_string':
        return { ...at(node), is: 'template', parts: node.children.map((one) => this.expression(one)) }
      case 'heredoc_beginning': {
        const body = this.heredocs.find((one) => one.from > node.from)
        return body === undefined ? computed(node, []) : this.string(body)
      }
      case 'simple_symbol':
        return { ...at(node), is: 'text', value: this.text(node).slice(1) }
      case 'hash_key_symbol':
        return { ...at(node), is: 'text', value: this.text(node).replace(/:$/, '') }
      case 'subshell':
        return this.run(node)
      case 'string_array':
      case 'symbol_array':
        return { ...at(node), is: 'list', items: node.children.map((one) => ({ value: this.expression(one) })) }
      case 'integer':
      case 'float':
      case 'rational':
      case 'complex':
      case 'character':
        return { ...at(node), is: 'number' }
      case 'true':
      case 'false':
        return { ...at(node), is: 'truth', value: node.type }
      case 'nil':
        return { ...at(node), is: 'nothing' }
      case 'identifier': {
        const name = this.named(node, this.text(node))
        return this.assigned.has(this.text(node)) ? name : { ...at(node), is: 'call', callee: name, args: [] }
      }
      case 'constant':
      case 'instance_variable':
      case 'class_variable':
      case 'global_variable':
      case 'self':
      case 'super':
      case 'file':
      case 'line':
        return { ...at(node), is: 'name', name: this.text(node) }
      case 'scope_resolution': {
        const scope = child(node, 'scope')
        const name = this.text(child(node, 'name'))
        return scope === undefined
          ? { ...at(node), is: 'name', name }
          : { ...at(node), is: 'member', of: this.expression(scope), name }
      }
      case 'call':
        return this.call(node)
      case 'yield':
        return {
          ...at(node),
          is: 'call',
          callee: { ...at(node), is: 'name', name: BLOCK },
          args: this.arguments(node.children[0]),
        }
      case 'array':
        return { ...at(node), is: 'list', items: node.children.map((one) => this.argument(one)) }
      case 'hash':
        return { ...at(node), is: 'record', entries: node.children.map((one) => this.pair(one)) }
      case 'pair':
        return { ...at(node), is: 'record', entries: [this.pair(node)] }
      case 'element_reference':
        return {
          ...at(node),
          is: 'index',
          of: this.expression(child(node, 'object')),
          key: this.expression(node.children.find((one) => one.field !== 'object')),
        }
      case 'binary': {
        const operator = this.text(child(node, 'operator'))
        const [left, right] = [this.expression(child(node, 'left')), this.expression(child(node, 'right'))]
        if (/^(?:\|\||&&|or|and)$/.test(operator))
          return { ...at(node), is: 'choice', tests: [], options: [left, right] }
        if (operator === '<<')
          return {
            ...at(node),
            is: 'call',
            callee: { ...at(node), is: 'member', of: left, name: '<<' },
            args: [{ value: right }],
          }
        return { ...at(node), is: 'binary', operator, left, right }
      }
      case 'conditional':
        return {
          ...at(node),
          is: 'choice',
          tests: [this.expression(child(node, 'condition'))],
          options: [this.expression(child(node, 'consequence')), this.expression(child(node, 'alternative'))],
        }
      case 'assignment':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(child(node, 'right')),
        }
      case 'operator_assignment':
        return {
          ...at(node),
          is: 'assign',
          target: this.target(child(node, 'left')),
          value: this.expression(child(node, 'right')),
          operator: this.text(child(node, 'operator')).replace(/=$/, ''),
        }
      case 'right_assignment_list':
        return { ...at(node), is: 'list', items: node.children.map((one) => this.argument(one)) }
      case 'lambda':
      case 'block':
      case 'do_block':
        return { ...at(node), is: 'function', function: this.function(node) }
      case 'block_argument':
        return this.blockArgument(node)
      case 'parenthesized_statements':
        return node.children.length === 1
          ? { ...at(node), is: 'same', of: this.expression(node.children[0]) }
          : computed(
              node,
              node.children.map((one) => this.expression(one)),
            )
      case 'unary':
      case 'range':
      case 'regex':
      case 'interpolation':
      case 'splat_argument':
      case 'hash_splat_argument':
      case 'exceptions':
      case 'pattern':
        return computed(
          node,
          node.children
            .filter((one) => one.field !== 'operator' && !/content$|escape_sequence/.test(one.type))
            .map((one) => this.expression(one)),
        )
      case 'rescue_modifier':
        return { ...at(node), is: 'choice', tests: [], options: node.children.map((one) => this.expression(one)) }
      case 'begin':
      case 'if':
      case 'unless':
      case 'case':
      case 'while':
      case 'if_modifier':
      case 'unless_modifier':
      case 'method':
      case 'return':
      case 'next':
      case 'break': {
        // A statement in the place of a value: it runs, and what it gives is data.
        const made: FunctionText = {
          ...at(node),
          name: undefined,
          parameters: [],
          ...this.withResult(this.statement(node)),
          decorators: [],
        }
        return { ...at(node), is: 'call', callee: { ...at(node), is: 'function', function: made }, args: [] }
      }
      default:
        return unreadExpression(node)
    }
  }

  protected string(node: Syntax): Expression {
    const parts = node.children.flatMap((one): readonly (string | Expression)[] => {
      if (one.type === 'interpolation') return one.children.map((part) => this.expression(part))
      if (one.type === 'escape_sequence') return [stringValue(this.text(one))]
      return one.type === 'string_content' || one.type === 'heredoc_content' ? [this.text(one)] : []
    })
    if (parts.every((part) => typeof part === 'string')) return { ...at(node), is: 'text', value: parts.join('') }
    return { ...at(node), is: 'template', parts }
  }

  /** `ls` in backticks. */
  protected run(node: Syntax): Expression {
    return {
      ...at(node),
      is: 'call',
      callee: { ...at(node), is: 'name', name: '`' },
      args: [{ value: this.string(node) }],
    }
  }

  protected function(node: Syntax): FunctionText {
    const body = node.type === 'lambda' ? child(node, 'body') : node
    const inner = body === undefined ? undefined : (child(body, 'body') ?? (node.type === 'lambda' ? body : undefined))
    return {
      ...at(node),
      name: undefined,
      parameters: this.parameters(child(node, 'parameters')),
      ...this.withResult(inner === undefined ? [] : this.block(inner)),
      decorators: [],
    }
  }

  /** `&:name` is a block that calls that method; `&block` hands one on. */
  protected blockArgument(node: Syntax): Expression {
    const inner = node.children[0]
    if (inner?.type !== 'simple_symbol')
      return inner === undefined ? { ...at(node), is: 'name', name: BLOCK } : this.expression(inner)
    const item: Expression = { ...at(node), is: 'name', name: 'it' }
    const gives: Expression = {
      ...at(node),
      is: 'call',
      callee: { ...at(node), is: 'member', of: item, name: this.text(inner).slice(1) },
      args: [],
    }
    const parameters: readonly Parameter[] = [
      { target: { to: 'name', name: 'it', declares: true }, name: undefined, takes: 'one' },
    ]
    return {
      ...at(node),
      is: 'function',
      function: { ...at(node), name: undefined, parameters, body: [], decorators: [], gives },
    }
  }

  protected call(node: Syntax): Expression {
    const receiver = child(node, 'receiver')
    const method = child(node, 'method')
    const name = method === undefined ? 'call' : this.text(method)
    const block = child(node, 'block')
    const makesType =
      name === 'new' && receiver !== undefined && /^(?:Struct|Class|Module|Data)$/.test(this.text(receiver))
    if (makesType) this.inType++
    const args = [
      ...this.arguments(child(node, 'arguments')),
      ...(block === undefined ? [] : [{ name: BLOCK, value: this.expression(block) }]),
    ]
    if (makesType) this.inType--
    const callee: Expression =
      receiver === undefined
        ? this.named(node, name)
        : { ...at(node), is: 'member', of: this.expression(receiver), name }
    const made: Expression = { ...at(node), is: 'call', callee, args }
    // `let(:conn) { … }` and `define_method(:conn) { … }` define what the name then calls.
    const symbol = /^:(\w+[?!]?)$/.exec(this.text(child(node, 'arguments')?.children[0]))?.[1]
    if (receiver !== undefined || block === undefined || symbol === undefined || !DEFINES.test(name)) return made
    return {
      ...at(node),
      is: 'assign',
      target: { to: 'name', name: symbol, declares: true },
      value: this.expression(block),
    }
  }

  protected named(node: Syntax, name: string): Expression {
    return { ...at(node), is: 'name', name, ...(this.inType > 0 ? { implicit: true } : {}) }
  }

  protected arguments(node: Syntax | undefined): readonly Argument[] {
    return (node?.children ?? []).map((one) => this.argument(one))
  }

  protected argument(node: Syntax): Argument {
    switch (node.type) {
      case 'pair': {
        const key = child(node, 'key')
        const value = child(node, 'value')
        if (key?.type === 'hash_key_symbol' || key?.type === 'simple_symbol') {
          const name = this.text(key).replace(/^:|:$/g, '')
          return { name, value: value === undefined ? { ...at(node), is: 'name', name } : this.expression(value) }
        }
        return { value: this.expression(node) }
      }
      case 'splat_argument':
        return { value: this.expression(node.children[0]), spread: 'items' }
      case 'hash_splat_argument':
        return { value: this.expression(node.children[0]), spread: 'entries' }
      case 'block_argument':
        return { name: BLOCK, value: this.blockArgument(node) }
      default:
        return { value: this.expression(node) }
    }
  }

  protected pair(node: Syntax): Entry {
    if (node.type === 'hash_splat_argument') return { key: undefined, value: this.expression(node.children[0]) }
    const key = child(node, 'key')
    const value = child(node, 'value')
    return {
      key: this.expression(key),
      value:
        value === undefined
          ? { ...at(node), is: 'name', name: this.text(key).replace(/:$/, '') }
          : this.expression(value),
    }
  }
}
