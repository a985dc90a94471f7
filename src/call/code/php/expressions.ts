import { at, callOf, computed, nameOf, recordOf, textOf, unreadExpression, Walk, words } from '../mapping.ts'
import type { Argument, ClassText, Entry, Expression, FunctionText, Target } from '../program.ts'
import { child, childOf, type Syntax } from '../syntax.ts'
import { doubleQuoted, singleQuoted } from './strings.ts'

/** Expressions, classes where they are named, and targets of PHP. */
export abstract class PhpExpressions extends Walk {
  protected abstract function(node: Syntax, name: string | undefined): FunctionText
  protected abstract class(node: Syntax, name: string | undefined): ClassText

  /** A class where it is named. */
  protected class_(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    if (
      node.type !== 'name' &&
      node.type !== 'qualified_name' &&
      node.type !== 'relative_scope' &&
      node.type !== 'named_type'
    )
      return this.expression(node)
    const [head = '', ...rest] = qualified(this.text(node)).split('.')
    // Inside a class `self` and `static` are the class, whose methods are names in reach; `parent` is what it extends.
    if (rest.length === 0 && (head === 'self' || head === 'static')) return nameOf(node, 'this')
    return rest.reduce<Expression>((of, name) => ({ ...at(node), is: 'member', of, name }), nameOf(node, head))
  }

  target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'variable_name':
        return { to: 'name', name: this.text(node) }
      case 'member_access_expression':
      case 'nullsafe_member_access_expression': {
        const name = child(node, 'name')
        if (name?.type !== 'name') return { to: 'unread' }
        return { to: 'member', of: this.expression(child(node, 'object')), name: this.text(name) }
      }
      case 'scoped_property_access_expression':
        return {
          to: 'member',
          of: this.class_(child(node, 'scope')),
          name: this.text(child(node, 'name')).replace(/^\$/, ''),
        }
      case 'subscript_expression': {
        const [of, key] = node.children
        return {
          to: 'index',
          of: this.expression(of),
          key: key === undefined ? computed(node, []) : this.expression(key),
        }
      }
      case 'list_literal':
      case 'array_creation_expression': {
        const text = this.text(node)
        if (text.includes('=>')) return this.keyed(node)
        return {
          to: 'items',
          targets: node.children.map((one) =>
            this.target(one.type === 'array_element_initializer' ? one.children.at(-1) : one),
          ),
        }
      }
      case 'by_ref':
      case 'parenthesized_expression':
        return this.target(node.children[0])
      default:
        return { to: 'unread' }
    }
  }

  /** `['k' => $v] = $array`: keys and targets take turns. */
  protected keyed(node: Syntax): Target {
    const parts = node.children.flatMap((one) => (one.type === 'array_element_initializer' ? one.children : [one]))
    const targets: (readonly [string, Target])[] = []
    for (let index = 0; index + 1 < parts.length; index += 2) {
      const key = parts[index]!
      targets.push([
        key.type === 'string' ? singleQuoted(this.text(key).slice(1, -1)) : this.text(key),
        this.target(parts[index + 1]),
      ])
    }
    return { to: 'entries', targets }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    if (SAME.has(node.type)) return { ...at(node), is: 'same', of: this.expression(node.children[0]) }
    if (LOADS.has(node.type))
      return callOf(node, nameOf(node, 'include'), [{ value: this.expression(node.children[0]) }])
    switch (node.type) {
      case 'string':
        return textOf(node, singleQuoted(this.text(node).replace(/^[bB]/, '').slice(1, -1)))
      case 'nowdoc':
        return textOf(node, this.text(child(node, 'value')))
      case 'encapsed_string':
        return this.template(node, node.children)
      case 'heredoc':
        return this.template(node, child(node, 'value')?.children ?? [])
      case 'shell_command_expression':
        return callOf(node, nameOf(node, 'shell_exec'), [{ value: this.template(node, node.children) }])
      case 'integer':
      case 'float':
        return { ...at(node), is: 'number' }
      case 'boolean':
        return { ...at(node), is: 'truth', value: /^t/i.test(this.text(node)) ? 'true' : 'false' }
      case 'null':
        return { ...at(node), is: 'nothing' }
      case 'variable_name':
        return nameOf(node, this.text(node) === '$this' ? 'this' : this.text(node))
      case 'name':
      case 'qualified_name': {
        const name = this.text(node)
        if (PLACES.has(name)) return callOf(node, nameOf(node, name.toLowerCase()), [])
        return nameOf(node, name)
      }
      case 'relative_scope':
        return this.class_(node)
      case 'member_access_expression':
      case 'nullsafe_member_access_expression':
        return child(node, 'name')?.type === 'name'
          ? this.member(node, child(node, 'object'), this.text(child(node, 'name')))
          : computed(node, [this.expression(child(node, 'object'))])
      case 'scoped_property_access_expression':
        return {
          ...at(node),
          is: 'member',
          of: this.class_(child(node, 'scope')),
          name: this.text(child(node, 'name')).replace(/^\$/, ''),
        }
      case 'class_constant_access_expression': {
        const [scope, name] = node.children
        if (this.text(name) === 'class') return this.className(node, scope)
        return { ...at(node), is: 'member', of: this.class_(scope), name: this.text(name) }
      }
      case 'subscript_expression':
        return this.index(node, node.children[0], node.children[1])
      case 'function_call_expression':
      case 'member_call_expression':
      case 'nullsafe_member_call_expression':
      case 'scoped_call_expression':
        return this.call(node)
      case 'object_creation_expression':
        return this.creation(node)
      case 'array_creation_expression':
        return this.array(node)
      case 'binary_expression':
        return /^(?:\?\?|\|\||&&|or|and)$/i.test(this.text(child(node, 'operator')))
          ? {
              ...at(node),
              is: 'choice',
              tests: [],
              options: [this.expression(child(node, 'left')), this.expression(child(node, 'right'))],
            }
          : this.binary(node)
      case 'conditional_expression':
        return this.ternary(node, 'condition', 'body', 'alternative')
      case 'assignment_expression':
      case 'reference_assignment_expression':
        return this.assign(node, this.target(child(node, 'left')), this.expression(child(node, 'right')))
      case 'augmented_assignment_expression':
        return this.assign(
          node,
          this.target(child(node, 'left')),
          this.expression(child(node, 'right')),
          this.text(child(node, 'operator')).replace(/=$/, ''),
        )
      case 'cast_expression':
        return { ...at(node), is: 'same', of: this.expression(child(node, 'value')) }
      case 'arrow_function':
      case 'anonymous_function':
        return { ...at(node), is: 'function', function: this.function(node, undefined) }
      case 'match_expression': {
        const arms = child(node, 'body')?.children ?? []
        const tests = [
          child(node, 'condition'),
          ...arms.flatMap((one) => child(one, 'conditional_expressions')?.children ?? []),
        ]
        return {
          ...at(node),
          is: 'choice',
          tests: tests.flatMap((one) => (one === undefined ? [] : [this.expression(one)])),
          options: arms.map((one) => this.expression(child(one, 'return_expression'))),
        }
      }
      case 'array_element_initializer':
      case 'yield_expression':
      case 'throw_expression':
      case 'print_intrinsic':
      case 'update_expression':
      case 'unary_op_expression':
      case 'sequence_expression':
      case 'match_condition_list':
      case 'exit_statement':
      case 'variadic_unpacking':
        return this.computes(
          node,
          node.children.filter((one) => one.field !== 'operator'),
        )
      case 'dynamic_variable_name':
        // The variable that another one names: nobody knows which.
        return node.children[0]?.type === 'name'
          ? nameOf(node, `$${this.text(node.children[0])}`)
          : unreadExpression(node)
      default:
        return unreadExpression(node)
    }
  }

  /** `Foo::class` is the name of the class, `$this::class` that of its own. */
  protected className(node: Syntax, scope: Syntax | undefined): Expression {
    return scope !== undefined && (scope.type === 'name' || scope.type === 'qualified_name')
      ? textOf(node, this.text(scope))
      : computed(node, [])
  }

  protected template(node: Syntax, parts: readonly Syntax[]): Expression {
    return {
      ...at(node),
      is: 'template',
      parts: parts.map((one) =>
        one.type === 'string_content' || one.type === 'escape_sequence' || one.type === 'nowdoc_string'
          ? doubleQuoted(this.text(one))
          : this.expression(one),
      ),
    }
  }

  protected call(node: Syntax): Expression {
    const args = this.arguments(child(node, 'arguments'))
    const named = child(node, 'name')
    // `strlen(...)` is the function itself.
    const whole = (child(node, 'arguments')?.children ?? []).some((one) => one.type === 'variadic_placeholder')
    const callee = this.callee(node, named)
    return whole ? callee : callOf(node, callee, args)
  }

  protected callee(node: Syntax, named: Syntax | undefined): Expression {
    if (node.type === 'function_call_expression') {
      const callee = child(node, 'function')
      if (callee?.type === 'name' || callee?.type === 'qualified_name') return this.class_(callee)
      return this.expression(callee)
    }
    const of =
      node.type === 'scoped_call_expression'
        ? this.class_(child(node, 'scope'))
        : this.expression(child(node, 'object'))
    if (named?.type === 'name') return { ...at(node), is: 'member', of, name: this.text(named).toLowerCase() }
    // A method whose name is a value.
    return { ...at(node), is: 'unread', what: 'a method by a computed name' }
  }

  protected arguments(node: Syntax | undefined): readonly Argument[] {
    return (node?.children ?? [])
      .filter((one) => one.type === 'argument')
      .map((one): Argument => {
        const value = one.children.filter((part) => part.field !== 'name' && part.field !== 'reference_modifier').at(-1)
        const name = child(one, 'name')
        if (value?.type === 'variadic_unpacking') return { value: this.expression(value.children[0]), spread: 'items' }
        return { value: this.expression(value), ...(name === undefined ? {} : { name: this.text(name) }) }
      })
  }

  protected creation(node: Syntax): Expression {
    const own = childOf(node, 'anonymous_class')
    const args = this.arguments(childOf(own ?? node, 'arguments'))
    if (own !== undefined) return callOf(node, { ...at(own), is: 'class', class: this.class(own, undefined) }, args)
    const of = node.children.find((one) => one.type !== 'arguments')
    if (of?.type !== 'name' && of?.type !== 'qualified_name' && of?.type !== 'relative_scope') {
      // A class that a value names.
      return callOf(node, nameOf(node, 'new'), [{ value: this.expression(of) }, ...args])
    }
    return callOf(node, this.class_(of), args)
  }

  protected array(node: Syntax): Expression {
    const items = node.children
    if (!items.some((one) => one.type === 'array_element_initializer' && one.children.length > 1))
      return {
        ...at(node),
        is: 'list',
        items: items.map((one): Argument => {
          const value = one.type === 'array_element_initializer' ? one.children[0] : one
          return value?.type === 'variadic_unpacking'
            ? { value: this.expression(value.children[0]), spread: 'items' }
            : { value: this.expression(value) }
        }),
      }
    const entries = items.map((one, position): Entry => {
      const [key, value] = one.type === 'array_element_initializer' ? one.children : [one]
      if (value === undefined && key?.type === 'variadic_unpacking')
        return { key: undefined, value: this.expression(key.children[0]) }
      return value === undefined
        ? { key: textOf(one, String(position)), value: this.expression(key) }
        : { key: this.expression(key), value: this.expression(value) }
    })
    return recordOf(node, entries)
  }
}

const SAME = words(
  'parenthesized_expression error_suppression_expression clone_expression reference_assignment_expression',
)

const LOADS = words('include_expression include_once_expression require_expression require_once_expression')

/** Constants that name where the code stands. */
const PLACES = words('__DIR__ __FILE__')

/** A name with its namespace, small and with dots: `\Foo\Bar` is `foo.bar`. */
export function qualified(name: string): string {
  return name
    .trim()
    .replace(/^\?/, '')
    .replace(/^\\/, '')
    .replace(/^namespace\\/i, '')
    .replaceAll('\\', '.')
    .toLowerCase()
}
