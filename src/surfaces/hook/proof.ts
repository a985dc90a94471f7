import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'

/**
 * How the daemon proves to the hook that an answer is its own: an HMAC-SHA256 with the key of this installation over
 * the text of `proofText`. The same text is put together in `native/hook.c`, in `hook.sh` and in `hook.cjs`.
 */
export const PROOF_VERSION = 1

/** The header of a request that asks for a proof: 16 random bytes in hex, never used twice. */
export const NONCE_HEADER = 'x-portcullis-nonce'
const NONCE = /^[0-9a-f]{32}$/

export interface Proven {
  readonly agent: string
  readonly nonce: string
  /** The bytes of the request's body. */
  readonly request: Uint8Array
  readonly exit: number
  /** The answer's body as it is without its proof. */
  readonly answer: string
}

/** Every line has one form and no line can hold a line end: two different answers never give the same text. */
export function proofText({ agent, nonce, request, exit, answer }: Proven): string {
  return `portcullis hook proof ${PROOF_VERSION}\n${agent}\n${nonce}\n${sha256(request)}\n${exit}\n${sha256(answer)}\n`
}

/** The answer's body with its proof as the last member. Without a nonce of the right form there is none. */
export function provenBody(key: Uint8Array, about: Omit<Proven, 'nonce'>, nonce: string | undefined): string {
  if (nonce === undefined || !NONCE.test(nonce)) return about.answer
  const proof = createHmac('sha256', key)
    .update(proofText({ ...about, nonce }))
    .digest('hex')
  return `${about.answer.slice(0, -1)},"proof":"${proof}"}`
}

export class UnsoundKey extends Error {}

/** 32 bytes in hex. */
const KEY = /^[0-9a-f]{64}\n?$/

/** The key of this installation, made on first use. Throws `UnsoundKey` when it cannot be relied on. */
export function loadHookKey(path: string): Buffer {
  createOnce(path)
  return readHookKey(path)
}

/** Reads the key and makes sure that nobody else can have chosen or seen it. */
export function readHookKey(path: string): Buffer {
  let file: number
  try {
    // A link would let somebody else choose the key.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    throw new UnsoundKey(`the hook's key cannot be read: ${path}`, { cause: error })
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || (process.getuid !== undefined && stat.uid !== process.getuid()))
      throw new UnsoundKey(`the hook's key is not a file of yours: ${path}: remove it and restart the daemon`)
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      throw new UnsoundKey(`others may read the hook's key ${path}: remove it and restart the daemon`)
    const text = readFileSync(file, 'utf8')
    if (!KEY.test(text))
      throw new UnsoundKey(`the hook's key is not 32 bytes in hex: ${path}: remove it and restart the daemon`)
    return Buffer.from(text.trim(), 'hex')
  } finally {
    closeSync(file)
  }
}

/** Linked into place when it is whole: whoever looks sees no key or all of it, and the first one stays. */
function createOnce(path: string): void {
  const scratch = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(scratch, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(scratch, 0o600)
    linkSync(scratch, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(scratch, { force: true })
  }
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
