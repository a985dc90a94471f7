import { at, callOf, nameOf, perform, unreadStatement, words } from '../mapping.ts'
import type { Expression, FunctionText, Imported, Parameter, Statement } from '../program.ts'
import { child, childOf, type Syntax } from '../syntax.ts'
import { RustExpressions } from './expressions.ts'

/** Rust's grammar as a program: its items, the methods of each type together; every function is then run, `main` first. */
export function mapRust(root: Syntax, source: string): readonly Statement[] {
  const main: Expression = nameOf(root, 'main')
  const statements = new RustMapping(source).items(root)
  const hasMain = statements.some((one) => one.is === 'function' && one.function.name === 'main')
  return hasMain ? [...statements, perform(callOf(root, main, []))] : statements
}

const NOTHING_RUNS = words(
  `attribute_item inner_attribute_item type_item union_item macro_definition empty_statement associated_type where_clause function_signature_item
   label extern_crate_declaration lifetime shebang`,
)
const ENDS = words('break_expression continue_expression')

class RustMapping extends RustExpressions {
  /** Items, with the methods of all `impl` blocks of a type in its class. */
  items(node: Syntax): readonly Statement[] {
    const methods = new Map<string, Syntax[]>()
    for (const one of node.children)
      if (one.type === 'impl_item') {
        const name = this.typeName(child(one, 'type'))
        methods.set(name, [...(methods.get(name) ?? []), ...(child(one, 'body')?.children ?? [])])
      }
    const known = new Set<string>()
    const types: Statement[] = []
    for (const one of node.children)
      if (one.type === 'struct_item' || one.type === 'enum_item' || one.type === 'trait_item') {
        const name = this.text(child(one, 'name'))
        known.add(name)
        const own = one.type === 'trait_item' ? (child(one, 'body')?.children ?? []) : []
        types.push(this.class(one, name, [...own, ...(methods.get(name) ?? [])]))
      }
    for (const [name, body] of methods) if (!known.has(name)) types.push(this.class(node, name, body))
    const imports = node.children.filter((one) => one.type === 'use_declaration')
    const rest = node.children.filter(
      (one) => !/^(?:struct_item|enum_item|trait_item|impl_item|use_declaration)$/.test(one.type),
    )
    return [...imports.flatMap((one) => this.statement(one)), ...types, ...rest.flatMap((one) => this.statement(one))]
  }

  protected class(node: Syntax, name: string, body: readonly Syntax[]): Statement {
    const statements = body.flatMap((one) => this.statement(one))
    return { ...at(node), is: 'class', class: { ...at(node), name, bases: [], body: statements, decorators: [] } }
  }

  protected typeName(node: Syntax | undefined): string {
    if (node === undefined) return ''
    if (node.type === 'generic_type') return this.typeName(child(node, 'type'))
    if (node.type === 'reference_type') return this.typeName(child(node, 'type'))
    return this.text(node)
  }

  statement(node: Syntax): readonly Statement[] {
    if (NOTHING_RUNS.has(node.type) || (ENDS.has(node.type) && node.children.every((one) => one.type === 'label')))
      return []
    switch (node.type) {
      case 'use_declaration':
        return this.use(child(node, 'argument'), '', node)
      case 'mod_item': {
        const name = this.text(child(node, 'name'))
        const body = child(node, 'body')
        // A module in a file of its own is read where that file is.
        if (body === undefined)
          return [{ ...at(node), is: 'import', module: `crate.${name}`, names: [{ name: undefined, as: name }] }]
        return [
          { ...at(node), is: 'class', class: { ...at(node), name, bases: [], body: this.items(body), decorators: [] } },
        ]
      }
      case 'foreign_mod_item':
        return (child(node, 'body')?.children ?? []).map((one) =>
          this.give(
            one,
            { to: 'name', name: this.text(child(one, 'name')), declares: true },
            nameOf(one, 'a function of another language'),
          ),
        )
      case 'struct_item':
      case 'enum_item':
      case 'trait_item':
      case 'impl_item':
        return this.items({ ...node, type: 'declaration_list', children: [node] })
      case 'const_item':
      case 'static_item':
        return [
          this.give(
            node,
            { to: 'name', name: this.text(child(node, 'name')), declares: true },
            this.expression(child(node, 'value')),
          ),
        ]
      case 'function_item':
        return [{ ...at(node), is: 'function', function: this.function(node, this.text(child(node, 'name'))) }]
      case 'let_declaration':
        return this.let(node)
      case 'expression_statement':
        return node.children.flatMap((one) => this.statement(one))
      case 'if_expression':
      case 'match_expression':
      case 'while_expression':
      case 'loop_expression':
      case 'for_expression':
        return this.flow(node)
      case 'block':
      case 'unsafe_block':
      case 'async_block':
      case 'const_block':
        return [{ ...at(node), is: 'block', body: this.inside(node) }]
      case 'return_expression':
      case 'break_expression':
        return [
          this.gives(
            node,
            node.children.find((one) => one.type !== 'label'),
          ),
        ]
      case 'macro_invocation':
        return [perform(this.expression(node))]
      default:
        return isExpression(node) ? [perform(this.expression(node))] : [unreadStatement(node)]
    }
  }

  /** Items first: they may be used before they are written. */
  protected inside(node: Syntax): readonly Statement[] {
    if (node.type !== 'block')
      return node.children.flatMap((one) => (one.type === 'block' ? this.inside(one) : this.statement(one)))
    return this.items(node)
  }

  protected let(node: Syntax): readonly Statement[] {
    const value = child(node, 'value')
    const type = child(node, 'type')
    const pattern = child(node, 'pattern')
    const given: Expression = value === undefined ? { ...at(node), is: 'nothing' } : this.expression(value)
    const typed: Expression =
      type === undefined ? given : { ...at(node), is: 'typed', of: given, type: this.type(type) }
    const other = child(node, 'alternative')
    return [
      ...this.bindAll(node, pattern, typed),
      ...(other === undefined ? [] : [this.choose(node, [], [this.inside(other)])]),
    ]
  }

  /** Gives a value to what a pattern names: one name is the value, parts of it are derived from it. */
  protected bindAll(node: Syntax, pattern: Syntax | undefined, value: Expression): readonly Statement[] {
    return [this.give(node, this.target(pattern, 'declares'), value)]
  }

  protected flow(node: Syntax): readonly Statement[] {
    switch (node.type) {
      case 'if_expression': {
        const other = child(node, 'alternative')?.children[0]
        return [
          ...this.condition(child(node, 'condition')),
          this.choose(
            node,
            [],
            [this.inside(child(node, 'consequence') ?? node), other === undefined ? [] : this.statement(other)],
          ),
        ]
      }
      case 'match_expression': {
        const value = this.expression(child(node, 'value'))
        const arms = child(node, 'body')?.children.filter((one) => one.type === 'match_arm') ?? []
        const branches = arms.map((one) => [...this.arm(one, value), ...this.statement(child(one, 'value') ?? one)])
        return [this.choose(node, [value], branches)]
      }
      case 'for_expression': {
        const target = this.target(child(node, 'pattern'), 'declares')
        return [
          this.repeatOver(
            node,
            target,
            this.expression(child(node, 'value')),
            this.inside(child(node, 'body') ?? node),
          ),
        ]
      }
      default:
        return [
          ...this.condition(child(node, 'condition')),
          this.repeat(
            node,
            [],
            [...this.inside(child(node, 'body') ?? node), ...this.condition(child(node, 'condition'))],
          ),
        ]
    }
  }

  /** `if let Some(x) = y && z`. */
  protected condition(node: Syntax | undefined): readonly Statement[] {
    if (node === undefined) return []
    if (node.type === 'let_chain') return node.children.flatMap((one) => this.condition(one))
    if (node.type === 'let_condition')
      return this.bindAll(node, child(node, 'pattern'), this.expression(child(node, 'value')))
    return [perform(this.expression(node))]
  }

  protected arm(node: Syntax, value: Expression): readonly Statement[] {
    const pattern = child(node, 'pattern')
    const guard = pattern && child(pattern, 'condition')
    const first = pattern?.children.find((one) => one.field !== 'condition')
    const bound =
      first === undefined || !/pattern$|^identifier$/.test(first.type) ? [] : this.bindAll(node, first, value)
    return [...bound, ...(guard === undefined ? [] : this.condition(guard))]
  }

  protected function(node: Syntax, name: string | undefined): FunctionText {
    const parameters = this.parameters(child(node, 'parameters'))
    const method =
      childOf(child(node, 'parameters') ?? node, 'self_parameter') === undefined
        ? {}
        : { method: 'object-first' as const }
    return this.functionOf(node, name, parameters, ...this.withResult(child(node, 'body')), method)
  }

  /** The statements of a block, and the expression at its end that is its value. */
  protected withResult(body: Syntax | undefined): [body: readonly Statement[]] {
    const gives = this.resultOf(body)
    if (gives === undefined || body === undefined) return [this.inside(body ?? EMPTY)]
    return [
      [
        ...this.inside({ ...body, children: body.children.slice(0, -1) }),
        { ...at(gives), is: 'return', value: this.expression(gives) },
      ],
    ]
  }

  protected resultOf(body: Syntax | undefined): Syntax | undefined {
    const last = body?.children.at(-1)
    return last !== undefined && body?.type === 'block' && isExpression(last) ? last : undefined
  }

  protected parameters(node: Syntax | undefined): readonly Parameter[] {
    return (node?.children ?? []).flatMap((one): readonly Parameter[] => {
      if (one.type === 'self_parameter')
        return [{ target: { to: 'name', name: 'self', declares: true }, name: undefined, takes: 'one' }]
      if (one.type === 'attribute_item' || one.type === 'variadic_parameter') return []
      const type = child(one, 'type')
      const pattern = one.type === 'parameter' ? child(one, 'pattern') : one
      return [
        {
          target: this.target(pattern, 'declares'),
          name: undefined,
          takes: 'one',
          ...(type === undefined ? {} : { type: this.type(type) }),
        },
      ]
    })
  }

  /** `use a::{b, c as d, e::*}`. */
  protected use(node: Syntax | undefined, before: string, whole: Syntax): readonly Statement[] {
    if (node === undefined) return []
    const one = (path: string, as: string): readonly Statement[] => {
      const names: readonly Imported[] = as === '_' ? [] : [{ name: undefined, as }]
      return [{ ...at(whole), is: 'import', module: path, names }]
    }
    const join = (name: string): string => (before === '' ? name : `${before}.${name}`)
    switch (node.type) {
      case 'identifier':
      case 'crate':
      case 'super':
      case 'metavariable':
        return one(join(this.text(node)), this.text(node))
      case 'self':
        return one(before === '' ? 'self' : before, before.split('.').at(-1) ?? 'self')
      case 'scoped_identifier': {
        const path = dotted(this.text(node))
        return one(join(path), path.split('.').at(-1)!)
      }
      case 'use_as_clause': {
        const path = dotted(this.text(child(node, 'path')))
        return one(path === 'self' && before !== '' ? before : join(path), this.text(child(node, 'alias')))
      }
      case 'scoped_use_list':
        return this.use(child(node, 'list'), join(dotted(this.text(child(node, 'path')))), whole)
      case 'use_list':
        return node.children.flatMap((part) => this.use(part, before, whole))
      case 'use_wildcard': {
        const path = dotted(this.text(node).replace(/\s*::\s*\*$/, ''))
        return [{ ...at(whole), is: 'import', module: join(path), names: [{ name: '*', as: '*' }] }]
      }
      default:
        return [unreadStatement(node)]
    }
  }
}

const EMPTY: Syntax = { type: 'block', field: undefined, from: 0, to: 0, children: [] }

function isExpression(node: Syntax): boolean {
  return (
    (/_expression$|_literal$|^(?:identifier|scoped_identifier|self|macro_invocation|block|unsafe_block|async_block|compound_assignment_expr|metavariable|generic_function)$/.test(
      node.type,
    ) ||
      node.type === 'try_block') &&
    node.type !== 'return_expression'
  )
}

function dotted(path: string): string {
  return path.replaceAll(/\s/g, '').replace(/^::/, '').replace(/^r#/, '').replaceAll('::', '.')
}
