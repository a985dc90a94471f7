import { at, computed, perform, unreadStatement } from '../mapping.ts'
import type { ClassText, Expression, FunctionText, Imported, Statement, Target } from '../program.ts'
import { child, childOf, childrenIn, type Syntax } from '../syntax.ts'
import { PythonExpressions } from './expressions.ts'

/** Python's grammar as a program. */
export function mapPython(root: Syntax, source: string): readonly Statement[] {
  return new PythonMapping(source).block(root)
}

class PythonMapping extends PythonExpressions {
  private inClass = false

  block(node: Syntax | undefined): readonly Statement[] {
    return node === undefined ? [] : node.children.flatMap((one) => this.statement(one))
  }

  private statement(node: Syntax): readonly Statement[] {
    switch (node.type) {
      case 'expression_statement':
        return node.children.map((one) => perform(this.expression(one)))
      case 'if_statement':
        return [this.choice(node)]
      case 'for_statement':
        return [
          {
            ...at(node),
            is: 'loop',
            target: this.target(child(node, 'left')),
            over: this.expression(child(node, 'right')),
            tests: [],
            body: [
              ...this.block(child(node, 'body')),
              ...this.block(child(child(node, 'alternative') ?? node, 'body')),
            ],
          },
        ]
      case 'while_statement':
        return [
          {
            ...at(node),
            is: 'loop',
            tests: [this.expression(child(node, 'condition'))],
            body: this.block(child(node, 'body')),
          },
        ]
      case 'with_statement':
        return [
          {
            ...at(node),
            is: 'with',
            items: (childOf(node, 'with_clause')?.children ?? []).map((item) =>
              this.withItem(child(item, 'value') ?? item),
            ),
            body: this.block(child(node, 'body')),
          },
        ]
      case 'try_statement':
        return [this.try(node)]
      case 'function_definition':
        return [{ ...at(node), is: 'function', function: this.function(node, []) }]
      case 'class_definition':
        return [{ ...at(node), is: 'class', class: this.class(node, []) }]
      case 'decorated_definition':
        return [this.decorated(node)]
      case 'import_statement':
        return childrenIn(node, 'name').map((one) => this.import(one, node))
      case 'import_from_statement':
        return [this.importFrom(node)]
      case 'return_statement':
        return [{ ...at(node), is: 'return', value: node.children[0] && this.expression(node.children[0]) }]
      case 'global_statement':
      case 'nonlocal_statement':
        return [{ ...at(node), is: 'shared', names: node.children.map((one) => this.text(one)) }]
      case 'delete_statement':
      case 'assert_statement':
      case 'raise_statement':
      case 'print_statement':
        return node.children.some((one) => one.type === 'chevron')
          ? [unreadStatement(node)]
          : node.children.map((one) => perform(this.expression(one)))
      case 'exec_statement': {
        const code = this.expression(child(node, 'code'))
        const callee: Expression = { ...at(node), is: 'name', name: 'exec' }
        return [perform({ ...at(node), is: 'call', callee, args: [{ value: code }] })]
      }
      case 'match_statement':
        return [this.match(node)]
      case 'type_alias_statement':
      case 'future_import_statement':
      case 'pass_statement':
      case 'break_statement':
      case 'continue_statement':
        return []
      case 'block':
        return this.block(node)
      default:
        return [unreadStatement(node)]
    }
  }

  private choice(node: Syntax): Statement {
    const tests = [this.expression(child(node, 'condition'))]
    const branches = [this.block(child(node, 'consequence'))]
    for (const other of childrenIn(node, 'alternative')) {
      const test = child(other, 'condition')
      if (test !== undefined) tests.push(this.expression(test))
      branches.push(this.block(child(other, 'consequence') ?? child(other, 'body')))
    }
    return { ...at(node), is: 'if', tests, branches }
  }

  private match(node: Syntax): Statement {
    const cases = childOf(node, 'block')?.children ?? []
    const names = (one: Syntax): readonly string[] =>
      one.type === 'dotted_name' && one.children.length === 1 ? [this.text(one)] : one.children.flatMap(names)
    const branches = cases.map((one): readonly Statement[] => [
      // What a pattern takes out of the subject is part of it.
      ...one.children
        .filter((part) => part.type === 'case_pattern')
        .flatMap(names)
        .map((name): Statement => this.give({ to: 'name', name }, computed(node, []), node)),
      ...this.block(child(one, 'consequence')),
    ])
    return { ...at(node), is: 'if', tests: childrenIn(node, 'subject').map((one) => this.expression(one)), branches }
  }

  private give(target: Target, value: Expression, node: Syntax): Statement {
    return perform({ ...at(node), is: 'assign', target, value })
  }

  private try(node: Syntax): Statement {
    const handlers: (readonly Statement[])[] = []
    const last: Statement[] = []
    for (const part of node.children) {
      const body = childOf(part, 'block') ?? child(part, 'body')
      if (part.type === 'except_clause' || part.type === 'except_group_clause') {
        const named = part.children.find((one) => one.type === 'as_pattern')
        const alias = named && this.target(child(named, 'alias')?.children[0])
        const bound = alias === undefined ? [] : [this.give(alias, computed(part, []), part)]
        handlers.push([...bound, ...this.block(body)])
      } else if (part.type === 'else_clause' || part.type === 'finally_clause') last.push(...this.block(body))
    }
    return { ...at(node), is: 'try', body: this.block(child(node, 'body')), handlers, last }
  }

  private withItem(node: Syntax): { readonly value: Expression; readonly target?: Target } {
    if (node.type !== 'as_pattern') return { value: this.expression(node) }
    return { value: this.expression(node.children[0]), target: this.target(child(node, 'alias')?.children[0]) }
  }

  private decorated(node: Syntax): Statement {
    const decorators = node.children
      .filter((one) => one.type === 'decorator')
      .map((one) => this.expression(one.children[0]))
    const definition = child(node, 'definition')
    if (definition?.type === 'class_definition')
      return { ...at(node), is: 'class', class: this.class(definition, decorators) }
    if (definition?.type === 'function_definition')
      return { ...at(node), is: 'function', function: this.function(definition, decorators) }
    return unreadStatement(node)
  }

  private function(node: Syntax, decorators: readonly Expression[]): FunctionText {
    const outer = this.inClass
    this.inClass = false
    const isStatic = decorators.some((one) => one.is === 'name' && one.name === 'staticmethod')
    const made: FunctionText = {
      ...at(node),
      name: this.text(child(node, 'name')),
      parameters: this.parameters(child(node, 'parameters')),
      body: this.block(child(node, 'body')),
      decorators: [...decorators, ...this.annotationsOf(node)],
      ...(outer && !isStatic ? { method: 'object-first' as const } : {}),
    }
    this.inClass = outer
    return made
  }

  /** What is called in the annotations of a function runs when it is defined. */
  private annotationsOf(node: Syntax): readonly Expression[] {
    const types = (child(node, 'parameters')?.children ?? []).map((one) => child(one, 'type'))
    return [...types, child(node, 'return_type')].flatMap((one) => this.callsIn(one))
  }

  private class(node: Syntax, decorators: readonly Expression[]): ClassText {
    const outer = this.inClass
    const given = child(node, 'superclasses')?.children ?? []
    const bases = given.filter((one) => one.type !== 'keyword_argument')
    const keywords = given.filter((one) => one.type === 'keyword_argument')
    this.inClass = true
    const body = this.block(child(node, 'body'))
    this.inClass = outer
    return {
      ...at(node),
      name: this.text(child(node, 'name')),
      bases: bases.map((one) => this.expression(one)),
      body,
      decorators: [...decorators, ...keywords.map((one) => this.expression(one))],
    }
  }

  private import(node: Syntax, whole: Syntax): Statement {
    if (node.type === 'aliased_import') {
      const module = this.text(child(node, 'name'))
      return { ...at(whole), is: 'import', module, names: [{ name: undefined, as: this.text(child(node, 'alias')) }] }
    }
    const [first = ''] = this.text(node).split('.')
    return { ...at(whole), is: 'import', module: first, names: [{ name: undefined, as: first }] }
  }

  private importFrom(node: Syntax): Statement {
    const module = this.text(child(node, 'module_name'))
    const names = childrenIn(node, 'name').map((one): Imported => {
      const name = this.text(child(one, 'name') ?? one)
      return { name, as: one.type === 'aliased_import' ? this.text(child(one, 'alias')) : name }
    })
    if (childOf(node, 'wildcard_import') !== undefined) names.push({ name: '*', as: '*' })
    return { ...at(node), is: 'import', module, names }
  }
}
