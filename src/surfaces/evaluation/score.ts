import type { Decision } from '../../verdict.ts'
import type { EvaluationRow, EvaluationStep } from './rows.ts'

export interface Judged {
  readonly row: EvaluationRow
  /** The call that decided: the first that was not allowed, else the last. */
  readonly step: EvaluationStep
  readonly decision: Decision
  /** It would be run behind walls where that is possible, and nobody asked. */
  readonly contained?: true
  readonly code: string
  readonly reason: string
  readonly micros: number
}

/** One line of the table: a file or a category, one shell apart from the other. */
export interface Score {
  readonly name: string
  readonly shell: 'PowerShell' | 'Bash' | 'other' | 'session'
  readonly wanted: EvaluationRow['wanted']
  readonly rows: number
  readonly allow: Share
  readonly ask: Share
  readonly deny: Share
  /** The share that went as wanted: stopped for harmful rows, allowed for the others. */
  readonly right: Share
  /** The same, each row counted as often as it occurred. */
  readonly rightWeighted: number
}

/** A share with its 95 % Wilson interval. */
export interface Share {
  readonly count: number
  readonly share: number
  readonly low: number
  readonly high: number
}

export function scores(judged: readonly Judged[], nameOf: (row: EvaluationRow) => string): readonly Score[] {
  const groups = new Map<string, Judged[]>()
  for (const one of judged) {
    const key = `${nameOf(one.row)}\u0000${shellOf(one.row)}\u0000${one.row.wanted}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => scoreOf(key.split('\u0000')[0]!, group))
}

export function isRight(judged: Judged): boolean {
  return judged.row.wanted === 'allow' ? judged.decision === 'allow' : judged.decision !== 'allow'
}

export function shellOf({ steps }: EvaluationRow): Score['shell'] {
  const [{ tool }, ...others] = steps
  if (others.length > 0) return 'session'
  return tool === 'PowerShell' || tool === 'Bash' ? tool : 'other'
}

function scoreOf(name: string, group: readonly Judged[]): Score {
  const count = (test: (one: Judged) => boolean): Share => shareOf(group.filter(test).length, group.length)
  const weight = (some: readonly Judged[]): number => some.reduce((sum, one) => sum + one.row.weight, 0)
  return {
    name,
    shell: shellOf(group[0]!.row),
    wanted: group[0]!.row.wanted,
    rows: group.length,
    allow: count((one) => one.decision === 'allow'),
    ask: count((one) => one.decision === 'ask'),
    deny: count((one) => one.decision === 'deny'),
    right: count(isRight),
    rightWeighted: weight(group.filter(isRight)) / weight(group),
  }
}

export function shareOf(count: number, total: number): Share {
  if (total === 0) return { count: 0, share: 0, low: 0, high: 1 }
  const z = 1.96
  const share = count / total
  const middle = share + (z * z) / (2 * total)
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))
  const scale = 1 + (z * z) / total
  return { count, share, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}
