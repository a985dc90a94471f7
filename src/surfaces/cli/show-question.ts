import { shorten } from '../../call/visible.ts'
import { truthful } from '../../humans/look-alikes.ts'
import type { Paint } from './paint.ts'
import type { Pending } from './pending.ts'

/** One line of something that came from outside, whatever is in it. */
export function told(text: string): string {
  return truthful(text).replaceAll('\n', '\\n').replaceAll('\t', ' ')
}

/** Quotes what is shown whole above: the middle of it may be left out, and that is said. */
function brief(text: string): string {
  return shorten(told(text), 400)
}

/** How long ago, or how long still: `12s`, `4m`, `2h`. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 100) return `${seconds}s`
  return seconds < 6000 ? `${Math.round(seconds / 60)}m` : `${Math.round(seconds / 3600)}h`
}

/** A question for the list: its name, whose it is, how old, what it is about. */
export function questionLine(question: Pending, now: number): string {
  const text = told(question.text.length > 400 ? question.text.slice(0, 400) : question.text)
  const held = question.contained === undefined ? '' : '[held] '
  return `${question.id}  ${span(now - question.askedAt).padStart(4)}  ${told(question.agent)}  ${told(question.tool)}  ${held}${text}`
}

/** Whatever the agent wrote stands behind it, on every line: it cannot pass for what we say about it. */
const GUTTER = '| '

/** Everything a person is told before deciding; the lines are not cut to any width. */
export function questionText(question: Pending, now: number, paint: Paint): readonly string[] {
  const who = question.subagent === undefined ? '' : ` (sub-agent ${told(question.subagent.type)})`
  const left = question.expiresAt - now
  const isDiff = question.contained !== undefined || /^--- .*\n\+\+\+ /.test(question.text)
  const coloured = (line: string): string => (isDiff ? diffColour(line, paint) : line)
  return [
    `${paint.bold(told(question.tool))}  asked by ${told(question.agent)}${who}, ${span(now - question.askedAt)} ago, ${span(left)} left`,
    ...(question.contained === undefined
      ? []
      : [paint.yellow('It ran contained (no secrets, no network). Nothing is written yet: the changes are below.')]),
    `in      ${told(question.cwd)}`,
    `session ${told(question.session)}`,
    '',
    ...truthful(question.text)
      .split('\n')
      .map((line) => `${GUTTER}${coloured(line.replaceAll('\t', '    '))}`),
    ...(question.hidden > 0 ? [paint.yellow(`  (${question.hidden} characters are not shown)`)] : []),
    '',
    paint.bold(question.contained === undefined ? 'It would' : 'It did'),
    ...(question.deeds.length === 0
      ? ['  do nothing outside the session']
      : question.deeds.map((deed) => `  - ${brief(deed)}`)),
    '',
    paint.bold('Asked because'),
    ...question.why.flatMap(({ code, sentence, clearedBy }) => [
      `  ${told(code)}: ${brief(sentence)}`,
      ...(clearedBy === undefined ? [] : [`    cleared by: ${brief(clearedBy)}`]),
    ]),
    ...(question.offers.length === 0
      ? []
      : ['', paint.bold('As a rule'), ...question.offers.map((rule, index) => `  ${index + 1}  ${told(rule)}`)]),
  ]
}

function diffColour(line: string, paint: Paint): string {
  if (/^(?:---|\+\+\+|@@)/.test(line)) return paint.dim(line)
  return line.startsWith('+') ? paint.green(line) : line.startsWith('-') ? paint.red(line) : line
}

/**
 * A line in pieces that fit. Every character beyond ASCII counts as two columns: a terminal that takes less room leaves
 * some empty, and none breaks a line by itself and so hides what follows.
 */
export function wrap(line: string, columns: number): readonly string[] {
  const most = Math.max(10, columns)
  const indent = /^(?:\| )? {0,6}/.exec(line)![0]
  const pieces: string[] = []
  let piece = ''
  let width = 0
  let escape = ''
  for (const char of line) {
    // Our own colours: nothing else with an escape in it gets here.
    if (char === '\u001b' || escape !== '') {
      escape = char === 'm' ? '' : '\u001b'
      piece += char
      continue
    }
    const wide = char <= '\u007e' ? 1 : 2
    if (width + wide > most) {
      pieces.push(piece)
      piece = indent
      width = indent.length
    }
    piece += char
    width += wide
  }
  return [...pieces, piece]
}
