import { NOTHING } from '../shell/stream.ts'
import { runsCode, recordVariable } from '../shell/environment.ts'
import { show, textOf, type Word } from '../word.ts'
import { type Engine, record } from './engine.ts'
import { isPathExtended } from './places.ts'
import { contextFor } from './run.ts'

/** How a search path names itself in a value: `$env:PATH`, `%PATH%`. */
const ITSELF = /^%path%|^\$\{?env:path\b/i

/** Remembers a variable of the environment, and tells what it makes programs do that are started from here. */
export function setEnvironment(
  engine: Engine,
  typed: string,
  value: Word,
  evidence: string,
  how: 'set' | 'appended' = 'set',
): void {
  const name = typed.toLowerCase()
  engine.environment.set(name, value)
  if (name === 'path') {
    if (how === 'set' && !isPathExtended(value, ITSELF, engine))
      record(engine, { does: 'change-system', deed: 'change-configuration', target: 'environment path' }, evidence)
    return
  }
  if (name === '__pslockdownpolicy')
    record(engine, { does: 'change-system', deed: 'disable-security', target: name }, evidence)
  else if (/^(?:https?|all)_proxy$/.test(name))
    record(engine, { does: 'change-settings', of: 'shell', key: name, value: textOf(value) ?? show(value) }, evidence)
  else if (/^(?:cor_|coreclr_|complus_)/.test(name))
    record(engine, { does: 'change-system', deed: 'inject-process', target: `environment ${name}` }, evidence)
  else if (/^(?:psmodulepath|comspec|windir|systemroot|pathext)$/.test(name))
    record(engine, { does: 'change-system', deed: 'change-configuration', target: `environment ${name}` }, evidence)
  else if (runsCode(typed.toUpperCase()))
    recordVariable(
      contextFor(engine, { words: [], evidence, stdin: NOTHING }, typed, [], () => undefined),
      typed.toUpperCase(),
      value,
    )
}
