import { canonical } from './canonical-json.ts'
import { timesMissed } from './code/grammars.ts'
import type { Memory, WrittenContent } from './memory.ts'
import { type InForce, surroundingsOf } from './surroundings.ts'
import { type DescribedPrograms, programsFrom } from './programs/from-settings.ts'
import type { ToolDescriptions } from './tools/description.ts'
import type { Context } from './tools/tool.ts'
import type { ToolCall } from './tool-call.ts'
import { understand, type Understood } from './understand.ts'
import { type Snapshot, snapshotOf } from './world.snapshot.ts'
import type { Surroundings, World } from './world.ts'

/** A call, understood where it would run. */
export interface UnderstoodCall extends Understood {
  readonly world: Snapshot
  readonly surroundings: Surroundings
}

/** What is in force: as long as it is the same object, nothing that it says has changed. */
interface Settings extends InForce {
  /** Tools that are described in data. */
  readonly tools?: ToolDescriptions | undefined
  /** Programs that are described in data. */
  readonly programs?: DescribedPrograms | undefined
}

/**
 * What a call would do. Agents send the same call again and again (`git status`, `npm test`), and what it means is
 * decided by its input, the machine, the settings and what the session wrote. So what was understood is used again for
 * the very same input under the very same settings, when the session has written the very same files and every single
 * thing that was seen of the machine is asked for again and found the same. Anything else is understood afresh.
 */
export function understandCached(call: ToolCall, world: World, inForce: Settings, memory: Memory): UnderstoodCall {
  const mayCache = memory.written.size <= MOST_WRITTEN
  const before = mayCache ? cached.get(call.fingerprint) : undefined
  if (before !== undefined && isSame(before, call, world, inForce, memory)) return before.understood
  const missed = timesMissed()
  const snapshot = snapshotOf(world)
  const surroundings = surroundingsOf(call.cwd, snapshot, inForce)
  const understood = {
    ...understand(call, { surroundings, world: snapshot, memory, ...described(inForce) }, inForce.tools),
    world: snapshot,
    surroundings,
  }
  if (mayCache && timesMissed() === missed)
    keep({ call, machine: world, inForce, written: writtenIn(memory), understood })
  return understood
}

function described({ programs }: Settings): Pick<Context, 'programs'> {
  return programs === undefined ? {} : { programs: programsFrom(programs) }
}

interface Cached {
  readonly call: ToolCall
  /** The call's input in its one spelling, once it was compared with another one's. */
  input?: string
  readonly machine: World
  readonly inForce: Settings
  readonly written: Written
  readonly understood: UnderstoodCall
}

/** The fingerprint is only where to look: the input itself is compared. */
function isSame(before: Cached, call: ToolCall, world: World, inForce: Settings, memory: Memory): boolean {
  return (
    before.machine === world &&
    before.inForce === inForce &&
    before.call.tool === call.tool &&
    before.call.cwd === call.cwd &&
    before.call.ownTools === call.ownTools &&
    isWritten(before.written, memory) &&
    (before.input ??= canonical(before.call.input)) === canonical(call.input) &&
    before.understood.world.isStill()
  )
}

/** What a session had written. Nothing is kept alive by this: what is gone is not the same. */
type Written = readonly (readonly [path: string, content: WeakRef<WrittenContent>])[]

function writtenIn({ written }: Memory): Written {
  return [...written].map(([path, content]) => [path, new WeakRef(content)])
}

/** A file that is written again has other content, even if it reads the same. */
function isWritten(before: Written, { written }: Memory): boolean {
  return (
    before.length === written.size && before.every(([path, content]) => content.deref() === (written.get(path) ?? 0))
  )
}

/** By fingerprint; the oldest is forgotten first. */
const cached = new Map<string, Cached>()
const MOST_CACHED = 256
const MOST_WRITTEN = 64
const MOST_QUESTIONS = 64
const MOST_ACTIONS = 64
const MOST_CHARACTERS = 32 * 1024

function keep(entry: Cached): void {
  const { fingerprint } = entry.call
  cached.delete(fingerprint)
  const { world, understanding, encoded } = entry.understood
  const { questions, characters } = world.size()
  if (questions > MOST_QUESTIONS || understanding.actions.length > MOST_ACTIONS) return
  if (characters + encoded.length > MOST_CHARACTERS) return
  const [oldest] = cached.keys()
  if (cached.size >= MOST_CACHED && oldest !== undefined) cached.delete(oldest)
  cached.set(fingerprint, entry)
}
