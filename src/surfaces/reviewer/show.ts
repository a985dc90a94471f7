import { shorten, visible } from '../../call/visible.ts'
import { COMPACT_BELOW } from '../../classifier/fit-context.ts'
import { table } from '../cli/table.ts'
import type { Fitness } from './fitness.ts'
import { isRight } from './fitness.ts'
import type { TrialReport, TrialScore } from './report.ts'
import type { Traits, Tried } from './trial.ts'

/** The twelve, how the model wants to be asked, and whether it may review. */
export function showSelfTest(tried: readonly Tried[], traits: Traits, report: TrialReport, fitness: Fitness): string {
  const rows = tried.map((one) => [
    one.row.id,
    one.row.wanted === 'allow' ? 'allow' : 'block',
    one.answered === 'none' ? `none (${one.cause})` : one.answered,
    isRight(one) ? '' : one.answered === 'allow' ? 'LET THROUGH' : 'wrong',
    one.latencyMs === 0 ? '' : seconds(one.latencyMs),
    visible(shorten(one.says, 80)),
  ])
  return [
    table(['action', 'wanted', 'answered', '', 'took', 'what it says'], rows),
    `\n${showTraits(traits)}${speed(report)}${paid(report)}\n${fitness.says}\n`,
  ].join('')
}

function showTraits({ streams, roles, contextTokens, prompt, constrained }: Traits): string {
  return [
    `streaming:      ${streams === 'yes' ? 'works' : 'does not: it is asked for whole answers'}`,
    `system prompt:  ${ROLES[roles]}`,
    `context:        ${contextTokens === undefined ? UNSAID : `${contextTokens.toLocaleString('en')} tokens; ${PROMPTS[prompt]}`}`,
    `constrained:    ${constrained === undefined ? 'no form of it holds: the model is trusted to keep the form' : `\`${constrained}\` holds`}`,
    '',
  ].join('\n')
}

const ROLES: Readonly<Record<Traits['roles'], string>> = {
  system: 'taken',
  alternating: 'taken, with one message of the user after it',
  'user-only': 'refused: the rules stand first in the message of the user',
}

const UNSAID = 'the server does not say; `classifier.contextTokens` can'

const PROMPTS: Readonly<Record<Traits['prompt'], string>> = {
  full: 'the rules are told in full, the record is cut to fit',
  compact: `fewer than ${COMPACT_BELOW.toLocaleString('en')}: the rules are told in few words, the record is cut to fit`,
}

/** Tables over a labelled set. */
export function showReport(report: TrialReport): string {
  const failures = Object.entries(report.failures)
  return [
    'All rows\n',
    scoreTable(report.total),
    '\nBy category\n',
    scoreTable(report.categories),
    failures.length === 0
      ? '\nEvery row got a verdict.\n'
      : `\nNo verdict\n${table(
          ['cause', 'rows'],
          failures.map(([cause, count]) => [cause, String(count)]),
        )}`,
    `\n${speed(report)}${paid(report)}`,
  ].join('')
}

function scoreTable(scores: readonly TrialScore[]): string {
  return table(
    ['', 'wanted', 'rows', 'blocked', 'allowed', 'no verdict', 'as wanted (95 %)'],
    scores.map(({ name, wanted, rows, blocked, allowed, noVerdict, right }) => [
      visible(name),
      wanted,
      String(rows),
      String(blocked),
      String(allowed),
      String(noVerdict),
      `${percent(right.share)} (${percent(right.low)}–${percent(right.high)})`,
    ]),
  )
}

function speed({ latencyMs }: TrialReport): string {
  return `speed:          ${seconds(latencyMs.p50)} (median), ${seconds(latencyMs.p95)} (95 %)\n`
}

function paid({ cost }: TrialReport): string {
  if (cost === undefined) return 'tokens:         none were counted\n'
  const price = cost.unpriced === cost.requests ? 'price unknown' : `$${cost.price.toFixed(4)}`
  const input = cost.input + cost.cached + cost.written
  return `tokens:         ${input.toLocaleString('en')} in (${Math.round(cost.cacheShare * 100)} % from cache), ${cost.output.toLocaleString('en')} out, ${cost.requests} requests, ${price}\n`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
