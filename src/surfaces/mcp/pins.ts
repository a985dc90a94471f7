import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import type { Reason } from '../../verdict.ts'
import { approving, hashOf, ordersIn, readAs } from './definitions.ts'

/** Which server it is: the name it has in the client's settings, and what is started or where it is. */
export interface ServerIdentity {
  readonly name: string
  readonly runs: string
}

/** A definition that was accepted, by first use or by a person. */
export interface Pin {
  readonly hash: string
  readonly definition: JsonObject
  readonly at: number
  readonly by: 'first use' | 'a person'
}

/** A definition that waits for a person. */
export interface Held {
  readonly hash: string
  readonly definition: JsonObject
  readonly at: number
  readonly why: Reason
}

export interface PinnedServer extends ServerIdentity {
  readonly key: string
  readonly pins: ReadonlyMap<string, Pin>
  readonly held: ReadonlyMap<string, Held>
}

/** What stands for the instructions of a server among its tools: no tool can be called so. */
export const INSTRUCTIONS = ' instructions'

const MODEL_OBJECTS = 'mcp.model-objects'

export class UnreadablePins extends Error {}

/** Where pins are: inside the gate's state directory, which no call of an agent may reach. */
export function pinsDirectory(state: string): string {
  return join(state, 'mcp-pins')
}

export function keyOfServer({ name, runs }: ServerIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([name, runs]))
    .digest('hex')
    .slice(0, 16)
}

/**
 * The definitions of tools as they were first seen, one file for each server. A definition that changed, gives orders or
 * has a name like another server's tool is held until a person says yes to exactly that definition.
 */
export class Pins {
  readonly #directory: string
  readonly #now: () => number

  constructor(state: string, now: () => number = Date.now) {
    this.#directory = pinsDirectory(state)
    this.#now = now
  }

  /**
   * Why each of these definitions is held; undefined: it is accepted, and pinned from now on. Throws `UnreadablePins`
   * when what was accepted before cannot be told.
   */
  examine(
    server: ServerIdentity,
    definitions: readonly { readonly name: string; readonly definition: JsonObject }[],
  ): readonly (Reason | undefined)[] {
    const known = this.#read(keyOfServer(server))
    const hashes = definitions.map(({ definition }) => hashOf(definition))
    const same = ({ name }: { readonly name: string }, at: number): boolean =>
      known?.pins.get(name)?.hash === hashes[at]
    // The usual case: nothing is new, and nothing is written.
    if (known !== undefined && definitions.every(same)) return definitions.map(() => undefined)
    return this.#change(server, (pins, held) => {
      const others = this.#namesElsewhere(server)
      return definitions.map(({ name, definition }, at) => {
        const hash = hashes[at]!
        const pinned = pins.get(name)
        if (pinned?.hash === hash) return undefined
        // What a model objected to is not found again by looking: it waits until a person says yes.
        const waiting = held.get(name)
        if (waiting?.hash === hash && waiting.why.code === MODEL_OBJECTS) return waiting.why
        const own = [...pins.keys()].map((tool) => ({ tool, of: server.name }))
        const why = changed(pinned, definition) ?? ordersIn(definition) ?? looksLike(name, [...own, ...others])
        if (why === undefined) pins.set(name, { hash, definition, at: this.#now(), by: 'first use' })
        else held.set(name, { hash, definition, at: this.#now(), why })
        return why
      })
    })
  }

  /**
   * Takes back what first use accepted: a person has to read exactly this definition. Undefined: a person has, or it is
   * another one by now.
   */
  hold(server: ServerIdentity, name: string, definition: JsonObject, sentence: string): Reason | undefined {
    const hash = hashOf(definition)
    const why: Reason = { code: MODEL_OBJECTS, sentence, clearedBy: approving() }
    return this.#change(server, (pins, held) => {
      const pinned = pins.get(name)
      if (pinned?.hash !== hash || pinned.by === 'a person') return undefined
      pins.delete(name)
      held.set(name, { hash, definition, at: this.#now(), why })
      return why
    })
  }

  /** A person said yes to exactly this definition. */
  isApproved(server: ServerIdentity, name: string, definition: JsonObject): boolean {
    const pinned = this.#read(keyOfServer(server))?.pins.get(name)
    return pinned?.by === 'a person' && pinned.hash === hashOf(definition)
  }

  list(): readonly PinnedServer[] {
    return this.#keys().flatMap((key) => this.#read(key) ?? [])
  }

  /** A person says yes to exactly this definition. False: it is no longer the one that waits. */
  approve(server: ServerIdentity, name: string, hash: string): boolean {
    return this.#change(server, (pins, held) => {
      const waiting = held.get(name)
      if (waiting?.hash !== hash) return false
      held.delete(name)
      pins.set(name, { hash, definition: waiting.definition, at: this.#now(), by: 'a person' })
      return true
    })
  }

  /** Forgets a server, or one of its tools: what it says next is its first word again. */
  forget(server: ServerIdentity, name?: string): void {
    if (name === undefined) rmSync(this.#path(keyOfServer(server)), { force: true })
    else
      this.#change(server, (pins, held) => {
        pins.delete(name)
        held.delete(name)
      })
  }

  #namesElsewhere(server: ServerIdentity): readonly { readonly tool: string; readonly of: string }[] {
    const own = keyOfServer(server)
    return this.#keys()
      .filter((key) => key !== own)
      .flatMap((key) => {
        const other = this.#read(key)
        return other === undefined ? [] : [...other.pins.keys()].map((tool) => ({ tool, of: other.name }))
      })
  }

  #keys(): readonly string[] {
    if (!existsSync(this.#directory)) return []
    return readdirSync(this.#directory).flatMap((file) => /^([0-9a-f]{16})\.json$/.exec(file)?.[1] ?? [])
  }

  #path(key: string): string {
    return join(this.#directory, `${key}.json`)
  }

  #read(key: string): PinnedServer | undefined {
    const path = this.#path(key)
    let bytes: Uint8Array
    try {
      bytes = readFileSync(path)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw new UnreadablePins(`${path} cannot be read`, { cause: error })
    }
    const read = readJson(bytes, FILE_LIMITS)
    const server = 'ok' in read ? serverOf(key, read.ok) : undefined
    if (server === undefined || keyOfServer(server) !== key)
      throw new UnreadablePins(`${path} is not a file of pins: look at it, or remove it`)
    return server
  }

  /** Reads, changes and writes a server's file while nobody else does. */
  #change<T>(server: ServerIdentity, act: (pins: Map<string, Pin>, held: Map<string, Held>) => T): T {
    const key = keyOfServer(server)
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const unlock = lock(`${this.#path(key)}.lock`)
    try {
      const known = this.#read(key)
      const pins = new Map(known?.pins)
      const held = new Map(known?.held)
      const result = act(pins, held)
      const { name, runs } = server
      const file = { version: 1, name, runs, pins: Object.fromEntries(pins), held: Object.fromEntries(held) }
      const scratch = `${this.#path(key)}.${process.pid}-${randomBytes(4).toString('hex')}`
      writeFileSync(scratch, `${JSON.stringify(file)}\n`, { mode: 0o600, flag: 'wx', flush: true })
      renameSync(scratch, this.#path(key))
      return result
    } finally {
      unlock()
    }
  }
}

const FILE_LIMITS = { bytes: 10 * 1024 * 1024, depth: 64, entries: 1_000_000, string: 1024 * 1024 }

function changed(pinned: Pin | undefined, definition: JsonObject): Reason | undefined {
  if (pinned === undefined) return undefined
  const keys = [...new Set([...Object.keys(pinned.definition), ...Object.keys(definition)])]
  const different = keys.filter(
    (key) =>
      !['_meta', 'icons'].includes(key) && JSON.stringify(pinned.definition[key]) !== JSON.stringify(definition[key]),
  )
  return {
    code: 'mcp.changed',
    sentence: `the server describes it in another way than when it was accepted (\`${visible(different.join(', '))}\`)`,
    clearedBy: approving(),
  }
}

function looksLike(
  name: string,
  others: readonly { readonly tool: string; readonly of: string }[],
): Reason | undefined {
  const read = readAs(name)
  const twin = others.find(({ tool }) => tool !== name && readAs(tool) === read)
  return twin === undefined
    ? undefined
    : {
        code: 'mcp.look-alike',
        sentence: `the name \`${visible(name)}\` can be taken for \`${visible(twin.tool)}\` of the server \`${visible(twin.of)}\``,
        clearedBy: approving(),
      }
}

function serverOf(key: string, value: JsonValue): PinnedServer | undefined {
  if (!isJsonObject(value) || value['version'] !== 1) return undefined
  const { name, runs, pins, held } = value
  if (typeof name !== 'string' || typeof runs !== 'string' || !isJsonObject(pins) || !isJsonObject(held))
    return undefined
  const read = { pins: new Map<string, Pin>(), held: new Map<string, Held>() }
  for (const [tool, pin] of Object.entries(pins)) {
    if (!isJsonObject(pin) || !isJsonObject(pin['definition']) || typeof pin['at'] !== 'number') return undefined
    const { definition, at } = pin
    // Of the definition itself: a hash that somebody wrote beside it proves nothing.
    read.pins.set(tool, {
      hash: hashOf(definition),
      definition,
      at,
      by: pin['by'] === 'a person' ? 'a person' : 'first use',
    })
  }
  for (const [tool, one] of Object.entries(held)) {
    if (!isJsonObject(one) || !isJsonObject(one['definition']) || typeof one['at'] !== 'number') return undefined
    const { definition, at, why } = one
    if (!isJsonObject(why) || typeof why['code'] !== 'string' || typeof why['sentence'] !== 'string') return undefined
    const reason = { code: why['code'], sentence: why['sentence'], clearedBy: approving() }
    read.held.set(tool, { hash: hashOf(definition), definition, at, why: reason })
  }
  return { key, name, runs, ...read }
}

const LOCK_PATIENCE = 3000
/** Nobody holds it longer: whoever made it is gone. */
const STALE = 10_000

/** Waits for its turn. Throws `UnreadablePins` when it does not come. */
function lock(path: string): () => void {
  const until = Date.now() + LOCK_PATIENCE
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', 0o600))
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw new UnreadablePins(`${path} cannot be made`, { cause: error })
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > STALE) rmSync(path, { force: true })
      else if (Date.now() > until) throw new UnreadablePins(`${path} is held by another process`)
      else Atomics.wait(PAUSE, 0, 0, 10)
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))
