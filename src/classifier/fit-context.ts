import type { Turn } from '../session.ts'
import type { TextBlock } from './models/model.ts'
import type { PromptForm } from './prompt/system-prompt.ts'
import { CHARACTERS_PER_TOKEN, type Prepared, prepare } from './question.ts'
import type { ReviewQuestion } from './reviewer.ts'
import { lineOf, type Transcript, transcript, type TranscriptFormat } from './transcript.ts'

/** Below this the rules are told in few words: in full they would leave too little for the record. */
export const COMPACT_BELOW = 16_384

/** A context as a server states it, or the settings. */
export interface Context {
  readonly tokens: number
}

/** How a question is told to a model with so much context. */
export function promptSize(context: Context | undefined): PromptForm['size'] {
  return context !== undefined && context.tokens < COMPACT_BELOW ? 'compact' : 'full'
}

/** What of a context an answer may take: the rest is for the question. */
export function answerRoom(context: Context): number {
  return Math.floor(context.tokens / 4)
}

export interface TooLong {
  readonly tooLong: string
}

/**
 * A question that fits. Where a context is known the record is cut from its oldest line; the action, the user's last
 * words and every user line that may set a limit are never left out. When even that has no room, nothing is sent.
 */
export function prepareWithin(
  question: ReviewQuestion,
  format: TranscriptFormat,
  answer: PromptForm['answer'],
  context: Context | undefined,
): Prepared | TooLong {
  const form: PromptForm = { size: promptSize(context), answer }
  const whole = prepare(question, format, form)
  if (context === undefined) return whole
  const room = (context.tokens - answerRoom(context)) * CHARACTERS_PER_TOKEN
  if (whole.size <= room) return whole
  const short = { ...question, instructions: shortInstructions(question, room) }
  const bare = prepare({ ...short, turns: [] }, format, form).size
  const told = cutTranscript(question.turns, format, room - bare)
  const size = bare + told.size
  if (size > room) return { tooLong: tooLongFor(context, size) }
  return prepare(short, format, form, told)
}

function tooLongFor(context: Context, size: number): string {
  const needed = Math.ceil(((size / CHARACTERS_PER_TOKEN) * 4) / 3 / 1_024) * 1_024
  return `the model's context of ${count(context.tokens)} tokens is too small for this: about ${count(needed)} are needed`
}

function count(tokens: number): string {
  return tokens.toLocaleString('en')
}

/** The project's words describe and never permit: of a small context they get an eighth. */
function shortInstructions({ instructions }: ReviewQuestion, room: number): ReviewQuestion['instructions'] {
  const each = Math.floor(room / 8 / Math.max(1, instructions.length))
  return instructions.map(({ file, text }) => ({
    file,
    text: text.length <= each ? text : `${text.slice(0, each)} (cut)`,
  }))
}

/**
 * The record without its oldest lines. What is left out grows in steps of half the room, so that between two steps every
 * check begins with the same bytes as the one before, and the provider or server can keep them.
 */
export function cutTranscript(turns: readonly Turn[], format: TranscriptFormat, room: number): Transcript {
  const whole = transcript(turns, format)
  if (whole.size <= room) return whole
  const space = room - MARKER_ROOM
  const step = Math.max(1, Math.floor(space / 2))
  const wanted = Math.ceil((whole.size - space) / step) * step
  const lastWords = turns.findLastIndex(({ kind }) => kind === 'user')
  const kept: Turn[] = []
  let gone = 0
  let lines = 0
  for (const [at, turn] of turns.entries()) {
    const line = gone < wanted && at !== lastWords && !mayLimit(turn) ? lineOf(turn, format) : undefined
    if (line === undefined) kept.push(turn)
    else {
      gone += line.length
      lines += 1
    }
  }
  const rest = transcript(kept, format)
  const marker: TextBlock = { text: markerLine(lines, format) }
  return { blocks: [marker, ...rest.blocks], size: marker.text.length + rest.size }
}

const MARKER_ROOM = 160

/** No tool can be called so in the record: one that nobody knows is written `tool:left_out`. */
function markerLine(lines: number, format: TranscriptFormat): string {
  const says = `${lines} older lines had no room; what the user forbade in them stands below`
  return format === 'jsonl' ? `${JSON.stringify({ left_out: says })}\n` : `left_out: ${says}\n`
}

/**
 * Words that can limit, in several languages. Generous on purpose: a line that is kept for nothing costs room, one that
 * is lost costs the limit. What is not written in plain ASCII is kept unread.
 */
export function mayLimit(turn: Turn): boolean {
  return turn.kind === 'user' && (LIMITING.test(turn.text) || /[^\s!-~]/.test(turn.text))
}

const LIMITING =
  /\b(?:no|not|n'?t|don'?t|dont|never|nothing|none|nobody|only|just|except|unless|until|without|must|avoid|stop|refrain|forbid\w*|prohibit\w*|leave|keep|hands|careful|limit\w*|first|before|ask|confirm|approv\w*|stay|skip|nicht|kein\w*|nie|nur|erst|ohne|ne|pas|jamais|sans|seulement|nunca|solo|sin|non|mai|senza|niet|geen|nooit|alleen|zonder|nao|apenas|sem|nie|tylko|bez)\b|n't\b/i
