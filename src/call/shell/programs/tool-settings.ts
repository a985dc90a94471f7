import type { ActionOf } from '../../action.ts'
import { show, type Word } from '../../word.ts'
import { recordVariable } from '../environment.ts'
import type { ProgramContext } from './program.ts'

/**
 * A setting that a tool keeps for its later runs: `npm config set`, `aws configure set`, `gcloud config set`. What its
 * value makes the tool run is told as for a variable of that name: most of these tools read both.
 */
export function recordSetting(
  context: ProgramContext,
  of: ActionOf<'change-settings'>['of'],
  key: string,
  value: Word,
): void {
  context.record({ does: 'change-settings', of, key, value: show(value) })
  recordKept(context, key, value)
}

/** The same of a tool whose settings are told otherwise. */
export function recordKept(context: ProgramContext, key: string, value: Word): void {
  recordVariable(context, variableOf(key), value)
}

/** `node-options`, `yarnPath`, `auth/impersonate_service_account` as names of variables. */
function variableOf(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}

/** `key=value` or `key value` behind the options of a `set`. */
export function settingIn(args: readonly Word[]): { readonly key: string; readonly value: Word } | undefined {
  const at = args.findIndex((word) => !show(word).startsWith('-'))
  const word = args[at]
  if (word === undefined) return undefined
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(show(word)) ?? []
  if (key !== undefined) return { key, value: { kind: 'literal', text: value! } }
  const next = args
    .slice(at + 1)
    .find((each) => !/^-[a-z]$|^--(?:global|location|user|local|site|home|json|profile|region)\b/.test(show(each)))
  return { key: show(word), value: next ?? { kind: 'literal', text: '' } }
}
