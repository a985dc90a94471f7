import { at, callOf, computed, nameOf, perform, textOf, unreadStatement, words } from '../mapping.ts'
import type { ClassText, Expression, FunctionText, Imported, Parameter, Statement } from '../program.ts'
import { child, childOf, childrenIn, type Syntax } from '../syntax.ts'
import { CLASSES_OF } from './packages.ts'

import { JavaExpressions, TYPES, namesIn } from './expressions.ts'
/** Java's grammar as a program: its classes; every method is then run, `main` among them. */
export function mapJava(root: Syntax, source: string): readonly Statement[] {
  const mapping = new JavaMapping(source, root)
  const statements = mapping.block(root)
  // `main` is where it begins; what it does not reach is read afterwards.
  const begins = statements.flatMap((one): readonly Statement[] => {
    if (one.is !== 'class' || one.class.name === undefined) return []
    const has = one.class.body.some((member) => member.is === 'function' && member.function.name === 'main')
    if (!has) return []
    const main: Expression = { ...at(root), is: 'member', of: nameOf(root, one.class.name), name: 'main' }
    return [perform(callOf(root, main, []))]
  })
  const script = root.children.some((one) => !one.type.endsWith('_declaration') || one.type === 'method_declaration')
  return [...(script ? mapping.defaults(root) : []), ...statements, ...begins]
}

/** What a program without a class and a line of jshell may name without an import. */
const DEFAULTS =
  'java.io java.math java.net java.nio.file java.util java.util.concurrent java.util.function java.util.regex java.util.stream'.split(
    ' ',
  )

const NOTHING_RUNS = words(
  `package_declaration break_statement continue_statement annotation_type_declaration modifiers type_parameters line_comment ; module_declaration`,
)
const BLOCKS = words('block constructor_body class_body switch_block')

class JavaMapping extends JavaExpressions {
  statement(node: Syntax): readonly Statement[] {
    if (NOTHING_RUNS.has(node.type)) return []
    switch (node.type) {
      case 'import_declaration':
        return [this.import(node)]
      case 'class_declaration':
      case 'interface_declaration':
      case 'enum_declaration':
      case 'record_declaration':
        return [{ ...at(node), is: 'class', class: this.class(node, this.text(child(node, 'name'))) }]
      case 'enum_body_declarations':
      case 'static_initializer':
      case 'block':
        return node.type === 'block' ? [{ ...at(node), is: 'block', body: this.block(node) }] : this.block(node)
      case 'enum_constant': {
        const body = child(node, 'body')
        const parts = this.arguments(child(node, 'arguments')).map(({ value }) => value)
        if (body !== undefined) parts.push({ ...at(node), is: 'class', class: this.class(node, undefined) })
        return [
          this.give(node, { to: 'name', name: this.text(child(node, 'name')), declares: true }, computed(node, parts)),
        ]
      }
      case 'field_declaration':
      case 'constant_declaration':
      case 'local_variable_declaration':
        return childrenIn(node, 'declarator').map((one) =>
          // A test is given a directory of its own.
          /@TempDir\b/.test(this.text(childOf(node, 'modifiers')))
            ? this.give(one, { to: 'name', name: this.text(child(one, 'name')), declares: true }, temporary(one))
            : this.variable(one, child(node, 'type')),
        )
      case 'method_declaration':
        return [
          {
            ...at(node),
            is: 'function',
            function: { ...this.function(node, this.text(child(node, 'name'))), method: 'this' },
          },
        ]
      case 'constructor_declaration':
      case 'compact_constructor_declaration':
        return [{ ...at(node), is: 'function', function: { ...this.function(node, 'constructor'), method: 'this' } }]
      case 'explicit_constructor_invocation': {
        const args = this.arguments(child(node, 'arguments'))
        const of = child(node, 'constructor')
        const base = this.bases.at(-1)
        if (of?.type === 'super' && base !== undefined) return [perform(callOf(node, base, args))]
        return [
          perform(
            computed(
              node,
              args.map(({ value }) => value),
            ),
          ),
        ]
      }
      case 'expression_statement':
      case 'throw_statement':
      case 'assert_statement':
        return this.perform(node.children)
      case 'switch_expression':
        return [this.switchStatement(node)]
      case 'if_statement':
        return [
          this.choose(
            node,
            [this.expression(child(node, 'condition'))],
            [this.body(child(node, 'consequence'), BLOCKS), this.body(child(node, 'alternative'), BLOCKS)],
          ),
        ]
      case 'while_statement':
      case 'do_statement':
        return [this.repeat(node, [child(node, 'condition')], this.body(child(node, 'body'), BLOCKS))]
      case 'for_statement':
        return [
          ...childrenIn(node, 'init').flatMap((one) =>
            one.type === 'local_variable_declaration' ? this.statement(one) : this.perform([one]),
          ),
          this.repeat(
            node,
            [child(node, 'condition')],
            [...this.body(child(node, 'body'), BLOCKS), ...this.perform(childrenIn(node, 'update'))],
          ),
        ]
      case 'enhanced_for_statement':
        return [
          this.repeatOver(
            node,
            { to: 'name', name: this.text(child(node, 'name')), declares: true },
            this.expression(child(node, 'value')),
            this.body(child(node, 'body'), BLOCKS),
          ),
        ]
      case 'try_statement':
      case 'try_with_resources_statement':
        return this.try(node)
      case 'synchronized_statement':
        return [
          ...this.perform(node.children.filter((one) => one.field !== 'body')),
          ...this.block(child(node, 'body')),
        ]
      case 'labeled_statement':
        return node.children.slice(1).flatMap((one) => this.statement(one))
      case 'return_statement':
      case 'yield_statement':
        return [this.gives(node, node.children[0])]
      default:
        return [unreadStatement(node)]
    }
  }

  defaults(root: Syntax): readonly Statement[] {
    return DEFAULTS.map((module): Statement => {
      const names = CLASSES_OF.get(module)?.map((name) => ({ name, as: name })) ?? [{ name: '*', as: '*' }]
      return { from: root.from, to: root.from, is: 'import', module, names }
    })
  }

  /** `import a.b.C`, `import static a.b.C.d`, `import a.b.*`: of a package that acts, the classes that are known. */
  protected import(node: Syntax): Statement {
    const module = this.text(node.children[0]).replaceAll(/\s/g, '')
    const all = childOf(node, 'asterisk') !== undefined
    const last = module.split('.').at(-1) ?? module
    const known = CLASSES_OF.get(module)
    const names: readonly Imported[] = all
      ? (known?.map((name) => ({ name, as: name })) ?? [{ name: '*', as: '*' }])
      : [{ name: undefined, as: last }]
    return { ...at(node), is: 'import', module, names }
  }

  protected variable(node: Syntax, type: Syntax | undefined): Statement {
    const value = child(node, 'value')
    const given: Expression = value === undefined ? { ...at(node), is: 'nothing' } : this.expression(value)
    const typed: Expression =
      value === undefined || type === undefined || TYPES.has(type.type)
        ? given
        : { ...at(node), is: 'typed', of: given, type: this.type(type) }
    return this.give(node, { to: 'name', name: this.text(child(node, 'name')), declares: true }, typed)
  }

  protected try(node: Syntax): readonly Statement[] {
    const resources = (child(node, 'resources')?.children ?? []).flatMap((one): readonly Statement[] =>
      child(one, 'name') === undefined ? this.perform(one.children) : [this.variable(one, child(one, 'type'))],
    )
    const handlers = node.children
      .filter((one) => one.type === 'catch_clause')
      .map((one) => {
        const name = this.text(child(childOf(one, 'catch_formal_parameter') ?? one, 'name'))
        return [
          this.give(one, { to: 'name', name, declares: true }, computed(one, [])),
          ...this.block(child(one, 'body')),
        ]
      })
    const last = childOf(node, 'finally_clause')
    return [
      this.attempt(
        node,
        [...resources, ...this.block(child(node, 'body'))],
        handlers,
        last?.children.flatMap((one) => this.block(one)) ?? [],
      ),
    ]
  }

  protected switchStatement(node: Syntax): Statement {
    const { tests, branches } = this.cases(node)
    return this.choose(node, tests, branches)
  }

  protected cases(node: Syntax): {
    readonly tests: readonly Expression[]
    readonly branches: readonly (readonly Statement[])[]
  } {
    const groups = child(node, 'body')?.children ?? []
    const value = this.expression(child(node, 'condition'))
    const branches = groups.map((group) => [
      ...group.children.filter((one) => one.type === 'switch_label').flatMap((one) => this.label(one, value)),
      ...group.children
        .filter((one) => one.type !== 'switch_label')
        .flatMap((one) => (one.type === 'block' ? this.block(one) : this.statement(one))),
    ])
    return { tests: [value], branches }
  }

  /** What a pattern binds, and what stands in a guard. */
  protected label(node: Syntax, value: Expression): readonly Statement[] {
    return node.children.flatMap((one): readonly Statement[] => {
      if (one.type === 'guard') return this.perform(one.children)
      if (one.type === 'pattern' || one.type === 'type_pattern' || one.type === 'record_pattern')
        return namesIn(one).map((name) => this.give(one, { to: 'name', name: this.text(name), declares: true }, value))
      return this.perform([one])
    })
  }

  protected class(node: Syntax, name: string | undefined): ClassText {
    const base = child(node, 'superclass')?.children[0]
    const bases = base === undefined ? [] : [this.type(base)]
    const body = child(node, 'body')
    this.bases.push(bases[0] ?? { ...at(node), is: 'nothing' })
    // The parts of a record are its fields.
    const parts = node.type === 'record_declaration' ? this.parameters(child(node, 'parameters')) : []
    const record: readonly Statement[] =
      parts.length === 0
        ? []
        : [
            {
              ...at(node),
              is: 'function',
              function: { ...this.functionOf(node, 'constructor', parts, this.keeps(node, parts)), method: 'this' },
            },
          ]
    const statements = this.block(body)
    this.bases.pop()
    return { ...at(node), name, bases, body: [...record, ...statements], decorators: [] }
  }

  protected keeps(node: Syntax, parts: readonly Parameter[]): readonly Statement[] {
    return parts.flatMap(({ target }) =>
      target.to === 'name'
        ? [this.give(node, { to: 'member', of: nameOf(node, 'this'), name: target.name }, nameOf(node, target.name))]
        : [],
    )
  }

  protected function(node: Syntax, name: string | undefined): FunctionText {
    const hidden = /\bprivate\b/.test(this.text(childOf(node, 'modifiers')))
    return this.functionOf(
      node,
      name,
      this.parameters(child(node, 'parameters')),
      this.block(child(node, 'body')),
      hidden ? { hidden } : {},
    )
  }

  protected parameters(node: Syntax | undefined): readonly Parameter[] {
    if (node?.type === 'identifier') return [parameter(this.text(node), 'one')]
    return (node?.children ?? []).flatMap((one): readonly Parameter[] => {
      if (one.type === 'identifier') return [parameter(this.text(one), 'one')]
      if (one.type === 'spread_parameter') {
        const declarator = childOf(one, 'variable_declarator')
        return [parameter(this.text(declarator && child(declarator, 'name')), 'rest')]
      }
      const name = child(one, 'name')
      const type = child(one, 'type')
      if (name === undefined) return []
      return [
        {
          ...parameter(this.text(name), 'one'),
          ...(type === undefined || TYPES.has(type.type) ? {} : { type: this.type(type) }),
        },
      ]
    })
  }
}

function temporary(node: Syntax): Expression {
  const path = ['java', 'nio', 'file', 'Path', 'of'].reduce<Expression | undefined>(
    (of, name) => (of === undefined ? nameOf(node, name) : { ...at(node), is: 'member', of, name }),
    undefined,
  )!
  return callOf(node, path, [{ value: textOf(node, '/tmp/test') }])
}

function parameter(name: string, takes: 'one' | 'rest'): Parameter {
  return { target: { to: 'name', name, declares: true }, name: undefined, takes }
}

/** Escapes of letters count everywhere, also in comments: they are read before anything else is. */
export function decodeLetters(source: string): string {
  if (!source.includes('\\u')) return source
  return source.replaceAll(/\\(?:\\|u+([0-9a-fA-F]{4}))/g, (whole: string, code?: string) => {
    return code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16))
  })
}
