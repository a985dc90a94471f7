import type { JsonObject } from '../tool-call.ts'
import type { Memory } from '../memory.ts'
import type { Program } from '../shell/programs/program.ts'
import type { Surroundings, World } from '../world.ts'
import type { Understanding } from '../understanding.ts'

/** A tool that agents have, under whatever name. One file per tool in this folder. */
export interface Tool {
  /** The name rules use: `Bash`, `Edit`, `WebFetch`. */
  readonly name: string
  /** Its names in other agents' dialects, compared without regard to case. */
  readonly aliases: readonly string[]
  /**
   * The one line the classifier reads. `''` means that the tool declares itself irrelevant to security and skips the
   * classifier; only a tool in this folder may say so. A tool that loads files shows what it loads: without the
   * context it can only show the call.
   */
  readonly encode: (input: JsonObject, context?: Context) => string
  /** What the call would do. Wrong or missing parameters throw `UnreadableInput`. */
  readonly understand: (input: JsonObject, context: Context) => Understanding
  /** On the seed's list of tools that skip the classifier (fast path 6). */
  readonly safe?: true
  /**
   * That it is harmless follows from what the agent's tool of this name does, not from the parameters. A program that
   * names its tools itself may have another tool of this name.
   */
  readonly harmlessByName?: true
  /** The tool exists to ask the person; nobody may answer in their place. */
  readonly needsPerson?: (input: JsonObject) => boolean
  /** It puts its question to the person by itself: where a client cannot show an ask, letting it run is the asking. */
  readonly asksByItself?: true
  /** Runs code in a live interpreter or spawns an agent: never covered by the accept-edits fast path. */
  readonly neverAsEdit?: true
  /** Which parameter a rule's specifier speaks of. */
  readonly specifier: 'command' | 'path' | 'url' | 'agent' | 'none'
}

export interface Context {
  readonly surroundings: Surroundings
  readonly world: World
  readonly memory: Memory
  /** Programs of the settings: each stands before the built-in one of its name. */
  readonly programs?: ReadonlyMap<string, Program>
}

/** A call whose input does not have the shape its tool needs. Ends as a deny with code `call.unreadable`. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput'
}
