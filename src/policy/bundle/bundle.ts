import { hash, type KeyObject, sign, verify } from 'node:crypto'
import { MOST_BUNDLE_BYTES, readWith, showProblem, type ReadSettings } from '../read-settings.ts'
import { keyId, publicKeyOf, publicKeyText } from './keys.ts'
import { type BundleContents, contentsSchema, envelopeSchema, type Mark } from './shapes.ts'

/** Why a bundle is not taken. In docs/reference/reason-codes.md. */
export const BUNDLE_REFUSALS = {
  'bundle.source': 'The source of the policy bundle cannot be read.',
  'bundle.unreadable': 'A policy bundle is damaged, or has settings that this program cannot read.',
  'bundle.unknown-key': 'A policy bundle is signed with a key that this machine does not trust.',
  'bundle.signature': 'The signature of a policy bundle does not fit its contents.',
  'bundle.expired': 'A policy bundle has expired.',
  'bundle.program': 'A policy bundle needs a newer version of this program.',
  'bundle.name': 'A policy bundle has another name than the one that this machine follows.',
  'bundle.older': 'A policy bundle is older than one that was in force before.',
  'bundle.two-of-a-version': 'Two different policy bundles have the same version.',
} as const satisfies Readonly<Record<string, string>>

export type RefusalCode = keyof typeof BUNDLE_REFUSALS

export interface Refused {
  readonly code: RefusalCode
  readonly message: string
}

/** A bundle whose signature fits. Whether it may be in force is another question: `admissible`. */
export interface Bundle {
  /** The whole text, as it came. */
  readonly text: string
  /** SHA-256 of what is signed. */
  readonly digest: string
  readonly key: string
  readonly contents: BundleContents
  readonly issued: number
  readonly expires: number
  /** The settings in it, with lines. */
  readonly read: ReadSettings
}

/** Says what the signature is for, so that it counts for nothing else that the key may ever sign. */
const PURPOSE = 'portcullis policy bundle 1\n'

/** Reads a bundle and checks its signature. Nothing in it is looked at before that. */
export function openBundle(text: string, keys: readonly string[]): { readonly bundle: Bundle } | { refused: Refused } {
  const opened = envelopeIn(text)
  if ('refused' in opened) return opened
  const { payload, key, signature } = opened.envelope
  const trusted = keys.find((each) => keyId(each) === key)
  const publicKey = trusted === undefined ? undefined : publicKeyOf(trusted)
  if (publicKey === undefined)
    return refuse(
      'bundle.unknown-key',
      `it is signed with the key ${key}, which is not among the ${keys.length} that are trusted here`,
    )
  if (!verify(null, Buffer.from(PURPOSE + payload), publicKey, Buffer.from(signature, 'base64')))
    return refuse('bundle.signature', `its signature by the key ${key} does not fit its contents`)
  const contents = contentsIn(payload)
  if ('refused' in contents) return contents
  return { bundle: { ...contents, text, digest: hash('sha256', payload), key } }
}

function envelopeIn(
  text: string,
): { readonly envelope: { payload: string; key: string; signature: string } } | { refused: Refused } {
  if (text.length > MOST_BUNDLE_BYTES)
    return refuse('bundle.unreadable', `it is larger than ${MOST_BUNDLE_BYTES} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('bundle.unreadable', 'it is not valid JSON: it may have been cut off')
  }
  const envelope = envelopeSchema().safeParse(value)
  if (!envelope.success) return refuse('bundle.unreadable', 'it is no policy bundle of a form that this program knows')
  return { envelope: envelope.data }
}

/** What would be signed. Also for what is only tried out. */
export function contentsIn(
  payload: string,
): Pick<Bundle, 'contents' | 'issued' | 'expires' | 'read'> | { readonly refused: Refused } {
  const { read, problems } = readWith(contentsSchema(), payload, 'bundle')
  if (read === undefined) {
    const [first] = problems
    return refuse('bundle.unreadable', first === undefined ? 'it cannot be read' : showProblem(first))
  }
  const { settings: contents } = read
  if (contents.settings.policyBundle !== undefined)
    return refuse('bundle.unreadable', 'it has `policyBundle`: a bundle does not say which keys are trusted')
  const [issued, expires] = [Date.parse(contents.issued), Date.parse(contents.expires)]
  if (!(issued < expires)) return refuse('bundle.unreadable', 'it expires before it was issued')
  const lineOf = (path: readonly (string | number)[]): number => read.lineOf(['settings', ...path])
  return { contents, issued, expires, read: { settings: contents.settings, lineOf } }
}

/** Under which a bundle may take the place of another. */
export interface Terms {
  readonly now: number
  readonly programVersion: string
  /** The only name that counts, when the settings have one. */
  readonly name?: string | undefined
  readonly mark: Mark | undefined
}

/** Undefined: nothing speaks against it. The share of a canary is not looked at. */
export function whyNot(bundle: Bundle, { now, programVersion, name, mark }: Terms): Refused | undefined {
  const { contents, expires, digest } = bundle
  const wanted = name ?? mark?.name
  const refused = (code: RefusalCode, message: string): Refused => ({ code, message })
  if (wanted !== undefined && contents.name !== wanted)
    return refused('bundle.name', `it is called \`${contents.name}\`; this machine follows \`${wanted}\``)
  if (contents.minimumVersion !== undefined && isOlder(programVersion, contents.minimumVersion))
    return refused('bundle.program', `it needs version ${contents.minimumVersion}; this is ${programVersion}`)
  if (mark !== undefined && mark.name === contents.name) {
    if (contents.version < mark.version)
      return refused('bundle.older', `it is version ${contents.version}; ${mark.version} was in force before`)
    if (contents.version === mark.version && digest !== mark.digest)
      return refused('bundle.two-of-a-version', `another bundle with version ${mark.version} was in force before`)
  }
  if (now >= expires) return refused('bundle.expired', `it expired on ${contents.expires}`)
  return undefined
}

/** Compares `1.2.3`; what follows (`-beta.1`) makes a version older than the one it stands before. */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): readonly number[] =>
    (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '0.0.0').split('.').map(Number)
  const [one, other] = [numbers(version), numbers(than)]
  for (let at = 0; at < 3; at++) if (one[at] !== other[at]) return one[at]! < other[at]!
  return /^\d+\.\d+\.\d+-/.test(version)
}

/** Throws a `TypeError` for a key that is no private Ed25519 key. What is signed is not looked at here: `contentsIn`. */
export function signBundle(payload: string, privateKey: KeyObject): string {
  const key = privateKey.type === 'private' ? publicKeyText(privateKey) : undefined
  if (key === undefined) throw new TypeError('a private Ed25519 key is needed')
  const signature = sign(null, Buffer.from(PURPOSE + payload), privateKey).toString('base64')
  return `${JSON.stringify({ portcullisPolicy: 1, payload, key: keyId(key), signature }, undefined, 2)}\n`
}

function refuse(code: RefusalCode, message: string): { readonly refused: Refused } {
  return { refused: { code, message } }
}
