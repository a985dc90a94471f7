import { createPublicKey, hash, type KeyObject } from 'node:crypto'

/** A public key as settings write it: `ed25519:` and the 32 bytes in base64. */
export const PUBLIC_KEY = /^ed25519:[A-Za-z0-9+/]{43}=$/

/** Before the 32 bytes of every Ed25519 key in SPKI form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Undefined: the text is no such key. */
export function publicKeyOf(text: string): KeyObject | undefined {
  if (!PUBLIC_KEY.test(text)) return undefined
  const raw = Buffer.from(text.slice('ed25519:'.length), 'base64')
  if (raw.length !== 32) return undefined
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
}

/** A key as text, from its public or private half. Undefined: it is of another kind. */
export function publicKeyText(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'ed25519') return undefined
  const half = key.type === 'private' ? createPublicKey(key) : key
  return `ed25519:${half.export({ format: 'der', type: 'spki' }).subarray(SPKI.length).toString('base64')}`
}

/** Short enough to be read out, long enough that nobody makes another one like it. */
export function keyId(text: string): string {
  return hash('sha256', text).slice(0, 32)
}
