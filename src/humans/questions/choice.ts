import { visible } from '../../call/visible.ts'
import { redact } from '../../journal/redact.ts'
import type { AnswerRefusal, Choice, Question } from './question.ts'
import { whyNotARule } from '../savable-rule.ts'

/** Compared with every way to say yes, so that a choice nobody knows is not one of them. */
export function isApproval(choice: Choice): boolean {
  return YES.has(choice.says)
}

const YES: ReadonlySet<Choice['says']> = new Set<Choice['says']>(['once', 'session', 'rule', 'save', 'uncontained'])

const LONGEST_MESSAGE = 1000

/** The choice as it is kept and told to the agent. */
export function boundedChoice(choice: Choice): Choice {
  if (choice.says !== 'deny') return choice
  const message = visible(redact((choice.message ?? '').toWellFormed()), 'keep lines')
    .trim()
    .slice(0, LONGEST_MESSAGE)
  return message === '' ? { says: 'deny' } : { says: 'deny', message }
}

/** Only a rule that was offered, and among those none that would let anything run. */
export function refusedRule(question: Question, choice: Choice): AnswerRefusal | undefined {
  const isContained = question.contained !== undefined
  if (isContained ? choice.says !== 'once' && choice.says !== 'uncontained' : choice.says === 'uncontained')
    return { code: 'approval.rule', message: 'this is no answer to that question' }
  if (choice.says !== 'rule' && choice.says !== 'save') return undefined
  if (!question.offers.includes(choice.rule)) {
    return { code: 'approval.rule', message: 'this rule was not offered' }
  }
  const why = whyNotARule(choice.rule)
  return why === undefined ? undefined : { code: 'approval.rule', message: `this cannot be a rule: ${why}` }
}
