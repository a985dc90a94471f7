import type { WrittenContent } from '../../../call/memory.ts'
import type { Denials, Session, Turn } from '../../../session.ts'
import { stricterMode } from '../../../session.ts'
import { JournalFailure } from '../../journal.ts'
import { modeForStore, turnForStore } from '../../sessions.ts'

/** A session as it was when it was last the same here and in the database. */
export interface Base {
  readonly turns: readonly Turn[]
  readonly denials: Readonly<Denials>
  /** As it is stored. */
  readonly mode: string
  readonly paused: boolean
  readonly stopped: boolean
  readonly written: ReadonlyMap<string, WrittenContent>
  readonly claimed: boolean
}

export const NOTHING_YET: Base = {
  turns: [],
  denials: { consecutive: 0, total: 0 },
  mode: '',
  paused: false,
  stopped: false,
  written: new Map(),
  claimed: false,
}

/**
 * Puts what is new here on top of what another daemon stored, in place: whoever is judging with this session goes on with
 * all of it. Counters add up; what both changed becomes the stricter of the two.
 */
export function mergeSession(mine: Session, base: Base, theirs: Session): void {
  if (mine.claimed && theirs.claimed && mine.user !== theirs.user)
    throw new JournalFailure('journal.locked', `another user has begun session \`${mine.id}\` meanwhile`)
  mergeModes(mine, base, theirs)
  const known = new Set(base.turns)
  const here = new Set(mine.turns)
  const added = mine.turns.filter((turn) => !known.has(turn))
  // What was taken back here since then is not put back.
  const stored = theirs.turns.filter((turn) => !known.has(turn) || here.has(turn))
  mine.turns.splice(0, mine.turns.length, ...stored, ...added)
  mergeDenials(mine.denials, base.denials, theirs.denials)
  mergeWritten(mine.written, base.written, theirs.written)
  mine.paused =
    (mine.paused === true) === base.paused ? theirs.paused === true : mine.paused === true || theirs.paused === true
  mine.stopped = mine.stopped === true || theirs.stopped === true
  mine.grants.splice(0, mine.grants.length, ...theirs.grants)
  if (theirs.claimed && theirs.user !== undefined) {
    mine.user = theirs.user
    mine.claimed = true
  }
}

/**
 * Turns that were read again are the very ones that are known here: whoever remembers a call that was not carried out
 * takes back that one, and finds it. To be called before anything is merged.
 */
export function knowAgain(theirs: Session, { turns }: Pick<Base, 'turns'>): void {
  let next = 0
  let wanted = textOf(turns[0])
  for (const [place, turn] of theirs.turns.entries()) {
    const known = turns[next]
    if (known === undefined) return
    if (textOf(turn) !== wanted) continue
    theirs.turns[place] = known
    wanted = textOf(turns[++next])
  }
}

function textOf(turn: Turn | undefined): string {
  return turn === undefined ? '' : JSON.stringify(turnForStore(turn))
}

function mergeModes(mine: Session, base: Base, theirs: Session): void {
  const here = modeForStore(mine)
  const there = modeForStore(theirs)
  if (here === there || there === base.mode) return
  const mode = here === base.mode || base.mode === '' ? theirs.mode : stricterMode(mine.mode, theirs.mode)
  const { settingsMode, modeChosen } = mode === theirs.mode ? theirs : mine
  mine.mode = mode
  if (settingsMode === undefined) delete mine.settingsMode
  else mine.settingsMode = settingsMode
  if (modeChosen) mine.modeChosen = true
  else delete mine.modeChosen
}

function mergeDenials(mine: Denials, base: Readonly<Denials>, theirs: Readonly<Denials>): void {
  const denied = mine.total - base.total
  const inRow = mine.consecutive - base.consecutive
  // An allow here ended the row; what was counted since then is what there is of it.
  mine.consecutive = inRow === denied ? theirs.consecutive + inRow : mine.consecutive
  mine.total = theirs.total + denied
}

function mergeWritten(
  mine: Map<string, WrittenContent>,
  base: ReadonlyMap<string, WrittenContent>,
  theirs: ReadonlyMap<string, WrittenContent>,
): void {
  const here = new Map(mine)
  mine.clear()
  for (const [path, content] of theirs) mine.set(path, content)
  for (const [path, content] of here) {
    if (base.get(path) === content) continue
    const other = theirs.get(path)
    // Both wrote it: nobody can say what is in it now.
    mine.set(path, other !== undefined && !base.has(path) ? { kind: 'unknown' } : content)
  }
}
