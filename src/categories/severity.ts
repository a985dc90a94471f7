import type { Severities } from '../call/severities.ts'
import type { BlockCategory, Evidence } from './category.ts'

/** How grave this find is: the category's own word, unless the find is of the kind that `hardWhen` names. */
export function severityOf(category: BlockCategory, evidence: Evidence): 'hard' | 'soft' {
  return evidence.severity ?? category.severity
}

/** A find as settings grade its category. What is hard by itself stays hard. */
export function graded(evidence: Evidence, { code }: BlockCategory, severities: Severities = {}): Evidence {
  const said = Object.hasOwn(severities, code) ? severities[code] : undefined
  if (said === 'hard') return { ...evidence, severity: 'hard' }
  return said === 'soft' && evidence.severity === undefined ? { ...evidence, severity: 'soft' } : evidence
}

/** What would clear this find. The cure of a soft category does not help against a hard find of it. */
export function cureOf(category: BlockCategory, evidence: Evidence): string {
  const severity = severityOf(category, evidence)
  if (category.severity === 'hard' && severity === 'soft')
    return 'exactly this request from the user, a rule that allows it, or a person'
  return category.severity === 'soft' && severity === 'hard'
    ? 'no request and no model: a person runs it, or a rule allows exactly this call'
    : category.clearedBy
}

/** As lists say it: `soft`, `hard`, or `soft; hard: formatting a disk`. */
export function toldSeverity({ severity, hardWhen }: BlockCategory): string {
  return hardWhen === undefined ? severity : `${severity}; hard: ${hardWhen}`
}
