import { actBy } from './act.ts'
import type { Entry, Given, LibraryCall } from './library.ts'
import { Members } from './members.ts'
import { cleanedData, handOn, ownMethod } from './methods.ts'
import type { At, Expression, FunctionText, Statement, Target } from './program.ts'
import { Scope } from './scope.ts'
import {
  ABSENT,
  type ClassValue,
  data,
  derivedFrom,
  either,
  type FunctionValue,
  isAbsent,
  itemsOf,
  knownText,
  NOTHING,
  optionsOf,
  type Value,
} from './values.ts'

const DEEPEST_CALLS = 12

/** Who calls it may give it anything. */
export const ANYTHING: Given = { positional: [], named: new Map(), open: false, anything: true }

/** Calls: of what the code defines, of what a library offers, of methods. */
export abstract class Calls extends Members {
  /** Calls that came too early: `const server = app.listen(() => server.close())`. */
  protected again: { readonly callee: FunctionValue; readonly given: Given; readonly at: At }[] = []
  protected atEnd = false

  protected abstract evaluate(expression: Expression, scope: Scope): Value
  protected abstract block(statements: readonly Statement[], scope: Scope): void

  call(callee: Value, args: readonly Value[], at: At): Value {
    return this.apply(callee, { positional: args, named: new Map(), open: false }, at)
  }

  handOn(callee: Value, at: At): void {
    for (const option of optionsOf(callee)) {
      if (option.kind === 'function') this.escapes(this.apply(option, ANYTHING, at), at)
      else if (option.kind === 'library' && this.acts(option.name)) this.call(option, [data('argument')], at)
      else if (option.kind === 'method' && option.of.kind === 'object') {
        const entry = this.language.entries.get(`${option.of.type}#${option.name}`)
        if (entry !== undefined && entry.acts.length > 0) this.call(option, [data('argument')], at)
      }
    }
  }

  /** What a function gives to somebody who is not in the text may be called there. */
  protected escapes(value: Value, at: At): void {
    for (const option of optionsOf(value))
      if (option.kind === 'library' && this.acts(option.name)) this.call(option, [data('argument')], at)
  }

  protected apply(callee: Value, given: Given, at: At): Value {
    if (!this.spend()) return NOTHING
    if (callee.kind !== 'function' && callee.kind !== 'class') this.noteEnvironment(callee, given, at)
    return either(optionsOf(callee).map((option) => this.applyOne(option, given, at)))
  }

  protected applyOne(callee: Value, given: Given, at: At): Value {
    switch (callee.kind) {
      case 'function':
        return this.applyFunction(callee, given, at)
      case 'class':
        return this.construct(callee, given, at)
      case 'library':
        return this.applyLibrary(callee.name, undefined, given, at)
      case 'method':
        return this.applyMethod(callee.of, callee.name, given, at)
      case 'data':
        if (callee.called === 'unknown') this.unread('unknown-call', this.textAt(at))
        handOn(given, at, this)
        return data(this.textAt(at))
      case 'object':
        return this.applyMethod(callee, '()', given, at)
      case 'instance':
        return this.applyMethod(callee, '__call__', given, at)
      case 'text': {
        // A text that is called is the name of a function.
        const named = this.language.calledText?.(knownText(callee))
        if (named === undefined) break
        if (named !== 'unknown') return this.applyOne(named, given, at)
        this.unread('dynamic-code', this.textAt(at))
        return NOTHING
      }
    }
    handOn(given, at, this)
    return data(this.textAt(at))
  }

  protected applyMethod(of: Value, name: string, given: Given, at: At): Value {
    if (of.kind === 'either') return either(of.options.map((option) => this.applyMethod(option, name, given, at)))
    const every = this.language.specials.get(`every#${name}`)
    if (every !== undefined && !this.hasOwn(of, name))
      return every({ name, self: of, given, at, text: this.textAt(at), engine: this })
    if (of.kind === 'object') return this.applyLibrary(`${of.type}#${name}`, of, given, at)
    if (of.kind === 'function' && this.language.callsByMethod) return this.applyFunction(of, given, at)
    if (of.kind === 'function' && /^(?:call|bind|apply)$/.test(name)) return this.applyBound(of, name, given, at)
    if (of.kind === 'data' && of.called === 'unknown') {
      this.unread('unknown-call', this.textAt(at))
      return NOTHING
    }
    if (of.kind === 'instance' || of.kind === 'class') {
      const cls = of.kind === 'class' ? of : of.of
      const own = name === '__call__' ? this.inherited(cls, name) : undefined
      if (own?.kind === 'function') return this.applyFunction({ ...own, self: of }, given, at)
      for (const base of cls.bases)
        if (base.kind === 'library' && !this.cannotAct(base.name))
          return this.applyLibrary(`${base.name}.${name}`, of, given, at)
    }
    const special = this.language.specials.get(`any#${name}`)
    if (special !== undefined && (of.kind === 'data' || of.kind === 'method' || of.kind === 'instance'))
      return special({ name, self: of, given, at, text: this.textAt(at), engine: this })
    const acting = this.language.entries.get(`any#${name}`)
    if (acting !== undefined && (of.kind === 'data' || of.kind === 'method' || of.kind === 'instance')) {
      handOn(given, at, this)
      return actBy(acting, { name, self: of, given, at, text: this.textAt(at), engine: this })
    }
    const own = ownMethod(of, name, given, at, this) ?? cleanedData(of, name, given, this.textAt(at), this)
    if (own !== undefined) return own
    handOn(given, at, this)
    return derivedFrom([of, ...given.positional], this.textAt(at))
  }

  protected applyBound(of: FunctionValue, name: string, given: Given, at: At): Value {
    const [self, ...rest] = given.positional
    const bound: FunctionValue = self === undefined ? of : { ...of, self }
    if (name === 'bind') return { ...bound, first: rest }
    if (name === 'call') return this.applyFunction(bound, { ...given, positional: rest }, at)
    const { items, complete } = itemsOf(rest[0] ?? data('arguments'))
    return this.applyFunction(bound, { positional: items, named: new Map(), open: !complete }, at)
  }

  protected applyFunction(callee: FunctionValue, given: Given, at: At): Value {
    const { text: one } = callee
    const again = this.active.filter((running) => running === one).length
    // What is too deep is read at the end, as if nothing called it.
    if (again > 1 || this.active.length > DEEPEST_CALLS) return again > 1 ? ABSENT : data(this.textAt(at))
    this.called.add(one)
    const before = this.active.length === 0 ? this.mark() : undefined
    const scope = new Scope(callee.scope, 'function')
    const positional = [...(callee.first ?? []), ...given.positional]
    if (one.method === 'object-first') positional.unshift(callee.self ?? data('self'))
    else if (callee.self !== undefined) scope.declare('this', callee.self)
    const block = given.named.get('&')
    if (block !== undefined) scope.declare('&', block)
    this.active.push(one)
    this.returned.push([])
    this.yielded.push([])
    try {
      this.bindParameters(one, positional, given, scope, callee.presets)
      this.block(one.body, scope)
      if (one.gives !== undefined) this.returned.at(-1)!.push(this.evaluate(one.gives, scope))
    } finally {
      this.active.pop()
    }
    // It used what has no value yet: a callback of the very statement. It is run again when everything has one.
    if (before !== undefined && this.early) {
      this.early = false
      this.goBack(before)
      this.again.push({ callee, given, at })
    }
    const results = this.returned.pop()!
    const items = this.yielded.pop()!
    if (items.length > 0) return { kind: 'list', items, more: true }
    return results.length === 0 ? NOTHING : either(results)
  }

  protected bindParameters(
    one: FunctionText,
    positional: readonly Value[],
    given: Given,
    scope: Scope,
    presets?: ReadonlyMap<string, Value>,
  ): void {
    let next = 0
    for (const { target, name, fallback, takes, type } of one.parameters) {
      if (takes === 'rest') {
        this.bind(target, { kind: 'list', items: positional.slice(next), more: given.open }, scope, one)
        next = positional.length
      } else if (takes === 'keywords')
        this.bind(target, { kind: 'record', entries: new Map(given.named), more: given.open }, scope, one)
      else {
        const value =
          (name === undefined ? undefined : given.named.get(name)) ??
          positional[next++] ??
          (name === undefined ? undefined : presets?.get(name)) ??
          (fallback === undefined || given.open ? undefined : this.byDefault(fallback, given, scope))
        // Nobody said what it is: not even by default.
        const unknown = this.language.given?.get(name ?? '') ?? data(name ?? 'argument')
        this.bind(declared(target), this.typed(value ?? unknown, type, scope), scope, one)
      }
    }
  }

  /** By default nothing: whoever calls it gives something. */
  private byDefault(fallback: Expression, given: Given, scope: Scope): Value | undefined {
    const value = this.evaluate(fallback, scope)
    return given.anything && isAbsent(value) ? undefined : value
  }

  /** What nobody knows is still what it is declared to be. */
  protected typed(value: Value, type: Expression | undefined, scope: Scope): Value {
    if (type === undefined || value.kind !== 'data' || this.language.types === undefined) return value
    const declares = this.evaluate(type, scope)
    const known = declares.kind === 'library' ? this.language.types.get(declares.name) : undefined
    return known === undefined ? value : { kind: 'object', type: known, held: value }
  }

  protected bind(target: Target, value: Value, scope: Scope, at: At): void {
    switch (target.to) {
      case 'name': {
        const given = target.fallback === undefined ? value : either([value, this.evaluate(target.fallback, scope)])
        if (target.declares) scope.declare(target.name, given)
        else scope.assign(target.name, given, this.language.assigns)
        return
      }
      case 'member': {
        const of = this.evaluate(target.of, scope)
        for (const option of optionsOf(of)) this.set(option, target.name, value, at)
        return
      }
      case 'index': {
        const of = this.evaluate(target.of, scope)
        const key = this.evaluate(target.key, scope)
        for (const option of optionsOf(of)) {
          const name = knownText(key)
          if (option.kind === 'object') {
            this.special(`${option.type}#[]=`, option.type, option, [key, value], at)
          } else if (option.kind === 'list') option.items.push(value)
          else if (name === undefined && option.kind === 'record') option.more = true
          else if (name !== undefined) this.set(option, name, value, at)
        }
        return
      }
      case 'items': {
        const options = optionsOf(value)
        target.targets.forEach((one, index) => {
          if (one !== undefined) this.bind(one, either(options.map((option) => this.partOf(option, index))), scope, at)
        })
        if (target.rest !== undefined) {
          const { items, complete } = itemsOf(value)
          const rest: Value = { kind: 'list', items: items.slice(target.targets.length), more: !complete }
          this.bind(target.rest, rest, scope, at)
        }
        return
      }
      case 'entries':
        for (const [name, one] of target.targets) this.bind(one, this.member(value, name, at), scope, at)
        if (target.rest !== undefined) this.bind(target.rest, value, scope, at)
        return
      case 'unread':
        this.unread('not-parsed', this.textAt(at))
    }
  }

  /** What a name gets that stands at a position: of a list its item; of one result that comes with an error, the result. */
  private partOf(value: Value, index: number): Value {
    if (value.kind === 'list' && (this.language.results === 'many' || value.tuple))
      return value.items[index] ?? (value.items.length === 0 ? data('item') : either([...value.items, data('item')]))
    if (value.kind === 'data' || value.kind === 'method') return derivedFrom([value], 'item')
    return index === 0 ? value : data('item')
  }

  protected construct(callee: ClassValue, given: Given, at: At): Value {
    const instance: Value = { kind: 'instance', of: callee, fields: new Map() }
    const make =
      this.inherited(callee, '__init__') ??
      this.inherited(callee, 'constructor') ??
      this.inherited(callee, 'initialize')
    if (make?.kind === 'function') this.applyFunction({ ...make, self: instance }, given, at)
    else {
      handOn(given, at, this)
      for (const [name, value] of given.named) instance.fields.set(name, value)
    }
    return instance
  }

  protected applyLibrary(name: string, self: Value | undefined, given: Given, at: At): Value {
    const call: LibraryCall = { name, self, given, at, text: this.textAt(at), engine: this }
    const special = this.language.specials.get(name)
    if (special !== undefined) return special(call)
    const entry = this.entryOf(name)
    if (!this.language.neverCalls.has(name)) handOn(given, at, this)
    if (entry !== undefined) return actBy(entry, call)
    if (this.cannotAct(name) || this.isLocal(name)) return this.applyNamed(call)
    this.unread('unknown-call', call.text)
    return NOTHING
  }

  /** The row of a call; else of its kind (`Aws#list*`: a reading verb of a client), else of everything there (`os.path.*`). */
  protected entryOf(name: string): Entry | undefined {
    const { entries } = this.language
    const exact = entries.get(name)
    if (exact !== undefined) return exact
    const at = name.includes('#') ? name.indexOf('#') : name.lastIndexOf('.')
    const verb = /^[a-z]+/.exec(name.slice(name.lastIndexOf('.') > at ? name.lastIndexOf('.') + 1 : at + 1))?.[0]
    return entries.get(`${name.slice(0, at + 1)}${verb}*`) ?? entries.get(`${name.slice(0, at + 1)}*`)
  }

  /** A method that acts whatever it belongs to acts in a library that only computes, too. */
  protected applyNamed(call: LibraryCall): Value {
    const method = `any#${call.name.slice(call.name.lastIndexOf('.') + 1)}`
    const special = call.name.includes('.') ? this.language.specials.get(method) : undefined
    if (special !== undefined) return special(call)
    const entry = call.name.includes('.') ? this.language.entries.get(method) : undefined
    return entry === undefined
      ? derivedFrom([...call.given.positional, ...call.given.named.values()], call.text)
      : actBy(entry, call)
  }
}

function declared(target: Target): Target {
  return target.to === 'name' ? { ...target, declares: true } : target
}
