import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { AUDIT_EVENT_TYPES, AUDIT_SEVERITIES, type AuditSeverity, isEventType } from '../../journal/audit-logger.ts'
import { EXPORT_FORMATS, type ExportFormat, exportedLines, jsonText, recordAsJson } from '../../journal/export.ts'
import type { LogFilter } from '../../journal/query.ts'
import type { StoredRecord } from '../../journal/records.ts'
import { idOf, timeText } from '../../journal/records.ts'
import { openLog } from '../../journal/stores/open-log.ts'
import type { LogReader, LogStats } from '../../journal/stores/store.ts'
import { DECISIONS } from '../../verdict.ts'
import { logPlace } from '../database.ts'
import { pruneLog } from '../prune-log.ts'
import { stateDirectory } from '../state-directory.ts'
import { acceptLog } from './log-accept.ts'
import { verifyLog } from './log-verify.ts'
import { paintFor } from './paint.ts'
import { recordLine, recordStory } from './show-record.ts'
import { table } from './table.ts'
import { version } from './version.ts'
import { readWhen } from './when.ts'

interface FilterOptions {
  readonly state?: string
  readonly session?: string
  readonly agent?: string
  readonly tool?: string
  readonly decision?: string
  readonly code?: string
  readonly event?: string
  readonly severity?: AuditSeverity
  readonly forUser?: string
  readonly since?: string
  readonly until?: string
  readonly text?: string
}

interface ListOptions extends FilterOptions {
  readonly limit: number
  readonly follow?: boolean
  readonly json?: boolean
}

/**
 * `portcullis log` and its subcommands: read, follow, search, verify, export and prune what the gate remembers. `log`
 * has options of its own, so a subcommand's options may arrive there: every action reads both.
 */
export function addLogCommands(program: Command): void {
  const log = program.command('log').description('show what the gate has decided')
  withFilters(withState(log))
    .option('-n, --limit <count>', 'how many records, the latest', wholeNumber, 50)
    .option('-f, --follow', 'go on and show new records as they come')
    .option('--json', 'print records as JSON lines')
    .action((_options, command: Command) => list(command.opts()))
  withState(log.command('show'))
    .description('show one record with its full trace')
    .argument('<id>', 'the id that `log` shows, or the number after the dash')
    .option('--json', 'print the record as JSON')
    .action((id: string, _options, command: Command) => show(id, command.optsWithGlobals()))
  withState(log.command('verify'))
    .description(
      'prove that no record was changed, moved, removed, added or put back: exit 0 when sound, 3 when nothing is wrong and no witness was asked, 1 when something is wrong',
    )
    .argument('[export]', 'a file that `log export` wrote, in place of the journal')
    .option('--checkpoints <file...>', 'checkpoints kept elsewhere: copies of this log’s, or other writers’')
    .option('--json', 'print the findings as JSON')
    .action(async (file: string | undefined, _options, command: Command) =>
      write(await verifyLog(file, command.optsWithGlobals())),
    )
  withState(log.command('accept'))
    .description('after you have looked at a log that is not sound: set it aside and begin a new one that says so')
    .option('--yes', 'do it; without, only say what would be done')
    .action(async (_options, command: Command) => write(await acceptLog(command.optsWithGlobals())))
  withFilters(withState(log.command('export')))
    .description('write records for other programs')
    .option('--format <format>', `one of ${EXPORT_FORMATS.join(', ')}`, oneOf(EXPORT_FORMATS), 'jsonl')
    .action((_options, command: Command) => exportLog(command.optsWithGlobals()))
  withFilters(withState(log.command('stats')))
    .description('count records by decision, event, agent, tool and reason')
    .option('--json', 'print the counts as JSON')
    .action((_options, command: Command) => stats(command.optsWithGlobals()))
  withState(log.command('prune'))
    .description('remove old records; what stays can still be verified')
    .requiredOption('--before <time>', 'a date (2026-11-01) or an age (90d)')
    .action((_options, command: Command) => prune(command.optsWithGlobals()))
}

function withState(command: Command): Command {
  return command.option('--state <directory>', 'where the journal is (default: ~/.portcullis/state)')
}

function withFilters(command: Command): Command {
  return command
    .option('--session <id>', 'only this session')
    .option('--agent <name>', 'only this agent')
    .option('--tool <name>', 'only this tool')
    .option('--decision <decision>', 'only allow, contain, ask or deny', oneOf(DECISIONS))
    .option('--code <code>', 'only this reason; `git.*` for all that begin so')
    .option(
      '--event <type>',
      "only this type of event: the gate's own, or one that a program of yours records",
      eventType,
    )
    .option('--severity <severity>', 'this severity or higher: info, warn, critical', oneOf(AUDIT_SEVERITIES))
    .option('--for-user <name>', 'only calls made for this user')
    .option('--since <time>', 'from this time on: a date or an age (24h)')
    .option('--until <time>', 'before this time')
    .option('--text <text>', 'only records that contain this text')
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is needed')
  return Number(text)
}

/** A word that names nothing would find nothing, and look like an empty log. */
function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw new InvalidArgumentError(`use one of ${words.join(', ')}`)
    return found
  }
}

function eventType(text: string): string {
  if (!isEventType(text)) throw new InvalidArgumentError('an event is named in lower-case words joined by `_` or `.`')
  return text
}

function filterOf(options: FilterOptions): LogFilter {
  const { session, agent, tool, decision, code, event, severity, forUser, since, until, text } = options
  const now = Date.now()
  return {
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(tool === undefined ? {} : { tool }),
    ...(decision === undefined ? {} : { decision }),
    ...(code === undefined ? {} : { code }),
    ...(event === undefined ? {} : { event }),
    ...(severity === undefined ? {} : { severity }),
    ...(forUser === undefined ? {} : { user: forUser }),
    ...(since === undefined ? {} : { since: readWhen(since, now) }),
    ...(until === undefined ? {} : { until: readWhen(until, now) }),
    ...(text === undefined ? {} : { text }),
  }
}

async function withReader<T>(options: FilterOptions, use: (reader: LogReader) => Promise<T>): Promise<T> {
  const reader = await openLog(logPlace(stateDirectory(options.state)))
  try {
    return await use(reader)
  } finally {
    await reader.close()
  }
}

/** Waits for a slow reader of our output instead of keeping everything in memory; ends quietly when it has left. */
async function write(text: string): Promise<void> {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endOnClosedPipe)
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 2)
}

async function list(options: ListOptions): Promise<void> {
  const filter = filterOf(options)
  const paint = paintFor(process.stdout)
  const print = async (record: StoredRecord): Promise<void> =>
    write(options.json ? `${jsonText(recordAsJson(record))}\n` : `${recordLine(record, paint)}\n`)
  await withReader(options, async (reader) => {
    const latest = await reader.latest(filter, options.limit)
    for (const record of latest) await print(record)
    if (latest.length === 0) await tellEmpty(reader, options)
    if (!options.follow) return
    let after = latest.at(-1)?.position ?? (await reader.latest({}, 1)).at(-1)?.position ?? 0
    const stopped = new AbortController()
    process.once('SIGINT', () => {
      stopped.abort()
    })
    while (!stopped.signal.aborted) {
      for await (const record of reader.records({ ...filter, after })) {
        after = record.position
        await print(record)
      }
      await sleep(250, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })
}

/** On stderr: what reads the output of `--json` finds nothing in it. */
async function tellEmpty(
  reader: LogReader,
  { follow, event }: { readonly follow?: boolean; readonly event?: string },
): Promise<void> {
  const some = (await reader.latest({}, 1)).length > 0
  const unheardOf =
    some && event !== undefined && !isOurs(event) && (await reader.latest({ event }, 1)).length === 0
      ? `No event is called \`${visible(event)}\`; the gate's own are ${AUDIT_EVENT_TYPES.join(', ')}.\n`
      : ''
  const hint = some
    ? `${unheardOf}No record matches; \`${ownCommand('log')}\` without options shows the latest.`
    : `Nothing has been decided yet: \`${ownCommand('init')}\` puts the gate in front of your agents.`
  process.stderr.write(`${hint}${follow === true ? ' Waiting for new ones.' : ''}\n`)
}

function isOurs(event: string): boolean {
  return AUDIT_EVENT_TYPES.some((known) => known === event)
}

async function show(id: string, options: FilterOptions & { json?: boolean }): Promise<void> {
  const found = await withReader(options, (reader) => reader.find(id))
  if (found.length === 0) throw new Error(`there is no record \`${visible(id)}\``)
  if (found.length > 1) {
    throw new Error(`several records have this number, say which: ${found.map((record) => idOf(record)).join(', ')}`)
  }
  for (const record of found) {
    await write(
      options.json ? `${jsonText(recordAsJson(record), 2)}\n` : `${recordStory(record, paintFor(process.stdout))}\n`,
    )
  }
}

async function exportLog(options: FilterOptions & { format: ExportFormat }): Promise<void> {
  await withReader(options, async (reader) => {
    if ((await reader.latest(filterOf(options), 1)).length === 0) await tellEmpty(reader, options)
    for await (const line of exportedLines(reader.records(filterOf(options)), options.format, version))
      await write(line)
  })
}

async function stats(options: FilterOptions & { json?: boolean }): Promise<void> {
  const counted = await withReader(options, async (reader) => {
    const found = await reader.stats(filterOf(options))
    if (found.records === 0) await tellEmpty(reader, options)
    return found
  })
  if (counted.records > 0 || options.json === true)
    await write(options.json ? `${jsonText(counted, 2)}\n` : statsText(counted))
}

function statsText(counted: LogStats): string {
  const range =
    counted.first === undefined || counted.last === undefined
      ? ''
      : `, ${timeText(counted.first)} to ${timeText(counted.last)}`
  const tables = Object.entries(counted.by).map(
    ([name, rows]) =>
      `\n${table(
        [name, 'records'],
        rows.map(([value, count]) => [visible(value === '' ? '(none)' : value), String(count)]),
      )}`,
  )
  return `${counted.records} records${range}\n${tables.join('')}`
}

async function prune(options: FilterOptions & { before: string }): Promise<void> {
  const before = readWhen(options.before, Date.now())
  const plan = await pruneLog(stateDirectory(options.state), before)
  await write(
    plan === undefined
      ? `nothing of this writer is older than ${timeText(before)}\n`
      : `removed ${plan.records} records up to ${idOf({ writer: plan.writer, seq: plan.through })}\n`,
  )
}
