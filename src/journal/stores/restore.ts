import { createHash } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { canonical } from '../../call/canonical-json.ts'
import { type Checkpoint, isAbandoned, signCheckpoint, type SigningKey } from '../checkpoints.ts'
import { makeAnchor, sealKeysOf } from '../seal.ts'
import type { WitnessAnswer } from '../witness.ts'
import { parseAnchor, replaceAnchor } from './anchor-file.ts'
import { keyOfManifest, type Manifest, readManifest } from './backup.ts'
import { BackupReader, UnusableBackup } from './backup-file.ts'
import { appendCheckpoint, type StatePaths, statePaths } from './checkpoint-file.ts'
import { openSqliteJournal } from './sqlite.ts'
import { verifyStateDirectory } from './verify-state.ts'

export interface RestoreOptions {
  readonly passphrase?: string | undefined
  /** Somebody knows that later records are lost, and goes on. */
  readonly acceptLoss: boolean
  readonly user: string
  readonly now: number
  /** The heads that witnesses know of this writer. */
  readonly askWitnesses: (writer: string) => Promise<readonly WitnessAnswer[]>
}

export interface Restored {
  readonly manifest: Manifest
  /** The furthest record that is known to have been written after the backup. */
  readonly lostTo: number | undefined
  /** To be told to witnesses: which heads count no longer. */
  readonly statement: Checkpoint
}

/**
 * Makes a state directory of a backup. Whole or not at all: everything is unpacked and verified elsewhere first. The
 * restored log says in a signed statement and in a record of its own from where on it goes; heads that were signed
 * after the backup and before this no longer count, later ones do. Putting old files back by hand leaves no such
 * statement, and is found as before.
 */
export async function restoreBackup(file: string, paths: StatePaths, options: RestoreOptions): Promise<Restored> {
  refuseUsed(paths.directory)
  mkdirSync(dirname(paths.directory), { recursive: true, mode: 0o700 })
  const staging = mkdtempSync(`${paths.directory}.restoring-`)
  try {
    const { manifest, key, staged } = await unpackSound(file, staging, options.passphrase)
    const keys = sealKeysOf(key)
    const { head } = manifest

    const later = await knownLater(paths, manifest, options)
    if (later.seq > head.seq && !options.acceptLoss)
      throw new UnusableBackup(
        `the backup ends with record ${head.seq}, and record ${later.seq} was signed after it: ${later.seq - head.seq} records would be missing; ` +
          'if no later backup exists, restore with --accept-loss, which is recorded',
      )
    // Not before any head that it gives up, whatever the clock says.
    const statement = signCheckpoint(key, { kind: 'restored', ...head, at: Math.max(options.now, later.at) })
    appendCheckpoint(staged.checkpoints, statement)

    if (paths.anchor !== undefined) {
      if (existsSync(paths.anchor)) copyFileSync(paths.anchor, `${paths.anchor}.before-${statement.at}`)
      replaceAnchor(paths.anchor, makeAnchor(keys, { ...head, at: statement.at }))
    }
    if (existsSync(paths.directory)) rmdirSync(paths.directory)
    renameSync(staging, paths.directory)
    await record(file, paths, { manifest, later: later.seq, statement }, options)
    return { manifest, lostTo: later.seq > head.seq ? later.seq : undefined, statement }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Whether a backup could be restored, without restoring it: it is unpacked into `scratch`, verified and removed. */
export async function checkBackup(file: string, scratch: string, passphrase: string | undefined): Promise<Manifest> {
  const staging = mkdtempSync(join(scratch, 'portcullis-check-'))
  try {
    return (await unpackSound(file, staging, passphrase)).manifest
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

interface Unpacked {
  readonly manifest: Manifest
  readonly key: SigningKey
  readonly staged: StatePaths
}

/** Every file is what was written, and the log in it is sound. */
async function unpackSound(file: string, staging: string, passphrase: string | undefined): Promise<Unpacked> {
  const manifest = unpack(file, staging, passphrase)
  const key = keyOfManifest(readFileSync(join(staging, 'journal.key'), 'utf8'), manifest)
  const anchor = join(staging, 'anchor.json')
  const staged = statePaths(staging, { anchor })
  replaceAnchor(anchor, makeAnchor(sealKeysOf(key), { ...manifest.head, at: manifest.made }))
  const { findings, damage } = await verifyStateDirectory(staged)
  rmSync(anchor)
  const wrong = findings[0]?.sentence ?? damage[0]
  if (wrong !== undefined) throw new UnusableBackup(`the log in the backup is not sound: ${wrong}`)
  return { manifest, key, staged }
}

function refuseUsed(directory: string): void {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return
  throw new UnusableBackup(
    `there is something in ${directory}: a backup is restored into an empty state directory; move the old one away, or name another with --state`,
  )
}

/** Every file as the manifest says, in a directory that nobody uses. */
function unpack(file: string, staging: string, passphrase: string | undefined): Manifest {
  const reader = new BackupReader(file, passphrase)
  try {
    const manifest = manifestOf(reader, passphrase)
    for (const { name, size, sha256 } of manifest.files) {
      const digest = createHash('sha256')
      const to = openSync(join(staging, name), 'wx', 0o600)
      try {
        for (const piece of reader.take(size)) {
          digest.update(piece)
          for (let written = 0; written < piece.length;) written += writeSync(to, piece, written)
        }
        fsyncSync(to)
      } finally {
        closeSync(to)
      }
      if (digest.digest('hex') !== sha256)
        throw new UnusableBackup(`${name} in the backup is not what was written: the backup was changed or is damaged`)
    }
    reader.end()
    return manifest
  } finally {
    reader.close()
  }
}

/** What a wrong passphrase makes of it is no list of files. */
function manifestOf(reader: BackupReader, passphrase: string | undefined): Manifest {
  if (passphrase === undefined) return readManifest(reader.line())
  try {
    return readManifest(reader.line())
  } catch (error) {
    throw new UnusableBackup('the passphrase is wrong, or the backup was changed', { cause: error })
  }
}

/** What anchor and witnesses know beyond the backup. */
async function knownLater(
  paths: StatePaths,
  { writer, head }: Manifest,
  options: RestoreOptions,
): Promise<{ readonly seq: number; readonly at: number }> {
  const anchor =
    paths.anchor !== undefined && existsSync(paths.anchor) ? parseAnchor(readFileSync(paths.anchor, 'utf8')) : undefined
  if (anchor !== undefined && anchor.writer !== writer && !options.acceptLoss)
    throw new UnusableBackup(
      `another log (key ${anchor.writer.slice(0, 8)}) was kept in this state directory; if it is given up, restore with --accept-loss`,
    )
  const told = (await options.askWitnesses(writer)).flatMap((answer) =>
    answer.state === 'answers' ? answer.checkpoints : [],
  )
  const heads = told.filter(
    (one) => one.kind === 'head' && one.writer === writer && !told.some((other) => isAbandoned(one, other)),
  )
  const known = [...(anchor?.writer === writer ? [anchor] : []), ...heads, { seq: head.seq, at: 0 }]
  return { seq: Math.max(...known.map(({ seq }) => seq)), at: Math.max(...known.map(({ at }) => at)) }
}

async function record(
  file: string,
  paths: StatePaths,
  { manifest, later, statement }: { manifest: Manifest; later: number; statement: Checkpoint },
  { user, now }: RestoreOptions,
): Promise<void> {
  const journal = openSqliteJournal({
    stateDirectory: paths.directory,
    ...(paths.anchor === undefined ? {} : { anchor: paths.anchor }),
    thread: 'caller',
    // After the statement: what is signed from here on counts.
    now: () => Math.max(Date.now(), statement.at + 1),
  })
  try {
    await journal.append({
      at: now,
      event: 'operator_action',
      severity: 'critical',
      session: '',
      agent: '',
      tool: '',
      decision: '',
      code: 'journal.restored',
      user,
      fingerprint: '',
      policy: '',
      body: canonical({
        backup: basename(file).toWellFormed(),
        made: manifest.made,
        through: manifest.head.seq,
        ...(later > manifest.head.seq ? { lostThrough: later } : {}),
      }),
    })
  } finally {
    await journal.close()
  }
}
