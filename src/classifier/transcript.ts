import { toolNamed } from '../call/tools/index.ts'
import type { CallOutcome, CallTurn, ContainedOutcome, Turn } from '../session.ts'
import type { TextBlock } from './models/model.ts'
import { redact } from '../journal/redact.ts'
import type { Remark } from './remarks.ts'
import type { Instructions } from './reviewer.ts'

export type TranscriptFormat = 'jsonl' | 'text'

/**
 * The session as the reviewer reads it: what the user said and what the agent did. There is no way to put in the
 * agent's prose or a tool's result. Blocks are cut so that a check finds what the last one left with the provider: a
 * call that a model was asked about ends a block, everything between two of those is one. So the last known prefix ends
 * two blocks before the action, however many turns passed, and the cut depends on nothing but the turns.
 */
export function transcript(turns: readonly Turn[], format: TranscriptFormat = 'jsonl'): Transcript {
  const known = rendered(turns, format)
  for (; known.length < turns.length; known.length++) {
    const turn = turns[known.length]!
    const line = lineOf(turn, format)
    if (line === undefined) continue
    const after = outcomeLine(turn, format)
    known.size += line.length + after.length
    if (turn.kind === 'call' && turn.reviewed) {
      if (known.run !== '') known.blocks.push({ text: known.run })
      known.blocks.push({ text: line })
      known.run = after
    } else known.run += line + after
  }
  known.last = turns[turns.length - 1]
  const blocks = known.run === '' ? known.blocks.slice() : [...known.blocks, { text: known.run }]
  return { blocks, size: known.size }
}

export interface Transcript {
  readonly blocks: readonly TextBlock[]
  /** Characters of all of them. */
  readonly size: number
}

/** The line of an action, as it will stand in the transcript once it has run. */
export function actionLine(
  action: { readonly tool: string; readonly encoded: string },
  format: TranscriptFormat = 'jsonl',
): string {
  // A tool that declares itself irrelevant has no words of its own; the reviewer still sees that it was called.
  return labelled(toolLabel(action.tool), action.encoded, format)
}

/** What the rulebook says about the action, on one line. Its texts quote the agent: masked and escaped like the rest. */
export function remarkLine(remark: Remark): string {
  return `${safeJson(Object.fromEntries(Object.entries(remark).map(([key, text]) => [key, redact(text)])))}\n`
}

/** The project's own words, one file on a line, between tags that nothing in them can close. */
export function instructionsText(files: readonly Instructions[]): string | undefined {
  if (files.length === 0) return undefined
  const lines = files.map(({ file, text }) => `${safeJson({ file, text: redact(cut(text)) })}\n`)
  return `<project_instructions>\n${lines.join('')}</project_instructions>\n`
}

/** A person's answer to a question of the agent, as a turn of the user. The question is the agent's, and says so. */
export function answerTurn(question: string, answer: string): Turn {
  return { kind: 'user', text: `${answer}\n(chosen in answer to the agent's question: ${JSON.stringify(question)})` }
}

const MOST_INSTRUCTIONS = 40_000

function cut(text: string): string {
  return text.length <= MOST_INSTRUCTIONS ? text : `${text.slice(0, MOST_INSTRUCTIONS)} (cut)`
}

interface Rendered {
  /** How many turns are in `blocks` and `run`. */
  length: number
  last: Turn | undefined
  readonly blocks: TextBlock[]
  size: number
  /** Lines after the last block that is closed for good. */
  run: string
}

/** Kept as long as the session's turns are: a check costs its new turns, not the history. */
const KNOWN: Readonly<Record<TranscriptFormat, WeakMap<readonly Turn[], Rendered>>> = {
  jsonl: new WeakMap(),
  text: new WeakMap(),
}

function rendered(turns: readonly Turn[], format: TranscriptFormat): Rendered {
  const known = KNOWN[format].get(turns)
  // A history that was cut or rewritten is told anew.
  if (
    known !== undefined &&
    known.length <= turns.length &&
    (known.length === 0 || turns[known.length - 1] === known.last)
  )
    return known
  const fresh: Rendered = { length: 0, last: undefined, blocks: [], size: 0, run: '' }
  KNOWN[format].set(turns, fresh)
  return fresh
}

/** Tools that only look, and leave nothing behind that a later action could rest on. */
const LOOKUPS: ReadonlySet<string> = new Set(['Grep', 'Glob', 'LS'])

/** How a turn stands in the transcript; undefined for one that is not told. */
export function lineOf(turn: Turn, format: TranscriptFormat): string | undefined {
  switch (turn.kind) {
    case 'user':
      return labelled('user', turn.text, format)
    case 'delivery':
      return format === 'jsonl'
        ? `${safeJson({ delivery: { from: turn.from, text: redact(turn.text) } })}\n`
        : labelled(`delivery (${turn.from})`, turn.text, format)
    case 'call':
      // The call itself stands before, where it was asked for.
      if (turn.outcome?.kind === 'ran' || (turn.outcome?.kind === 'contained' && turn.outcome.became !== 'under way'))
        return ''
      if (turn.outcome !== undefined) return actionLine(turn, format)
      if (turn.encoded === '' || LOOKUPS.has(toolNamed(turn.tool)?.name ?? '')) return undefined
      return actionLine(turn, format)
    case 'subagent':
      return undefined
    case 'mark':
      return format === 'jsonl'
        ? `${safeJson({ gate: { noted: turn.mark, from: turn.from, detail: redact(turn.detail) } })}\n`
        : labelled(`gate (${turn.mark})`, `${turn.from}: ${turn.detail}`, format)
  }
}

/**
 * What became of a call stands on a line of its own after it: the line of the call is the one that the provider knows
 * already. No tool is called like this line: a tool that nobody knows is marked.
 */
function outcomeLine(turn: Turn, format: TranscriptFormat): string {
  if (turn.kind !== 'call' || turn.outcome === undefined) return ''
  const told = outcomeWords(turn, turn.outcome)
  if (format === 'jsonl') return `${safeJson({ outcome: told })}\n`
  const words = Object.entries(told).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return `outcome: ${escaped(words.join(', '))}\n`
}

const MOST_NAMED = 200

const CONTAINED_WORDS: Readonly<Record<ContainedOutcome['became'], string>> = {
  'under way': 'it runs behind walls',
  committed: 'its changes were kept',
  unchanged: 'it changed nothing',
  held: 'its changes wait for a person',
  discarded: 'its changes were thrown away',
  conflict: 'its changes were thrown away',
  failed: 'it did not run to an end',
}

function outcomeWords({ tool, encoded }: CallTurn, outcome: CallOutcome): Readonly<Record<string, string>> {
  switch (outcome.kind) {
    case 'denied':
      return { denied: outcome.why }
    case 'asked': {
      const said = outcome.said === undefined ? {} : { said: redact(outcome.said) }
      return { asked: outcome.why, person: outcome.person === 'unknown' ? 'not heard' : outcome.person, ...said }
    }
    case 'ran':
      return { ran: `${toolLabel(tool)} ${redact(encoded).slice(0, MOST_NAMED)}`, person: 'approved' }
    case 'contained':
      return {
        contained: CONTAINED_WORDS[outcome.became],
        ...(outcome.became === 'under way' ? {} : { of: `${toolLabel(tool)} ${redact(encoded).slice(0, MOST_NAMED)}` }),
        ...(outcome.walls === undefined ? {} : { walls: redact(outcome.walls) }),
      }
  }
}

function labelled(label: string, text: string, format: TranscriptFormat): string {
  // Secrets are masked before anything leaves the machine.
  const masked = redact(text)
  if (format === 'jsonl') return `${safeJson({ [label]: masked })}\n`
  return `${escaped(label).replaceAll(':', '\\u003a')}: ${escaped(masked)}\n`
}

/**
 * How a tool is called in the transcript. Only tools we know go by their name; any other is marked, or an agent could
 * call its tool `user` and speak for the person.
 */
function toolLabel(name: string): string {
  return toolNamed(name)?.name ?? `tool:${name}`
}

/** JSON on one line in which nothing can look like a tag, end the line or hide from the eye. */
function safeJson(value: object): string {
  return JSON.stringify(value).replace(UNSAFE, escapeCharacters)
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replace(UNSAFE, escapeCharacters)
}

/** Angle brackets, controls, format and private-use characters, separators of lines and paragraphs. */
const UNSAFE = /[<>\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufe00-\ufe0f\u115f\u1160\u3164\uffa0]|[\u{e0000}-\u{e0fff}]/gu

function escapeCharacters(characters: string): string {
  let result = ''
  for (let at = 0; at < characters.length; at++)
    result += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`
  return result
}
