import { ownCommand } from '../../call/own-command.ts'
import { shorten, visible } from '../../call/visible.ts'
import type { Choice, Question, Settlement } from '../question.ts'
import type { Button, Message } from './chat-service.ts'
import type { Pressed, Seal } from './seal.ts'

/** More parts than this nobody reads in a chat; the terminal and the console show all of it. */
export const MOST_PARTS = 12

const LABELS: Readonly<Record<Pressed, Omit<Button, 'data'>>> = {
  once: { label: 'Allow once', kind: 'allow' },
  session: { label: 'For this session', kind: 'allow' },
  deny: { label: 'Deny', kind: 'deny' },
  all: { label: 'Show all', kind: 'other' },
}

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
export function wholeBody(question: Question): string {
  return bodyIn(question, ALL)
}

export function bodyFor(question: Question, literal: (text: string) => string, most: number): Body {
  const whole = literal(wholeBody(question))
  if (whole.length <= most) return { text: whole, isWhole: true }
  const share = (part: number): number => Math.floor(most * part)
  const short = bodyIn(question, { line: share(0.06), text: share(0.4), list: share(0.14) })
  return { text: cut(literal(short), most), isWhole: false }
}

function bodyIn(question: Question, room: Room): string {
  const { agent, tool, cwd, session, subagent, text, deeds, why } = question
  const line = (words: string): string => cut(visible(words), room.line)
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n\n${title}\n${cut(lines.map((each) => `- ${visible(each)}`).join('\n'), room.list)}`
  const reasons = why.map(
    ({ code, sentence, clearedBy }) =>
      `${code}: ${sentence}${clearedBy === undefined ? '' : `; cleared by ${clearedBy}`}`,
  )
  const who = subagent === undefined ? agent : `${agent} (${subagent.type} ${subagent.id})`
  return [
    `${line(who)} asks to use ${line(tool)}`,
    `in ${line(cwd)}`,
    `session ${line(session)}`,
    '',
    cut(visible(text, 'keep lines'), room.text) + list('It would:', deeds) + list('You are asked because:', reasons),
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
): Message {
  const button = (pressed: Pressed): Button => ({ ...LABELS[pressed], data: seal.dataFor(pressed, question) })
  const canAllow = body.isWhole || all === 'posted'
  const buttons: readonly Pressed[] = canAllow
    ? ['once', 'session', 'deny']
    : all === 'too long'
      ? ['deny']
      : ['all', 'deny']
  const { id } = question
  const how = canAllow
    ? `Press a button, or write: y ${id} · always ${id} · n ${id}: why`
    : all === 'too long'
      ? `Too long for a chat: see all of it with \`${ownCommand(`approve ${id}`)}\`, or deny it here.`
      : 'Not all of it is shown: look at all of it before you allow it.'
  return {
    title: `Portcullis asks: ${id}`,
    body: body.text,
    status: `${how}\nUntil ${clock(question.expiresAt)} UTC; then it is denied.`,
    buttons: buttons.map(button),
  }
}

/** The rest of a long question, in as many messages as it takes. Undefined: more than anybody reads. */
export function partsOf(
  question: Question,
  literal: (text: string) => string,
  most: number,
): readonly Message[] | undefined {
  const texts = split(literal(wholeBody(question)), most)
  if (texts.length > MOST_PARTS) return undefined
  return texts.map((text, index) => ({
    title: `${question.id}: part ${index + 1} of ${texts.length}`,
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
export function settledMessage(question: Question, body: Body, settlement: Settlement): Message {
  return {
    title: `Portcullis asked: ${question.id}`,
    body: body.text,
    status: settlementWords(settlement),
    buttons: [],
  }
}

/** A message whose question nobody knows any more. */
export function forgottenMessage(id: string): Message {
  return { title: `Portcullis asked: ${id}`, body: 'This question is no longer open.', status: '', buttons: [] }
}

export function settlementWords(settlement: Settlement): string {
  const at = `${clock(settlement.at)} UTC`
  switch (settlement.how) {
    case 'answered':
      return `${choiceWords(settlement.choice)} by ${visible(settlement.by)} through ${visible(settlement.channel)}, ${at}`
    case 'expired':
      return `Denied: nobody answered in time, ${at}`
    case 'withdrawn':
      return `Withdrawn, nothing is allowed: ${visible(settlement.because)}, ${at}`
  }
}

function choiceWords(choice: Choice): string {
  switch (choice.says) {
    case 'once':
      return 'Allowed once'
    case 'session':
      return 'Allowed, exactly this, for the session'
    case 'rule':
      return `Allowed by rule ${visible(choice.rule)} for the session`
    case 'save':
      return `Allowed, and saved as rule ${visible(choice.rule)}`
    case 'deny':
      return choice.message === undefined ? 'Denied' : `Denied ("${visible(shorten(choice.message, 300))}")`
  }
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
