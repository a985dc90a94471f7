import type { KeyObject } from 'node:crypto'
import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { SigningKey } from './checkpoints.ts'

/**
 * What makes a journal its writer's: message authentication codes under keys that are derived from the signing key. The
 * hash chain needs no key, so anybody could lengthen it; the seal of its head does. It is renewed in every commit and
 * covers the head, the schema and every row that could loosen a verdict, so a row that was edited, added, removed or put
 * back from an earlier time no longer fits.
 */
export interface SealKeys {
  readonly writer: string
  /** As text: these are used many times in every commit, each time in one call. */
  readonly rows: string
  readonly pads: string
  readonly sessions: string
  readonly heads: KeyObject
  readonly anchors: KeyObject
}

export function sealKeysOf(key: SigningKey): SealKeys {
  const secret = key.privateKey.export({ type: 'pkcs8', format: 'der' })
  const bytes = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'portcullis journal', `${purpose} 1`, 32))
  const text = (purpose: string): string => bytes(purpose).toString('hex')
  const derive = (purpose: string): KeyObject => createSecretKey(bytes(purpose))
  return {
    writer: key.writer,
    rows: text('rows'),
    pads: text('pads'),
    sessions: text('sessions'),
    heads: derive('heads'),
    anchors: derive('anchors'),
  }
}

/** A set of rows: the exclusive or of their values. Adding and removing a row are the same step, in any order. */
export type Digest = Buffer

export function emptyDigest(): Digest {
  return Buffer.alloc(32)
}

export function isEmpty(digest: Digest): boolean {
  return digest.every((byte) => byte === 0)
}

/** Changes the first. */
export function toggle(digest: Digest, value: Uint8Array): void {
  for (let index = 0; index < 32; index++) digest[index] = digest[index]! ^ value[index]!
}

/**
 * The value of one row of one table, over every column: a hash that begins with the key. Nobody sees values, and so
 * nobody can lengthen what one was made of, or combine several.
 */
export function rowValue(keys: SealKeys, table: string, values: readonly unknown[]): Buffer {
  return hash('sha256', `${keys.rows}${table}${JSON.stringify(values)}`, 'buffer')
}

/** The rows of one session. `commit` is the journal's count when they last changed: no two seals share a pad. */
export interface SessionSeal {
  readonly session: string
  readonly commit: number
  /** The digest of the rows, hidden by a pad of its own. */
  readonly rows: string
  readonly mac: string
}

export function sealSession(
  keys: SealKeys,
  session: string,
  commit: number,
  digest: Digest,
): { readonly seal: SessionSeal; readonly value: Buffer } {
  const rows = hidden(keys, `session ${session}`, commit, digest).toString('hex')
  const { mac, value } = sessionCode(keys, { session, commit, rows })
  return { seal: { session, commit, rows, mac }, value }
}

/** Undefined: this seal was not made with these keys. */
export function openSession(
  keys: SealKeys,
  seal: SessionSeal,
): { readonly digest: Digest; readonly value: Buffer } | undefined {
  const { mac, value } = sessionCode(keys, seal)
  if (!same(mac, seal.mac)) return undefined
  return { digest: hidden(keys, `session ${seal.session}`, seal.commit, Buffer.from(seal.rows, 'hex')), value }
}

/** One half of the code is stored; the other stands for the seal among all seals and stays secret. */
function sessionCode(keys: SealKeys, seal: Omit<SessionSeal, 'mac'>): { readonly mac: string; readonly value: Buffer } {
  const code = keyed(keys.sessions, JSON.stringify([seal.session, seal.commit, seal.rows]))
  return { mac: code.toString('hex', 0, 32), value: code.subarray(32) }
}

/**
 * 64 bytes of which at most one half is ever shown: as with SHA-512/256, nobody can lengthen what was hashed, and one call
 * takes a tenth of the time of an HMAC object.
 */
function keyed(key: string, text: string): Buffer {
  return hash('sha512', key + text, 'buffer')
}

/** The seal of a writer's whole journal as of one commit. */
export interface JournalSeal {
  readonly writer: string
  /** How many commits of this writer changed something. Never goes back. */
  readonly commits: number
  readonly seq: number
  readonly hash: string
  /** The hash of all tables, indexes, triggers and views. */
  readonly layout: string
  /** The digest of all session seals, hidden. */
  readonly sessions: string
  /** The count of commits in the last checkpoint this writer knew of: checkpoints and anchor may not be behind it. */
  readonly signed: number
  /** Records up to here were written before there were seals: they are hashed only. */
  readonly hashed_only: number
  readonly mac: string
}

export function sealJournal(
  keys: SealKeys,
  what: Pick<JournalSeal, 'commits' | 'seq' | 'hash' | 'layout' | 'signed' | 'hashed_only'>,
  sessions: Digest,
): JournalSeal {
  const unsigned = {
    writer: keys.writer,
    ...what,
    sessions: hidden(keys, 'journal', what.commits, sessions).toString('hex'),
  }
  return { ...unsigned, mac: journalCode(keys, unsigned) }
}

/** The digest of all session seals; undefined: this seal was not made with these keys. */
export function openJournalSeal(keys: SealKeys, seal: JournalSeal): Digest | undefined {
  if (seal.writer !== keys.writer || !same(journalCode(keys, seal), seal.mac)) return undefined
  return hidden(keys, 'journal', seal.commits, Buffer.from(seal.sessions, 'hex'))
}

function journalCode(keys: SealKeys, seal: Omit<JournalSeal, 'mac'>): string {
  const { writer, commits, seq, hash: head, layout, sessions, signed, hashed_only: hashedOnly } = seal
  return createHmac('sha256', keys.heads)
    .update(JSON.stringify([writer, commits, seq, head, layout, sessions, signed, hashedOnly]))
    .digest('hex')
}

/** Hides and shows again: a pad that only the key gives, for one name and one commit. */
function hidden(keys: SealKeys, name: string, commit: number, digest: Digest): Digest {
  const pad = keyed(keys.pads, JSON.stringify([name, commit])).subarray(0, 32)
  toggle(pad, digest.length === 32 ? digest : emptyDigest())
  return pad
}

/** The furthest head, kept apart from the state directory: all files there can be put back together, this one not. */
export interface Anchor {
  readonly writer: string
  readonly commits: number
  readonly seq: number
  readonly hash: string
  readonly at: number
  readonly mac: string
}

export function makeAnchor(keys: SealKeys, head: Omit<Anchor, 'mac' | 'writer'>): Anchor {
  const unsigned = { writer: keys.writer, ...head }
  return { ...unsigned, mac: anchorCode(keys, unsigned) }
}

export function isGenuineAnchor(keys: SealKeys, anchor: Anchor): boolean {
  return anchor.writer === keys.writer && same(anchorCode(keys, anchor), anchor.mac)
}

function anchorCode(keys: SealKeys, anchor: Omit<Anchor, 'mac'>): string {
  const { writer, commits, seq, hash: head, at } = anchor
  return createHmac('sha256', keys.anchors)
    .update(JSON.stringify([writer, commits, seq, head, at]))
    .digest('hex')
}

export function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
