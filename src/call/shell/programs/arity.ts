import type { Arity } from '../options.ts'

const known = new Map<string, ReadonlyMap<string, Arity>>()

/** Arities from names in one string: options with a value, and options with a value only when attached. Made once. */
export function arity(values: string, optional = ''): ReadonlyMap<string, Arity> {
  const key = `${values}\n${optional}`
  const before = known.get(key)
  if (before) return before
  const made = new Map<string, Arity>()
  for (const name of values.split(' ')) made.set(name, 'value')
  for (const name of optional.split(' ')) if (name !== '') made.set(name, 'optional')
  known.set(key, made)
  return made
}
