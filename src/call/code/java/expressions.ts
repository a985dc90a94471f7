import { at, callOf, computed, declares, nameOf, textOf, unreadExpression, Walk, words } from '../mapping.ts'
import type { Argument, ClassText, Expression, Parameter, Statement, Target } from '../program.ts'
import { stringValue } from '../javascript/strings.ts'
import { child, childOf, type Syntax } from '../syntax.ts'

/** Expressions, classes where they are named, and targets of Java. */
export abstract class JavaExpressions extends Walk {
  protected abstract parameters(node: Syntax | undefined): readonly Parameter[]
  protected abstract cases(node: Syntax): {
    readonly tests: readonly Expression[]
    readonly branches: readonly (readonly Statement[])[]
  }

  /** Methods that the text itself has: any other is one of the object it belongs to. */
  protected readonly own = new Set<string>()
  protected readonly bases: Expression[] = []

  constructor(source: string, root: Syntax) {
    super(source)
    const open: Syntax[] = [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.type === 'method_declaration') this.own.add(this.text(child(node, 'name')))
      if (node.type === 'import_declaration' && /^import\s+static\b/.test(this.text(node)))
        this.own.add(this.text(node.children[0]?.children.at(-1)))
      open.push(...node.children)
    }
  }

  target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
        return { to: 'name', name: this.text(node) }
      case 'field_access':
        return { to: 'member', of: this.expression(child(node, 'object')), name: this.text(child(node, 'field')) }
      case 'array_access':
        return { to: 'index', of: this.expression(child(node, 'array')), key: this.expression(child(node, 'index')) }
      case 'parenthesized_expression':
        return this.target(node.children[0])
      default:
        return { to: 'unread' }
    }
  }

  /** A class where it is named. */
  protected type(node: Syntax): Expression {
    switch (node.type) {
      case 'generic_type':
      case 'annotated_type':
        return this.type(node.children.find((one) => one.type.endsWith('identifier')) ?? node.children[0]!)
      case 'scoped_type_identifier':
      case 'scoped_identifier': {
        const parts = node.children.filter((one) => one.type.endsWith('identifier') || one.type === 'generic_type')
        const [of, name] = parts
        return of === undefined || name === undefined
          ? computed(node, [])
          : { ...at(node), is: 'member', of: this.type(of), name: this.text(name) }
      }
      case 'type_identifier':
      case 'identifier':
        return nameOf(node, this.text(node))
      default:
        return { ...at(node), is: 'nothing' }
    }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    if (NUMBERS.has(node.type)) return { ...at(node), is: 'number' }
    switch (node.type) {
      case 'string_literal':
        return textOf(node, this.string(node))
      case 'true':
      case 'false':
        return { ...at(node), is: 'truth', value: node.type }
      case 'null_literal':
      case 'class_literal':
        return node.type === 'class_literal' ? computed(node, []) : { ...at(node), is: 'nothing' }
      case 'identifier':
      case 'type_identifier':
        return nameOf(node, this.text(node))
      case 'this':
      case 'super':
        return nameOf(node, 'this')
      case 'scoped_identifier':
      case 'scoped_type_identifier':
      case 'generic_type':
        return this.type(node)
      case 'field_access': {
        const field = child(node, 'field')
        return field?.type === 'this'
          ? nameOf(node, 'this')
          : this.member(node, child(node, 'object'), this.text(field))
      }
      case 'method_invocation':
        return this.call(node)
      case 'method_reference': {
        const [of, name] = node.children
        if (of === undefined || TYPES.has(of.type)) return { ...at(node), is: 'nothing' }
        return name === undefined ? this.expression(of) : this.member(node, of, this.text(name))
      }
      case 'object_creation_expression':
        return this.creation(node)
      case 'array_creation_expression':
        return child(node, 'value') === undefined
          ? { ...at(node), is: 'list', items: [] }
          : this.expression(child(node, 'value'))
      case 'array_initializer':
      case 'element_value_array_initializer':
        return this.listOf(node)
      case 'array_access':
        return this.index(node, child(node, 'array'), child(node, 'index'))
      case 'binary_expression':
        return this.binary(node)
      case 'ternary_expression':
        return this.ternary(node, 'condition', 'consequence', 'alternative')
      case 'assignment_expression': {
        const operator = this.text(child(node, 'operator')).replace(/=$/, '')
        return this.assign(
          node,
          this.target(child(node, 'left')),
          this.expression(child(node, 'right')),
          operator === '' ? undefined : operator,
        )
      }
      case 'lambda_expression': {
        const body = child(node, 'body')
        const parameters = this.parameters(child(node, 'parameters'))
        const made =
          body?.type === 'block'
            ? this.functionOf(node, undefined, parameters, this.block(body))
            : this.functionOf(node, undefined, parameters, [], { gives: this.expression(body) })
        return { ...at(node), is: 'function', function: made }
      }
      case 'cast_expression': {
        const type = child(node, 'type')
        const of = this.expression(child(node, 'value'))
        return type === undefined || TYPES.has(type.type)
          ? { ...at(node), is: 'same', of }
          : { ...at(node), is: 'typed', of, type: this.type(type) }
      }
      case 'parenthesized_expression':
        return { ...at(node), is: 'same', of: this.expression(node.children[0]) }
      case 'instanceof_expression': {
        const value = this.expression(child(node, 'left'))
        const names = [child(node, 'name'), ...namesIn(child(node, 'pattern') ?? node)].filter(
          (one) => one !== undefined && one.type === 'identifier' && one.field !== 'left',
        )
        const parts = names.map((name) => this.assign(node, declares(this.target(name)), value))
        return computed(node, parts.length === 0 ? [value] : parts)
      }
      case 'switch_expression': {
        const groups = child(node, 'body')?.children ?? []
        const { tests, branches } = this.cases(node)
        // What an arm that is an expression gives; what `yield` gives is not followed.
        const options = branches.map((body, index): Expression => {
          const only = groups[index]?.children.at(-1)
          const last = body.at(-1)
          const gives =
            only?.type === 'expression_statement' && last?.is === 'do' ? last.expression : computed(node, [])
          return {
            ...at(node),
            is: 'block',
            body: only?.type === 'expression_statement' ? body.slice(0, -1) : body,
            gives,
          }
        })
        return { ...at(node), is: 'choice', tests, options }
      }
      case 'unary_expression':
      case 'update_expression':
        return this.computes(
          node,
          node.children.filter((one) => one.field !== 'operator'),
        )
      default:
        return unreadExpression(node)
    }
  }

  protected call(node: Syntax): Expression {
    const object = child(node, 'object')
    const name = this.text(child(node, 'name'))
    const args = this.arguments(child(node, 'arguments'))
    if (object === undefined)
      return callOf(
        node,
        this.own.has(name) ? nameOf(node, name) : { ...at(node), is: 'member', of: nameOf(node, 'this'), name },
        args,
      )
    return callOf(node, this.member(node, object, name), args)
  }

  protected arguments(node: Syntax | undefined): readonly Argument[] {
    return (node?.children ?? []).map((one) => ({ value: this.expression(one) }))
  }

  protected creation(node: Syntax): Expression {
    const type = child(node, 'type')
    const args = this.arguments(child(node, 'arguments'))
    const of: Expression = type === undefined ? unreadExpression(node) : this.type(type)
    const body = childOf(node, 'class_body')
    const made = callOf(node, of, args)
    if (body === undefined) return made
    this.bases.push(of)
    const inner: ClassText = { ...at(body), name: undefined, bases: [of], body: this.block(body), decorators: [] }
    this.bases.pop()
    // An interface is nothing that is made; a class is, with what it is given.
    return callOf(node, { ...at(body), is: 'class', class: inner }, args.length === 0 ? [] : [{ value: made }])
  }

  protected string(node: Syntax): string {
    const text = this.text(node)
    if (!text.startsWith('"""')) return escaped(text.slice(1, -1))
    const lines = text
      .slice(3, -3)
      .replace(/^[ \t]*\n/, '')
      .split('\n')
    const indents = lines
      .filter((line, index) => line.trim() !== '' || index === lines.length - 1)
      .map((line) => /^[ \t]*/.exec(line)![0].length)
    const indent = Math.min(...indents)
    return escaped(lines.map((line) => line.slice(indent).trimEnd()).join('\n'))
  }
}

const NUMBERS = words(
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal hex_floating_point_literal character_literal',
)

export const TYPES = words('integral_type floating_point_type boolean_type void_type array_type')

/** Java has octal escapes as well, and a blank that stays. */
function escaped(text: string): string {
  return stringValue(
    text.replaceAll(/\\(?:([0-7]{1,3})|(s)|([^]))/g, (whole, octal?: string, blank?: string) =>
      octal === undefined
        ? blank === undefined
          ? whole
          : ' '
        : octal === '0'
          ? '\0'
          : String.fromCodePoint(Number.parseInt(octal, 8) & 255),
    ),
  )
}

/** The names that a pattern gives to what it finds: every name in it that is no type. */
export function namesIn(node: Syntax): readonly Syntax[] {
  return node.children.flatMap((one, index) =>
    one.type === 'identifier' && (index > 0 || node.type !== 'record_pattern') ? [one] : namesIn(one),
  )
}
