import { sign, verify as verifySignature, createPublicKey } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonical } from '../../call/canonical-json.ts'
import { readKey, signCheckpoint, type SigningKey, writerOf } from '../checkpoints.ts'
import { sealKeysOf } from '../seal.ts'
import { BackupWriter, digestOf, UnusableBackup } from './backup-file.ts'
import { loadKey, readCheckpoints, type StatePaths } from './checkpoint-file.ts'
import { nodeSqlite } from './node-sqlite.ts'
import { readSealed } from './sqlite-seals.ts'

/** What a backup may hold, by the only names it may have there. */
export const BACKUP_FILES = [
  'journal.db',
  'journal.key',
  'checkpoints.jsonl',
  'hook.key',
  'agent.token',
  'operator.token',
  'channel.token',
] as const

export type BackupName = (typeof BACKUP_FILES)[number]

/** Let in whoever has them: they come along only when somebody asks for that. */
const TOKENS: readonly BackupName[] = ['agent.token', 'operator.token', 'channel.token']

export interface Manifest {
  readonly format: 1
  readonly product: string
  readonly made: number
  readonly writer: string
  readonly publicKey: string
  /** The log ends here. */
  readonly head: { readonly seq: number; readonly hash: string; readonly commits: number }
  readonly files: readonly { readonly name: BackupName; readonly size: number; readonly sha256: string }[]
  readonly signature: string
}

export interface BackupOptions {
  readonly passphrase?: string | undefined
  readonly tokens: boolean
  readonly product: string
  readonly now: number
}

/**
 * A copy of a log as of one moment, with its key, while others write it: every record that was durable before this
 * was called is in it. Heads that were signed later than that moment are left out, so that the copy is whole in itself.
 */
export async function makeBackup(paths: StatePaths, file: string, options: BackupOptions): Promise<Manifest> {
  if (!existsSync(paths.key) || !existsSync(paths.database))
    throw new UnusableBackup(`there is no log in ${paths.directory}: nothing to back up`)
  const key = loadKey(paths)
  // Beside the backup: there is room, and the copy holds what the backup does.
  const staging = mkdtempSync(join(dirname(file), '.portcullis-backup-'))
  try {
    const database = join(staging, 'journal.db')
    await copyDatabase(paths.database, database)
    const head = headOf(database, key)
    // Only now: what the copy says was signed had been signed before.
    const signed = readCheckpoints(paths.checkpoints).checkpoints.filter(
      ({ writer, commits = 0, seq }) => writer !== key.writer || (commits <= head.commits && seq <= head.seq),
    )
    const own = signCheckpoint(key, { kind: 'head', ...head, at: options.now })
    writeFileSync(
      join(staging, 'checkpoints.jsonl'),
      [...signed, own].map((checkpoint) => JSON.stringify(checkpoint)).join('\n'),
      { mode: 0o600 },
    )
    for (const name of BACKUP_FILES) {
      const from = join(paths.directory, name)
      const wanted = name === 'journal.key' || name === 'hook.key' || (options.tokens && TOKENS.includes(name))
      if (wanted && existsSync(from)) copyFileSync(from, join(staging, name))
    }
    const files = BACKUP_FILES.filter((name) => existsSync(join(staging, name))).map((name) => ({
      name,
      ...digestOf(join(staging, name)),
    }))
    const manifest = signManifest(key, { format: 1, product: options.product, made: options.now, head, files })
    write(file, manifest, staging, options.passphrase)
    return manifest
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function write(file: string, manifest: Manifest, staging: string, passphrase: string | undefined): void {
  const writer = new BackupWriter(file, passphrase)
  try {
    writer.write(Buffer.from(`${JSON.stringify(manifest)}\n`))
    for (const { name } of manifest.files) writer.copy(join(staging, name))
    writer.end()
  } catch (error) {
    writer.giveUp()
    rmSync(file, { force: true })
    throw error
  }
}

/** All pages in one step: a copy in several would begin again with every commit of somebody else. */
const ALL_PAGES = 2_147_483_647

async function copyDatabase(from: string, to: string): Promise<void> {
  const { DatabaseSync, backup } = nodeSqlite()
  writeFileSync(to, '', { mode: 0o600, flag: 'wx' })
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(to)
  // One file, without a log of its own beside it.
  copy.exec('pragma journal_mode = delete')
  copy.close()
}

function headOf(database: string, key: SigningKey): Manifest['head'] {
  const copy = new (nodeSqlite().DatabaseSync)(database, { readOnly: true })
  try {
    const { seal } = readSealed(copy, sealKeysOf(key), 'the copy')
    if (seal === undefined) throw new UnusableBackup('nothing was recorded yet: there is nothing to back up')
    return { seq: seal.seq, hash: seal.hash, commits: seal.commits }
  } finally {
    copy.close()
  }
}

function signManifest(key: SigningKey, given: Omit<Manifest, 'signature' | 'writer' | 'publicKey'>): Manifest {
  const unsigned = { ...given, writer: key.writer, publicKey: key.publicKey }
  return { ...unsigned, signature: sign(null, signedText(unsigned), key.privateKey).toString('base64') }
}

function signedText(manifest: Omit<Manifest, 'signature'>): Buffer {
  return Buffer.from(`portcullis backup 1\n${canonical(JSON.parse(JSON.stringify(manifest)))}`)
}

/** Throws an `UnusableBackup`. */
export function readManifest(line: string): Manifest {
  try {
    const manifest = JSON.parse(line) as Manifest
    const { signature, ...unsigned } = manifest
    const der = Buffer.from(manifest.publicKey, 'base64')
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const names = manifest.files.map(({ name }) => name)
    const sound =
      manifest.format === 1 &&
      publicKey.asymmetricKeyType === 'ed25519' &&
      writerOf(der) === manifest.writer &&
      verifySignature(null, signedText(unsigned), publicKey, Buffer.from(signature, 'base64')) &&
      new Set(names).size === names.length &&
      names.every((name) => BACKUP_FILES.includes(name)) &&
      (['journal.db', 'journal.key', 'checkpoints.jsonl'] as const).every((name) => names.includes(name)) &&
      manifest.files.every(({ size }) => Number.isSafeInteger(size) && size >= 0)
    if (sound) return manifest
  } catch {
    // Said below.
  }
  throw new UnusableBackup(
    'the list of files in the backup is not what was written: the backup was changed or is damaged',
  )
}

/** The key of the backup, when it is the one that signed its manifest. */
export function keyOfManifest(pem: string, manifest: Manifest): SigningKey {
  const key = readKey(pem)
  if (key.writer !== manifest.writer)
    throw new UnusableBackup('the signing key in the backup is not the one that signed it')
  return key
}
