import { type Action, type Content, HERE, type OpaqueBecause, type Where } from '../action.ts'
import { parent } from '../paths.ts'
import type { Place } from '../place.ts'
import type { Readers } from '../readers.ts'
import type { EffectDraft } from '../shell/programs/program.ts'
import type { Context } from '../tools/tool.ts'
import type { SimpleCommand } from '../understanding.ts'
import type { Word } from '../word.ts'
import type { Scope } from './script.ts'
import type { Value } from './values.ts'

/** How deep code may start code, and how many commands one call may hold, before we stop looking. */
export const DEEPEST = 12
const MOST_COMMANDS = 4000
/** How many nodes may be looked at, and how many characters parsed, nested code counted each time. */
const MOST_STEPS = 15_000
const MOST_PARSED = 200_000

/** Where a piece of the call runs. */
export interface Scene {
  readonly where: Where
  readonly elevated: boolean
  readonly via: readonly string[]
  readonly depth: number
  readonly inside: number | undefined
}

/** The readers of a whole text. What reads commands starts texts by these, since texts hold commands. */
export interface Texts {
  powershell(engine: Engine, source: string, scope?: Scope, input?: Value): Value
  cmd(engine: Engine, source: string): void
}

/** Everything that is being found out about one call. Actions are only ever added. */
export interface Engine {
  /** The readers of other languages. */
  readonly languages: Readers
  readonly texts: Texts
  readonly context: Context
  readonly actions: Action[]
  readonly commands: SimpleCommand[]
  /** Files this call wrote so far: real path → content. */
  readonly written: Map<string, Content>
  /** Variables of the environment that this call set. */
  readonly environment: Map<string, Word>
  /** The texts as somebody wrote them, in lower case, and which names do not stand in them. */
  readonly sources: string[]
  readonly spelt: Map<string, boolean>
  cwd: Place
  scene: Scene
  left: number
  steps: number
  characters: number
}

export function engineFor(context: Context, languages: Readers, texts: Texts): Engine {
  const { cwd } = context.surroundings
  return {
    languages,
    texts,
    context,
    actions: [],
    commands: [],
    written: new Map(),
    environment: new Map(),
    sources: [],
    spelt: new Map(),
    cwd: { kind: 'path', path: cwd, real: context.world.real(cwd) },
    scene: { where: HERE, elevated: false, via: [], depth: 0, inside: undefined },
    left: MOST_COMMANDS,
    steps: MOST_STEPS,
    characters: MOST_PARSED,
  }
}

/** Records one deed. The evidence is capped: it is quoted to people. */
export function record(engine: Engine, recorded: EffectDraft, evidence: string): void {
  if (engine.left <= 0) return
  engine.left--
  const { where, elevated } = engine.scene
  const quoted = (recorded.evidence ?? evidence).trim().slice(0, 300)
  const action: Action = { ...asContent(recorded), evidence: quoted, where, elevated }
  engine.actions.push(action)
  if (action.does === 'write-file' && action.place.kind === 'path')
    engine.written.set(action.place.real.toLowerCase(), originalOf(engine, action.content))
  if (engine.left === 0)
    engine.actions.push({
      does: 'something-opaque',
      text: quoted,
      because: 'too-long',
      evidence: quoted,
      where,
      elevated,
    })
}

/** A copy of what this call wrote is what it wrote: a download stays one under another name, and unpacked. */
function originalOf(engine: Engine, content: Content): Content {
  return content.kind === 'copy' && content.of.kind === 'path'
    ? (engine.written.get(content.of.real.toLowerCase()) ?? content)
    : content
}

/** Stores of Windows whose files are named for the keys and users they belong to: their names are content. */
const NAMED_STORES = /\/appdata\/(?:local|roaming)\/microsoft\/(?:credentials|protect|vault|crypto)(?:\/|$)/i

function asContent(recorded: EffectDraft): EffectDraft {
  if (recorded.does !== 'read-file' || recorded.extent !== 'names' || recorded.place.kind === 'unknown') return recorded
  const path = recorded.place.kind === 'path' ? recorded.place.path : recorded.place.pattern
  return NAMED_STORES.test(path) ? { ...recorded, extent: 'content' } : recorded
}

export function recordOpaque(engine: Engine, because: OpaqueBecause, text: string): void {
  record(engine, { does: 'something-opaque', because, text: text.slice(0, 300) }, text)
}

/** Counts work. False once there was too much of it: that is said once, and nothing more is looked at. */
export function spend(engine: Engine, steps: number, characters: number): boolean {
  if (engine.steps <= 0) return false
  engine.steps -= steps
  engine.characters -= characters
  if (engine.steps > 0 && engine.characters > 0) return true
  engine.steps = 0
  recordOpaque(engine, 'too-long', 'more code than is looked at')
  return false
}

/** Runs `body` in a scene changed by `change`; the scene outside is restored whatever happens. */
export function within<T>(engine: Engine, change: Partial<Scene>, body: () => T): T | undefined {
  const outer = engine.scene
  if (outer.depth >= DEEPEST) {
    recordOpaque(engine, 'too-deep', 'code inside code inside code')
    return undefined
  }
  engine.scene = { ...outer, ...change, depth: outer.depth + 1 }
  try {
    return body()
  } finally {
    engine.scene = outer
  }
}

/** What is at a place, when this call or the session wrote it. */
export function writtenAt(engine: Engine, place: Place): Content | undefined {
  if (place.kind !== 'path') return undefined
  const now = engine.written.get(place.real.toLowerCase())
  if (now) return now
  for (let above = parent(place.real.toLowerCase()); above.length > 1; above = parent(above)) {
    const unpacked = engine.written.get(above)
    if (unpacked?.kind === 'network') return unpacked
    if (parent(above) === above) break
  }
  const earlier = engine.context.memory.written.get(place.real)
  return earlier
}
