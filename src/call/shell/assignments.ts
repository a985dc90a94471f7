import { dynamic, show, textOf } from '../word.ts'
import { runsCode, stopsHistory } from './environment.ts'
import { exportVariable, type Scope, recordOpaque, type Value } from './state.ts'
import { isSubscript } from './subscripts.ts'

export interface Assigned {
  readonly name: string
  readonly value: Value
}

/** Sets a variable of the shell itself. */
export function assign(scope: Scope, name: string, value: Value): void {
  const target = scope.shell.references.get(name)
  if (target !== undefined) {
    assignThrough(scope, name, target, value)
    return
  }
  scope.shell.variables.set(name, value)
  if (value.kind === 'literal' && isSubscript(value.text)) recordOpaque(scope, 'dynamic-code', `${name}=${value.text}`)
  // It may be in the environment already, and then every program started from here gets the new value.
  if (runsCode(name)) exportVariable(scope, name)
  // A pattern of names to ignore makes wildcards match all other hidden ones.
  if (name === 'GLOBIGNORE') scope.shell.dotglob = true
  if (name === 'PROMPT_COMMAND' || name === 'PS0') recordPrompt(scope, name, value)
  if (name.startsWith('HIST') && value.kind !== 'array' && stopsHistory(name, value))
    recordNoHistory(scope, `${name}=${show(value)}`)
}

/** `declare -n r=x; r=…` sets x. What stands under the name itself is not followed. */
function assignThrough(scope: Scope, name: string, target: string, value: Value): void {
  scope.shell.variables.set(name, dynamic(`$${name}`))
  if (target === name || scope.shell.references.has(target))
    recordOpaque(scope, 'dynamic-code', `${name} refers to ${target}`)
  else assign(scope, target, value)
}

/** The shell itself runs these before each prompt. */
function recordPrompt(scope: Scope, name: string, value: Value): void {
  for (const word of value.kind === 'array' ? value.items : [value]) {
    const text = textOf(word)
    if (text === undefined) recordOpaque(scope, 'dynamic-code', `${name}=${show(word)}`)
    else if (name === 'PROMPT_COMMAND' || /[$`]/.test(text))
      scope.run.reader.text(scope, name === 'PS0' ? `: "${text.replaceAll('"', '\\"')}"` : text, name)
  }
}

export function recordNoHistory(scope: Scope, evidence: string): void {
  scope.run.actions.push({
    does: 'change-system',
    deed: 'stop-logging',
    target: 'shell history',
    evidence,
    where: scope.frame.where,
    elevated: scope.frame.elevated,
  })
}
