import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, relative } from 'node:path'
import type { Command } from 'commander'
import { shorten, visible } from '../../call/visible.ts'
import { realWorld } from '../../call/world.node.ts'
import { judge } from '../../gate.ts'
import { jsonText } from '../../journal/export.ts'
import { idOf } from '../../journal/records.ts'
import {
  fromRecord,
  type Judge,
  replay,
  type ReplayEvent,
  type ReplayReport,
  TranscriptJoiner,
} from '../../journal/replay.ts'
import { replayReport } from '../../journal/replay-report.ts'
import { openLog } from '../../journal/stores/open-log.ts'
import { TRANSCRIPT_FORMATS, transcriptFormat } from '../../journal/transcripts/index.ts'
import { type TranscriptFormat, Unreadable } from '../../journal/transcripts/transcript.ts'
import { composeGate } from '../compose.ts'
import { logPlace } from '../database.ts'
import { memoizedWorld } from '../memoized-world.ts'
import { stateDirectory } from '../state-directory.ts'
import { readLines } from './lines.ts'
import { readMode } from './options.ts'
import { type Paint, paintFor } from './paint.ts'
import { type Progress, progressOn } from './progress.ts'
import { table } from './table.ts'
import { readWhen } from './when.ts'
import { UsageError } from './usage-error.ts'

interface ReplayCommandOptions {
  readonly from?: string
  readonly settings?: string
  readonly mode: string
  readonly since?: string
  readonly session?: string
  readonly html?: string
  readonly json?: boolean
  readonly examples?: boolean
  readonly state?: string
}

/** Makes the judge that a replay asks; the settings are those of `--settings`. */
export type JudgeMaker = (settings: string | undefined) => Promise<Judge>

/** A gate that records nothing and runs nothing: what it would have said. */
const dryRun: JudgeMaker = async (settings) => {
  const world = memoizedWorld(realWorld())
  const gate = await composeGate({ world, ...(settings === undefined ? {} : { settings }) })
  return (call, session) => judge(gate, call, session)
}

/** `portcullis replay`: recorded calls judged again under the settings of today. */
export function addReplayCommand(program: Command, makeJudge: JudgeMaker = dryRun): void {
  const agents = TRANSCRIPT_FORMATS.map((format) => format.agent).join(', ')
  program
    .command('replay')
    .description('judge recorded calls again and show what would change; nothing is run')
    .argument('[paths...]', 'transcript files or directories (default: where the agent keeps them)')
    .option('--from <agent>', `read that agent's own transcripts: ${agents} (default: the journal)`)
    .option('--settings <file-or-json>', 'settings to judge under')
    .option('--mode <mode>', 'the mode to judge in', 'auto')
    .option('--since <time>', 'only calls since then: a date or an age (30d)')
    .option('--session <id>', 'only this session')
    .option('--examples', 'list examples of every change')
    .option('--html <file>', 'write a report')
    .option('--json', 'print the report as JSON')
    .option('--state <directory>', 'where the journal is (default: ~/.portcullis/state)')
    .action(async (paths: readonly string[], options: ReplayCommandOptions) => {
      const judgeCall = await makeJudge(options.settings)
      const progress = progressOn(process.stderr, 'replayed')
      const events = wanted(
        options.from === undefined ? fromJournal(options, progress) : fromTranscripts(options.from, paths, progress),
        options,
      )
      const report = await replay(events, judgeCall, { mode: readMode(options.mode) ?? 'auto' })
      progress.end()
      if (options.html) writeFileSync(options.html, replayReport(report, 'Portcullis replay'))
      if (report.calls === 0)
        process.stderr.write(
          `No calls to judge again: the journal and \`--from <agent>\` (an agent's own history) are where they come from.\n`,
        )
      const paint = paintFor(process.stdout)
      if (report.calls > 0 || report.unreadable.count > 0 || options.json === true)
        process.stdout.write(
          options.json ? `${jsonText(report, 2)}\n` : reportText(report, options.examples === true, paint),
        )
    })
}

async function* wanted(events: AsyncIterable<ReplayEvent>, options: ReplayCommandOptions): AsyncGenerator<ReplayEvent> {
  const since = options.since === undefined ? undefined : readWhen(options.since, Date.now())
  for await (const event of events) {
    if (event.kind === 'call' && since !== undefined && (event.at ?? Infinity) < since) continue
    if (event.kind === 'call' && options.session !== undefined && event.call.session !== options.session) continue
    yield event
  }
}

async function* fromJournal(options: ReplayCommandOptions, progress: Progress): AsyncGenerator<ReplayEvent> {
  const reader = await openLog(logPlace(stateDirectory(options.state)))
  try {
    const [last] = await reader.latest({}, 1)
    for await (const record of reader.records()) {
      const event = fromRecord(record, idOf(record))
      progress.step(record.position, last?.position)
      if (event !== undefined) yield event
    }
  } finally {
    await reader.close()
  }
}

async function* fromTranscripts(
  agent: string,
  paths: readonly string[],
  progress: Progress,
): AsyncGenerator<ReplayEvent> {
  const format = transcriptFormat(agent)
  if (format === undefined) {
    throw new UsageError(
      `unknown agent \`${agent}\`: use one of ${TRANSCRIPT_FORMATS.map((known) => known.agent).join(', ')}`,
    )
  }
  const roots = paths.length > 0 ? paths : [join(homedir(), format.directory)]
  const files = roots.flatMap((root) => transcriptsIn(root, format))
  if (files.length === 0) throw new Error(`no transcripts of ${format.title} in ${roots.join(', ')}`)
  for (const [index, file] of files.entries()) {
    progress.step(index, files.length)
    yield* readTranscript(file, format)
  }
}

/** Oldest first. A file that was named is taken as a transcript whatever it is called. */
function transcriptsIn(root: string, format: TranscriptFormat): readonly string[] {
  if (!existsSync(root)) return []
  if (statSync(root).isFile()) return [root]
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => format.isTranscript(path))
    .map((path) => ({ path, changed: statSync(path).mtimeMs }))
    .sort((a, b) => a.changed - b.changed)
    .map(({ path }) => path)
}

/** The largest transcript that is one JSON document and is still read as a whole. */
const LARGEST_DOCUMENT = 128 * 1024 * 1024

/** One file as the past. A line that cannot be read is an event of its own, never the end. */
export async function* readTranscript(file: string, format: TranscriptFormat): AsyncGenerator<ReplayEvent> {
  const shown = relative(homedir(), file).startsWith('..') ? file : `~/${relative(homedir(), file)}`
  const reader = format.open(basename(file))
  const joiner = new TranscriptJoiner(format.agent)
  let number = 0
  const read = function* (line: string): Generator<ReplayEvent> {
    const where = `${shown}:${number}`
    try {
      for (const event of reader.read(line)) yield* joiner.add(event, where)
    } catch (error) {
      yield {
        kind: 'unreadable',
        where,
        because: error instanceof Unreadable ? error.message : `failed: ${String(error)}`,
      }
    }
  }
  try {
    if (format.shape(file) === 'whole') {
      const { size } = statSync(file)
      if (size > LARGEST_DOCUMENT) yield { kind: 'unreadable', where: shown, because: `too large: ${size} bytes` }
      else yield* read(readFileSync(file, 'utf8'))
    } else {
      for await (const line of readLines(createReadStream(file))) {
        number++
        if (line.kind === 'bad') yield { kind: 'unreadable', where: `${shown}:${number}`, because: line.problem }
        else if (line.text.trim() !== '') yield* read(line.text)
      }
    }
  } catch (error) {
    yield { kind: 'unreadable', where: shown, because: error instanceof Error ? error.message : String(error) }
  }
  yield* joiner.end(`${shown}:${number}`)
}

function reportText(report: ReplayReport, withExamples: boolean, paint: Paint): string {
  const parts = [
    `${report.calls} calls judged again\n\n`,
    table(
      ['then', 'now', 'calls'],
      report.changes.map(({ before, after, count }) => [before, after, String(count)]),
    ),
    '\nWhat decides where it would change\n',
    table(
      ['reason', 'now', 'calls'],
      report.codes.slice(0, 20).map(({ code, after, count }) => [visible(code), after, String(count)]),
    ),
  ]
  if (withExamples) {
    parts.push('\nExamples\n')
    for (const example of report.examples) {
      parts.push(
        `${example.before} → ${paint.decision(example.after)}  ${visible(example.tool)} ${visible(shorten(example.input, 300))}\n`,
      )
      parts.push(`    ${paint.dim(visible(shorten(`${example.code}: ${example.reason}`, 300)))}\n`)
    }
  }
  if (report.masked > 0) parts.push(`\n${report.masked} calls had secrets masked when they were recorded\n`)
  if (report.unreadable.count > 0) {
    parts.push(`\n${report.unreadable.count} lines could not be read\n`)
    for (const { where, because } of report.unreadable.named.slice(0, 20))
      parts.push(`  ${visible(`${where}: ${because}`)}\n`)
  }
  return parts.join('')
}
