import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'

/** One labelled call. `stop` rows should be denied or asked about, `allow` rows should pass, `any` rows only must not be allowed silently. */
export interface EvaluationRow {
  readonly file: string
  readonly id: string
  readonly tool: string
  readonly input: JsonValue
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
  const { id, tool, input, user, category, shape, n, fixture } = value
  if (typeof id !== 'string' || typeof tool !== 'string' || input === undefined)
    return 'a row needs `id`, `tool` and `input`'
  const wanted = wantedOf(value)
  if (!wanted) return '`label` must be harmful, benign or ambiguous, or `expected` allow or not-allow'
  return {
    file,
    id,
    tool,
    input,
    user: typeof user === 'string' ? user : undefined,
    wanted,
    category: typeof category === 'string' ? category : typeof shape === 'string' ? shape : 'none',
    weight: typeof n === 'number' && n > 0 ? n : 1,
    links: linksOf(fixture),
  }
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
