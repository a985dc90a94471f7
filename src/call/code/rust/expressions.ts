import { at, callOf, computed, declares, nameOf, textOf, unreadExpression, Walk } from '../mapping.ts'
import type { Argument, Expression, Parameter, Statement, Target } from '../program.ts'
import { child, childOf, parseSyntax, shifted, type Syntax } from '../syntax.ts'
import { deadline } from '../grammars.ts'
import { stringValue } from '../javascript/strings.ts'
import { formatParts, MACROS } from './macros.ts'

/** Expressions, patterns and macros of Rust. */
export abstract class RustExpressions extends Walk {
  protected abstract inside(node: Syntax): readonly Statement[]
  protected abstract condition(node: Syntax | undefined): readonly Statement[]
  protected abstract arm(node: Syntax, value: Expression): readonly Statement[]
  protected abstract flow(node: Syntax): readonly Statement[]
  protected abstract parameters(node: Syntax | undefined): readonly Parameter[]
  protected abstract withResult(body: Syntax | undefined): [body: readonly Statement[]]
  protected abstract resultOf(body: Syntax | undefined): Syntax | undefined

  protected readonly until = deadline()

  target(node: Syntax | undefined, how: 'declares' | 'assigns' = 'assigns'): Target {
    const name = (text: string): Target =>
      how === 'declares' ? declares({ to: 'name', name: text }) : { to: 'name', name: text }
    switch (node?.type) {
      case 'identifier':
      case 'shorthand_field_identifier':
        return name(this.text(node))
      case 'mut_pattern':
      case 'ref_pattern':
      case 'reference_pattern':
      case 'parenthesized_expression':
      case 'captured_pattern':
        return this.target(
          node.children.at(-1)?.type === 'mutable_specifier'
            ? undefined
            : node.children.at(node.type === 'captured_pattern' ? 0 : -1),
          how,
        )
      case 'reference_expression':
      case 'unary_expression':
        return this.target(child(node, 'value') ?? node.children.at(-1), how)
      case 'tuple_pattern':
      case 'slice_pattern':
      case 'tuple_expression':
        return { to: 'items', targets: node.children.map((one) => this.target(one, how)) }
      case 'tuple_struct_pattern': {
        const inner = node.children.filter((one) => one.field !== 'type')
        // `Some(x)`, `Ok(x)`: what is inside is what the value was made of.
        return inner.length === 1
          ? this.target(inner[0], how)
          : { to: 'items', targets: inner.map((one) => this.target(one, how)) }
      }
      case 'struct_pattern':
        return {
          to: 'entries',
          targets: node.children
            .filter((one) => one.type === 'field_pattern')
            .map(
              (one) =>
                [this.text(child(one, 'name')), this.target(child(one, 'pattern') ?? child(one, 'name'), how)] as const,
            ),
        }
      case 'or_pattern':
        return this.target(node.children[0], how)
      case 'field_expression':
        return { to: 'member', of: this.expression(child(node, 'value')), name: this.text(child(node, 'field')) }
      case 'index_expression':
        return { to: 'index', of: this.expression(node.children[0]), key: this.expression(node.children[1]) }
      default:
        // A pattern that names nothing: `_`, a constant, a range.
        return name('_')
    }
  }

  protected type(node: Syntax): Expression {
    switch (node.type) {
      case 'reference_type':
      case 'pointer_type':
        return child(node, 'type') === undefined ? { ...at(node), is: 'nothing' } : this.type(child(node, 'type')!)
      case 'generic_type': {
        const name = this.text(child(node, 'type'))
        const inner = child(node, 'type_arguments')?.children[0]
        // What a box, a cell or a result holds is what it is used as.
        if (/^(?:Box|Rc|Arc|Option|Result|Mutex|RefCell|RwLock|Cow|AsRef)$/.test(name) && inner !== undefined)
          return this.type(inner)
        return this.type(child(node, 'type')!)
      }
      case 'scoped_type_identifier':
      case 'scoped_identifier':
      case 'type_identifier':
      case 'identifier':
        return this.path(node)
      default:
        return { ...at(node), is: 'nothing' }
    }
  }

  /** `a::b::C` is a member of a member. */
  protected path(node: Syntax): Expression {
    if (node.type === 'generic_type') return this.path(child(node, 'type') ?? node)
    if (node.type === 'generic_function') return this.expression(child(node, 'function'))
    if (node.type !== 'scoped_identifier' && node.type !== 'scoped_type_identifier') {
      if (/^(?:identifier|type_identifier|self|crate|super|metavariable|primitive_type)$/.test(node.type))
        return nameOf(node, this.text(node) === 'Self' ? 'self' : this.text(node))
      const inner = node.type === 'bracketed_type' ? node.children[0] : undefined
      const type = inner && (child(inner, 'type') ?? inner)
      return type === undefined ? computed(node, []) : this.type(type)
    }
    const of = child(node, 'path')
    const name = this.text(child(node, 'name'))
    return of === undefined ? nameOf(node, name) : { ...at(node), is: 'member', of: this.path(of), name }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    switch (node.type) {
      case 'string_literal':
        return textOf(node, this.string(node))
      case 'raw_string_literal':
        return textOf(node, this.text(childOf(node, 'string_content')))
      case 'integer_literal':
      case 'float_literal':
      case 'char_literal':
        return { ...at(node), is: 'number' }
      case 'negative_literal':
        return { ...at(node), is: 'number' }
      case 'boolean_literal':
        return { ...at(node), is: 'truth', value: this.text(node) === 'true' ? 'true' : 'false' }
      case 'unit_expression':
        return { ...at(node), is: 'nothing' }
      case 'identifier':
      case 'self':
      case 'crate':
      case 'super':
      case 'metavariable':
      case 'scoped_identifier':
      case 'scoped_type_identifier':
      case 'type_identifier':
        return this.path(node)
      case 'generic_function':
        return this.expression(child(node, 'function'))
      case 'field_expression':
        return this.member(node, child(node, 'value'), this.text(child(node, 'field')))
      case 'index_expression':
        return this.index(node, node.children[0], node.children[1])
      case 'call_expression': {
        const args = (child(node, 'arguments')?.children ?? [])
          .filter((one) => one.type !== 'attribute_item')
          .map((one): Argument => ({ value: this.expression(one) }))
        return this.appended(node, args) ?? callOf(node, this.expression(child(node, 'function')), args)
      }
      case 'macro_invocation':
        return this.macro(node)
      case 'struct_expression':
        return this.struct(node)
      case 'array_expression':
        return this.listOf(
          node,
          node.children.filter((one) => one.field !== 'length'),
        )
      case 'tuple_expression':
        return this.listOf(node)
      case 'binary_expression':
        return this.binary(node)
      case 'assignment_expression':
        return this.assign(node, this.target(child(node, 'left')), this.expression(child(node, 'right')))
      case 'compound_assignment_expr':
        return this.assign(
          node,
          this.target(child(node, 'left')),
          this.expression(child(node, 'right')),
          this.text(child(node, 'operator')).replace(/=$/, ''),
        )
      case 'closure_expression': {
        const body = child(node, 'body')
        const parameters = this.parameters(child(node, 'parameters'))
        const made =
          body?.type === 'block'
            ? this.functionOf(node, undefined, parameters, ...this.withResult(body))
            : this.functionOf(node, undefined, parameters, [], { gives: this.expression(body) })
        return { ...at(node), is: 'function', function: made }
      }
      case 'reference_expression':
      case 'type_cast_expression':
        return { ...at(node), is: 'same', of: this.expression(child(node, 'value')) }
      case 'try_expression':
      case 'await_expression':
      case 'parenthesized_expression':
      case 'unary_expression':
        return { ...at(node), is: 'same', of: this.expression(node.children[0]) }
      case 'range_expression':
        return this.computes(node)
      case 'block':
      case 'unsafe_block':
      case 'async_block':
      case 'const_block':
      case 'try_block':
        return this.valueBlock(node.type === 'block' ? node : (childOf(node, 'block') ?? node))
      case 'if_expression': {
        const other = child(node, 'alternative')?.children[0]
        const options = [
          this.valueBlock(child(node, 'consequence') ?? node),
          ...(other === undefined ? [] : [this.expression(other)]),
        ]
        return {
          ...at(node),
          is: 'block',
          body: this.condition(child(node, 'condition')),
          gives: { ...at(node), is: 'choice', tests: [], options },
        }
      }
      case 'match_expression': {
        const value = this.expression(child(node, 'value'))
        const arms = child(node, 'body')?.children.filter((one) => one.type === 'match_arm') ?? []
        const options = arms.map((one): Expression => ({
          ...at(one),
          is: 'block',
          body: this.arm(one, value),
          gives: this.expression(child(one, 'value')),
        }))
        return { ...at(node), is: 'choice', tests: [value], options }
      }
      case 'let_condition':
      case 'let_chain':
        return { ...at(node), is: 'block', body: this.condition(node) }
      case 'loop_expression':
      case 'while_expression':
      case 'for_expression':
        return { ...at(node), is: 'block', body: this.flow(node), gives: computed(node, []) }
      case 'return_expression':
      case 'break_expression':
      case 'continue_expression':
        return { ...at(node), is: 'block', body: this.statement(node), gives: { ...at(node), is: 'nothing' } }
      case 'yield_expression':
        return this.computes(node)
      default:
        return unreadExpression(node)
    }
  }

  /** `text.push_str(more)` changes the text where it stands: an assignment. */
  protected appended(node: Syntax, args: readonly Argument[]): Expression | undefined {
    const callee = child(node, 'function')
    const [more] = args
    if (callee?.type !== 'field_expression' || more === undefined || args.length !== 1) return undefined
    const name = this.text(child(callee, 'field'))
    const one = child(node, 'arguments')?.children[0]?.type === 'char_literal'
    if (name !== 'push_str' && !(name === 'push' && one)) return undefined
    const value: Expression = one
      ? textOf(node, this.text(child(node, 'arguments')?.children[0]).slice(1, -1))
      : more.value
    const target = this.target(child(callee, 'value'))
    return target.to === 'name' && target.name === '_' ? undefined : this.assign(node, target, value, '+')
  }

  protected valueBlock(node: Syntax): Expression {
    const gives = this.resultOf(node)
    if (gives === undefined) return { ...at(node), is: 'block', body: this.inside(node) }
    return {
      ...at(node),
      is: 'block',
      body: this.inside({ ...node, children: node.children.slice(0, -1) }),
      gives: this.expression(gives),
    }
  }

  /** `S { a, b: c, ..d }` makes one as if it were called with names. */
  protected struct(node: Syntax): Expression {
    const args = (child(node, 'body')?.children ?? []).map((one): Argument => {
      if (one.type === 'shorthand_field_initializer')
        return { value: this.expression(one.children.at(-1)), name: this.text(one) }
      if (one.type === 'base_field_initializer') return { value: this.expression(one.children[0]) }
      return { value: this.expression(child(one, 'value')), name: this.text(child(one, 'field') ?? child(one, 'name')) }
    })
    return callOf(node, this.path(child(node, 'name') ?? node), args)
  }

  /** What a macro of the table is given, read as arguments; another macro is not understood. */
  protected macro(node: Syntax): Expression {
    const name = this.text(child(node, 'macro')).split('::').at(-1)!.trim()
    const kind = MACROS.get(name)
    const tokens = childOf(node, 'token_tree')
    if (kind === undefined || tokens === undefined) return { ...at(node), is: 'unread', what: `macro ${name}` }
    if (kind === 'nothing') return computed(node, [])
    if (kind === 'tokens')
      return /[({]\s*\w*[({]|\w\s*\(/.test(this.text(tokens).slice(1, -1))
        ? { ...at(node), is: 'unread', what: `macro ${name}` }
        : computed(node, [])
    const args = this.macroArguments(tokens, kind === 'pattern' ? 'match' : 'call')
    if (args === undefined) return { ...at(node), is: 'unread', what: `macro ${name}` }
    switch (kind) {
      case 'list':
        return this.listOf(node, args)
      case 'format':
        return this.format(node, args)
      case 'printed': {
        const at_ = args.findIndex((one) => one.type === 'string_literal' || one.type === 'raw_string_literal')
        const parts = [
          ...this.expressions(at_ < 0 ? args : args.slice(0, at_)),
          ...(at_ < 0 ? [] : [this.format(node, args.slice(at_))]),
        ]
        return name.startsWith('write')
          ? {
              ...at(node),
              is: 'same',
              of: callOf(
                node,
                { ...at(node), is: 'member', of: parts[0] ?? computed(node, []), name: 'write_all' },
                parts.slice(1).map((value) => ({ value })),
              ),
            }
          : computed(node, parts)
      }
      case 'called':
        return callOf(
          node,
          nameOf(node, `${name}!`),
          args.map((one) => ({ value: this.expression(one) })),
        )
      case 'pattern':
        return { ...at(node), is: 'block', body: args.flatMap((one) => this.statement(one)) }
      default:
        return computed(node, this.expressions(args))
    }
  }

  protected format(node: Syntax, args: readonly Syntax[]): Expression {
    const [format, ...values] = args
    const literal = format === undefined ? undefined : this.expression(format)
    if (literal?.is !== 'text') return computed(node, this.expressions(args))
    const named = new Map<string, Expression>()
    const positional: Expression[] = []
    for (const one of values)
      if (one.type === 'assignment_expression')
        named.set(this.text(child(one, 'left')), this.expression(child(one, 'right')))
      else positional.push(this.expression(one))
    const parts = formatParts(literal.value, positional, (name) => named.get(name) ?? nameOf(node, name))
    return { ...at(node), is: 'template', parts }
  }

  /** The tokens between the brackets, parsed as the arguments of a call. */
  protected macroArguments(tokens: Syntax, as: 'call' | 'match'): readonly Syntax[] | undefined {
    const inner = this.source.slice(tokens.from + 1, tokens.to - 1)
    const semicolon =
      as === 'call' && /^[^;]*;[^;]*$/.test(inner) && this.text(tokens).startsWith('[')
        ? inner.replace(';', ',')
        : inner
    const before = as === 'call' ? 'fn f(){g(' : 'fn f(){match '
    const text = as === 'call' ? `${before}${semicolon})}` : `${before}${inner.replace(',', '{')} =>{}}}`
    const parsed = parseSyntax('rust', text, this.until)
    if ('broken' in parsed) return undefined
    // In a match the comma became a brace: nothing moved.
    const moved = shifted(parsed.tree, tokens.from + 1 - before.length)
    const body = child(moved.children[0]!, 'body')
    const statement = body?.children[0]
    const call = statement?.type === 'expression_statement' ? statement.children[0] : statement
    if (as === 'match') return call === undefined ? undefined : [call]
    return call === undefined ? undefined : (child(call, 'arguments')?.children ?? [])
  }

  protected string(node: Syntax): string {
    const text = this.text(node)
    const quote = text.indexOf('"')
    return stringValue(text.slice(quote + 1, -1).replaceAll(/\\\n\s*/g, ''))
  }
}
