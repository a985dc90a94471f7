import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { closeSync, constants, fsyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** Why a backup cannot be read or made. The message says what to do. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

const MAGIC = 'PORTCULLIS BACKUP 1\n'
const PIECE = 1 << 20
const TAG = 16
const LONGEST_LINE = 1 << 20
/** 128 MiB and about half a second for each guess. */
const SCRYPT = { N: 1 << 17, r: 8, p: 1 } as const
const MOST_MEMORY = 256 * 1024 * 1024

type Header =
  | { readonly encryption: 'none' }
  | { readonly encryption: 'aes-256-gcm'; readonly salt: string; readonly iv: string }

/** Writes a new file, for its owner alone, with everything encrypted when there is a passphrase. */
export class BackupWriter {
  readonly #file: number
  readonly #cipher: ReturnType<typeof newCipher> | undefined

  /** Throws when there is a file already: a backup overwrites none. */
  constructor(path: string, passphrase: string | undefined) {
    try {
      this.#file = openSync(path, 'wx', 0o600)
    } catch (error) {
      throw new UnusableBackup(`${path} cannot be made: ${messageOf(error)}; name a file that is not there yet`, {
        cause: error,
      })
    }
    const salt = randomBytes(16)
    const iv = randomBytes(12)
    const header: Header =
      passphrase === undefined
        ? { encryption: 'none' }
        : { encryption: 'aes-256-gcm', salt: salt.toString('base64'), iv: iv.toString('base64') }
    const line = `${JSON.stringify(header)}\n`
    writeAll(this.#file, Buffer.from(MAGIC + line))
    this.#cipher = passphrase === undefined ? undefined : newCipher(passphrase, salt, iv, line)
  }

  write(bytes: Uint8Array): void {
    writeAll(this.#file, this.#cipher === undefined ? bytes : this.#cipher.update(bytes))
  }

  /** Adds a whole file. */
  copy(path: string): void {
    for (const piece of piecesOf(path)) this.write(piece)
  }

  /** Durable when it returns. */
  end(): void {
    if (this.#cipher !== undefined) {
      writeAll(this.#file, this.#cipher.final())
      writeAll(this.#file, this.#cipher.getAuthTag())
    }
    fsyncSync(this.#file)
    closeSync(this.#file)
  }

  giveUp(): void {
    closeSync(this.#file)
  }
}

/**
 * Reads a backup from its beginning to its end. Of an encrypted one nothing is proven before `end`: until then
 * whatever was read is put where nobody uses it.
 */
export class BackupReader {
  readonly #file: number
  readonly #decipher: ReturnType<typeof createDecipher> | undefined
  /** Of what is encrypted or plain, without the tag. */
  #left: number
  #waiting: Buffer = Buffer.alloc(0)

  constructor(path: string, passphrase: string | undefined) {
    try {
      this.#file = openSync(path, constants.O_RDONLY)
    } catch (error) {
      throw new UnusableBackup(`${path} cannot be opened: ${messageOf(error)}`, { cause: error })
    }
    this.#left = fstatSync(this.#file).size
    const magic = this.#raw(MAGIC.length)
    if (magic.toString('latin1') !== MAGIC) throw new UnusableBackup(`${path} is not a backup of this program`)
    const line = this.#rawLine()
    const header = headerOf(line)
    if (header.encryption === 'none') {
      if (passphrase !== undefined) throw new UnusableBackup('this backup is not encrypted: leave the passphrase out')
      return
    }
    if (passphrase === undefined)
      throw new UnusableBackup(
        'this backup is encrypted: name its passphrase with --passphrase-env or --passphrase-file',
      )
    this.#left -= TAG
    if (this.#left < 0) throw new UnusableBackup('the backup ends too early')
    this.#decipher = createDecipher(passphrase, header, `${line}\n`)
  }

  /** Exactly so many bytes, a piece at a time. */
  *take(size: number): IterableIterator<Buffer> {
    let wanted = size
    while (wanted > 0) {
      if (this.#waiting.length === 0) this.#waiting = this.#more()
      const piece = this.#waiting.subarray(0, wanted)
      this.#waiting = this.#waiting.subarray(piece.length)
      wanted -= piece.length
      yield piece
    }
  }

  /** One line of text. */
  line(): string {
    let text = Buffer.alloc(0)
    for (;;) {
      const [byte] = this.take(1)
      if (byte![0] === 0x0a) return text.toString('utf8')
      const rest = this.#waiting.indexOf(0x0a)
      const more = rest < 0 ? this.#waiting.length : rest
      text = Buffer.concat([text, byte!, ...(more === 0 ? [] : this.take(more))])
      if (text.length > LONGEST_LINE) throw new UnusableBackup('the list of files is too long')
    }
  }

  /** Nothing is left over, and all of it is what was encrypted. */
  end(): void {
    if (this.#left > 0 || this.#waiting.length > 0) throw new UnusableBackup('the backup goes on after its end')
    if (this.#decipher !== undefined) {
      this.#left = TAG
      this.#decipher.setAuthTag(this.#raw(TAG))
      try {
        this.#decipher.final()
      } catch (error) {
        throw new UnusableBackup('the passphrase is wrong, or the backup was changed', { cause: error })
      }
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #more(): Buffer {
    if (this.#left === 0)
      throw new UnusableBackup(
        this.#decipher === undefined
          ? 'the backup ends too early'
          : 'the passphrase is wrong, or the backup was changed',
      )
    const piece = this.#raw(Math.min(PIECE, this.#left))
    return this.#decipher === undefined ? piece : this.#decipher.update(piece)
  }

  #raw(size: number): Buffer {
    const bytes = Buffer.alloc(size)
    let read = 0
    while (read < size) {
      const count = readSync(this.#file, bytes, read, size - read, null)
      if (count === 0) throw new UnusableBackup('the backup ends too early')
      read += count
    }
    this.#left -= size
    return bytes
  }

  #rawLine(): string {
    let text = ''
    for (;;) {
      const character = this.#raw(1).toString('latin1')
      if (character === '\n') return text
      text += character
      if (text.length > 1_000) throw new UnusableBackup('the head of the backup cannot be read')
    }
  }
}

export function* piecesOf(path: string): IterableIterator<Buffer> {
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(PIECE)
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) yield piece.subarray(0, size)
  } finally {
    closeSync(file)
  }
}

export function digestOf(path: string): { readonly size: number; readonly sha256: string } {
  const digest = createHash('sha256')
  let size = 0
  for (const piece of piecesOf(path)) {
    digest.update(piece)
    size += piece.length
  }
  return { size, sha256: digest.digest('hex') }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { ...SCRYPT, maxmem: MOST_MEMORY })
}

function newCipher(passphrase: string, salt: Buffer, iv: Buffer, head: string) {
  return createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv).setAAD(Buffer.from(head))
}

function createDecipher(passphrase: string, header: { readonly salt: string; readonly iv: string }, head: string) {
  const key = keyOf(passphrase, Buffer.from(header.salt, 'base64'))
  const options = { authTagLength: TAG }
  return createDecipheriv('aes-256-gcm', key, Buffer.from(header.iv, 'base64'), options).setAAD(Buffer.from(head))
}

function headerOf(line: string): Header {
  try {
    const { encryption, salt, iv } = JSON.parse(line) as Readonly<Record<string, unknown>>
    if (encryption === 'none') return { encryption }
    const isBytes = (text: unknown, size: number): text is string =>
      typeof text === 'string' && Buffer.from(text, 'base64').length === size
    if (encryption === 'aes-256-gcm' && isBytes(salt, 16) && isBytes(iv, 12)) return { encryption, salt, iv }
  } catch {
    // Said below.
  }
  throw new UnusableBackup('the head of the backup cannot be read: a newer program may have made it')
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
