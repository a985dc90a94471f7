import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import type { Reason } from '../../verdict.ts'
import { lookAtIncoming } from '../../results/incoming.ts'
import { hashOf, namedDefinition } from './definitions.ts'
import { INSTRUCTIONS, type Pins, type ServerIdentity, UnreadablePins } from './pins.ts'
import { textsIn } from './texts.ts'

/** One page of `tools/list` of the server. Rejects when the server gives none. */
export type ListPage = (cursor: string | undefined) => Promise<JsonObject>

const MOST_PAGES = 100
/** Servers announce changes while they start; one that never stops is refused. */
const MOST_LISTINGS = 5
const MOST_TOOLS = 5000

/** A list of tools as a client may see it. */
export interface SeenList {
  readonly result: JsonObject
  /** Names of those that were left out, with why. */
  readonly held: readonly { readonly name: string; readonly why: Reason }[]
}

/** A model reads what is not clearly clean. Resolves with its objection; never rejects. */
export type ReadDescription = (name: string, definition: JsonObject) => Promise<string | undefined>

/** Which tools of the server may be called: those that it listed over this connection, and that no pin holds. */
export class ToolBook {
  readonly #server: ServerIdentity
  readonly #pins: Pick<Pins, 'examine' | 'hold' | 'isApproved'>
  readonly #listPage: ListPage
  readonly #read: ReadDescription
  /** Readings of definitions, by name and text: the list is not kept waiting for them, a call of the tool is. */
  readonly #readings = new Map<string, Promise<void>>()
  #standing = new Map<string, Reason | 'accepted'>()
  #listing: Promise<void> | undefined
  #generation = 0
  /** Definitions that were read over this connection. */
  readonly #looked = new Set<string>()

  constructor(
    server: ServerIdentity,
    pins: Pick<Pins, 'examine' | 'hold' | 'isApproved'>,
    listPage: ListPage,
    read: ReadDescription,
  ) {
    this.#server = server
    this.#pins = pins
    this.#listPage = listPage
    this.#read = read
  }

  /** The server says that its tools changed: nothing that was listed counts any more. */
  changed(): void {
    this.#generation++
    this.#standing = new Map()
  }

  /** Why the tool must not be called; undefined: it may be, if the gate allows the call. Never rejects. */
  async whyHeld(name: string): Promise<Reason | undefined> {
    const why = await this.#heldByList(name)
    if (why !== undefined) return why
    // Until whoever reads its description has answered, nobody calls it.
    const readings = this.#readings.get(name)
    if (readings === undefined) return undefined
    await readings
    const standing = this.#standing.get(name)
    return standing === 'accepted' ? undefined : (standing ?? this.#heldByList(name))
  }

  async #heldByList(name: string): Promise<Reason | undefined> {
    if (this.#standing.get(name) === 'accepted') return undefined
    try {
      // Also for what is held: a person may have said yes meanwhile.
      this.#listing ??= this.#listAll().finally(() => (this.#listing = undefined))
      await this.#listing
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (error instanceof UnreadablePins)
        return { code: 'mcp.pins', sentence: `it cannot be told what was accepted before: \`${visible(why)}\`` }
      return { code: 'mcp.unlisted', sentence: `the tools of the server could not be listed: \`${visible(why)}\`` }
    }
    const standing = this.#standing.get(name)
    if (standing === undefined)
      return {
        code: 'mcp.unlisted',
        sentence: `the server lists no tool \`${visible(name)}\``,
        clearedBy: 'a tool that it lists',
      }
    return standing === 'accepted' ? undefined : standing
  }

  /** One page of a list on its way to the client. Throws when it is none. */
  see(result: JsonValue | undefined): SeenList {
    const tools = isJsonObject(result) ? result['tools'] : undefined
    if (!isJsonObject(result) || !Array.isArray(tools)) throw new Error('what the server lists is no list of tools')
    if (tools.length > MOST_TOOLS) throw new Error(`the server lists more than ${MOST_TOOLS} tools`)
    const named = tools.map(namedDefinition)
    const definitions = named.filter((one) => one !== undefined)
    const reasons = this.#pins.examine(this.#server, definitions)
    const held: { name: string; why: Reason }[] = []
    for (const [at, { name, definition }] of definitions.entries()) {
      const why = reasons[at]
      if (why === undefined) this.#look(name, definition)
      if (why !== undefined) {
        this.#standing.set(name, why)
        held.push({ name, why })
      } else if (!held.some((one) => one.name === name)) this.#standing.set(name, 'accepted')
    }
    const names = new Set(held.map(({ name }) => name))
    const shown = tools.filter((_tool, at) => named[at] !== undefined && !names.has(named[at].name))
    return { result: shown.length === tools.length ? result : { ...result, tools: shown }, held }
  }

  /** Has a definition read once by whoever understands sentences. What they object to is held from then on. */
  #look(name: string, definition: JsonObject): void {
    const doubts = lookAtIncoming('mcp', name, textsIn(definition).join('\n')).doubts
    const key = hashOf(definition)
    if (doubts === undefined || this.#looked.has(key)) return
    this.#looked.add(key)
    if (this.#pins.isApproved(this.#server, name, definition)) return
    const reading = this.#read(name, definition).then((objection) => {
      if (objection === undefined) return
      try {
        const why = this.#pins.hold(this.#server, name, definition, objection)
        if (why !== undefined) this.#standing.set(name, why)
      } catch {
        // It cannot be kept: for this connection it holds.
        this.#standing.set(name, { code: 'mcp.pins', sentence: objection })
      }
    })
    const before = this.#readings.get(name) ?? Promise.resolve()
    this.#readings.set(
      name,
      Promise.all([before, reading]).then(() => undefined),
    )
  }

  /** Why the instructions of the server must not reach a model. */
  instructionsHeld(instructions: string): Reason | undefined {
    return this.#pins.examine(this.#server, [{ name: INSTRUCTIONS, definition: { description: instructions } }])[0]
  }

  /** Lists again what changed while it was listed: only a list of one generation counts. */
  async #listAll(): Promise<void> {
    for (let tries = 0; tries < MOST_LISTINGS; tries++) {
      if ((await this.#listOnce()) === 'whole') return
    }
    throw new Error('the tools changed each time they were listed')
  }

  async #listOnce(): Promise<'whole' | 'changed'> {
    const generation = this.#generation
    const cursors = new Set<string>()
    const held = new Map<string, Reason>()
    for (let cursor: string | undefined; ;) {
      const page = await this.#listPage(cursor)
      if (generation !== this.#generation) return 'changed'
      for (const { name, why } of this.see(page).held) held.set(name, why)
      const { nextCursor } = page
      if (nextCursor === undefined || nextCursor === null) break
      if (typeof nextCursor !== 'string' || cursors.has(nextCursor) || cursors.size >= MOST_PAGES)
        throw new Error('the pages of the list do not end')
      cursors.add(nextCursor)
      cursor = nextCursor
    }
    // A tool that is held on one page is not made good by another.
    for (const [name, why] of held) this.#standing.set(name, why)
    return 'whole'
  }
}
