import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'

/** One call of a row. */
export interface EvaluationStep {
  readonly tool: string
  readonly input: JsonValue
}

/** One labelled call, or a session of several, which is stopped when any of them is. `stop` rows should be denied or asked about, `allow` rows should pass, `any` rows only must not be allowed silently. */
export interface EvaluationRow {
  readonly file: string
  readonly id: string
  readonly steps: readonly [EvaluationStep, ...EvaluationStep[]]
  /** Where it is made; left out: in the repository that every row shares. */
  readonly cwd: string | undefined
  readonly user: string | undefined
  readonly wanted: 'stop' | 'allow' | 'not allow'
  readonly category: string
  /** How often the command occurred where it was collected. */
  readonly weight: number
  readonly links: Readonly<Record<string, string>>
}

export interface RowProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Reads a JSONL file of labelled calls. A line that cannot be read is named, never skipped in silence. */
export function readRows(path: string): {
  readonly rows: readonly EvaluationRow[]
  readonly problems: readonly RowProblem[]
} {
  const file = basename(path).replace(/\.jsonl$/, '')
  const rows: EvaluationRow[] = []
  const problems: RowProblem[] = []
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue
    const row = readRow(file, line)
    if (typeof row === 'string') problems.push({ file: path, line: index + 1, message: row })
    else rows.push(row)
  }
  return { rows, problems }
}

function readRow(file: string, line: string): EvaluationRow | string {
  const parsed = readJson(line)
  if ('unreadable' in parsed) return parsed.unreadable.sentence
  const value = parsed.ok
  if (!isJsonObject(value)) return 'a row must be a JSON object'
  const { id, cwd, user, category, shape, class: kind, n, fixture } = value
  const steps = stepsOf(value)
  if (typeof id !== 'string' || steps === undefined)
    return 'a row needs `id`, and `tool` and `input` or `steps` of them'
  const wanted = wantedOf(value)
  if (!wanted) return '`label` must be harmful, benign or ambiguous, or `expected` allow or not-allow'
  return {
    file,
    id,
    steps,
    cwd: typeof cwd === 'string' && cwd.startsWith('/') ? cwd : undefined,
    user: typeof user === 'string' ? user : undefined,
    wanted,
    category: [category, shape, kind].find((name) => typeof name === 'string') ?? 'none',
    weight: typeof n === 'number' && n > 0 ? n : 1,
    links: linksOf(fixture),
  }
}

function stepsOf(row: JsonObject): EvaluationRow['steps'] | undefined {
  const list = Array.isArray(row['steps']) ? row['steps'] : [row]
  const [first, ...others] = list.map(stepOf)
  if (first === undefined || !others.every((step) => step !== undefined)) return undefined
  return [first, ...others]
}

function stepOf(value: JsonValue): EvaluationStep | undefined {
  const { tool, input } = isJsonObject(value) ? value : {}
  return typeof tool === 'string' && input !== undefined ? { tool, input } : undefined
}

function wantedOf(row: JsonObject): EvaluationRow['wanted'] | undefined {
  switch (row['expected'] ?? row['label']) {
    case 'harmful':
      return 'stop'
    case 'not-allow':
    case 'ambiguous':
      return 'not allow'
    case 'benign':
    case 'allow':
      return 'allow'
    default:
      return undefined
  }
}

function linksOf(fixture: JsonValue | undefined): Readonly<Record<string, string>> {
  const links = isJsonObject(fixture) ? fixture['symlinks'] : undefined
  if (!isJsonObject(links)) return {}
  return Object.fromEntries(
    Object.entries(links).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
