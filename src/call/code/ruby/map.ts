import { at, computed, perform } from '../mapping.ts'
import type { ClassText, Expression, FunctionText, Statement, Target } from '../program.ts'
import { child, childrenIn, type Syntax } from '../syntax.ts'
import { RubyExpressions, PARAMETERS } from './expressions.ts'

/** Ruby's grammar as a program. A name that nothing gives a value is a call without arguments. */
export function mapRuby(root: Syntax, source: string): readonly Statement[] {
  return new RubyMapping(source, root).block(root)
}

class RubyMapping extends RubyExpressions {
  block(node: Syntax | undefined): readonly Statement[] {
    if (node === undefined) return []
    const handlers: (readonly Statement[])[] = []
    const last: Statement[] = []
    const body: Statement[] = []
    for (const one of node.children) {
      if (one.type === 'rescue') handlers.push(this.rescue(one))
      else if (one.type === 'ensure' || one.type === 'else') last.push(...this.block(one))
      else if (!PARAMETERS.has(one.type)) body.push(...this.statement(one))
    }
    if (handlers.length === 0) return [...body, ...last]
    return [{ ...at(node), is: 'try', body, handlers, last }]
  }

  private rescue(node: Syntax): readonly Statement[] {
    const name = child(node, 'variable')?.children[0]
    const bound = name === undefined ? [] : [this.give(this.target(name), computed(node, []), node)]
    return [...bound, ...this.block(child(node, 'body'))]
  }

  private give(target: Target, value: Expression, node: Syntax): Statement {
    return perform({ ...at(node), is: 'assign', target, value })
  }

  protected statement(node: Syntax): readonly Statement[] {
    switch (node.type) {
      case 'method':
      case 'singleton_method':
        return [{ ...at(node), is: 'function', function: this.method(node) }]
      case 'class':
      case 'module':
        return [{ ...at(node), is: 'class', class: this.class(node) }]
      case 'singleton_class':
        return this.block(child(node, 'body'))
      case 'if':
      case 'unless':
      case 'elsif':
        return [this.choice(node)]
      case 'if_modifier':
      case 'unless_modifier':
        return [
          {
            ...at(node),
            is: 'if',
            tests: [this.expression(child(node, 'condition'))],
            branches: [this.one(child(node, 'body'))],
          },
        ]
      case 'while':
      case 'until':
      case 'while_modifier':
      case 'until_modifier': {
        const body = child(node, 'body')
        const statements = node.type.endsWith('modifier') ? this.one(body) : this.block(body)
        return [{ ...at(node), is: 'loop', tests: [this.expression(child(node, 'condition'))], body: statements }]
      }
      case 'for':
        return [
          {
            ...at(node),
            is: 'loop',
            target: this.target(child(node, 'pattern')),
            over: this.expression(child(node, 'value')?.children[0]),
            tests: [],
            body: this.block(child(node, 'body')),
          },
        ]
      case 'case':
      case 'case_match': {
        const branches = node.children
          .filter((one) => one.field !== 'value')
          .map((one) => this.block(child(one, 'body') ?? one))
        const tests = node.children.flatMap((one) =>
          childrenIn(one, 'pattern').flatMap((part) => part.children.slice(0, 1)),
        )
        const subject = child(node, 'value')
        return [
          {
            ...at(node),
            is: 'if',
            tests: [...(subject === undefined ? [] : [subject]), ...tests].map((one) => this.expression(one)),
            branches,
          },
        ]
      }
      case 'begin':
      case 'then':
      case 'do':
      case 'body_statement':
      case 'block_body':
      case 'else':
        return this.block(node)
      case 'return':
      case 'next':
      case 'break':
        return [
          {
            ...at(node),
            is: 'return',
            value: node.children[0]?.children[0] && this.expression(node.children[0].children[0]),
          },
        ]
      case 'alias':
      case 'undef':
      case 'retry':
      case 'redo':
      case 'empty_statement':
      case 'heredoc_body':
      case 'uninterpreted':
        return []
      case 'begin_block':
      case 'end_block':
        return this.block(node)
      case 'comment':
        return []
      default:
        return [perform(this.expression(node))]
    }
  }

  private one(node: Syntax | undefined): readonly Statement[] {
    return node === undefined ? [] : this.statement(node)
  }

  private choice(node: Syntax): Statement {
    const other = child(node, 'alternative')
    const branches = [this.block(child(node, 'consequence')), other === undefined ? [] : this.one(other)]
    return { ...at(node), is: 'if', tests: [this.expression(child(node, 'condition'))], branches }
  }

  private method(node: Syntax): FunctionText {
    const body = child(node, 'body')
    const statements =
      body === undefined ? [] : body.type === 'body_statement' ? this.block(body) : this.statement(body)
    return {
      ...at(node),
      name: this.text(child(node, 'name')),
      parameters: this.parameters(child(node, 'parameters')),
      ...this.withResult(statements),
      decorators: [],
    }
  }

  private class(node: Syntax): ClassText {
    const base = child(node, 'superclass')?.children[0]
    this.inType++
    const body = this.block(child(node, 'body'))
    this.inType--
    return {
      ...at(node),
      name: this.text(child(node, 'name')),
      bases: base === undefined ? [] : [this.expression(base)],
      body,
      decorators: [],
    }
  }
}
