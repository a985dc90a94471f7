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

/** Settings that keep a check on, by their names as variables: what must not be set, and what that lets in. */
const CHECKS: readonly (readonly [RegExp, 'off' | 'on', 'weaken-tls' | 'disable-security'])[] = [
  [
    /(?:^|_)(?:STRICT_SSL|SSL_VERIFY|VERIFY_SSL|TLS_VERIFY|SECURE_HTTP|ENABLE_STRICT_SSL|SSL_VERIFY_MODE)$/,
    'off',
    'weaken-tls',
  ],
  [
    /(?:^|_)(?:DISABLE_(?:SSL|TLS)(?:_\w+)?|INSECURE|ALLOW_INSECURE\w*|UNSAFE_HTTP\w*|SKIP_SSL\w*)$/,
    'on',
    'weaken-tls',
  ],
  // Code of packages that nobody asked for is run when they are installed.
  [/(?:^|_)(?:DANGEROUSLY_ALLOW_ALL_\w+|ENABLE_SCRIPTS|ALLOW_PLUGINS)$/, 'on', 'disable-security'],
  [
    /(?:^|_)(?:ENABLE_IMMUTABLE_INSTALLS|CHECKSUM_BEHAVIOR|SANDBOX|REQUIRE_SIGS|GPGCHECK|REPO_GPGCHECK)$/,
    'off',
    'disable-security',
  ],
]

const OFF = /^(?:0|false|no|off|none|ignore|update|)$/i

function recordSwitchedOff(context: ProgramContext, key: string, value: Word): void {
  const name = variableOf(key)
  const wrong = OFF.test(show(value).trim()) ? 'off' : 'on'
  for (const [pattern, bad, deed] of CHECKS)
    if (bad === wrong && pattern.test(name))
      context.record({ does: 'change-system', deed, target: `${key}=${show(value)}` })
}

/** The same of a tool whose settings are told otherwise. */
export function recordKept(context: ProgramContext, key: string, value: Word): void {
  recordVariable(context, variableOf(key), value)
  recordSwitchedOff(context, key, value)
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
