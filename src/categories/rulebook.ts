import { explainAction } from '../call/action-words.ts'
import type { Action, OpaqueBecause } from '../call/action.ts'
import type { BlockCategory, Deeds, Evidence } from './category.ts'
import { ALLOW_CATEGORIES, BLOCK_CATEGORIES, laterEffect } from './index.ts'
import type { Reason } from '../verdict.ts'
import { cureOf, graded, severityOf } from './severity.ts'

export interface Finding {
  readonly category: BlockCategory
  readonly evidence: Evidence
}

/** Something in the call that no rule speaks about: what, and why that is not enough to let it pass. */
export interface Doubt {
  readonly text: string
  readonly because: string
  /** By which the settings name it. */
  readonly kind: DoubtKind
  /** What would clear it, when there is more to say than a person or a rule. */
  readonly clearedBy?: string
}

/** Why something was not seen through; `no-rule`: it was, and no rule calls it harmless. */
export type DoubtKind = OpaqueBecause | 'later-effect' | 'no-rule'

export type RulebookAnswer =
  | { readonly says: 'harmless' }
  /** Hard findings first. */
  | { readonly says: 'harm'; readonly finds: readonly [Finding, ...Finding[]] }
  | { readonly says: 'cannot-tell'; readonly because: readonly [Doubt, ...Doubt[]] }

/**
 * Stage 0: what is known for certain about a call, without any model. Harmless is proven: every action recognised and
 * covered by an ALLOW exception, no BLOCK category that speaks, no effect that comes later. A call without actions does
 * nothing: what is not understood is an action of its own (`something-opaque`).
 */
export function rulebook(deeds: Deeds): RulebookAnswer {
  const known = answers.get(deeds)
  if (known !== undefined) return known
  const answer = answerFor(deeds)
  answers.set(deeds, answer)
  return answer
}

/** Several steps of one judgement ask about the same deeds. */
const answers = new WeakMap<Deeds, RulebookAnswer>()
const findings = new WeakMap<Deeds, readonly Finding[]>()

function answerFor(deeds: Deeds): RulebookAnswer {
  const [first, ...others] = findingsIn(deeds)
  if (first) return { says: 'harm', finds: [first, ...others] }
  const [doubt, ...doubts] = doubtsIn(deeds)
  return doubt ? { says: 'cannot-tell', because: [doubt, ...doubts] } : { says: 'harmless' }
}

/** Every category that speaks, the hard ones first. */
export function findingsIn(deeds: Deeds): readonly Finding[] {
  const known = findings.get(deeds)
  if (known !== undefined) return known
  const finds: Finding[] = []
  for (const category of BLOCK_CATEGORIES) {
    const evidence = category.detect(deeds)
    if (evidence) finds.push({ category, evidence: graded(evidence, category, deeds.severities) })
  }
  const sorted = [...finds.filter(isHard), ...finds.filter((find) => !isHard(find))]
  findings.set(deeds, sorted)
  return sorted
}

export function isHard(find: Finding): boolean {
  return severityOf(find.category, find.evidence) === 'hard'
}

/** The hard harm in a call, if there is any: what no person is asked about. */
export function hardHarm(deeds: Deeds): Reason | undefined {
  const found = findingsIn(deeds).find(isHard)
  return found && findingReason(found)
}

export function findingReason({ category, evidence }: Finding): Reason {
  const detail = evidence.detail ? `: ${evidence.detail}` : ''
  return {
    code: category.code,
    sentence: `${category.title}${detail}: \`${evidence.quote}\``,
    clearedBy: cureOf(category, evidence),
    severity: severityOf(category, evidence),
  }
}

function doubtsIn(deeds: Deeds): readonly Doubt[] {
  const later = laterEffect(deeds)
  const doubts: Doubt[] = later
    ? [{ text: later.quote, because: later.detail ?? 'it takes effect later', kind: 'later-effect' }]
    : []
  for (const action of deeds.actions)
    if (!ALLOW_CATEGORIES.some((category) => category.covers(action, deeds)))
      doubts.push({ text: action.evidence, because: whyNot(action), kind: kindOf(action), ...describable(action) })
  return doubts
}

function kindOf(action: Action): DoubtKind {
  return action.does === 'something-opaque' ? action.because : 'no-rule'
}

/** A tool that nobody described can be. */
function describable(action: Action): Pick<Doubt, 'clearedBy'> {
  if (action.does !== 'something-opaque' || action.because !== 'unknown-tool') return {}
  return { clearedBy: 'a description of the tool under `tools` in the settings, a rule that allows it, or a person' }
}

function whyNot(action: Action): string {
  return `${explainAction(action)}, which no rule calls harmless`
}
