import { at, computed, perform, unreadStatement } from '../mapping.ts'
import type { Expression, Imported, Statement, Target } from '../program.ts'
import { child, childOf, childrenIn, type Syntax } from '../syntax.ts'
import { JavascriptExpressions, TYPES } from './expressions.ts'

/** JavaScript's and TypeScript's grammar as a program. */
export function mapJavascript(root: Syntax, source: string): readonly Statement[] {
  return new JavascriptMapping(source).block(root)
}

/** `node:fs` is `fs`. */
export function moduleName(name: string): string {
  const bare = name.replace(/^(?:node|npm|jsr):\/?/, '').replace(/^https:\/\/deno\.land\/std(?:@[\d.]+)?\//, '@std/')
  // A version is no part of the name.
  return bare === name ? name : bare.replace(/(?<=[^/])@[~^]?\d[\w.-]*/, '').replace(/\/mod\.ts$/, '')
}

class JavascriptMapping extends JavascriptExpressions {
  block(node: Syntax | undefined): readonly Statement[] {
    if (node === undefined) return []
    const own = node.type === 'statement_block' || node.type === 'program' || node.type === 'class_body'
    return own ? node.children.flatMap((one) => this.statement(one)) : this.statement(node)
  }

  private statement(node: Syntax): readonly Statement[] {
    if (TYPES.has(node.type)) return []
    switch (node.type) {
      case 'expression_statement':
        return node.children.map((one) => perform(this.expression(one)))
      case 'lexical_declaration':
      case 'variable_declaration':
        return node.children.filter((one) => one.type === 'variable_declarator').map((one) => this.declarator(one))
      case 'if_statement':
        return [
          {
            ...at(node),
            is: 'if',
            tests: [this.expression(child(node, 'condition'))],
            branches: [this.block(child(node, 'consequence')), this.block(child(node, 'alternative')?.children[0])],
          },
        ]
      case 'for_in_statement':
        return [this.forIn(node)]
      case 'for_statement': {
        const start = child(node, 'initializer')
        const parts = [child(node, 'condition'), child(node, 'increment')].filter(
          (one) => one !== undefined && one.type !== 'empty_statement',
        )
        return [
          ...(start === undefined ? [] : this.startOf(start)),
          {
            ...at(node),
            is: 'loop',
            tests: parts.map((one) => this.testOf(one!)),
            body: this.block(child(node, 'body')),
          },
        ]
      }
      case 'while_statement':
      case 'do_statement':
        return [
          {
            ...at(node),
            is: 'loop',
            tests: [this.expression(child(node, 'condition'))],
            body: this.block(child(node, 'body')),
          },
        ]
      case 'switch_statement':
        return [
          {
            ...at(node),
            is: 'if',
            tests: [this.expression(child(node, 'value'))],
            branches: (child(node, 'body')?.children ?? []).map((one) =>
              childrenIn(one, 'body').flatMap((part) => this.statement(part)),
            ),
          },
        ]
      case 'try_statement': {
        const handler = child(node, 'handler')
        const parameter = handler && child(handler, 'parameter')
        const caught = parameter === undefined ? [] : [this.give(this.pattern(parameter), computed(node, []), node)]
        return [
          {
            ...at(node),
            is: 'try',
            body: this.block(child(node, 'body')),
            handlers: handler === undefined ? [] : [[...caught, ...this.block(child(handler, 'body'))]],
            last: this.block(child(child(node, 'finalizer') ?? node, 'body')).slice(
              0,
              child(node, 'finalizer') === undefined ? 0 : undefined,
            ),
          },
        ]
      }
      case 'statement_block':
        return [{ ...at(node), is: 'block', body: this.block(node) }]
      case 'labeled_statement':
        return this.block(child(node, 'body'))
      case 'with_statement':
        return [unreadStatement(node)]
      case 'return_statement':
        return [{ ...at(node), is: 'return', value: node.children[0] && this.expression(node.children[0]) }]
      case 'throw_statement':
        return node.children.map((one) => perform(this.expression(one)))
      case 'function_declaration':
      case 'generator_function_declaration':
        return [{ ...at(node), is: 'function', function: this.function(node) }]
      case 'class_declaration':
      case 'abstract_class_declaration':
        return [{ ...at(node), is: 'class', class: this.class(node) }]
      case 'import_statement':
        return [this.import(node)]
      case 'export_statement':
        return this.export(node)
      case 'enum_declaration': {
        const members = (child(node, 'body')?.children ?? []).map((one) => this.expression(child(one, 'value')))
        return [
          this.give(
            { to: 'name', name: this.text(child(node, 'name')), declares: true },
            computed(node, members),
            node,
          ),
        ]
      }
      case 'method_definition': {
        const made = this.function(node)
        return [{ ...at(node), is: 'function', function: { ...made, method: 'this' } }]
      }
      case 'field_definition':
      case 'public_field_definition': {
        const value = child(node, 'value')
        const name = this.text(child(node, 'property') ?? child(node, 'name'))
        return value === undefined
          ? []
          : [this.give({ to: 'name', name, declares: true }, this.expression(value), node)]
      }
      // What a decorator does with what stands behind it is done when the class is made.
      case 'decorator':
        return [
          perform({
            ...at(node),
            is: 'call',
            callee: this.expression(node.children[0]),
            args: [{ value: computed(node, []) }, { value: computed(node, []) }, { value: computed(node, []) }],
          }),
        ]
      case 'class_static_block':
        return this.block(child(node, 'body'))
      case 'import_alias':
      case 'internal_module':
      case 'module':
        return [unreadStatement(node)]
      default:
        return [perform(this.expression(node))]
    }
  }

  /** The first part of `for (…;…;…)`. */
  private startOf(node: Syntax): readonly Statement[] {
    return node.type.endsWith('declaration') || node.type === 'empty_statement'
      ? this.statement(node)
      : [perform(this.testOf(node))]
  }

  private testOf(node: Syntax): Expression {
    return node.type === 'expression_statement' ? this.expression(node.children[0]) : this.expression(node)
  }

  private give(target: Target, value: Expression, node: Syntax): Statement {
    return perform({ ...at(node), is: 'assign', target, value })
  }

  private declarator(node: Syntax): Statement {
    const value = child(node, 'value')
    const target = this.pattern(child(node, 'name'))
    return this.give(target, value === undefined ? { ...at(node), is: 'nothing' } : this.expression(value), node)
  }

  private forIn(node: Syntax): Statement {
    const left = child(node, 'left')
    const declared = child(node, 'kind') !== undefined
    const target =
      left?.type === 'member_expression' || (!declared && left?.type === 'identifier')
        ? this.target(left)
        : this.pattern(left)
    const over = this.expression(child(node, 'right'))
    // `in` yields names, `of` yields items.
    const names = this.text(child(node, 'operator')) === 'in'
    return {
      ...at(node),
      is: 'loop',
      target,
      over: names
        ? {
            ...at(node),
            is: 'call',
            callee: { ...at(node), is: 'member', of: { ...at(node), is: 'name', name: 'Object' }, name: 'keys' },
            args: [{ value: over }],
          }
        : over,
      tests: [],
      body: this.block(child(node, 'body')),
    }
  }

  private import(node: Syntax): Statement {
    const module = moduleName(this.key(child(node, 'source')))
    const names: Imported[] = []
    for (const one of childOf(node, 'import_clause')?.children ?? []) {
      if (one.type === 'identifier') names.push({ name: undefined, as: this.text(one) })
      else if (one.type === 'namespace_import') names.push({ name: undefined, as: this.text(one.children[0]) })
      else
        for (const part of one.children) {
          const name = this.key(child(part, 'name'))
          const as = child(part, 'alias') === undefined ? name : this.text(child(part, 'alias'))
          names.push({ name: name === 'default' ? undefined : name, as })
        }
    }
    return { ...at(node), is: 'import', module, names }
  }

  private export(node: Syntax): readonly Statement[] {
    const source = child(node, 'source')
    if (source !== undefined) return [{ ...at(node), is: 'import', module: moduleName(this.key(source)), names: [] }]
    const declaration = child(node, 'declaration')
    if (declaration !== undefined) return this.statement(declaration)
    const value = child(node, 'value')
    return value === undefined ? [] : [perform(this.expression(value))]
  }
}
