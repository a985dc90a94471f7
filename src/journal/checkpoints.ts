import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'

/**
 * A signed statement of a writer: "at this time my chain had this head" (`head`), "I removed everything up to here"
 * (`pruned`), or "I was restored from a backup and go on from here" (`restored`). Kept outside the database file: a log that lost its tail, or was swapped for another, no longer agrees.
 */
export interface Checkpoint {
  readonly kind: 'head' | 'pruned' | 'restored'
  readonly writer: string
  readonly seq: number
  readonly hash: string
  /** The writer's count of commits; undefined: signed before there were seals. */
  readonly commits?: number
  readonly at: number
  /** Base64 of the DER form; `writer` is its fingerprint, so no directory of keys is needed to check a signature. */
  readonly publicKey: string
  readonly signature: string
}

/** How often a head is signed: whichever comes first. What came after the last checkpoint can be cut off unnoticed. */
export const CHECKPOINT_EVERY = { milliseconds: 1000, records: 1000 } as const

/** The key that makes a writer a writer. Whoever shares the key shares the chain. */
export interface SigningKey {
  readonly writer: string
  readonly publicKey: string
  readonly privateKey: KeyObject
}

export function newKey(): { readonly key: SigningKey; readonly pem: string } {
  const pem = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
  return { key: readKey(pem), pem }
}

/** Throws when the text is not an ed25519 private key. */
export function readKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('the signing key is not an ed25519 key')
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { writer: writerOf(publicKey), publicKey: publicKey.toString('base64'), privateKey }
}

/**
 * True for a head that its writer gave up when it was restored from a backup: signed before the restoring, and further
 * than the backup. Only the writer's key can say so, and only of what was signed until then.
 */
export function isAbandoned(head: Checkpoint, restored: Checkpoint): boolean {
  return (
    head.kind === 'head' &&
    restored.kind === 'restored' &&
    restored.writer === head.writer &&
    head.at <= restored.at &&
    (head.commits ?? 0) > (restored.commits ?? 0) &&
    isGenuine(restored)
  )
}

/** Without the heads that were given up. */
export function standing(checkpoints: readonly Checkpoint[], more: readonly Checkpoint[] = []): readonly Checkpoint[] {
  const restored = [...checkpoints, ...more].filter(({ kind }) => kind === 'restored')
  if (restored.length === 0) return checkpoints
  return checkpoints.filter((head) => !restored.some((statement) => isAbandoned(head, statement)))
}

export function writerOf(publicKey: Uint8Array): string {
  return hash('sha256', publicKey, 'hex').slice(0, 32)
}

export function signCheckpoint(
  key: SigningKey,
  statement: Pick<Checkpoint, 'kind' | 'seq' | 'hash' | 'at' | 'commits'>,
): Checkpoint {
  const unsigned = { ...statement, writer: key.writer, publicKey: key.publicKey }
  const signature = sign(null, Buffer.from(signedText(unsigned)), key.privateKey).toString('base64')
  return { ...unsigned, signature }
}

function signedText(checkpoint: Omit<Checkpoint, 'signature'>): string {
  const { kind, writer, seq, hash, at, publicKey, commits } = checkpoint
  const text = { kind, writer, seq, hash, at, publicKey }
  if (commits === undefined) return `portcullis checkpoint 1\n${canonical(text)}`
  return `portcullis checkpoint 2\n${canonical({ ...text, commits })}`
}

export function isGenuine(checkpoint: Checkpoint): boolean {
  try {
    const der = Buffer.from(checkpoint.publicKey, 'base64')
    if (writerOf(der) !== checkpoint.writer) return false
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    const { signature, ...unsigned } = checkpoint
    return verify(null, Buffer.from(signedText(unsigned)), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** One line of the checkpoint file, or undefined when it is not one: cut off by a crash, or edited. */
export function parseCheckpoint(line: string): Checkpoint | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, writer, seq, hash, at, publicKey, signature, commits } = value as Record<string, unknown>
  if (kind !== 'head' && kind !== 'pruned' && kind !== 'restored') return undefined
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || typeof at !== 'number') return undefined
  if (typeof writer !== 'string' || typeof hash !== 'string') return undefined
  if (typeof publicKey !== 'string' || typeof signature !== 'string') return undefined
  if (commits !== undefined && (typeof commits !== 'number' || !Number.isSafeInteger(commits))) return undefined
  const counted = commits === undefined ? {} : { commits }
  const checkpoint: Checkpoint = { kind, writer, seq, hash, ...counted, at, publicKey, signature }
  return isGenuine(checkpoint) ? checkpoint : undefined
}
