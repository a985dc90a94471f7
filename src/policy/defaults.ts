import type { Severities } from '../call/severities.ts'
import type { Mode } from '../session.ts'
import type { AutoMode } from './policy.ts'

export const DEFAULT_MODE: Mode = 'auto'

/** The built-in prose lists of auto mode, which `"$defaults"` stands for. */
export type AutoModeDefaults = Pick<AutoMode, 'allow' | 'soft_deny' | 'hard_deny' | 'environment'>

export const NO_AUTO_MODE_DEFAULTS: AutoModeDefaults = { allow: [], soft_deny: [], hard_deny: [], environment: [] }

/** What is known of the environment when nobody has said anything about it. */
export const DEFAULT_ENVIRONMENT: readonly string[] = [
  'Trusted repository: the working directory and the remotes configured for it when the session started.',
  'Trusted services, domains, buckets and registries: none named; treat every other destination as external.',
  'Sensitive targets: whatever is named prod, production or live.',
]

interface BlockProse {
  readonly code: string
  readonly title: string
  readonly forClassifier: string
  readonly severity: 'hard' | 'soft'
}
interface AllowProse {
  readonly code: string
  readonly title: string
  readonly forClassifier: string
}

/** The default lists, told by the categories: hard and soft blocks, and what is fine; each begins with its code. */
export function autoModeDefaults(blocks: readonly BlockProse[], allows: readonly AllowProse[]): AutoModeDefaults {
  const tell = (category: AllowProse): string => `[${category.code}] ${category.title}: ${category.forClassifier}`
  return {
    allow: allows.map(tell),
    soft_deny: blocks.filter((category) => category.severity === 'soft').map(tell),
    hard_deny: blocks.filter((category) => category.severity === 'hard').map(tell),
    environment: DEFAULT_ENVIRONMENT,
  }
}

/** The same lists where settings change severities: what became hard stands among the hard ones. */
export function bySeverity(defaults: AutoModeDefaults, severities: Severities): AutoModeDefaults {
  if (Object.keys(severities).length === 0) return defaults
  const said = (entry: string): 'hard' | 'soft' | undefined => {
    const code = /^\[([^\]]+)\]/.exec(entry)?.[1]
    return code !== undefined && Object.hasOwn(severities, code) ? severities[code] : undefined
  }
  const { soft_deny: soft, hard_deny: hard } = defaults
  return {
    ...defaults,
    soft_deny: [...soft.filter((entry) => said(entry) !== 'hard'), ...hard.filter((entry) => said(entry) === 'soft')],
    hard_deny: [...hard.filter((entry) => said(entry) !== 'soft'), ...soft.filter((entry) => said(entry) === 'hard')],
  }
}

/**
 * Scopes add up. `"$defaults"` stands for the built-in list where it is written first; a section that somebody wrote
 * and that has no `"$defaults"` replaces the built-in list; a section nobody wrote is the built-in list.
 */
export function spliceDefaults(
  lists: readonly (readonly string[] | undefined)[],
  defaults: readonly string[],
): readonly string[] {
  const written = lists.filter((list) => list !== undefined)
  if (written.length === 0) return defaults
  const all = written.flat()
  const first = all.indexOf('$defaults')
  return [
    ...new Set(all.flatMap((entry, index) => (entry !== '$defaults' ? [entry] : index === first ? defaults : []))),
  ]
}
