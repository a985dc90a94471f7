import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TranscriptFormat, TranscriptReader } from '../../journal/transcripts/transcript.ts'
import { transcriptFormat } from '../../journal/transcripts/index.ts'
import type { Session } from '../../session.ts'
import { isTaskOfAgent } from '../agent-tasks.ts'

/** So much is read at a time; the rest waits for the next call. */
const MOST_AT_ONCE = 1024 * 1024
/** What a process reads that judges one call and ends: a beginning when nothing is known, else an end. */
const MOST_BEGINNING = 4 * 1024 * 1024
const MOST_END = 256 * 1024
const MOST_FOLLOWED = 2000

/**
 * Agents whose transcripts lie where a tool call may not write without a person: elsewhere an agent could write its
 * user's words itself.
 */
const GUARDED: ReadonlySet<string> = new Set(['claude-code', 'codex', 'gemini-cli', 'qwen-code'])

interface Followed {
  readonly path: string
  readonly inode: number
  readonly reader: TranscriptReader
  offset: number
  /** The start of a line whose end is not written yet. */
  rest: Buffer
}

/**
 * What users said while nobody told the gate: before it was there, or in a client whose prompts reach no hook. Each
 * transcript is followed from where it was left, so that a call costs what is new. Only a file in the agent's own place
 * is believed; whatever cannot be read gives nothing, which allows less.
 */
export class Transcripts {
  readonly #home: string
  readonly #followed = new Map<string, Followed>()
  /** Sessions whose user is heard: of their transcripts only what was queued is new. */
  readonly #heard = new Set<string>()
  readonly #headless = new Map<string, boolean>()

  readonly #mayRead: (path: string) => boolean

  /** `mayRead`: whether whoever is judged could read a file, where the gate can read more than they. */
  constructor(home: string, mayRead: (path: string) => boolean = () => true) {
    this.#home = home
    this.#mayRead = mayRead
  }

  /** The client tells what the user says. */
  heard(session: string): void {
    this.#heard.add(session)
    forgetOldest(this.#heard)
  }

  /** The agent runs without anybody who could answer. Looked up until the file says it. */
  isHeadless(agent: string, path: string): boolean {
    const known = this.#headless.get(path)
    if (known !== undefined) return known
    const headless = this.#mayRead(path) ? isHeadless(agent, path, this.#home) : undefined
    if (headless !== undefined) this.#headless.set(path, headless)
    forgetOldest(this.#headless)
    return headless === true
  }

  /** Adds what the user said since the last call. True when there was something. */
  catchUp(session: Session, agent: string, path: string): boolean {
    return learn(session, this.#newIn(agent, path, session.id, this.#heard.has(session.id) ? 'queued' : 'all'))
  }

  #newIn(agent: string, path: string, session: string, which: Which): Told {
    const found = this.#mayRead(path) ? guardedFile(agent, path, this.#home) : undefined
    if (found === undefined) return NOTHING
    return reading(found.real, NOTHING, (file, { ino, size }) => {
      const before = this.#followed.get(session)
      const goesOn = before !== undefined && before.path === found.real && before.inode === ino && size >= before.offset
      const followed = goesOn ? before : begin(found, ino)
      this.#followed.delete(session)
      this.#followed.set(session, followed)
      forgetOldest(this.#followed)
      const bytes = readAt(file, followed.offset, MOST_AT_ONCE)
      followed.offset += bytes.length
      const text = Buffer.concat([followed.rest, bytes])
      const end = text.lastIndexOf('\n') + 1
      // A line longer than this is no prompt.
      followed.rest = text.length - end > MOST_AT_ONCE ? Buffer.alloc(0) : text.subarray(end)
      return toldIn(text.toString('utf8', 0, end), followed.reader, session, which)
    })
  }
}

/** All that the user said, or only what they said while the agent was at work: no prompt event tells of that. */
type Which = 'all' | 'queued'

/** For a process that judges one call: the beginning when nothing is known of the user, else the latest. */
export function catchUpOnce(session: Session, agent: string, path: string, home: string): boolean {
  const found = guardedFile(agent, path, home)
  if (found === undefined) return false
  const told = reading(found.real, NOTHING, (file, { size }) => {
    const reader = found.format.open(basename(found.real))
    const known = session.turns.some(({ kind }) => kind === 'user')
    if (!known || size <= MOST_END) return toldIn(readAt(file, 0, MOST_BEGINNING).toString('utf8'), reader, session.id)
    // The first line tells some readers which session it is.
    const head = readAt(file, 0, MOST_END).toString('utf8').split('\n', 1)[0]!
    toldIn(head, reader, session.id)
    const tail = readAt(file, size - MOST_END, MOST_END).toString('utf8')
    return toldIn(tail.slice(tail.indexOf('\n') + 1), reader, session.id)
  })
  return learn(session, told)
}

/**
 * Whether the agent's own record of the session says that it runs without a person: `claude -p` calls itself `sdk-cli`.
 * Programs on its SDK answer for themselves and are not meant. Undefined while the file does not say.
 */
export function isHeadless(agent: string, path: string, home: string): boolean | undefined {
  if (agent !== 'claude-code') return false
  const found = guardedFile(agent, path, home)
  if (found === undefined) return undefined
  const lines = reading<readonly string[]>(found.real, [], (file) =>
    readAt(file, 0, MOST_END).toString('utf8').split('\n'),
  )
  for (const line of lines) {
    const said = entrypointOf(line)
    if (said !== undefined) return said === 'sdk-cli'
  }
  return undefined
}

function entrypointOf(line: string): string | undefined {
  if (!line.includes('"entrypoint"')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    const said = typeof value === 'object' && value !== null && 'entrypoint' in value ? value.entrypoint : undefined
    return typeof said === 'string' ? said : undefined
  } catch {
    // Half written, or cut.
    return undefined
  }
}

/** What a transcript says of a session: its user's words, and the model that its main loop ran on last. */
interface Told {
  readonly said: readonly string[]
  readonly model: string | undefined
}

const NOTHING: Told = { said: [], model: undefined }

/** True when the user said something new. */
function learn(session: Session, { said, model }: Told): boolean {
  if (model !== undefined) session.model = model
  return addSaid(session, said)
}

/** What is known already, from the client or from an earlier look, is not said again. */
function addSaid(session: Session, said: readonly string[]): boolean {
  if (said.length === 0) return false
  const known = new Set(session.turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text.trim()] : [])))
  let added = false
  for (const text of said) {
    if (known.has(text.trim()) || isTaskOfAgent(session, text)) continue
    known.add(text.trim())
    session.turns.push({ kind: 'user', text })
    added = true
  }
  return added
}

interface Found {
  readonly real: string
  readonly format: TranscriptFormat
}

function guardedFile(agent: string, path: string, home: string): Found | undefined {
  const format = GUARDED.has(agent) ? transcriptFormat(agent) : undefined
  if (format === undefined) return undefined
  try {
    const real = realpathSync(path)
    const inPlace = real.startsWith(`${realpathSync(join(home, format.directory))}/`)
    return inPlace && format.isTranscript(real) && format.shape(real) === 'lines' ? { real, format } : undefined
  } catch {
    return undefined
  }
}

function begin({ real, format }: Found, inode: number): Followed {
  return { path: real, inode, reader: format.open(basename(real)), offset: 0, rest: Buffer.alloc(0) }
}

function toldIn(text: string, reader: TranscriptReader, session: string, which: Which = 'all'): Told {
  const said: string[] = []
  let model: string | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      for (const event of reader.read(line))
        if (event.kind === 'user' && event.session === session && (which === 'all' || event.queued === true))
          said.push(event.text)
        else if (event.kind === 'model' && event.session === session) model = event.model
    } catch {
      // The last line may be half written, others may be of a version we do not know.
    }
  }
  return { said, model }
}

function reading<T>(
  path: string,
  otherwise: T,
  read: (file: number, stat: { readonly ino: number; readonly size: number }) => T,
): T {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return otherwise
  }
  try {
    const stat = fstatSync(file)
    return stat.isFile() ? read(file, stat) : otherwise
  } catch {
    return otherwise
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, offset: number, most: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, Math.min(fstatSync(file).size - offset, most)))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
}

function forgetOldest(known: Map<string, unknown> | Set<string>): void {
  const oldest = known.keys().next().value
  if (known.size > MOST_FOLLOWED && oldest !== undefined) known.delete(oldest)
}
