import { type Bundle, openBundle, type Refused, type Terms, whyNot } from '../../policy/bundle/bundle.ts'
import { type Share, shareOf } from '../../policy/bundle/canary.ts'
import { bundleProblems } from '../../policy/bundle/layer.ts'
import type { PolicyBundleSetting } from '../../policy/managed-settings.ts'
import type { Origin } from '../../policy/layers.ts'
import { showProblem } from '../../policy/read-settings.ts'
import type { Offered } from './source.ts'

/** One offer, looked at. */
export interface Considered {
  readonly from: string
  readonly name?: string
  readonly version?: number
  readonly expires?: number
  readonly share?: Share
  /** Absent: nothing speaks against it. */
  readonly refused?: Refused
}

export interface Choice {
  readonly considered: readonly Considered[]
  /** To be put in force; undefined: what is in force stays. */
  readonly take: Bundle | undefined
}

export interface Choosing extends Terms {
  readonly setting: PolicyBundleSetting
  readonly host: string
  readonly origin: Omit<Origin, 'file'>
  readonly categories: readonly string[]
  /** Digest of the bundle that is in force and verifies. */
  readonly inForce: string | undefined
}

/** The newest of the offers that may be in force here. What is refused is told, and changes nothing. */
export function choose(offered: readonly Offered[], terms: Choosing): Choice {
  const considered: Considered[] = []
  let take: Bundle | undefined
  for (const { from, text } of offered) {
    const { bundle, refused } = examine(text, terms)
    const share = bundle === undefined ? undefined : shareOf(bundle.contents, terms.host)
    considered.push({
      from,
      ...(bundle === undefined
        ? {}
        : { name: bundle.contents.name, version: bundle.contents.version, expires: bundle.expires }),
      ...(share === undefined ? {} : { share }),
      ...(refused === undefined ? {} : { refused }),
    })
    if (bundle === undefined || refused !== undefined || share?.in !== true) continue
    if (take === undefined || bundle.contents.version > take.contents.version) take = bundle
  }
  return { considered, take: take?.digest === terms.inForce ? undefined : take }
}

/** Signature first, then everything that could break the settings: what is broken never takes the place of what works. */
export function examine(
  text: string,
  terms: Omit<Choosing, 'host'>,
): { readonly bundle?: Bundle; readonly refused?: Refused } {
  const opened = openBundle(text, terms.setting.keys)
  if ('refused' in opened) return opened
  const { bundle } = opened
  const refused = whyNot(bundle, { ...terms, name: terms.setting.name }) ?? broken(bundle, terms)
  return refused === undefined ? { bundle } : { bundle, refused }
}

function broken(bundle: Bundle, { origin, categories }: Omit<Choosing, 'host'>): Refused | undefined {
  const [problem] = bundleProblems(bundle, origin)
  if (problem !== undefined) return { code: 'bundle.unreadable', message: showProblem(problem) }
  const unknown = Object.keys(bundle.contents.settings.severities ?? {}).find((code) => !categories.includes(code))
  return unknown === undefined
    ? undefined
    : { code: 'bundle.unreadable', message: `it grades \`${unknown}\`, which is no category of this version` }
}
