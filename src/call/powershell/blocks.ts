import { record, within } from './engine.ts'
import { runCode, runStream } from './run.ts'
import type { Script } from './script.ts'
import { knownText, NONE, originOf, unknown, type Value, wordOf } from './values.ts'

/** Runs a script block where it stands, with `$_` and `$args` bound. */
export function runBlock(script: Script, body: string, input: Value, args: readonly Value[] = []): Value {
  const { scope, engine } = script
  const outer = ['_', 'psitem', 'args', 'input'].map((name) => [name, scope.variables.get(name)] as const)
  scope.variables.set('_', input)
  scope.variables.set('psitem', input)
  scope.variables.set('args', { kind: 'list', items: args })
  const output = within(engine, {}, () => engine.texts.powershell(engine, body, scope, input)) ?? unknown(body)
  for (const [name, value] of outer) {
    if (value) scope.variables.set(name, value)
    else scope.variables.delete(name)
  }
  return output
}

/** Executes a value as PowerShell: `iex`, `[scriptblock]::Create(…)`, `Invoke-Command`. */
export function runValue(script: Script, code: Value, evidence: string, via: string): Value {
  const { engine } = script
  if (code.kind === 'block') return runBlock(script, code.body, NONE)
  const known = knownText(code)
  if (known !== undefined) {
    if (known.trim() === '') return NONE
    record(engine, { does: 'run-code', language: 'powershell', origin: 'inline', seenThrough: true }, evidence)
    const output = within(engine, { via: [...engine.scene.via, via] }, () =>
      engine.texts.powershell(engine, known, script.scope),
    )
    return output ?? unknown(evidence)
  }
  const origin = originOf(code)
  if (origin.kind === 'network') {
    record(
      engine,
      { does: 'run-code', language: 'powershell', origin: 'network', host: origin.host, seenThrough: false },
      evidence,
    )
    if ([...script.scope.made].some((type) => /tcpclient|networkstream|tcplistener/.test(type)))
      record(engine, { does: 'open-door', what: 'reverse-shell', address: origin.host }, evidence)
  } else if (origin.kind === 'file') runStream(engine, 'powershell', origin, evidence, via)
  else runCode(engine, 'powershell', wordOf(code), { via, evidence })
  return unknown(evidence, origin)
}
