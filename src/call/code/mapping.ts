import type { Argument, At, Entry, Expression, FunctionText, Parameter, Statement, Target } from './program.ts'
import { child, childOf, type Syntax } from './syntax.ts'

/** What every mapping from a grammar to a program needs. */
export class Mapping {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  text(node: Syntax | undefined): string {
    return node === undefined ? '' : this.source.slice(node.from, node.to)
  }
}

/**
 * The walks that languages share whose grammars are alike: a language says what its nodes are, and what is not said
 * becomes `unread`.
 */
export abstract class Walk extends Mapping {
  abstract expression(node: Syntax | undefined): Expression
  abstract statement(node: Syntax): readonly Statement[]
  abstract target(node: Syntax | undefined): Target

  block(node: Syntax | undefined): readonly Statement[] {
    return (node?.children ?? []).flatMap((one) => this.statement(one))
  }

  /** A block, or the one statement in its place. */
  body(node: Syntax | undefined, blocks: ReadonlySet<string>): readonly Statement[] {
    if (node === undefined) return []
    return blocks.has(node.type) ? this.block(node) : this.statement(node)
  }

  expressions(nodes: readonly Syntax[]): readonly Expression[] {
    return nodes.map((one) => this.expression(one))
  }

  /** All parts are computed, the value is data. */
  computes(node: Syntax, parts: readonly (Syntax | undefined)[] = node.children): Expression {
    return computed(node, this.expressions(parts.filter((one) => one !== undefined)))
  }

  binary(node: Syntax): Expression {
    return {
      ...at(node),
      is: 'binary',
      operator: this.text(child(node, 'operator')),
      left: this.expression(child(node, 'left')),
      right: this.expression(child(node, 'right')),
    }
  }

  /** `a ? b : c`; without the middle, `a ?: c`. */
  ternary(node: Syntax, test: string, yes: string, no: string): Expression {
    const condition = this.expression(child(node, test))
    const middle = child(node, yes)
    const options = [middle === undefined ? condition : this.expression(middle), this.expression(child(node, no))]
    return { ...at(node), is: 'choice', tests: middle === undefined ? [] : [condition], options }
  }

  member(node: Syntax, of: Syntax | undefined, name: string): Expression {
    return { ...at(node), is: 'member', of: this.expression(of), name }
  }

  index(node: Syntax, of: Syntax | undefined, key: Syntax | undefined): Expression {
    const value = this.expression(of)
    return key === undefined ? value : { ...at(node), is: 'index', of: value, key: this.expression(key) }
  }

  listOf(node: Syntax, items: readonly Syntax[] = node.children): Expression {
    return { ...at(node), is: 'list', items: items.map((one) => ({ value: this.expression(one) })) }
  }

  give(node: Syntax, target: Target, value: Expression, operator?: string): Statement {
    return perform(this.assign(node, target, value, operator))
  }

  assign(node: Syntax, target: Target, value: Expression, operator?: string): Expression {
    return { ...at(node), is: 'assign', target, value, ...(operator === undefined ? {} : { operator }) }
  }

  perform(nodes: readonly Syntax[]): readonly Statement[] {
    return nodes.map((one) => perform(this.expression(one)))
  }

  choose(node: Syntax, tests: readonly Expression[], branches: readonly (readonly Statement[])[]): Statement {
    return { ...at(node), is: 'if', tests, branches }
  }

  repeat(node: Syntax, tests: readonly (Syntax | undefined)[], body: readonly Statement[]): Statement {
    const recorded = tests.filter((one) => one !== undefined)
    return { ...at(node), is: 'loop', tests: this.expressions(recorded), body }
  }

  repeatOver(node: Syntax, target: Target | undefined, over: Expression, body: readonly Statement[]): Statement {
    return { ...at(node), is: 'loop', ...(target === undefined ? {} : { target }), over, tests: [], body }
  }

  /** What may stop anywhere, each of its handlers with the name it gives to what it caught, and what always follows. */
  attempt(
    node: Syntax,
    body: readonly Statement[],
    handlers: readonly (readonly Statement[])[],
    last: readonly Statement[],
  ): Statement {
    return { ...at(node), is: 'try', body, handlers, last }
  }

  gives(node: Syntax, value: Syntax | undefined): Statement {
    return { ...at(node), is: 'return', value: value && this.expression(value) }
  }

  functionOf(
    node: Syntax,
    name: string | undefined,
    parameters: readonly Parameter[],
    body: readonly Statement[],
    more: Partial<Pick<FunctionText, 'gives' | 'method' | 'decorators' | 'hidden'>> = {},
  ): FunctionText {
    return { ...at(node), name, parameters, body, decorators: [], ...more }
  }

  childExpression(node: Syntax, type: string): Expression | undefined {
    const found = childOf(node, type)
    return found && this.expression(found)
  }
}

export function at({ from, to }: Syntax): At {
  return { from, to }
}

export function nameOf(node: Syntax, name: string): Expression {
  return { ...at(node), is: 'name', name }
}

export function textOf(node: Syntax, value: string): Expression {
  return { ...at(node), is: 'text', value }
}

export function callOf(node: Syntax, callee: Expression, args: readonly Argument[]): Expression {
  return { ...at(node), is: 'call', callee, args }
}

export function recordOf(node: Syntax, entries: readonly Entry[]): Expression {
  return { ...at(node), is: 'record', entries }
}

export function declares(target: Target): Target {
  return target.to === 'name' ? { ...target, declares: true } : target
}

export function computed(node: Syntax, parts: readonly Expression[]): Expression {
  return { ...at(node), is: 'computed', parts }
}

export function unreadExpression(node: Syntax): Expression {
  return { ...at(node), is: 'unread', what: node.type }
}

export function unreadStatement(node: Syntax): Statement {
  return { ...at(node), is: 'unread', what: node.type }
}

export function perform(expression: Expression): Statement {
  return { from: expression.from, to: expression.to, is: 'do', expression }
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean))
}
