import { ownCommand } from '../../call/own-command.ts'
import { shorten, visible } from '../../call/visible.ts'
import type { ChatPhrase } from '../../policy/chat-wording.ts'
import type { Choice, Question, Settlement } from '../questions/question.ts'
import { OUR_SPEECH, type Speech } from '../speech.ts'
import type { Button, Message } from './chat-service.ts'
import type { Pressed, Seal } from './seal.ts'

/** More parts than this nobody reads in a chat; the terminal and the console show all of it. */
export const MOST_PARTS = 12

const LABELS: Readonly<Record<Pressed, { readonly label: ChatPhrase; readonly kind: Button['kind'] }>> = {
  once: { label: 'allowOnce', kind: 'allow' },
  session: { label: 'allowSession', kind: 'allow' },
  deny: { label: 'deny', kind: 'deny' },
  all: { label: 'showAll', kind: 'other' },
}

/** About a run that is held: yes makes its changes real, no drops them, and no other yes fits in a button. */
const CONTAINED_LABELS: Readonly<Partial<Record<Pressed, ChatPhrase>>> = { once: 'commit', deny: 'discard' }

/** How much of a question one message shows. */
export interface Body {
  readonly text: string
  /** Nothing was left out: whoever sees this message has seen everything. */
  readonly isWhole: boolean
}

/** How many characters each piece may have. */
interface Room {
  readonly line: number
  readonly text: number
  readonly list: number
}

const ALL: Room = { line: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY }

/** Everything a person has to see, in the order in which they want to know it. */
export function wholeBody(question: Question, speech: Speech = OUR_SPEECH): string {
  return bodyIn(question, ALL, speech)
}

export function bodyFor(
  question: Question,
  literal: (text: string) => string,
  most: number,
  speech: Speech = OUR_SPEECH,
): Body {
  const whole = literal(wholeBody(question, speech))
  if (whole.length <= most) return { text: whole, isWhole: true }
  const share = (part: number): number => Math.floor(most * part)
  const short = bodyIn(question, { line: share(0.06), text: share(0.4), list: share(0.14) }, speech)
  return { text: cut(literal(short), most), isWhole: false }
}

function bodyIn(question: Question, room: Room, { say }: Speech): string {
  const { agent, tool, cwd, session, subagent, text, deeds, why, contained } = question
  const line = (words: string): string => cut(visible(words), room.line)
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n\n${title}\n${cut(lines.map((each) => `- ${visible(each)}`).join('\n'), room.list)}`
  const reasons = why.map(
    ({ code, sentence, clearedBy }) =>
      `${code}: ${sentence}${clearedBy === undefined ? '' : `; ${say('clearedBy', { what: clearedBy })}`}`,
  )
  const who = subagent === undefined ? agent : `${agent} (${subagent.type} ${subagent.id})`
  return [
    say(contained === undefined ? 'who' : 'whoContained', { who: line(who), tool: line(tool) }),
    say('where', { cwd: line(cwd) }),
    say('session', { session: line(session) }),
    '',
    cut(visible(text, 'keep lines'), room.text) +
      list(say(contained === undefined ? 'itWould' : 'itDid'), deeds) +
      list(say('because'), reasons),
  ].join('\n')
}

/** Head and tail stay; what is left out is counted. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : shorten(text, Math.max(0, most - 30))
}

/** The message with the buttons. While something is hidden, the only answers are a look at the rest and a no. */
export function questionMessage(
  question: Question,
  body: Body,
  all: 'posted' | 'can be posted' | 'too long',
  seal: Seal,
  { say }: Speech = OUR_SPEECH,
): Message {
  const isContained = question.contained !== undefined
  const button = (pressed: Pressed): Button => ({
    label: say((isContained ? CONTAINED_LABELS[pressed] : undefined) ?? LABELS[pressed].label),
    kind: LABELS[pressed].kind,
    data: seal.dataFor(pressed, question),
  })
  const canAllow = body.isWhole || all === 'posted'
  const buttons: readonly Pressed[] = canAllow
    ? isContained
      ? ['once', 'deny']
      : ['once', 'session', 'deny']
    : all === 'too long'
      ? ['deny']
      : ['all', 'deny']
  const { id } = question
  const how = canAllow
    ? isContained
      ? say('howContained', { id, command: ownCommand(`approve ${id}`) })
      : say('how', { id })
    : all === 'too long'
      ? say('tooLong', { command: ownCommand(`approve ${id}`) })
      : say('notAllShown')
  return {
    title: say('title', { id }),
    body: body.text,
    status: `${how}\n${say(isContained ? 'untilContained' : 'until', { time: clock(question.expiresAt) })}`,
    buttons: buttons.map(button),
  }
}

/** The rest of a long question, in as many messages as it takes. Undefined: more than anybody reads. */
export function partsOf(
  question: Question,
  literal: (text: string) => string,
  most: number,
  speech: Speech = OUR_SPEECH,
): readonly Message[] | undefined {
  const texts = split(literal(wholeBody(question, speech)), most)
  if (texts.length > MOST_PARTS) return undefined
  return texts.map((text, index) => ({
    title: speech.say('titleOfPart', { id: question.id, part: index + 1, parts: texts.length }),
    body: text,
    status: '',
    buttons: [],
  }))
}

function split(text: string, most: number): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + most)
    // A character of two halves is not cut in two.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end--
    parts.push(text.slice(at, end))
    at = end
  }
  return parts
}

/** Afterwards: what was asked, who answered what, and nothing to press. */
export function settledMessage(
  question: Question,
  body: Body,
  settlement: Settlement,
  speech: Speech = OUR_SPEECH,
): Message {
  return {
    title: speech.say('titleAfterwards', { id: question.id }),
    body: body.text,
    status: settlementWords(settlement, speech, question.contained === undefined ? 'a call' : 'a contained run'),
    buttons: [],
  }
}

/** A message whose question nobody knows any more. */
export function forgottenMessage(id: string, { say }: Speech = OUR_SPEECH): Message {
  return { title: say('titleAfterwards', { id }), body: say('forgotten'), status: '', buttons: [] }
}

export function settlementWords(
  settlement: Settlement,
  speech: Speech = OUR_SPEECH,
  about: 'a call' | 'a contained run' = 'a call',
): string {
  const { say } = speech
  const time = clock(settlement.at)
  switch (settlement.how) {
    case 'answered': {
      const { choice, by, channel } = settlement
      return say('answered', {
        answer: choiceWords(choice, speech, about),
        who: visible(by),
        channel: visible(channel),
        time,
      })
    }
    case 'expired':
      return say(about === 'a call' ? 'expired' : 'expiredContained', { time })
    case 'withdrawn':
      return say('withdrawn', { why: visible(settlement.because), time })
  }
}

function choiceWords(choice: Choice, { say }: Speech, about: 'a call' | 'a contained run'): string {
  if (about === 'a contained run' && choice.says === 'once') return say('committed')
  if (about === 'a contained run' && choice.says === 'deny') return say('discarded')
  switch (choice.says) {
    case 'once':
      return say('allowedOnce')
    case 'uncontained':
      return say('allowedUncontained')
    case 'session':
      return say('allowedSession')
    case 'rule':
      return say('allowedByRule', { rule: visible(choice.rule) })
    case 'save':
      return say('allowedAndSaved', { rule: visible(choice.rule) })
    case 'deny':
      return choice.message === undefined
        ? say('denied')
        : say('deniedBecause', { why: visible(shorten(choice.message, 300)) })
  }
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
