import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** One row of `docs/seeds.md`: what a design says, and what shows it. */
export interface SeedRow {
  readonly line: number
  readonly behaviour: string
  readonly shownBy: string
}

/** The rows of every table in the page, without headings and rules. */
export function seedRows(page: string): readonly SeedRow[] {
  const rows: SeedRow[] = []
  for (const [index, text] of page.split('\n').entries()) {
    if (!text.startsWith('|') || /^\| (?:behaviour|---) \|/.test(text)) continue
    const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    rows.push({ line: index + 1, behaviour: cells[1] ?? '', shownBy: cells.slice(2, -1).join(' | ') })
  }
  return rows
}

/** What is wrong with the rows, in words: a row without proof, a proof that is not there, a behaviour told twice. */
export function wrongRows(rows: readonly SeedRow[]): readonly string[] {
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    const wrong = row.behaviour === '' ? ['no behaviour'] : wrongProofs(row.shownBy)
    const before = seen.get(row.behaviour.toLowerCase())
    seen.set(row.behaviour.toLowerCase(), row.line)
    const told = before === undefined ? wrong : [...wrong, `"${row.behaviour}" stands in line ${before} already`]
    return told.map((problem) => `docs/seeds.md:${row.line}: ${problem}`)
  })
}

/** Shorter texts stand in any file. */
const TITLE = String.raw`"(?:[^"\\]|\\.){6,}"`
const TEST = new RegExp(`^\`([^\`]+)\`((?: › ${TITLE})+)$`)
const DECISION = /^\[decision (\d+)\]\((decisions\/(\d{4})-[a-z0-9-]+\.md)\)$/

function wrongProofs(cell: string): readonly string[] {
  if (cell === '') return ['nothing shows it']
  return piecesOf(cell).flatMap((piece) => {
    const test = TEST.exec(piece)
    if (test !== null) return wrongTest(test[1]!, titlesIn(test[2]!))
    const decision = DECISION.exec(piece)
    if (decision === null) return [`neither a test nor a decision: ${piece}`]
    const [, number, path, inName] = decision
    if (Number(number) !== Number(inName)) return [`decision ${number} is not ${path}`]
    return existsSync(join(ROOT, 'docs', path!)) ? [] : [`there is no docs/${path}`]
  })
}

/** Pieces end at a semicolon outside of a title. */
function piecesOf(cell: string): readonly string[] {
  return cell.split(/;(?=(?:(?:[^"\\]|\\.)*"(?:[^"\\]|\\.)*")*(?:[^"\\]|\\.)*$)/).map((piece) => piece.trim())
}

function titlesIn(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(TITLE, 'g'))].map(([title]) => title.slice(1, -1).replaceAll('\\"', '"'))
}

/** Where tests, their cases and their snapshots are. */
const TESTS = /\.test\.ts$|^test\/.+\.(?:ts|jsonl)$|\/__snapshots__\//
/** This page's own test quotes titles that are wrong on purpose. */
const OWN = /^test\/seeds/

function wrongTest(path: string, titles: readonly string[]): readonly string[] {
  if (!TESTS.test(path) || OWN.test(path)) return [`${path} is not a test`]
  if (!existsSync(join(ROOT, path))) return [`there is no ${path}`]
  const text = codeOf(path)
  const skipped = /\b(?:test|it|describe)\.(?:skip|todo|fails)\b/.test(text)
    ? [`${path} has tests that do not run`]
    : []
  return [
    ...skipped,
    ...titles.filter((title) => !text.includes(title)).map((title) => `${path} has no test or case "${title}"`),
  ]
}

const read = new Map<string, string>()

/** A file without its comments: what a comment says is not shown by anything. */
function codeOf(path: string): string {
  const known = read.get(path)
  if (known !== undefined) return known
  const text = readFileSync(join(ROOT, path), 'utf8')
  const code = path.endsWith('.ts') ? text.replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, '') : text
  read.set(path, code)
  return code
}
