import type { Action } from './call/action.ts'
import { asItGrows } from './call/as-it-grows.ts'
import type { WrittenContent } from './call/memory.ts'

export type Mode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']

/** The strictest first: what runs in one of them without a person also runs in every later one. */
const STRICTEST_FIRST: readonly Mode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions']

export function isStricter(one: Mode, other: Mode): boolean {
  return STRICTEST_FIRST.indexOf(one) < STRICTEST_FIRST.indexOf(other)
}

export function stricterMode(one: Mode, other: Mode): Mode {
  return isStricter(other, one) ? other : one
}

/** What is remembered about one agent session. Plain data: it can be stored, shown and thrown away. */
export interface Session {
  readonly id: string
  mode: Mode
  /** The settings' `defaultMode` when the mode was last held against it. Left out: the mode itself. */
  settingsMode?: Mode
  /** A person chose the mode for this session: what the client calls its own default does not count against it. */
  modeChosen?: true
  /** Somebody is there to answer a question. Without, an ask becomes a deny. */
  interactive: boolean
  /** Questions in a row that were left to the client and whose call never ran, since the user last said anything. */
  unanswered?: number
  /** The model the agent runs on, where the agent tells. */
  model?: string
  /** The person or service account the agent works for, where it is known. */
  user?: string
  /** A user's own token opened it: no other user's agent goes on with it. */
  claimed?: true
  /** Nothing that is still pending may be allowed any more. */
  ended?: true
  /** A person holds it: whatever would be allowed is asked. */
  paused?: boolean
  /** A person stopped it: everything is denied, and the agent is told to stop. */
  stopped?: boolean
  readonly turns: Turn[]
  readonly denials: Denials
  /** Files that allowed calls wrote: absolute real path → what was written. */
  readonly written: Map<string, WrittenContent>
  /** What a person allowed for longer than one question. The store decides who spends one; this is what is looked at. */
  readonly grants: Grant[]
}

/**
 * A permission a person gave for longer than one question. `command` is this exact input, `rule` every call the rule
 * matches, both for the session. `call` allows nothing by itself: the next review of exactly this input counts it as
 * the user's word, and so spends it. `once` answers one question about exactly this input.
 */
export interface Grant {
  readonly id: string
  readonly session: string
  readonly scope: 'call' | 'once' | 'command' | 'rule'
  /** For `call`, `once` and `command`: the fingerprint of exactly what the person saw. */
  readonly fingerprint: string
  /** For `rule`: in the settings' rule syntax. */
  readonly rule: string
  readonly by: string
  readonly at: number
  /** Milliseconds since 1970; undefined: with the session. */
  readonly expires?: number
}

/** There is no variant for the agent's own prose: what a model says about itself is not evidence. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  /** `reviewed`: a model was asked about it, so that the provider knows the transcript up to and with this call. */
  | ({ readonly kind: 'call' } & CallTurn)
  /** The life of a sub-agent, as far as its agent tells it. Nobody's word: it only says whose the calls are. */
  | { readonly kind: 'subagent'; readonly id: string; readonly what: SubagentNews }
  /** Text that arrived in the user's place without being the user: it gives no consent and carries no authority. */
  | { readonly kind: 'delivery'; readonly from: DeliveredBy; readonly text: string }
  /** What the gate itself noted about what came in. */
  | ({ readonly kind: 'mark' } & Mark)

/**
 * What a session has read. `untrusted`: content that somebody outside may have written. `private`: what must not leave.
 * `injection`: text that gave the agent orders. `brought`: a directory full of what others wrote, of which nothing was
 * read yet; `detail` is its real path.
 */
export interface Mark {
  readonly mark: 'untrusted' | 'private' | 'injection' | 'brought'
  /** The tool, or where else it came in. */
  readonly from: string
  /** In the gate's own words, with at most a short excerpt that is made safe to show. */
  readonly detail: string
}

/** How the note of an injection begins where the settings say that a person is to be asked about what is sent. */
export const ASKED_ABOUT = 'a person is asked: '

export const MARKS: readonly Mark['mark'][] = ['untrusted', 'private', 'injection', 'brought']

/** As many of each kind are kept: the first ones, because what a session has read it has read. */
const MOST_MARKS = 50

/** Remembers what came in. The same again says nothing new. What is returned takes it back. */
export function markSession(session: Session, marks: readonly Mark[]): () => void {
  const added: Turn[] = []
  for (const mark of marks) {
    const known = marksOf(session).filter((one) => one.mark === mark.mark)
    if (known.length >= MOST_MARKS || known.some((one) => one.from === mark.from && one.detail === mark.detail))
      continue
    const turn: Turn = { kind: 'mark', ...mark }
    session.turns.push(turn)
    added.push(turn)
  }
  return () => {
    for (const turn of added) {
      const place = session.turns.lastIndexOf(turn)
      if (place >= 0) session.turns.splice(place, 1)
    }
  }
}

/** Asked several times for every call. */
export function marksOf({ turns }: Pick<Session, 'turns'>): readonly Mark[] {
  return marksIn(turns)
}

const marksIn = asItGrows<Turn, Mark[]>(
  () => [],
  (marks, turn) => {
    if (turn.kind === 'mark') marks.push(turn)
  },
)

export interface CallTurn {
  readonly tool: string
  readonly encoded: string
  readonly reviewed?: true
  /** The sub-agent that made the call, where the agent tells them apart. */
  readonly subagent?: string
  /** The user's words, as typed in the turn before, that allowed it and are spent with it. */
  readonly spent?: readonly string[]
  /** What became of it. Left out: it was allowed, and is taken to have run. */
  readonly outcome?: CallOutcome
}

/**
 * What became of a call, other than a plain allow. `why` is made of reason codes alone: never words of an agent, of a
 * tool or of a model.
 */
export type CallOutcome =
  /** It did not run. */
  | { readonly kind: 'denied'; readonly why: string }
  /** It was put to a person. `unknown`: in the client's own prompt; when it runs, a turn that says `ran` follows. */
  | {
      readonly kind: 'asked'
      readonly why: string
      readonly person: 'approved' | 'denied' | 'unknown'
      /** The person's own words, where they left some. */
      readonly said?: string
      /** The call's id, by which the client tells that it ran. */
      readonly call?: string
    }
  /** The client was to ask about it, and then it ran: its person approved it. The turn of the question stands before. */
  | { readonly kind: 'ran'; readonly call: string }
  | ContainedOutcome

/** It ran behind walls; what it did was judged there. */
export interface ContainedOutcome {
  readonly kind: 'contained'
  readonly run: string
  /** The call's id, by which the client tells that it ran. */
  readonly call?: string
  /** Of the call: the same one again is known by it. */
  readonly fingerprint: string
  readonly became: ContainedEnd | 'under way'
  /** What it wanted and did not get, in the gate's own words: hosts, places, limits. */
  readonly walls?: string
}

/**
 * `committed`: its changes are real. `unchanged`: there were none. `held`: they wait for a person. `discarded`: they were
 * thrown away. `conflict`: somebody else changed the same files meanwhile. `failed`: it did not run to an end.
 */
export type ContainedEnd = 'committed' | 'unchanged' | 'held' | 'discarded' | 'conflict' | 'failed'

export const CONTAINED_ENDS: readonly ContainedEnd[] = [
  'committed',
  'unchanged',
  'held',
  'discarded',
  'conflict',
  'failed',
]

/** Whether the call may have changed something outside the gate: what was denied, or thrown away, did not. */
export function mayHaveRun({ outcome }: Pick<CallTurn, 'outcome'>): boolean {
  switch (outcome?.kind) {
    case undefined:
    case 'ran':
      return true
    case 'denied':
      return false
    case 'asked':
      return outcome.person !== 'denied'
    case 'contained':
      return outcome.became === 'committed' || outcome.became === 'under way'
  }
}

/**
 * `started elsewhere`: its calls are in a session of its own, which is called like it. `looked at`: what it did until
 * then was reviewed, or said to be unreviewed.
 */
export type SubagentNews = 'started' | 'started elsewhere' | 'ended' | 'looked at'

export type DeliveredBy = 'schedule' | 'webhook' | 'agent' | 'other'

export interface Denials {
  /** Resets on any allow. */
  consecutive: number
  /** Never resets in a session. */
  total: number
}

export function newSession(
  id: string,
  options: { readonly mode?: Mode; readonly interactive?: boolean } = {},
): Session {
  return {
    id,
    mode: options.mode ?? 'auto',
    interactive: options.interactive ?? false,
    turns: [],
    denials: { consecutive: 0, total: 0 },
    written: new Map(),
    grants: [],
  }
}

/** More files than any honest session writes; beyond it the oldest are forgotten and running them is opaque again. */
const MOST_WRITTEN = 5_000

/**
 * An allowed call is taken to have run: what it wrote is known to the calls after it. `read` gives what is on disk
 * before it ran, so that an edit is remembered as the whole file it leaves behind. What is
 * returned is for an allow that did not leave after all: it takes the call back, and of the files that the call would
 * have touched nothing is believed any more.
 */
export function rememberAllowed(session: Session, call: CallTurn, actions: readonly Action[], read: Read): () => void {
  const turn: Turn = { kind: 'call', ...call }
  const touched: string[] = []
  session.turns.push(turn)
  for (const action of actions) {
    if (action.where.kind !== 'here') continue
    // A directory is nothing by itself; one that came from the network is what lies in it.
    const made = action.does === 'write-file' && (action.how !== 'directory' || action.content.kind === 'network')
    if (made && action.place.kind === 'path') {
      const path = action.place.real
      touched.push(path)
      const content = writtenContent(action, (place) => session.written.get(place) ?? onDisk(read(place)), path)
      if (content)
        session.written.set(
          path,
          withOriginal(content, session.written.get(path), () => read(path)),
        )
    } else if (action.does === 'change-settings' && action.of === 'git' && action.place?.kind === 'path') {
      const path = action.place.real
      const before = session.written.get(path) ?? onDisk(read(path)) ?? { kind: 'text', text: '' }
      touched.push(path)
      if (before.kind === 'text')
        session.written.set(path, { kind: 'text', text: before.text + settingLines(action.key, action.value) })
    } else if (action.does === 'delete-file' && action.place.kind === 'path') {
      touched.push(action.place.real)
      session.written.delete(action.place.real)
    }
  }
  for (const path of session.written.keys()) {
    if (session.written.size <= MOST_WRITTEN) break
    session.written.delete(path)
  }
  return () => {
    const place = session.turns.lastIndexOf(turn)
    if (place >= 0) session.turns.splice(place, 1)
    for (const path of touched) session.written.set(path, { kind: 'unknown' })
  }
}

/**
 * A call that was not allowed is remembered too, and so is what became of it; the very same one at most three times in a
 * row: an agent that knocks for ever does not fill its record. What is returned takes it back.
 */
export function rememberCall(session: Session, call: CallTurn): () => void {
  const turn: Turn = { kind: 'call', ...call }
  const last = session.turns.slice(-MOST_SAME)
  const same = JSON.stringify(turn)
  if (last.length === MOST_SAME && last.every((each) => each.kind === 'call' && JSON.stringify(each) === same))
    return () => undefined
  session.turns.push(turn)
  return () => {
    const place = session.turns.lastIndexOf(turn)
    if (place >= 0) session.turns.splice(place, 1)
  }
}

const MOST_SAME = 3

/** What a call may write that runs without our hearing of it: of files that were known nothing is believed any more. */
export function doubtWritten(session: Session, actions: readonly Action[]): void {
  for (const action of actions) {
    if (action.does !== 'write-file' && action.does !== 'delete-file') continue
    if (action.where.kind !== 'here' || action.place.kind !== 'path') continue
    if (session.written.has(action.place.real)) session.written.set(action.place.real, { kind: 'unknown' })
  }
}

/**
 * What another session wrote in the same places, a parent's or a child's: known here too. Where both wrote, what is on disk
 * says whose is the last word; what is neither's is unknown.
 */
export function learnWritten(session: Session, others: Session['written'], read: Read): void {
  for (const [path, content] of others) {
    const own = session.written.get(path)
    if (own === undefined || own.kind === 'unknown') session.written.set(path, content)
    else if (content.kind === 'network' && own.kind !== 'network') session.written.set(path, content)
    else if (content.kind === 'text' && own.kind === 'text' && content.text !== own.text) {
      const now = read(path)
      if (now !== own.text) session.written.set(path, now === content.text ? content : { kind: 'unknown' })
    }
  }
}

/** The lines that keep one setting of git, after the others: the last one counts. */
function settingLines(key: string, value: string): string {
  const [, section, name, last] = /^([^.]+)(?:\.(.*))?\.([^.]+)$/s.exec(key) ?? []
  if (section === undefined || last === undefined || /\n/.test(key + value)) return ''
  const head = name === undefined ? section : `${section} "${name.replaceAll(/["\\]/g, '\\$&')}"`
  return `\n[${head}]\n\t${last} = "${value.replaceAll(/["\\]/g, '\\$&')}"\n`
}

/** Longer files are not compared with what they were. */
const LONGEST_ORIGINAL = 65_536

/** Remembers what the file was before the session's first change; a file that came from elsewhere has no such past. */
function withOriginal(
  content: WrittenContent,
  before: WrittenContent | undefined,
  onDiskNow: () => string | undefined,
): WrittenContent {
  if (content.kind !== 'text' || content.from !== undefined) return content
  const original = before === undefined ? onDiskNow() : before.kind === 'text' ? before.original : undefined
  return original === undefined || original.length > LONGEST_ORIGINAL ? content : { ...content, original }
}

type Read = (path: string) => string | undefined

function onDisk(text: string | undefined): WrittenContent | undefined {
  return text === undefined ? undefined : { kind: 'text', text }
}

/** What the file holds afterwards. Undefined: nothing new is known beyond what is on disk. */
function writtenContent(
  action: Extract<Action, { does: 'write-file' }>,
  known: (path: string) => WrittenContent | undefined,
  path: string,
): WrittenContent | undefined {
  const { content, how } = action
  const before = known(path)
  switch (content.kind) {
    case 'text':
      if (how !== 'append' || before === undefined) return content
      return before.kind === 'text' ? { kind: 'text', text: before.text + content.text } : before
    case 'network':
      return content
    case 'change':
      if (before === undefined) return { kind: 'text', text: content.added }
      return before.kind === 'text'
        ? { kind: 'text', text: replaceOnce(before.text, content.removed, content.added) }
        : before
    case 'copy':
      return (content.of.kind === 'path' ? known(content.of.real) : undefined) ?? { kind: 'unknown' }
    case 'unknown':
      if (content.below !== undefined) return { kind: 'unknown', below: content.below }
      return before === undefined ? { kind: 'unknown' } : undefined
  }
}

/** An edit that does not apply still leaves its new text to be judged. */
function replaceOnce(text: string, removed: string, added: string): string {
  return removed !== '' && text.includes(removed) ? text.replace(removed, () => added) : `${text}\n${added}`
}
