import { at, computed, declares, nameOf, unreadStatement, words } from '../mapping.ts'
import type { ClassText, FunctionText, Imported, Parameter, Statement, Target } from '../program.ts'
import { child, childOf, childrenIn, type Syntax } from '../syntax.ts'

import { PhpExpressions, qualified } from './expressions.ts'
/**
 * PHP's grammar as a program. Functions, classes and methods are the same in small and large letters and so become small;
 * a variable keeps its sign.
 */
export function mapPhp(root: Syntax, source: string): readonly Statement[] {
  return new PhpMapping(source).block(root)
}

const NOTHING_RUNS = words(
  `php_tag namespace_name break_statement continue_statement empty_statement php_end_tag text declare_statement
   named_label_statement use_declaration visibility_modifier attribute_list`,
)
const BLOCKS = words('compound_statement colon_block')

class PhpMapping extends PhpExpressions {
  statement(node: Syntax): readonly Statement[] {
    if (NOTHING_RUNS.has(node.type)) return []
    switch (node.type) {
      case 'text_interpolation':
        return []
      case 'namespace_definition':
        return this.block(child(node, 'body'))
      case 'namespace_use_declaration':
        return this.uses(node)
      case 'const_declaration':
        return node.children
          .filter((one) => one.type === 'const_element')
          .map((one) =>
            this.give(
              one,
              { to: 'name', name: this.text(one.children[0]), declares: true },
              this.expression(one.children[1]),
            ),
          )
      case 'expression_statement':
      case 'echo_statement':
      case 'exit_statement':
        return this.perform(node.children)
      case 'unset_statement':
      case 'goto_statement':
        return []
      case 'compound_statement':
      case 'colon_block':
        return this.block(node)
      case 'function_definition':
        return [
          { ...at(node), is: 'function', function: this.function(node, this.text(child(node, 'name')).toLowerCase()) },
        ]
      case 'class_declaration':
      case 'interface_declaration':
      case 'trait_declaration':
      case 'enum_declaration':
        return [{ ...at(node), is: 'class', class: this.class(node, this.text(child(node, 'name')).toLowerCase()) }]
      case 'method_declaration': {
        const name = this.text(child(node, 'name')).toLowerCase()
        const made = this.function(node, name === '__construct' ? 'constructor' : name)
        return [{ ...at(node), is: 'function', function: { ...made, method: 'this' } }]
      }
      case 'property_declaration':
        return node.children
          .filter((one) => one.type === 'property_element')
          .map((one) => this.give(one, this.property(child(one, 'name')), this.expression(child(one, 'default_value'))))
      case 'enum_case':
        return [
          this.give(
            node,
            { to: 'name', name: this.text(child(node, 'name')), declares: true },
            this.expression(child(node, 'value')),
          ),
        ]
      case 'if_statement':
        return [
          this.choose(
            node,
            [
              child(node, 'condition'),
              ...childrenIn(node, 'alternative').map((one) => child(one, 'condition')),
            ].flatMap((one) => (one === undefined ? [] : [this.expression(one)])),
            [child(node, 'body'), ...childrenIn(node, 'alternative').map((one) => child(one, 'body'))].map((one) =>
              this.body(one, BLOCKS),
            ),
          ),
        ]
      case 'switch_statement': {
        const cases = child(node, 'body')?.children ?? []
        const tests = [child(node, 'condition'), ...cases.map((one) => child(one, 'value'))]
        return [
          this.choose(
            node,
            tests.flatMap((one) => (one === undefined ? [] : [this.expression(one)])),
            cases.map((one) =>
              one.children.filter((part) => part.field !== 'value').flatMap((part) => this.statement(part)),
            ),
          ),
        ]
      }
      case 'while_statement':
      case 'do_statement':
        return [this.repeat(node, [child(node, 'condition')], this.body(child(node, 'body'), BLOCKS))]
      case 'for_statement':
        return [
          ...this.perform(childrenIn(node, 'initialize')),
          this.repeat(node, childrenIn(node, 'condition'), [
            ...childrenIn(node, 'body').flatMap((one) => this.body(one, BLOCKS)),
            ...this.perform(childrenIn(node, 'update')),
          ]),
        ]
      case 'foreach_statement':
        return this.foreach(node)
      case 'try_statement': {
        const handlers = node.children
          .filter((one) => one.type === 'catch_clause')
          .map((one) => {
            const name = child(one, 'name')
            const caught = name === undefined ? [] : [this.give(one, this.target(name), computed(one, []))]
            return [...caught, ...this.block(child(one, 'body'))]
          })
        return [
          this.attempt(
            node,
            this.block(child(node, 'body')),
            handlers,
            this.block(child(childOf(node, 'finally_clause') ?? EMPTY, 'body')),
          ),
        ]
      }
      case 'return_statement':
        return [this.gives(node, node.children[0])]
      case 'global_declaration':
        return [{ ...at(node), is: 'shared', names: node.children.map((one) => this.text(one)) }]
      case 'function_static_declaration':
        return node.children.map((one) =>
          this.give(one, declares(this.target(child(one, 'name'))), this.expression(child(one, 'value'))),
        )
      default:
        return [unreadStatement(node)]
    }
  }

  /** `use A\B as C`, `use A\{B, C}`, `use function A\f`: names of a library. */
  protected uses(node: Syntax): readonly Statement[] {
    const group = child(node, 'body')
    const before = group === undefined ? '' : `${qualified(this.text(childOf(node, 'namespace_name')))}.`
    return (group ?? node).children
      .filter((one) => one.type === 'namespace_use_clause')
      .map((one): Statement => {
        const path = one.children.find((part) => part.type === 'qualified_name' || part.type === 'name')
        const module = before + qualified(this.text(path))
        const alias = child(one, 'alias')
        const as = alias === undefined ? (module.split('.').at(-1) ?? module) : this.text(alias).toLowerCase()
        const names: readonly Imported[] = [{ name: undefined, as }]
        return { ...at(one), is: 'import', module, names }
      })
  }

  protected foreach(node: Syntax): readonly Statement[] {
    const [over, item] = node.children.filter((one) => one.field !== 'body')
    const body = childrenIn(node, 'body').flatMap((one) => this.body(one, BLOCKS))
    const pair = item?.type === 'pair' || item?.type === 'foreach_pair'
    const key = pair ? this.target(item.children[0]) : undefined
    const value = pair ? item.children[1] : item
    const target = this.target(value?.type === 'by_ref' ? value.children[0] : value)
    const keyed = key === undefined ? [] : [this.give(node, key, computed(node, []))]
    return [...keyed, this.repeatOver(node, target, this.expression(over), body)]
  }

  protected property(node: Syntax | undefined): Target {
    return { to: 'name', name: this.text(node).replace(/^\$/, ''), declares: true }
  }

  protected function(node: Syntax, name: string | undefined): FunctionText {
    const list = child(node, 'parameters')?.children ?? []
    // A parameter of the constructor that is a property at once.
    const promoted = list
      .filter((one) => one.type === 'property_promotion_parameter')
      .map((one) => {
        const variable = child(one, 'name')!
        const to: Target = { to: 'member', of: nameOf(one, 'this'), name: this.text(variable).slice(1) }
        return this.give(one, to, this.expression(variable))
      })
    const body = child(node, 'body')
    return this.functionOf(
      node,
      name,
      this.parameters(list),
      [...promoted, ...(body?.type === 'compound_statement' ? this.block(body) : [])],
      node.type === 'arrow_function' ? { gives: this.expression(body) } : {},
    )
  }

  protected parameters(list: readonly Syntax[]): readonly Parameter[] {
    return list.flatMap((one): readonly Parameter[] => {
      const variable = child(one, 'name')
      if (variable === undefined) return []
      const fallback = child(one, 'default_value')
      const type = child(one, 'type')
      return [
        {
          target: declares(this.target(variable)),
          name: this.text(variable).replace(/^[&.\s]*\$/, ''),
          takes: one.type === 'variadic_parameter' ? 'rest' : 'one',
          ...(fallback === undefined ? {} : { fallback: this.expression(fallback) }),
          ...(type?.type === 'named_type' ? { type: this.class_(type) } : {}),
        },
      ]
    })
  }

  protected class(node: Syntax, name: string | undefined): ClassText {
    const bases = (childOf(node, 'base_clause')?.children ?? []).map((one) => this.class_(one))
    return { ...at(node), name, bases, body: this.block(child(node, 'body')), decorators: [] }
  }
}

const EMPTY: Syntax = { type: '', field: undefined, from: 0, to: 0, children: [] }
