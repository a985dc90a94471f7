import { Machine } from './machine.ts'
import { isCallable, percentFormat } from './methods.ts'
import { slicedPart } from './parts.ts'
import { joinPaths } from './paths.ts'
import type { At } from './program.ts'
import {
  ABSENT,
  type ClassValue,
  concatenated,
  data,
  derived,
  derivedFrom,
  either,
  type FunctionValue,
  isAbsent,
  itemsOf,
  knownText,
  library,
  NOTHING,
  optionsOf,
  plain,
  text,
  type Value,
} from './values.ts'

/** Members, items and operators of values. */
export abstract class Members extends Machine {
  protected member(of: Value, name: string, at: At): Value {
    // An object may be asked for its own class, which the code wrote.
    if (this.language.reaches.has(name) && of.kind !== 'instance') {
      this.unread('dynamic-code', this.textAt(at))
      return NOTHING
    }
    return either(optionsOf(of).map((option) => this.memberOf(option, name, at)))
  }

  protected memberOf(of: Value, name: string, at: At): Value {
    if (this.language.specials.has(`every#${name}`) && !this.hasOwn(of, name)) return { kind: 'method', of, name }
    switch (of.kind) {
      case 'library': {
        if (of.name === this.language.globalObject)
          return this.language.globals.get(name) ?? { kind: 'data', source: name, called: 'unknown' }
        const full = `${of.name}.${name}`
        if (this.language.reaches.has(full)) {
          this.unread('dynamic-code', this.textAt(at))
          return NOTHING
        }
        return this.language.attributes.get(full)?.(of, this) ?? library(full)
      }
      case 'object':
        return this.objectMember(of, name, at)
      case 'instance': {
        const held = of.fields.get(name) ?? this.inherited(of.of, name)
        if (held === undefined) return { kind: 'method', of, name }
        if (held.kind !== 'function' || held.text.method === undefined) return held
        const bound: FunctionValue = { ...held, self: of }
        const isProperty = held.text.decorators.some((one) => one.is === 'name' && one.name.endsWith('property'))
        return isProperty ? this.call(bound, [], at) : bound
      }
      case 'class':
        return this.inherited(of, name) ?? { kind: 'method', of, name }
      case 'record':
        return of.entries.get(name) ?? of.missing ?? { kind: 'method', of, name }
      case 'method':
        // `client.rest.issues.list` is looked up under the type of the client; of other values nothing more is known.
        if (of.of.kind === 'object') return { kind: 'method', of: of.of, name: `${of.name}.${name}` }
        return { kind: 'method', of: derived(of.of, this.textAt(at)), name }
      default:
        return { kind: 'method', of, name }
    }
  }

  protected objectMember(of: Extract<Value, { kind: 'object' }>, name: string, at: At): Value {
    const known = this.language.attributes.get(`${of.type}#${name}`)
    if (known !== undefined) return known(of, this)
    return this.special(`${of.type}#.`, name, of, [], at) ?? { kind: 'method', of, name }
  }

  /** Whether the code itself wrote a method or field of this name. */
  protected hasOwn(of: Value, name: string): boolean {
    if (of.kind === 'instance') return of.fields.has(name) || this.inherited(of.of, name) !== undefined
    return of.kind === 'class' && this.inherited(of, name) !== undefined
  }

  protected inherited(of: ClassValue, name: string): Value | undefined {
    const own = of.members.get(name)
    if (own !== undefined) return own
    for (const base of of.bases) {
      const found = base.kind === 'class' && base !== of ? this.inherited(base, name) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  protected index(of: Value, key: Value, at: At): Value {
    const known = knownText(key)
    const part = key.kind === 'data' ? key.slice : undefined
    return either(
      optionsOf(of).map((option): Value => {
        const taken = part === undefined ? undefined : slicedPart(option, part, this.textAt(at))
        if (taken !== undefined) return taken
        switch (option.kind) {
          case 'list': {
            const exact = known !== undefined && /^\d+$/.test(known) ? option.items[Number(known)] : undefined
            if (exact === undefined && option.ends && !option.more && known !== undefined && /^\d+$/.test(known))
              return ABSENT
            return (
              exact ??
              either([...option.items, ...(option.more || option.items.length === 0 ? [data(this.textAt(at))] : [])])
            )
          }
          case 'record': {
            const found = known === undefined ? undefined : option.entries.get(known)
            return found ?? option.missing ?? either([...option.entries.values(), data(this.textAt(at))])
          }
          case 'library': {
            const special = this.special(`${option.name}.[]`, `${option.name}.[]`, option, [key], at)
            if (special !== undefined) return special
            if (this.language.members === 'indexable') return data(this.textAt(at))
            if (known !== undefined) return this.member(option, known, at)
            this.unread('dynamic-code', this.textAt(at))
            return NOTHING
          }
          case 'object':
            return (
              this.special(`${option.type}#[]`, option.type, option, [key], at) ??
              (this.language.entries.has(`${option.type}#*`) ? option : data(this.textAt(at)))
            )
          case 'instance':
            return known === undefined ? data(this.textAt(at)) : this.member(option, known, at)
          case 'data':
            return derived(option, this.textAt(at))
          case 'text':
            return derived(option, this.textAt(at))
          case 'method':
            return derived(option.of, this.textAt(at))
          default:
            return data(this.textAt(at))
        }
      }),
    )
  }

  protected set(of: Value, name: string, value: Value, at: At): void {
    if (of.kind === 'instance') {
      of.fields.set(name, of.fields.has(name) ? either([of.fields.get(name)!, value]) : value)
      const bare = this.language.bareFields ? of.of.members.get(name) : undefined
      if (bare !== undefined) of.of.members.set(name, bare === NOTHING ? value : either([bare, value]))
    } else if (of.kind === 'record') {
      // What nobody gave is not set: the block that sets it does not run.
      if (!isAbsent(value) || !of.entries.has(name)) of.entries.set(name, value)
    } else if (of.kind === 'class') of.members.set(name, value)
    else if (of.kind === 'library') {
      // A function of a library that is replaced is no longer what its name says.
      const harmless = this.language.entries.get(`${of.name}.${name}`)?.acts.length === 0
      if (isCallable(value) && `${of.name}.${name}` === 'module.exports') this.handOn(value, at)
      else if (isCallable(value) && !harmless && !this.cannotAct(of.name)) this.unread('unknown-call', this.textAt(at))
    } else if (of.kind === 'object') {
      const set = this.special(`${of.type}#[]=`, name, of, [text(name), value], at)
      if (set === undefined && isCallable(value)) this.handOn(value, at)
    } else if (isCallable(value)) this.handOn(value, at)
  }

  protected combine(operator: string, left: Value, right: Value, source: string): Value {
    const [first] = optionsOf(left)
    if (
      operator === '/' &&
      optionsOf(left)
        .concat(optionsOf(right))
        .some((option) => option.kind === 'object' && option.type === 'Path')
    )
      return { kind: 'object', type: 'Path', held: joinPaths([left, right], source) }
    if (operator === '+' || operator === '.') {
      if (left.kind === 'list' || right.kind === 'list') {
        const [a, b] = [itemsOf(left), itemsOf(right)]
        const unknown = [a, b].some(({ items, complete }) => items.length === 0 && !complete) ? [data(source)] : []
        return { kind: 'list', items: [...a.items, ...b.items, ...unknown], more: !a.complete || !b.complete }
      }
      const numbers = operator === '+' && [left, right].every(isNumber)
      if (numbers) return plain(source)
      const isText = [...optionsOf(left), ...optionsOf(right)].some((option) => option.kind === 'text')
      return isText ? concatenated([left, right], source) : data(source)
    }
    if (operator === '%' && first?.kind === 'text' && left.kind === 'text')
      return percentFormat(left.word, right, source)
    if (/^(?:[-*+]|\/\/|\*\*)$/.test(operator) && [left, right].every(isNumber)) return plain(source)
    return derivedFrom([left, right], source)
  }
}

/** A whole number, or one that is counted with. */
function isNumber(value: Value): boolean {
  return value.kind === 'data' ? value.plain === 'name' : /^\d+$/.test(knownText(value) ?? '')
}
