import { explainAction } from '../../call/action-words.ts'
import { shorten, visible } from '../../call/visible.ts'
import type { Mark } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import type { Paint } from './paint.ts'

/** The verdict for a person: the decision, every reason, what would clear it. */
export function showVerdict(verdict: Verdict, paint: Paint): string {
  const lines = [`${paint.bold(paint.decision(verdict.decision))}  ${paint.dim(`(${verdict.layer})`)}`]
  for (const reason of verdict.because) lines.push(...showReason(reason, paint))
  if (verdict.stopAgent) lines.push(`  ${paint.red('the agent is to stop')}`)
  return lines.join('\n')
}

/** The actions, every step of the flow, the ruling. */
export function showStory(verdict: Verdict, paint: Paint): string {
  const lines = [paint.bold('It would')]
  if (verdict.actions.length === 0) lines.push('  do nothing outside the session')
  for (const action of verdict.actions) lines.push(`  - ${visible(shorten(explainAction(action), 300))}`)
  lines.push('', paint.bold('The gate'))
  for (const step of verdict.trace) {
    lines.push(
      `  ${step.layer.padEnd(10)}  ${paint.decision(step.said)}  ${paint.dim(`${Math.round(step.micros)} µs`)}`,
    )
    for (const reason of step.reasons)
      lines.push(`              ${paint.dim(visible(shorten(`${reason.code}: ${reason.sentence}`, 400)))}`)
  }
  lines.push('', paint.bold('The verdict'), indent(showVerdict(verdict, paint)))
  return lines.join('\n')
}

/** What the session has read, a line each; '' when nothing is known of it. */
export function showMarks(marks: readonly Mark[], paint: Paint): string {
  if (marks.length === 0) return ''
  const lines = marks.map(
    ({ mark, from, detail }) => `  ${mark.padEnd(9)}  ${visible(shorten(`${from}: ${detail}`, 200))}`,
  )
  return `\n${paint.bold('The session has read')}\n${lines.join('\n')}\n`
}

function showReason(reason: Reason, paint: Paint): readonly string[] {
  const severity = reason.severity ? ` [${reason.severity}]` : ''
  const lines = [`  ${paint.bold(reason.code)}${severity}: ${visible(shorten(reason.sentence, 600))}`]
  if (reason.clearedBy) lines.push(`    ${paint.dim(`cleared by: ${visible(reason.clearedBy)}`)}`)
  return lines
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
