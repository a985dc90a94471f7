import { at, computed, Mapping, perform, unreadExpression, unreadStatement } from '../mapping.ts'
import type { Argument, Entry, Expression, FunctionText, Parameter, Statement, Target } from '../program.ts'
import { child, childOf, childrenIn, type Syntax } from '../syntax.ts'
import { stringValue } from '../javascript/strings.ts'

/** Go's grammar as a program: its declarations, then a call of `main`. */
export function mapGo(root: Syntax, source: string): readonly Statement[] {
  const main: Expression = { ...at(root), is: 'name', name: 'main' }
  const mapping = new GoMapping(source)
  return [...mapping.block(root), perform({ ...at(root), is: 'call', callee: main, args: [] })]
}

const NOTHING_RUNS: ReadonlySet<string> = new Set(
  `package_clause type_declaration break_statement continue_statement goto_statement fallthrough_statement empty_statement
   label_name empty_labeled_statement type_identifier`
    .split(/\s+/)
    .filter(Boolean),
)

class GoMapping extends Mapping {
  block(node: Syntax | undefined): readonly Statement[] {
    return (node?.children ?? []).flatMap((one) => this.statement(one))
  }

  private statement(node: Syntax): readonly Statement[] {
    if (NOTHING_RUNS.has(node.type)) return []
    switch (node.type) {
      case 'statement_list':
      case 'const_declaration':
      case 'var_declaration':
      case 'var_spec_list':
      case 'import_declaration':
      case 'import_spec_list':
        return this.block(node)
      case 'block':
        return [{ ...at(node), is: 'block', body: this.block(node) }]
      case 'import_spec': {
        const path = this.string(child(node, 'path'))
        const named = child(node, 'name')
        const as = named === undefined ? packageName(path) : this.text(named)
        return [
          {
            ...at(node),
            is: 'import',
            module: path,
            names: as === '_' ? [] : [{ name: as === '.' ? '*' : undefined, as }],
          },
        ]
      }
      case 'const_spec':
      case 'var_spec':
        return this.assignAll(node, childrenIn(node, 'name'), child(node, 'value'), 'declares')
      case 'short_var_declaration':
        return this.assignAll(node, child(node, 'left')?.children ?? [], child(node, 'right'), 'declares')
      case 'assignment_statement': {
        const operator = this.text(child(node, 'operator')).replace(/=$/, '')
        const targets = child(node, 'left')?.children ?? []
        if (operator === '') return this.assignAll(node, targets, child(node, 'right'), 'assigns')
        const value = this.expression(child(node, 'right')?.children[0])
        return [perform({ ...at(node), is: 'assign', target: this.target(targets[0]), value, operator })]
      }
      case 'function_declaration':
        return [{ ...at(node), is: 'function', function: this.function(node, this.text(child(node, 'name'))) }]
      case 'method_declaration':
        return [{ ...at(node), is: 'function', function: this.function(node, `method ${node.from}`) }]
      case 'if_statement': {
        const start = child(node, 'initializer')
        const other = child(node, 'alternative')
        return [
          ...(start === undefined ? [] : this.statement(start)),
          {
            ...at(node),
            is: 'if',
            tests: [this.expression(child(node, 'condition'))],
            branches: [this.block(child(node, 'consequence')), other === undefined ? [] : this.statement(other)],
          },
        ]
      }
      case 'for_statement':
        return this.loop(node)
      case 'expression_switch_statement':
      case 'type_switch_statement':
      case 'select_statement':
        return [this.switch(node)]
      case 'return_statement': {
        const list = node.children[0]
        const value =
          list === undefined
            ? undefined
            : list.children.length === 1
              ? this.expression(list.children[0])
              : this.expression(list)
        return [{ ...at(node), is: 'return', value }]
      }
      case 'expression_statement':
      case 'go_statement':
      case 'defer_statement':
      case 'inc_statement':
      case 'dec_statement':
      case 'send_statement':
        return node.children.map((one) => perform(this.expression(one)))
      case 'receive_statement':
        return this.assignAll(node, child(node, 'left')?.children ?? [], child(node, 'right'), 'declares')
      case 'labeled_statement':
        return node.children.flatMap((one) => this.statement(one))
      default:
        return [unreadStatement(node)]
    }
  }

  private assignAll(
    node: Syntax,
    targets: readonly Syntax[],
    values: Syntax | undefined,
    how: 'declares' | 'assigns',
  ): readonly Statement[] {
    const given = values === undefined ? [] : values.type === 'expression_list' ? values.children : [values]
    const targetOf = (one: Syntax | undefined): Target => {
      const target = this.target(one)
      return target.to === 'name' && how === 'declares' ? { ...target, declares: true } : target
    }
    if (targets.length > 1 && given.length === 1)
      return [this.give({ to: 'items', targets: targets.map(targetOf) }, this.expression(given[0]), node)]
    if (targets.length === 0) return given.map((one) => perform(this.expression(one)))
    return targets.map((one, index) =>
      this.give(
        targetOf(one),
        given[index] === undefined ? { ...at(node), is: 'nothing' } : this.expression(given[index]),
        node,
      ),
    )
  }

  private give(target: Target, value: Expression, node: Syntax): Statement {
    return perform({ ...at(node), is: 'assign', target, value })
  }

  private loop(node: Syntax): readonly Statement[] {
    const body = this.block(child(node, 'body'))
    const range = childOf(node, 'range_clause')
    if (range !== undefined) {
      const [key, item] = child(range, 'left')?.children ?? []
      const over = this.expression(child(range, 'right'))
      const target = item === undefined ? undefined : declares(this.target(item))
      const index = key === undefined ? [] : [this.give(declares(this.target(key)), computed(range, []), range)]
      return [...index, { ...at(node), is: 'loop', ...(target === undefined ? {} : { target }), over, tests: [], body }]
    }
    const clause = childOf(node, 'for_clause')
    const start = clause && child(clause, 'initializer')
    const test = clause === undefined ? node.children.find((one) => one.field !== 'body') : child(clause, 'condition')
    const update = clause && child(clause, 'update')
    return [
      ...(start === undefined ? [] : this.statement(start)),
      {
        ...at(node),
        is: 'loop',
        tests: test === undefined ? [] : [this.expression(test)],
        body: [...body, ...(update === undefined ? [] : this.statement(update))],
      },
    ]
  }

  private switch(node: Syntax): Statement {
    const cases = node.children.filter((one) => one.type.endsWith('_case'))
    const value = child(node, 'value')
    const start = child(node, 'initializer')
    const alias = child(node, 'alias')
    const named = (alias?.children ?? []).map((one) =>
      this.give(declares(this.target(one)), this.expression(value), node),
    )
    const branches = cases.map((one) => [
      ...named,
      ...one.children.flatMap((part) => {
        if (part.field === 'type') return []
        if (part.field === 'value') return part.children.map((each) => perform(this.expression(each)))
        return this.statement(part)
      }),
    ])
    if (start !== undefined) branches.unshift([...this.statement(start)])
    return { ...at(node), is: 'if', tests: value === undefined ? [] : [this.expression(value)], branches }
  }

  private function(node: Syntax, name: string | undefined): FunctionText {
    const receiver = child(node, 'receiver')
    return {
      ...at(node),
      name,
      parameters: [...this.parameters(receiver), ...this.parameters(child(node, 'parameters'))],
      body: this.block(child(node, 'body')),
      decorators: [],
    }
  }

  private parameters(node: Syntax | undefined): readonly Parameter[] {
    return (node?.children ?? []).flatMap((one) =>
      childrenIn(one, 'name').map((name): Parameter => ({
        target: { to: 'name', name: this.text(name), declares: true },
        name: undefined,
        takes: one.type === 'variadic_parameter_declaration' ? 'rest' : 'one',
      })),
    )
  }

  private target(node: Syntax | undefined): Target {
    switch (node?.type) {
      case 'identifier':
        return { to: 'name', name: this.text(node) }
      case 'selector_expression':
        return { to: 'member', of: this.expression(child(node, 'operand')), name: this.text(child(node, 'field')) }
      case 'index_expression':
        return { to: 'index', of: this.expression(child(node, 'operand')), key: this.expression(child(node, 'index')) }
      case 'unary_expression':
      case 'parenthesized_expression':
        return this.target(child(node, 'operand') ?? node.children[0])
      default:
        return { to: 'unread' }
    }
  }

  private expression(node: Syntax | undefined): Expression {
    if (node === undefined) return { from: 0, to: 0, is: 'nothing' }
    switch (node.type) {
      case 'interpreted_string_literal':
      case 'raw_string_literal':
        return { ...at(node), is: 'text', value: this.string(node) }
      case 'int_literal':
      case 'float_literal':
      case 'rune_literal':
      case 'imaginary_literal':
        return { ...at(node), is: 'number' }
      case 'true':
      case 'false':
        return { ...at(node), is: 'truth', value: node.type }
      case 'nil':
      case 'iota':
        return { ...at(node), is: 'nothing' }
      case 'identifier':
      case 'package_identifier':
      case 'type_identifier':
        return { ...at(node), is: 'name', name: this.text(node) }
      case 'selector_expression':
        return {
          ...at(node),
          is: 'member',
          of: this.expression(child(node, 'operand')),
          name: this.text(child(node, 'field')),
        }
      case 'qualified_type':
        return {
          ...at(node),
          is: 'member',
          of: this.expression(child(node, 'package')),
          name: this.text(child(node, 'name')),
        }
      case 'index_expression':
        return {
          ...at(node),
          is: 'index',
          of: this.expression(child(node, 'operand')),
          key: this.expression(child(node, 'index')),
        }
      case 'call_expression':
        return this.call(node)
      case 'expression_list':
        return {
          ...at(node),
          is: 'list',
          tuple: true,
          items: node.children.map((one) => ({ value: this.expression(one) })),
        }
      case 'composite_literal':
        return this.composite(node)
      case 'literal_value':
        return { ...at(node), is: 'list', items: node.children.map((one) => ({ value: this.expression(one) })) }
      case 'literal_element':
        return this.expression(node.children[0])
      case 'keyed_element':
        return this.expression(child(node, 'value'))
      case 'binary_expression':
        return {
          ...at(node),
          is: 'binary',
          operator: this.text(child(node, 'operator')),
          left: this.expression(child(node, 'left')),
          right: this.expression(child(node, 'right')),
        }
      case 'func_literal':
        return { ...at(node), is: 'function', function: this.function(node, undefined) }
      case 'unary_expression':
      case 'parenthesized_expression':
      case 'type_assertion_expression':
        return { ...at(node), is: 'same', of: this.expression(child(node, 'operand') ?? node.children[0]) }
      case 'type_conversion_expression':
        return { ...at(node), is: 'same', of: this.expression(child(node, 'operand')) }
      case 'slice_expression':
        return { ...at(node), is: 'same', of: this.expression(child(node, 'operand')) }
      case 'slice_type':
      case 'map_type':
      case 'array_type':
      case 'channel_type':
      case 'pointer_type':
      case 'interface_type':
      case 'struct_type':
      case 'function_type':
        return { ...at(node), is: 'nothing' }
      default:
        return unreadExpression(node)
    }
  }

  /** A list, a map, or a value of a type: `http.Client{…}` is made as if it were called. */
  private composite(node: Syntax): Expression {
    const type = child(node, 'type')
    const elements = child(node, 'body')?.children ?? []
    const keyed = elements.some((one) => one.type === 'keyed_element')
    if (type?.type === 'qualified_type') {
      const args = elements.map((one): Argument => {
        const key = one.type === 'keyed_element' ? this.text(child(one, 'key')) : undefined
        return { value: this.expression(one), ...(key === undefined ? {} : { name: key }) }
      })
      return { ...at(node), is: 'call', callee: this.expression(type), args }
    }
    if (!keyed) return { ...at(node), is: 'list', items: elements.map((one) => ({ value: this.expression(one) })) }
    const entries = elements.map((one): Entry => {
      const key = child(one, 'key')?.children[0]
      const name: Expression =
        key?.type === 'identifier' ? { ...at(key), is: 'text', value: this.text(key) } : this.expression(key)
      return { key: name, value: this.expression(child(one, 'value')) }
    })
    return { ...at(node), is: 'record', entries }
  }

  private call(node: Syntax): Expression {
    const callee = child(node, 'function')
    const args = (child(node, 'arguments')?.children ?? []).map((one): Argument =>
      one.type === 'variadic_argument'
        ? { value: this.expression(one.children[0]), spread: 'items' }
        : { value: this.expression(one) },
    )
    // `[]byte("x")`, `string(x)`: the same text.
    if (callee === undefined || callee.type.endsWith('_type') || /^(?:string|\[\]byte)$/.test(this.text(callee)))
      return args[0] === undefined ? computed(node, []) : { ...at(node), is: 'same', of: args[0].value }
    const made: Expression = { ...at(node), is: 'call', callee: this.expression(callee), args }
    // `flag.StringVar(&out, …)` gives the variable what the command line says.
    const [first] = child(node, 'arguments')?.children ?? []
    const named = /\.(?:String|Int|Int64|Uint|Bool|Duration|Float64|StringSlice|StringArray)Var(?:P)?$/.test(
      this.text(callee),
    )
    if (!named || first?.type !== 'unary_expression') return made
    return { ...at(node), is: 'assign', target: this.target(first), value: made }
  }

  private string(node: Syntax | undefined): string {
    const inner = this.text(node).slice(1, -1)
    return node?.type === 'raw_string_literal' ? inner : stringValue(inner)
  }
}

function declares(target: Target): Target {
  return target.to === 'name' ? { ...target, declares: true } : target
}

/** `github.com/x/go-y/v2` is called `y` by habit; the last name that is no version is the best guess there is. */
function packageName(path: string): string {
  const names = path.split('/')
  const last = names.at(-1) ?? path
  return (/^v\d+$/.test(last) ? (names.at(-2) ?? last) : last).replace(/^go-|\.v\d+$/g, '')
}
