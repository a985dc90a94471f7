import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type pg from 'pg'
import type { SigningKey } from '../../checkpoints.ts'
import { newKey, readKey } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { SealKeys } from '../../seal.ts'
import { same } from '../../seal.ts'
import { messageOf } from '../checkpoint-file.ts'

/**
 * The key that all daemons of one database have in common. It seals the rows they share; each chain has a key of its own
 * besides. The database knows its fingerprint. The first daemon makes it; every other one is given the file.
 */
export async function teamKey(client: pg.ClientBase, path: string, name: string): Promise<SigningKey> {
  const known = await fingerprint(client)
  if (existsSync(path)) {
    const key = read(path)
    if (known === undefined) await claim(client, key)
    const now = known ?? (await fingerprint(client))
    if (now !== key.writer)
      throw new JournalFailure(
        'journal.key',
        `${path} is not the team key of this database (${now?.slice(0, 8) ?? 'none'}): copy the file from another daemon: ${name}`,
      )
    return key
  }
  if (known !== undefined)
    throw new JournalFailure(
      'journal.key',
      `the team key is missing: copy \`team.key\` from another daemon of this database to ${path}: ${name}`,
    )
  const { key, pem } = newKey()
  create(path, pem)
  const made = read(path)
  await claim(client, made)
  if ((await fingerprint(client)) === made.writer) return made
  // Another daemon was first. This file was made a moment ago, and nothing was sealed with it.
  if (made.writer === key.writer) unlinkSync(path)
  throw new JournalFailure(
    'journal.key',
    `another daemon has just made the team key: copy \`team.key\` from there to ${path}: ${name}`,
  )
}

export function readTeamKey(path: string): SigningKey {
  if (!existsSync(path))
    throw new JournalFailure('journal.key', `the team key is missing: copy \`team.key\` from a daemon to ${path}`)
  return read(path)
}

function read(path: string): SigningKey {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new JournalFailure('journal.key', `others can read the team key: chmod 600 ${path}`)
  try {
    return readKey(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new JournalFailure('journal.key', `cannot use the team key ${path}: ${messageOf(error)}`)
  }
}

function create(path: string, pem: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, pem, { mode: 0o600, flag: 'wx', flush: true })
  try {
    chmodSync(temporary, 0o600)
    linkSync(temporary, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    unlinkSync(temporary)
  }
}

async function fingerprint(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query('select writer from journal_team')
  return rows[0]?.writer as string | undefined
}

async function claim(client: pg.ClientBase, key: SigningKey): Promise<void> {
  await client.query('insert into journal_team (one, writer) values (1, $1) on conflict do nothing', [key.writer])
}

/** Whose chains belong to the team. */
export interface TeamWriter {
  readonly writer: string
  readonly public_key: string
  readonly name: string
  readonly since: number
  /** When its journal was moved here as a whole, and ended; 0: it is written to. */
  readonly ended: number
  readonly mac: string
}

export function teamWriter(team: SealKeys, row: Omit<TeamWriter, 'mac'>): TeamWriter {
  return { ...row, mac: codeOf(team, row) }
}

export function isTeamWriter(team: SealKeys, row: TeamWriter): boolean {
  return same(codeOf(team, row), row.mac)
}

function codeOf(team: SealKeys, { writer, public_key, name, since, ended }: Omit<TeamWriter, 'mac'>): string {
  return createHmac('sha256', team.anchors)
    .update(JSON.stringify(['writer', writer, public_key, name, since, ended]))
    .digest('hex')
}

/** Says that this daemon's chain belongs to the team. */
export async function register(client: pg.ClientBase, team: SealKeys, key: SigningKey, now: number): Promise<void> {
  const row = teamWriter(team, {
    writer: key.writer,
    public_key: key.publicKey,
    name: hostname(),
    since: now,
    ended: 0,
  })
  await addWriter(client, row)
}

export async function addWriter(client: pg.ClientBase, row: TeamWriter): Promise<void> {
  await client.query(
    'insert into journal_writer (writer, public_key, name, since, ended, mac) values ($1, $2, $3, $4, $5, $6) on conflict (writer) do nothing',
    [row.writer, row.public_key, row.name, row.since, row.ended, row.mac],
  )
}
