import type { Paint } from './paint.ts'
import type { Pending } from './pending.ts'
import { questionLine, questionText, told, wrap } from './show-question.ts'

/** What the person is in the middle of. */
export type Doing =
  | { readonly does: 'looking' }
  | { readonly does: 'choosing-rule'; readonly as: 'rule' | 'save' }
  | { readonly does: 'confirming-save'; readonly rule: string; readonly diff: string }
  | { readonly does: 'writing-why'; readonly text: string }

/** Everything the screen is drawn from. */
export interface Screen {
  readonly questions: readonly Pending[]
  /** Of the question in view. */
  readonly selected: string | undefined
  /** The question has the screen for itself. */
  readonly whole: boolean
  /** First line of the question in view. */
  readonly scroll: number
  readonly doing: Doing
  /** How the last answer went, or what is in the way. */
  readonly status: string
  readonly now: number
}

export interface Frame {
  /** Exactly as many as the terminal has rows, none longer than it is wide. */
  readonly lines: readonly string[]
  /** Lines of the question, and which of them are in view. */
  readonly total: number
  readonly from: number
  readonly to: number
}

const KEYS = 'o once  s session  r rule  w save  d deny  space whole  j/k move  q quit'
const KEYS_WHOLE = 'o once  s session  r rule  w save  d deny  space more  j/k line  esc back'

const KEYS_HELD = 'o commit  d discard  u discard, run uncontained once  space whole  j/k move  q quit'
const KEYS_HELD_WHOLE = 'o commit  d discard  u discard, run uncontained once  space more  j/k line  esc back'

/** The screen as lines. Pure: the same screen is the same frame. */
export function frameOf(
  screen: Screen,
  size: { readonly columns: number; readonly rows: number },
  paint: Paint,
): Frame {
  const columns = Math.max(20, size.columns)
  const rows = Math.max(8, size.rows)
  const cut = (line: string): string => wrap(line, columns)[0]!
  const question = screen.questions.find(({ id }) => id === screen.selected)
  const count = screen.questions.length
  const head = [cut(paint.bold(`portcullis approve   ${count === 0 ? 'nothing waits' : `${count} waiting`}`))]
  if (!screen.whole) head.push(...listLines(screen, Math.max(1, Math.floor((rows - 6) / 3)), cut, paint))
  head.push('-'.repeat(columns))
  const foot = [...doingLines(screen, question, columns, Math.floor(rows / 2)), cut(screen.status)]
  const room = Math.max(1, rows - head.length - foot.length)
  const text =
    question === undefined ? [] : questionText(question, screen.now, paint).flatMap((line) => wrap(line, columns))
  const fits = text.length <= room
  const height = fits ? room : room - 1
  const from = fits ? 0 : Math.min(screen.scroll, text.length - height)
  const to = Math.min(text.length, from + height)
  const body = text.slice(from, to)
  if (!fits) body.push(cut(paint.yellow(more(from, text.length - to))))
  while (body.length < room) body.push('')
  return { lines: [...head, ...body, ...foot].slice(0, rows), total: text.length, from, to }
}

function more(above: number, below: number): string {
  if (below === 0) return `-- ${above} lines above: k goes back --`
  return `-- ${below} more lines below${above === 0 ? '' : `, ${above} above`}: space shows the whole --`
}

function listLines(screen: Screen, most: number, cut: (line: string) => string, paint: Paint): readonly string[] {
  const at = Math.max(
    0,
    screen.questions.findIndex(({ id }) => id === screen.selected),
  )
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), screen.questions.length - most))
  return screen.questions.slice(from, from + most).map((question) => {
    const line = questionLine(question, screen.now)
    return question.id === screen.selected ? cut(paint.bold(`> ${line}`)) : cut(`  ${line}`)
  })
}

function doingLines(screen: Screen, question: Pending | undefined, columns: number, most: number): readonly string[] {
  const { doing } = screen
  const fit = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => wrap(line, columns))
  if (question === undefined) return fit(['q quit'])
  switch (doing.does) {
    case 'looking':
      if (question.contained !== undefined) return fit([screen.whole ? KEYS_HELD_WHOLE : KEYS_HELD])
      return fit([screen.whole ? KEYS_WHOLE : KEYS])
    case 'choosing-rule':
      return fit([
        doing.as === 'rule' ? 'Allow for this session whatever matches:' : 'Save in your settings:',
        ...question.offers.map((rule, index) => `  ${index + 1}  ${told(rule)}`),
        'a number chooses, esc goes back',
      ])
    case 'confirming-save':
      return [
        ...fit(doing.diff.split('\n').map(told)).slice(-most),
        ...fit(['y writes this and allows the call, esc goes back']),
      ]
    case 'writing-why':
      if (question.contained !== undefined) return fit(['Discard the changes?', 'enter discards them, esc goes back'])
      return fit([`Why not (for the agent, may stay empty): ${told(doing.text)}_`, 'enter denies, esc goes back'])
  }
}
