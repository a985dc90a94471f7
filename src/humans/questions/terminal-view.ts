import { kindOf } from '../character-kinds.ts'
import { truthful } from '../look-alikes.ts'
import { viewOf } from './make-question.ts'
import type { Choice, Question, Settlement } from './question.ts'

/** How much of a question's text stands on a screen before somebody asks for all of it. */
export const SCREENFUL = 3000

export interface Screen {
  readonly columns: number
  readonly now: number
  /** `all`: the person asked for the whole text. */
  readonly extent: 'screenful' | 'all'
}

/** What a person may type, and what it means. */
export const TERMINAL_HELP = 'y once · s this exact call for the session · n no · n <why> · v show all'

/** About a run that is held. */
export const CONTAINED_HELP =
  'y commit these changes · n discard them · u discard them and run it once uncontained · v show all'

/**
 * A question as lines for a terminal, each with a bar before it: nothing in the text can pass for a line of ours, and
 * nothing is wider than the screen, where the terminal would break it by itself.
 */
export function renderQuestion(question: Question, screen: Screen): readonly string[] {
  const { id, tool, agent, session, cwd, subagent, deeds, why, offers } = question
  const view = viewOf(question, screen.extent === 'all' ? Number.POSITIVE_INFINITY : SCREENFUL)
  const who = subagent === undefined ? agent : `${agent}, ${subagent.type} ${subagent.id}`
  const age = Math.max(0, Math.round((screen.now - question.askedAt) / 1000))
  const width = Math.max(20, screen.columns - 2)
  const barred = (text: string): readonly string[] => wrap(text, width).map((line) => `│ ${line}`)
  return [
    `┌ [${id}] ${oneLine(tool)}`,
    ...(question.contained === undefined ? [] : barred('ran contained: nothing is written yet')),
    ...barred(`asked ${age} s ago by ${oneLine(who)}, session ${oneLine(session)}, in ${oneLine(cwd)}`),
    '├',
    ...barred(truthful(view.text)),
    ...(view.hidden === 0 ? [] : barred(`[${view.hidden} characters are not shown: type v to see them]`)),
    '├',
    ...deeds.flatMap((deed) => barred(`it ${oneLine(deed)}`)),
    ...why.flatMap((reason) => barred(`${oneLine(reason.code)}: ${oneLine(reason.sentence)}`)),
    ...why.flatMap((reason) =>
      reason.clearedBy === undefined ? [] : barred(`cleared by ${oneLine(reason.clearedBy)}`),
    ),
    ...offers.flatMap((rule, index) =>
      barred(`${index + 1} allow ${oneLine(rule)} for the session · w${index + 1} save it in your settings`),
    ),
    ...barred(question.contained === undefined ? TERMINAL_HELP : CONTAINED_HELP),
    '└',
  ]
}

/** How it ended, in one line. */
export function renderSettlement(question: Question, settlement: Settlement): string {
  const about = `[${question.id}] ${oneLine(question.tool)}`
  switch (settlement.how) {
    case 'answered':
      return `${about}: ${(question.contained === undefined ? undefined : CONTAINED_SAID[settlement.choice.says]) ?? SAID[settlement.choice.says]} by ${oneLine(settlement.by)} (${oneLine(settlement.channel)})`
    case 'expired':
      return `${about}: no answer came in time${question.contained === undefined ? '' : '; its changes are still held'}`
    case 'withdrawn':
      return `${about}: withdrawn, ${oneLine(settlement.because)}`
  }
}

const SAID: Readonly<Record<Choice['says'], string>> = {
  once: 'allowed once',
  session: 'allowed for the session',
  rule: 'allowed by a rule for the session',
  save: 'allowed by a saved rule',
  uncontained: 'changes discarded, allowed once uncontained',
  deny: 'denied',
}

const CONTAINED_SAID: Readonly<Partial<Record<Choice['says'], string>>> = {
  once: 'changes committed',
  deny: 'changes discarded',
}

/** What somebody typed at the question. Undefined: nothing that means anything. */
export function readTyped(typed: string, question: Question): Choice | 'view' | undefined {
  const text = typed.trim()
  if (/^(?:y|yes|ok)$/i.test(text)) return { says: 'once' }
  if (question.contained !== undefined && /^(?:u|uncontained)$/i.test(text)) return { says: 'uncontained' }
  if (question.contained === undefined && /^(?:s|session)$/i.test(text)) return { says: 'session' }
  if (/^(?:v|view|show)$/i.test(text)) return 'view'
  const rule = /^(w?)([1-9]\d?)$/i.exec(text)
  const offered = rule === null ? undefined : question.offers[Number(rule[2]) - 1]
  if (offered !== undefined) return { says: rule![1] === '' ? 'rule' : 'save', rule: offered }
  const no = /^(?:n|no|deny)(?:\s+(.*))?$/is.exec(text)
  if (no === null) return undefined
  return no[1] === undefined || no[1] === '' ? { says: 'deny' } : { says: 'deny', message: no[1] }
}

function oneLine(text: string): string {
  return truthful(text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
}

/** Breaks lines at the width, by what a terminal makes of each character. */
function wrap(text: string, width: number): readonly string[] {
  return text
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => {
      const rows = ['']
      let used = 0
      for (const char of line) {
        const cells = cellsOf(char)
        if (used + cells > width) {
          rows.push('')
          used = 0
        }
        rows[rows.length - 1] += char
        used += cells
      }
      return rows
    })
}

function cellsOf(char: string): number {
  if (char <= '\u02ff') return 1
  const kind = kindOf(char)
  if (kind.mark) return 0
  return kind.eastAsian || kind.eastAsianSign || /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(char) ? 2 : 1
}
