import { ANYTHING, Calls } from './calls.ts'
import { givenWord, wordsGiven } from './command-line.ts'
import { chosen } from './environment.ts'
import type { Given } from './library.ts'
import { MOST_STEPS } from './machine.ts'
import { isCallable } from './methods.ts'
import type { Argument, At, Expression, FunctionText, LoopHead, Statement, Target } from './program.ts'
import { Scope } from './scope.ts'
import {
  ABSENT,
  type ClassValue,
  concatenated,
  data,
  derivedFrom,
  either,
  type FunctionValue,
  isAbsent,
  itemsOf,
  knownText,
  library,
  NOTHING,
  plain,
  type RecordValue,
  text,
  type Value,
} from './values.ts'

const MOST_UNROLLED = 24

/** Runs a program on values that are known or not, and tells what it does. */
export class Interpreter extends Calls {
  /** Runs the program, then every function that nothing in it called: somebody else may. */
  run(program: readonly Statement[]): void {
    const brought = this.language.bringsBy?.(this.source)
    if (brought !== undefined) this.brings(brought)
    this.block(program, new Scope(undefined, 'function'))
    this.atEnd = true
    for (const { callee, given, at } of this.again) this.applyFunction(callee, given, at)
    for (let round = 0; round < 4; round++) {
      const left = [...this.defined].filter(([one]) => !this.called.has(one))
      if (left.length === 0) return
      // What only the code itself may call is run when nothing of it did.
      const open = left.filter(([one]) => !one.hidden)
      for (const [one, value] of open.length === 0 ? left : open)
        if (!this.called.has(one)) this.escapes(this.apply(value, ANYTHING, value.text), value.text)
    }
  }

  protected block(statements: readonly Statement[], scope: Scope): void {
    scope.expect(namesGiven(statements))
    // Functions may be called before the line that defines them.
    for (const statement of statements)
      if (statement.is === 'function' && statement.function.name !== undefined)
        scope.declare(statement.function.name, this.define(statement.function, scope))
    for (const statement of statements) this.execute(statement, scope)
  }

  protected execute(statement: Statement, scope: Scope): void {
    if (!this.spend()) return
    switch (statement.is) {
      case 'do':
        this.evaluate(statement.expression, scope)
        return
      case 'if':
        for (const test of statement.tests) this.evaluate(test, scope)
        scope.branches(
          statement.branches.map((branch) => (inner) => this.block(branch, inner)),
          'perhaps none',
        )
        return
      case 'loop':
        return this.loop(statement, scope)
      case 'function': {
        const { decorators, name } = statement.function
        let value: Value = scope.get(name ?? '') ?? this.define(statement.function, scope)
        if (value.kind !== 'function' || value.text !== statement.function)
          value = this.define(statement.function, scope)
        this.fallbacks(statement.function, scope)
        if (name !== undefined) scope.declare(name, this.decorated(value, decorators, scope, statement))
        return
      }
      case 'class': {
        const value = this.class(statement.class, scope)
        if (statement.class.name !== undefined) scope.declare(statement.class.name, value)
        for (const decorator of statement.class.decorators) this.evaluate(decorator, scope)
        return
      }
      case 'import':
        return this.import(statement, scope)
      case 'return': {
        const value = statement.value === undefined ? NOTHING : this.evaluate(statement.value, scope)
        this.returned.at(-1)?.push(value)
        return
      }
      case 'try':
        scope.branches(
          [(inner) => this.block(statement.body, inner)],
          statement.handlers.length > 0 ? 'perhaps none' : 'one runs',
        )
        scope.branches(
          statement.handlers.map((handler) => (inner) => this.block(handler, inner)),
          'perhaps none',
        )
        return this.block(statement.last, scope)
      case 'with':
        for (const { value, target } of statement.items) {
          const entered = this.entered(this.evaluate(value, scope), statement)
          if (target !== undefined) this.bind(target, entered, scope, statement)
        }
        return this.block(statement.body, scope)
      case 'block':
        scope.branches([(inner) => this.block(statement.body, inner)], 'one runs')
        return
      case 'shared':
        for (const name of statement.names) scope.shared.add(name)
        return
      case 'unread':
        this.unread('not-parsed', `${statement.what}: ${this.textAt(statement)}`)
    }
  }

  protected entered(value: Value, at: At): Value {
    // A generator that is entered gives what it yields.
    if (value.kind === 'list' && value.more && value.items.length > 0) return either(value.items)
    if (value.kind !== 'instance') return value
    const enter = this.member(value, '__enter__', at)
    return enter.kind === 'function' ? this.call(enter, [], at) : value
  }

  protected loop(statement: Extract<Statement, { is: 'loop' }>, scope: Scope): void {
    for (const test of statement.tests) this.evaluate(test, scope)
    const over = statement.over && this.evaluate(statement.over, scope)
    const { items, complete } = over === undefined ? { items: [], complete: false } : itemsOf(over)
    const turn = (item: Value | undefined, inner: Scope): void => {
      if (statement.target !== undefined && item !== undefined) this.bind(statement.target, item, inner, statement)
      this.block(statement.body, inner)
      for (const test of statement.tests) this.evaluate(test, inner)
    }
    if (complete && items.length <= MOST_UNROLLED && this.steps < MOST_STEPS / 2) {
      for (const item of items) scope.branches([(inner) => turn(item, inner)], 'one runs')
      return
    }
    const item =
      items.length > 0
        ? either(items)
        : complete
          ? ABSENT
          : over === undefined
            ? data('item')
            : derivedFrom([over], 'item')
    // Twice: what the first turn leaves behind reaches the second.
    for (let round = 0; round < 2; round++) scope.branches([(inner) => turn(item, inner)], 'perhaps none')
  }

  protected import(statement: Extract<Statement, { is: 'import' }>, scope: Scope): void {
    const { module } = statement
    for (const { name, as } of statement.names) {
      if (name === '*') {
        if (this.cannotAct(module) || this.isLocal(module)) this.starred = true
        else this.unread('unknown-call', this.textAt(statement))
      } else {
        const full = name === undefined ? module : `${module}.${name}`
        const known = this.language.attributes.get(full)
        scope.declare(as, known?.(library(full), this) ?? library(full))
      }
    }
    this.special('import-statement', module, undefined, [text(module)], statement)
  }

  protected function(one: FunctionText, scope: Scope): FunctionValue {
    const value = this.define(one, scope)
    this.fallbacks(one, scope)
    return value
  }

  /** A function is known before the line that defines it, what its parameters are by default is not. */
  private define(one: FunctionText, scope: Scope): FunctionValue {
    const value: FunctionValue = { kind: 'function', text: one, scope }
    this.defined.set(one, value)
    return value
  }

  private fallbacks({ parameters }: FunctionText, scope: Scope): void {
    for (const { fallback } of parameters) if (fallback !== undefined) this.evaluate(fallback, scope)
  }

  protected decorated(value: Value, decorators: readonly Expression[], scope: Scope, at: At): Value {
    let result = value
    for (const decorator of decorators.toReversed()) {
      const by = this.evaluate(decorator, scope)
      // One that the code wrote itself is followed; what a library makes of the function is run with anything at the end.
      if (by.kind === 'function' || by.kind === 'class') result = this.call(by, [result], at)
      else if (result.kind === 'function') result = this.withParameters(result, by, decorator, scope)
    }
    return result
  }

  /** What a parameter is given on the command line: `@click.option`, and every parameter of an `@app.command()`. */
  private withParameters(value: FunctionValue, by: Value, decorator: Expression, scope: Scope): FunctionValue {
    let made = value
    const handed =
      by.kind === 'library' || by.kind === 'object'
        ? this.language.givenByDecorator?.get(by.kind === 'object' ? by.type : by.name)
        : undefined
    const [receives] = value.text.parameters
    if (by.kind === 'object' && by.type === 'Parameter' && by.held?.kind === 'record')
      made = { ...value, presets: new Map([...(value.presets ?? []), ...by.held.entries]) }
    else if (handed !== undefined && receives?.name !== undefined)
      made = { ...value, presets: new Map([...(value.presets ?? []), [receives.name, handed]]) }
    else if (isCommand(decorator) && this.args?.length !== 0) {
      const presets = new Map<string, Value>()
      for (const { name, fallback } of value.text.parameters)
        if (name !== undefined)
          presets.set(name, givenWord(wordsGiven(this), fallback && this.evaluate(fallback, scope)))
      made = { ...value, presets: new Map([...presets, ...(value.presets ?? [])]) }
    }
    if (made !== value) this.defined.set(value.text, made)
    return made
  }

  protected class(one: ClassValue['text'], scope: Scope): ClassValue {
    const inner = new Scope(scope, 'function')
    const bases = one.bases.map((base) => this.evaluate(base, scope))
    const value: ClassValue = { kind: 'class', text: one, scope, members: inner.names, bases }
    if (one.name !== undefined) inner.declare(one.name, value)
    this.block(one.body, inner)
    const self: Value = { kind: 'instance', of: value, fields: new Map() }
    for (const [name, member] of inner.names)
      if (member.kind === 'function' && member.text.method !== undefined) {
        const bound = { ...member, self }
        inner.names.set(name, bound)
        this.defined.set(member.text, bound)
      }
    return value
  }

  protected evaluate(expression: Expression, scope: Scope): Value {
    if (!this.spend()) return NOTHING
    switch (expression.is) {
      case 'text':
        return text(expression.value)
      case 'template': {
        const parts = expression.parts.map((part) =>
          typeof part === 'string' ? text(part) : this.evaluate(part, scope),
        )
        this.noteEnvironment(NOTHING, { positional: parts, named: new Map(), open: false }, expression)
        return concatenated(parts, this.textAt(expression))
      }
      case 'number':
        return text(this.textAt(expression))
      case 'nothing':
        return NOTHING
      case 'null':
        return ABSENT
      case 'slice':
        return { kind: 'data', source: 'part', slice: expression.part }
      case 'truth':
        return text(expression.value)
      case 'name':
        return this.name(expression.name, scope, expression.implicit)
      case 'member':
        return this.member(this.evaluate(expression.of, scope), expression.name, expression)
      case 'index':
        return this.index(this.evaluate(expression.of, scope), this.evaluate(expression.key, scope), expression)
      case 'call': {
        const callee = this.evaluate(expression.callee, scope)
        return this.apply(callee, this.given(expression.args, scope), expression)
      }
      case 'list':
        return either(
          this.alternatives(expression.items, scope).map((items): Value => ({
            kind: 'list',
            items: [...items.positional],
            more: items.open,
            ...(expression.tuple ? { tuple: true } : {}),
          })),
        )
      case 'record':
        return this.recordLiteral(expression, scope)
      case 'binary':
        return this.binary(expression, scope)
      case 'choice':
        for (const test of expression.tests) this.evaluate(test, scope)
        return chosen(expression.options.map((option) => this.evaluate(option, scope)))
      case 'function':
        return this.function(expression.function, scope)
      case 'class':
        return this.class(expression.class, scope)
      case 'assign': {
        const given = this.evaluate(expression.value, scope)
        const value = expression.operator === undefined ? given : this.augmented(expression, given, scope)
        this.bind(expression.target, value, scope, expression)
        return value
      }
      case 'collect': {
        const items: Value[] = []
        this.collect(expression.loops, expression.item, scope, items, expression)
        return { kind: 'list', items, more: true }
      }
      case 'computed':
        return derivedFrom(
          expression.parts.map((part) => this.evaluate(part, scope)),
          this.textAt(expression),
        )
      case 'plain':
        for (const part of expression.parts) this.evaluate(part, scope)
        return plain(this.textAt(expression))
      case 'yield': {
        const value = this.evaluate(expression.value, scope)
        const inside = expression.each ? itemsOf(value) : undefined
        const items = inside === undefined ? [value] : inside.items
        // What runs again deeper inside yields nothing that it does not yield here.
        if (!isAbsent(value))
          this.yielded.at(-1)?.push(...(items.length === 0 ? [derivedFrom([value], 'item')] : items))
        return data(this.textAt(expression))
      }
      case 'same':
        return this.evaluate(expression.of, scope)
      case 'typed':
        return this.typed(this.evaluate(expression.of, scope), expression.type, scope)
      case 'block': {
        let value = NOTHING
        scope.branches(
          [
            (inner) => {
              this.block(expression.body, inner)
              if (expression.gives !== undefined) value = this.evaluate(expression.gives, inner)
            },
          ],
          'one runs',
        )
        return value
      }
      case 'unread':
        this.unread('not-parsed', `${expression.what}: ${this.textAt(expression)}`)
        return NOTHING
    }
  }

  protected name(name: string, scope: Scope, implicit?: true): Value {
    const known = scope.get(name) ?? this.brought.get(name) ?? this.language.globals.get(name)
    if (known !== undefined) return known
    if (!this.atEnd && this.active.length > 0 && scope.comes(name)) this.early = true
    const brought = this.starred && (this.language.starred?.test(name) ?? true)
    return brought || implicit ? data(name) : { kind: 'data', source: name, called: 'unknown' }
  }

  protected recordLiteral(expression: Extract<Expression, { is: 'record' }>, scope: Scope): Value {
    const record: RecordValue = { kind: 'record', entries: new Map(), more: false }
    let whole: Value | undefined
    for (const { key, value } of expression.entries) {
      const held = this.evaluate(value, scope)
      if (key === undefined) {
        // `{**os.environ, 'A': '1'}` is still the environment.
        if (held.kind === 'object') whole = held
        if (held.kind === 'record') for (const [name, inner] of held.entries) record.entries.set(name, inner)
        if (held.kind !== 'record' || held.more) record.more = true
        continue
      }
      const name = knownText(this.evaluate(key, scope))
      if (name === undefined) record.more = true
      else record.entries.set(name, held)
      if (name === undefined && isCallable(held)) this.handOn(held, expression)
    }
    return whole ?? record
  }

  protected binary(expression: Extract<Expression, { is: 'binary' }>, scope: Scope): Value {
    const left = this.evaluate(expression.left, scope)
    const right = this.evaluate(expression.right, scope)
    return this.combine(expression.operator, left, right, this.textAt(expression))
  }

  protected augmented(expression: Extract<Expression, { is: 'assign' }>, given: Value, scope: Scope): Value {
    const { target, operator = '' } = expression
    const before =
      target.to === 'name'
        ? this.name(target.name, scope)
        : target.to === 'member'
          ? this.member(this.evaluate(target.of, scope), target.name, expression)
          : data(this.textAt(expression))
    if (/^(?:\|\||&&|\?\?|or|and)$/.test(operator)) return either([before, given])
    return this.combine(operator, before, given, this.textAt(expression))
  }

  protected collect(
    loops: readonly LoopHead[],
    item: readonly Expression[],
    scope: Scope,
    items: Value[],
    at: At,
  ): void {
    const [head, ...more] = loops
    if (head === undefined) {
      items.push(...item.map((one) => this.evaluate(one, scope)))
      return
    }
    const over = itemsOf(this.evaluate(head.over, scope))
    const each = over.items.length === 0 ? [data('item')] : over.items.slice(0, MOST_UNROLLED)
    if (over.items.length > MOST_UNROLLED) each.push(data('item'))
    for (const one of each)
      scope.branches(
        [
          (inner) => {
            this.bind(head.target, one, inner, at)
            for (const test of head.tests) this.evaluate(test, inner)
            this.collect(more, item, inner, items, at)
          },
        ],
        'perhaps none',
      )
  }

  /** `[...a, ...(b ? ['-x'] : [])]` is one of two lists. */
  private alternatives(args: readonly Argument[], scope: Scope): readonly Given[] {
    const chosen = args.find(({ value, spread }) => spread === 'items' && choiceIn(value) !== undefined)
    if (chosen === undefined) return [this.given(args, scope)]
    const choice = choiceIn(chosen.value)!
    for (const test of choice.tests) this.evaluate(test, scope)
    // One choice is followed both ways; of more, what they hold stands in the list without an order.
    return choice.options.map((option) =>
      this.given(
        args.map((one) => (one === chosen ? { ...one, value: option } : one)),
        scope,
      ),
    )
  }

  protected given(args: readonly Argument[], scope: Scope): Given {
    const positional: Value[] = []
    const named = new Map<string, Value>()
    let open = false
    for (const { value, name, spread } of args) {
      const held = this.evaluate(value, scope)
      if (name !== undefined) named.set(name, held)
      else if (spread === 'items') {
        const { items, complete } = itemsOf(held)
        positional.push(...(items.length === 0 && !complete ? [data('item')] : items))
        if (!complete) open = true
      } else if (spread === 'entries') {
        if (held.kind === 'record') for (const [key, inner] of held.entries) named.set(key, inner)
        if (held.kind !== 'record' || held.more) open = true
        if (held.kind === 'object') positional.push(held)
      } else positional.push(held)
    }
    return { positional, named, open }
  }
}

/** `@app.command()`, `@cli.command`, `@command`: a library calls it with what stands on the command line. */
function isCommand(decorator: Expression): boolean {
  const callee = decorator.is === 'call' ? decorator.callee : decorator
  const name = callee.is === 'member' || callee.is === 'name' ? callee.name : ''
  return /^(?:command|callback|group|task|main)$/.test(name)
}

function choiceIn(expression: Expression): Extract<Expression, { is: 'choice' }> | undefined {
  if (expression.is === 'same') return choiceIn(expression.of)
  return expression.is === 'choice' && expression.options.length === 2 ? expression : undefined
}

const GIVEN = new WeakMap<readonly Statement[], ReadonlySet<string>>()

/** The names that the statements of a block give a value. */
function namesGiven(statements: readonly Statement[]): ReadonlySet<string> {
  const known = GIVEN.get(statements)
  if (known !== undefined) return known
  const names = new Set<string>()
  const take = (target: Target | undefined): void => {
    if (target?.to === 'name') names.add(target.name)
    else if (target?.to === 'items') for (const one of [...target.targets, target.rest]) take(one)
    else if (target?.to === 'entries')
      for (const one of [...target.targets.map(([, one]) => one), target.rest]) take(one)
  }
  for (const statement of statements)
    if (statement.is === 'do' && statement.expression.is === 'assign') take(statement.expression.target)
    else if (statement.is === 'class' && statement.class.name !== undefined) names.add(statement.class.name)
  GIVEN.set(statements, names)
  return names
}
