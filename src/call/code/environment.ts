import type { LibraryCall } from './library.ts'
import { data, either, isAbsent, knownText, text, type Value, wordOf } from './values.ts'

const SECRET = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE|CREDENTIAL/i

/**
 * One variable of the environment. What the code takes in its place counts where nothing in this call sets it: what else
 * it may be was set by the user.
 */
export function variable(name: string | undefined, call: LibraryCall, fallback: Value | undefined): Value {
  if (name === 'HOME' || name === 'USERPROFILE') return text('~')
  if (name === undefined) {
    // Any of them, one after another.
    call.engine.record({ does: 'environment', name: 'environment', text: call.text })
    return data(call.text)
  }
  const secret = SECRET.test(name)
  if (secret) call.engine.record({ does: 'environment', name, text: call.text })
  const { environment } = call.engine
  const set = environment.get(name)
  if (set !== undefined && !secret) return { kind: 'text', word: set }
  const unset = !environment.has(name) && !secret
  const value: Value = {
    kind: 'text',
    word: {
      kind: 'dynamic',
      source: call.text,
      pieces: [{ unknown: `$${name}`, from: 'variable', ...(unset ? { unset } : {}) }],
    },
  }
  if (fallback === undefined) return value
  return unset && knownText(fallback) !== undefined && knownText(fallback) !== '' ? fallback : either([value, fallback])
}

/** The code itself sets a variable. */
export function setVariable(
  { engine, text: shown }: LibraryCall,
  name: string | undefined,
  value: Value | undefined,
): void {
  if (name !== undefined) engine.environment.set(name, value === undefined ? undefined : wordOf(value, shown))
}

/** Whether it is nothing but a variable that nothing in this call sets. */
export function isUnset(value: Value): boolean {
  if (isAbsent(value)) return true
  if (value.kind !== 'text' || value.word.kind !== 'dynamic' || value.word.pieces.length !== 1) return false
  const [only] = value.word.pieces
  return only !== undefined && 'unset' in only && only.unset === true
}

/** `a or b`: what stands there when a variable is not set or an argument not given. */
export function chosen(options: readonly Value[]): Value {
  const last = options.at(-1)
  const known = last !== undefined && knownText(last) !== undefined && knownText(last) !== ''
  return either(known ? options.filter((option) => !isUnset(option)) : options)
}
