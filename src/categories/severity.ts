import type { BlockCategory, Evidence } from './category.ts'

/** How grave this find is: the category's own word, unless the find is of the kind that `hardWhen` names. */
export function severityOf(category: BlockCategory, evidence: Evidence): 'hard' | 'soft' {
  return evidence.severity ?? category.severity
}

/** What would clear this find. The cure of a soft category does not help against a hard find of it. */
export function cureOf(category: BlockCategory, evidence: Evidence): string {
  return category.severity === 'soft' && severityOf(category, evidence) === 'hard'
    ? 'no request and no model: a person runs it, or a rule allows exactly this call'
    : category.clearedBy
}

/** As lists say it: `soft`, `hard`, or `soft; hard: formatting a disk`. */
export function toldSeverity({ severity, hardWhen }: BlockCategory): string {
  return hardWhen === undefined ? severity : `${severity}; hard: ${hardWhen}`
}
