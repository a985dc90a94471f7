import { makeLayer, type Origin } from '../layers.ts'
import { type FollowedBundle, policyBundleShape, type PolicyBundleSetting } from '../managed-settings.ts'
import type { BundleInForce, Problem } from '../policy.ts'
import { readSettings, readWith, type ReadSettings } from '../read-settings.ts'
import { type Bundle, contentsIn, openBundle } from './bundle.ts'
import { type Mark, markSchema, stricterWhenExpired } from './shapes.ts'

/** The bundle of this machine as it lies on disk. */
export interface BundleSource {
  readonly now: number
  readonly programVersion: string
  /** Contents to try in place of the bundle in force. For what only looks: nothing of it is verified. */
  readonly trial?: string | undefined
  readonly active: string
  readonly trust: string
  readonly marks: readonly string[]
  readonly texts: {
    readonly active: string | undefined
    readonly trust: string | undefined
    readonly marks: readonly (string | undefined)[]
  }
  /** `policyBundle` in the files of the managed directory. */
  readonly managed: PolicyBundleSetting | undefined
  readonly origin: Omit<Origin, 'file'>
}

export interface BundleLayers {
  /** In order of precedence. */
  readonly layers: readonly { readonly file: string; readonly read: ReadSettings }[]
  /** Not empty: nothing is allowed. */
  readonly problems: readonly Problem[]
  readonly policyBundle?: FollowedBundle
  readonly bundle?: BundleInForce
}

const NOTHING: BundleLayers = { layers: [], problems: [] }

/**
 * What the bundle in force adds to the settings, verified anew. Where one should be and is not, or is another one than it
 * was, nothing is allowed: what it forbade would be allowed otherwise.
 */
export function bundleLayers(source: BundleSource): BundleLayers {
  if (source.trial !== undefined) return trialLayers(source.trial)
  const { texts, active } = source
  const follows = followed(source)
  if ('problem' in follows) return broken(source.trust, follows.problem)
  const { setting } = follows
  const marks = marksIn(source)
  if ('problem' in marks) return broken(marks.file, marks.problem)
  const { highest } = marks
  const known = setting === undefined ? {} : { policyBundle: setting }
  if (setting === undefined) {
    if (texts.active === undefined && highest === undefined) return NOTHING
    return broken(
      active,
      'a policy bundle was in force, and no key is trusted any more: `portcullis policy trust <key>`, or `portcullis policy leave` to do without one',
    )
  }
  if (texts.active === undefined) {
    if (highest !== undefined)
      return { ...broken(active, `version ${highest.version} of the policy bundle was in force and is gone`), ...known }
    if (setting.by === 'person' || setting.required === false) return { ...NOTHING, ...known }
    return { ...broken(active, 'no policy bundle is in force yet: `portcullis policy status` says why'), ...known }
  }
  const opened = openBundle(texts.active, setting.keys)
  if ('refused' in opened)
    return { ...broken(active, `the policy bundle in force does not verify: ${opened.refused.message}`), ...known }
  const { bundle } = opened
  const { name, version } = bundle.contents
  if (highest !== undefined && isBehind(bundle, highest))
    return {
      ...broken(
        active,
        `the policy bundle in force was replaced by another one: version ${version} of \`${name}\`; it was version ${highest.version} of \`${highest.name}\``,
      ),
      ...known,
    }
  return { ...inForce(bundle, setting, source), ...known }
}

function isBehind({ contents: { name, version }, digest }: Bundle, mark: Mark): boolean {
  // Another name is a move that was made on purpose, and writes its mark after the bundle.
  if (name !== mark.name) return true
  return version < mark.version || (version === mark.version && digest !== mark.digest)
}

function inForce(bundle: Bundle, setting: PolicyBundleSetting, { now, active }: BundleSource): BundleLayers {
  const { contents, digest, key, issued, expires, read } = bundle
  const file = `policy bundle ${contents.name} ${contents.version}`
  const whenExpired = stricterWhenExpired(contents.whenExpired, setting.whenExpired)
  const state = now >= expires ? 'expired' : 'valid'
  const found: BundleInForce = {
    name: contents.name,
    version: contents.version,
    digest,
    key,
    issued,
    expires,
    state,
    whenExpired,
  }
  const own = { file, read }
  if (state === 'valid' || whenExpired === 'keep') return { layers: [own], problems: [], bundle: found }
  if (whenExpired === 'deny')
    return {
      layers: [own],
      problems: [
        {
          file: active,
          line: 1,
          key: '',
          message: `${file} expired on ${contents.expires}, and it says to allow nothing then`,
        },
      ],
      bundle: found,
    }
  const asks = readSettings('{"permissions":{"ask":["*"]}}', `${file} (expired: a person decides every call)`)
  return {
    layers: [own, ...(asks.read === undefined ? [] : [{ file: `${file}, which has expired`, read: asks.read }])],
    problems: asks.problems,
    bundle: found,
  }
}

function trialLayers(payload: string): BundleLayers {
  const found = contentsIn(payload)
  if ('refused' in found) return broken('bundle', found.refused.message)
  const { name, version } = found.contents
  return { layers: [{ file: `policy bundle ${name} ${version}`, read: found.read }], problems: [] }
}

/** What would be wrong with the settings of a bundle if it were in force. */
export function bundleProblems(
  bundle: Pick<Bundle, 'contents' | 'read'>,
  origin: Omit<Origin, 'file'>,
): readonly Problem[] {
  const file = `policy bundle ${bundle.contents.name} ${bundle.contents.version}`
  return makeLayer(bundle.read, { ...origin, file }).problems
}

/** Managed settings alone, where they speak; else what a person chose to trust. */
function followed({
  managed,
  texts,
  trust,
}: BundleSource): { readonly setting: FollowedBundle | undefined } | { readonly problem: string } {
  if (managed !== undefined) return { setting: { ...managed, by: 'managed' } }
  if (texts.trust === undefined) return { setting: undefined }
  const { read, problems } = readWith(policyBundleShape(), texts.trust, trust)
  return read === undefined
    ? { problem: problems[0]?.message ?? 'cannot be read' }
    : { setting: { ...read.settings, by: 'person' } }
}

function marksIn({
  texts,
  marks,
}: BundleSource): { readonly highest: Mark | undefined } | { readonly problem: string; readonly file: string } {
  let highest: Mark | undefined
  for (const [index, text] of texts.marks.entries()) {
    if (text === undefined) continue
    const file = marks[index]!
    const { read } = readWith(markSchema(), text, file)
    if (read === undefined)
      return { file, problem: 'what is kept about the highest version of the policy bundle cannot be read' }
    if (highest === undefined || read.settings.version > highest.version) highest = read.settings
  }
  return { highest }
}

function broken(file: string, message: string): BundleLayers {
  return { layers: [], problems: [{ file, line: 1, key: '', message }] }
}
