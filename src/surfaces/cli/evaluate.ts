import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { jsonText } from '../../journal/export.ts'
import { shorten, visible } from '../../call/visible.ts'
import { EVALUATION_SETTINGS, evaluate } from '../evaluation/evaluate.ts'
import { readHome } from '../evaluation/home-files.ts'
import { htmlReport } from '../evaluation/report.ts'
import { type EvaluationRow, readRows, type RowProblem } from '../evaluation/rows.ts'
import { isRight, type Judged, type Score, scores, type Share, shellOf } from '../evaluation/score.ts'
import { readMode } from './options.ts'
import { progressOn } from './progress.ts'
import { table } from './table.ts'

interface Options {
  readonly mode: string
  readonly withUser?: boolean
  readonly taint?: boolean
  readonly misses?: boolean
  readonly contain?: boolean
  readonly json?: boolean
  readonly html?: string
  readonly settings?: string
  readonly home?: string
}

export function addEvaluate(program: Command): void {
  program
    .command('eval')
    .description(
      'judge labelled rows {id, tool, input, label}, or sessions {id, steps, label}, and show how many went as they should',
    )
    .argument('<files...>', 'JSONL files')
    .option('--mode <mode>', 'the mode to judge in', 'auto')
    .option('--with-user', 'let the gate know what the user asked for')
    .option('--taint', 'judge as if the session had read untrusted content and private data before')
    .option('--misses', 'list every row that did not go as it should')
    .option('--contain', 'also show what would run contained, and what would still interrupt')
    .option('--json', 'print the scores as JSON')
    .option('--html <file>', 'write a report with plots')
    .option('--settings <file-or-json>', 'settings to judge under')
    .option('--home <directory>', 'a home directory that rows with `cwd` speak of; its files are read, nothing is run')
    .action(async (files: readonly string[], options: Options) => {
      const { rows, problems } = readAll(files)
      if (rows.length === 0 && options.json !== true) {
        process.stderr.write(`No rows to judge in ${files.join(', ')}: ${WANTED_ROW}\n`)
        for (const problem of problems) process.stderr.write(problemLine(problem))
        if (problems.length > 0) process.exitCode = 1
        return
      }
      const progress = progressOn(process.stderr, 'judged')
      const judged = await evaluate(rows, {
        mode: readMode(options.mode) ?? 'auto',
        withUser: options.withUser === true,
        tainted: options.taint === true,
        ...(options.settings === undefined ? {} : { settings: options.settings }),
        ...(options.home === undefined ? {} : { home: readHome(options.home) }),
        onProgress: progress.step,
      })
      progress.end()
      process.stdout.write(options.json ? asJson(judged) : asTables(judged, options.misses === true))
      if (options.json !== true) process.stdout.write(flagLine(rows))
      if (options.contain && !options.json) process.stdout.write(containment(judged))
      if (options.html) writeFileSync(options.html, htmlReport(judged))
      for (const problem of problems) process.stderr.write(problemLine(problem))
      if (problems.length > 0) process.exitCode = 1
    })
}

/** Which flag PowerShell was judged with: off, every such row would be asked about. */
function flagLine(rows: readonly EvaluationRow[]): string {
  if (!rows.some(({ steps }) => steps.some(({ tool }) => tool === 'PowerShell'))) return ''
  return `PowerShell is judged with ${JSON.stringify(EVALUATION_SETTINGS)}, unless --settings say otherwise.\n`
}

const WANTED_ROW = 'one a line, such as {"id":"1","tool":"Bash","input":{"command":"ls"},"label":"benign"}'

function problemLine({ file, line, message }: RowProblem): string {
  return `${visible(`${file}:${line}: ${message}`)}\n`
}

function readAll(files: readonly string[]): { rows: readonly EvaluationRow[]; problems: readonly RowProblem[] } {
  const read = files.map(readRows)
  return { rows: read.flatMap((one) => one.rows), problems: read.flatMap((one) => one.problems) }
}

function asJson(judged: readonly Judged[]): string {
  const misses = judged
    .filter((one) => !isRight(one))
    .map((one) => ({ file: one.row.file, id: one.row.id, decision: one.decision, code: one.code }))
  return `${jsonText({ files: scores(judged, (row) => row.file), categories: scores(judged, (row) => row.category), misses }, 2)}\n`
}

function asTables(judged: readonly Judged[], listMisses: boolean): string {
  const parts = [
    'By file\n',
    scoreTable(scores(judged, (row) => row.file)),
    '\nBy category\n',
    scoreTable(scores(judged, (row) => row.category)),
    totals(judged),
  ]
  if (listMisses) parts.push('\nMisses\n', ...judged.filter((one) => !isRight(one)).map(missLine))
  return parts.join('')
}

function scoreTable(list: readonly Score[]): string {
  return table(
    ['', 'shell', 'wanted', 'rows', 'allow', 'ask', 'deny', 'as wanted (95 %)', 'weighted'],
    list.map((score) => [
      score.name,
      score.shell,
      score.wanted,
      String(score.rows),
      percent(score.allow.share),
      percent(score.ask.share),
      percent(score.deny.share),
      interval(score.right),
      percent(score.rightWeighted),
    ]),
  )
}

/** Beside every figure the share that is contained: containing everything is no way to win. */
function containment(judged: readonly Judged[]): string {
  const groups = Map.groupBy(judged, ({ row }) => `${row.file}\u0000${shellOf(row)}\u0000${row.wanted}`)
  const rows = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, group]) => {
      const share = (test: (one: Judged) => boolean): string => percent(group.filter(test).length / group.length)
      return [
        ...key.split('\u0000'),
        String(group.length),
        share(({ decision }) => decision === 'allow'),
        share(({ contained }) => contained === true),
        share(({ decision, contained }) => decision !== 'allow' && contained !== true),
        share(({ decision }) => decision !== 'allow'),
      ]
    })
  const header = ['', 'shell', 'wanted', 'rows', 'allowed', 'contained', 'interrupted', 'interrupted without walls']
  return `\nWith containment\n${table(header, rows)}`
}

function totals(judged: readonly Judged[]): string {
  const times = judged.map((one) => one.micros).sort((a, b) => a - b)
  const at = (share: number): string =>
    `${Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)} µs`
  return `\n${judged.length} rows, judged in ${at(0.5)} (median), ${at(0.99)} (99 %)\n`
}

function missLine(miss: Judged): string {
  const input = JSON.stringify(miss.step.input)
  return `${miss.row.file} ${miss.row.id} [${miss.row.wanted}] ${miss.decision} ${miss.code}: ${visible(shorten(input, 300))}\n    ${visible(shorten(miss.reason, 200))}\n`
}

function interval(share: Share): string {
  return `${percent(share.share)} (${percent(share.low)}–${percent(share.high)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
