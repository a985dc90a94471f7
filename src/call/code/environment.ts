import type { LibraryCall } from './library.ts'
import { data, either, text, type Value } from './values.ts'

const SECRET = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE|CREDENTIAL/i

/** One variable of the environment. */
export function variable(name: string | undefined, call: LibraryCall, fallback: Value | undefined): Value {
  if (name === 'HOME' || name === 'USERPROFILE') return text('~')
  if (name === undefined) {
    // Any of them, one after another.
    call.engine.record({ does: 'environment', name: 'environment', text: call.text })
    return data(call.text)
  }
  if (SECRET.test(name)) call.engine.record({ does: 'environment', name, text: call.text })
  const value: Value = {
    kind: 'text',
    word: { kind: 'dynamic', source: call.text, pieces: [{ unknown: `$${name}`, from: 'variable' }] },
  }
  return fallback === undefined ? value : either([value, fallback])
}
