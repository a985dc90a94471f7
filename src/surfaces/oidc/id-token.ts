import { constants, createPublicKey, type JsonWebKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { readJson } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { RefusedLogin } from './refused-login.ts'

/** How far the clocks of provider and daemon may differ, in seconds. */
const SKEW = 60
/** The token comes straight from the provider, moments after it was made. */
const OLDEST = 600
const LONGEST = 64 * 1024
const LEAST_RSA_BITS = 2048

interface Algorithm {
  readonly kty: 'RSA' | 'EC' | 'OKP'
  readonly crv?: string
  /** Undefined: the algorithm brings its own. */
  readonly digest: string | undefined
  readonly pss?: true
}

/**
 * What may have signed a token. `none` is not here, nor is anything symmetric: with HS256 whoever knows the public key,
 * which is everybody, could sign.
 */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  RS256: { kty: 'RSA', digest: 'sha256' },
  RS384: { kty: 'RSA', digest: 'sha384' },
  RS512: { kty: 'RSA', digest: 'sha512' },
  PS256: { kty: 'RSA', digest: 'sha256', pss: true },
  PS384: { kty: 'RSA', digest: 'sha384', pss: true },
  PS512: { kty: 'RSA', digest: 'sha512', pss: true },
  ES256: { kty: 'EC', crv: 'P-256', digest: 'sha256' },
  ES384: { kty: 'EC', crv: 'P-384', digest: 'sha384' },
  ES512: { kty: 'EC', crv: 'P-521', digest: 'sha512' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', digest: undefined },
  Ed25519: { kty: 'OKP', crv: 'Ed25519', digest: undefined },
}

export interface ParsedToken {
  readonly algorithm: Algorithm
  readonly alg: string
  readonly kid: string | undefined
  readonly claims: JsonObject
  readonly signed: Buffer
  readonly signature: Buffer
}

/** Takes a compact JWS apart. Throws a `RefusedLogin`. Nothing in it is true before `isSignedBy`. */
export function parseToken(text: string): ParsedToken {
  const parts = text.split('.')
  if (text.length > LONGEST || parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part)))
    throw new RefusedLogin('sso.signature', 'The provider sent no ID token that is signed.')
  const header = objectIn(parts[0]!)
  const claims = objectIn(parts[1]!)
  const { alg, kid } = header
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined
  if (typeof alg !== 'string' || algorithm === undefined)
    throw new RefusedLogin('sso.signature', 'The ID token is signed with an algorithm that does not count.')
  // What must be understood and is not; a key that the token brings along proves nothing.
  if (['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c'].some((name) => Object.hasOwn(header, name)))
    throw new RefusedLogin('sso.signature', 'The ID token brings its own key, or extensions that are not known.')
  if (kid !== undefined && typeof kid !== 'string')
    throw new RefusedLogin('sso.signature', 'The ID token names its key in a way that cannot be read.')
  return {
    algorithm,
    alg,
    kid,
    claims,
    signed: Buffer.from(`${parts[0]}.${parts[1]}`),
    signature: Buffer.from(parts[2]!, 'base64url'),
  }
}

/** The key that the token names, of those the provider publishes. Undefined: it is not among them. */
export function keyFor({ alg, algorithm, kid }: ParsedToken, keys: readonly JsonObject[]): KeyObject | undefined {
  const fitting = keys.filter(
    (key) =>
      key['kty'] === algorithm.kty &&
      (algorithm.crv === undefined || key['crv'] === algorithm.crv) &&
      (key['use'] === undefined || key['use'] === 'sig') &&
      (key['alg'] === undefined || key['alg'] === alg) &&
      (!Array.isArray(key['key_ops']) || key['key_ops'].includes('verify')) &&
      (kid === undefined || key['kid'] === kid),
  )
  // Two keys by one name, or none named and several there: nobody can say which.
  return fitting.length === 1 ? publicKey(fitting[0]!) : undefined
}

function publicKey(jwk: JsonObject): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < LEAST_RSA_BITS ? undefined : key
  } catch {
    return undefined
  }
}

export function isSignedBy({ algorithm, signed, signature }: ParsedToken, key: KeyObject): boolean {
  try {
    return verify(
      algorithm.digest,
      signed,
      {
        key,
        dsaEncoding: 'ieee-p1363',
        ...(algorithm.pss
          ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
          : {}),
      },
      signature,
    )
  } catch {
    return false
  }
}

export interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  /** Milliseconds. */
  readonly now: number
}

/** Of a token whose signature is good: whether it is for us, for this login, and for now. Throws a `RefusedLogin`. */
export function checkClaims(claims: JsonObject, { issuer, clientId, nonce, now }: Expected): void {
  const { iss, aud, azp, exp, iat, nbf, sub } = claims
  if (iss !== issuer) throw new RefusedLogin('sso.issuer', 'The ID token comes from another issuer.')
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(clientId) || (audiences.length > 1 && azp !== clientId))
    throw new RefusedLogin('sso.audience', 'The ID token was made for another client.')
  if (azp !== undefined && azp !== clientId)
    throw new RefusedLogin('sso.audience', 'The ID token was made for another client.')
  const seconds = now / 1000
  if (!isTime(exp) || seconds >= exp + SKEW) throw new RefusedLogin('sso.time', 'The ID token has expired.')
  if (!isTime(iat) || iat > seconds + SKEW || seconds > iat + OLDEST + SKEW)
    throw new RefusedLogin('sso.time', 'The ID token was not made just now: look at the clocks of both machines.')
  if (nbf !== undefined && (!isTime(nbf) || nbf > seconds + SKEW))
    throw new RefusedLogin('sso.time', 'The ID token is not valid yet: look at the clocks of both machines.')
  if (typeof claims['nonce'] !== 'string' || !isSame(claims['nonce'], nonce))
    throw new RefusedLogin('sso.nonce', 'The ID token belongs to another login.')
  if (typeof sub !== 'string' || sub === '') throw new RefusedLogin('sso.claims', 'The ID token names nobody.')
}

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function objectIn(part: string): JsonObject {
  const read = readObject(Buffer.from(part, 'base64url'))
  if (read !== undefined) return read
  throw new RefusedLogin('sso.signature', 'The ID token cannot be read.')
}

/** Strictly read: two readers see the same claims. */
export function readObject(bytes: Uint8Array): JsonObject | undefined {
  const read = readJson(bytes)
  if (!('ok' in read) || typeof read.ok !== 'object' || read.ok === null || Array.isArray(read.ok)) return undefined
  return read.ok as JsonObject
}
