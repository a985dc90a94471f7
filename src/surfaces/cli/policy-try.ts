import { writeFileSync } from 'node:fs'
import { visible } from '../../call/visible.ts'
import { realWorld } from '../../call/world.node.ts'
import { judge } from '../../gate.ts'
import { jsonText } from '../../journal/export.ts'
import { type Judge, rejudged, replay, type ReplayReport } from '../../journal/replay.ts'
import { replayReport } from '../../journal/replay-report.ts'
import { contentsIn, openBundle } from '../../policy/bundle/bundle.ts'
import { MOST_BUNDLE_BYTES } from '../../policy/read-settings.ts'
import { readSettings, showProblem } from '../../policy/read-settings.ts'
import { textIn } from '../bundles/store.ts'
import { composeGate } from '../compose.ts'
import { memoizedWorld } from '../memoized-world.ts'
import { readMode } from './options.ts'
import { paintFor } from './paint.ts'
import { policyMachine } from './policy-machine.ts'
import { progressOn } from './progress.ts'
import { fromJournal, reportText, wanted } from './replay.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
  readonly since?: string
  readonly mode: string
  readonly most: string
  readonly html?: string
}

/** What a candidate would change, over the calls that were recorded here: today's verdict beside that of the candidate. */
export async function tryBundle(file: string, options: Options): Promise<void> {
  const most = readPercent(options.most)
  const mode = readMode(options.mode) ?? 'auto'
  const { payload, signed } = candidateIn(file, policyMachine(options).policy().policyBundle?.keys ?? [])
  const world = memoizedWorld(realWorld())
  const state = options.state === undefined ? {} : { state: options.state }
  const [now, then] = [
    await composeGate({ world, ...state }),
    await composeGate({ world, ...state, trialBundle: payload }),
  ]
  const judging =
    (gate: typeof now): Judge =>
    (call, session) =>
      judge(gate, call, session)
  const progress = progressOn(process.stderr, 'replayed')
  const events = wanted(fromJournal(options, progress), options)
  const report = await replay(rejudged(events, judging(now), { mode }), judging(then), { mode })
  progress.end()
  const everyday = everydayChange(report)
  const over = everyday.percent > most
  if (options.html !== undefined) writeFileSync(options.html, replayReport(report, `Portcullis policy try: ${file}`))
  process.stderr.write(`${visible(signed)}\n`)
  process.stdout.write(
    options.json === true
      ? `${jsonText({ ...report, everyday, most, over }, 2)}\n`
      : `${reportText(report, true, paintFor(process.stdout))}\n${everyday.changed} of ${everyday.calls} calls that are allowed now would not be (${everyday.percent.toFixed(2)} %${over ? `, more than the ${most} % that are accepted` : ''}); ${everyday.loosened} that are not would be\n`,
  )
  if (over) process.exitCode = 1
}

/** Everyday calls: those that today's policy allows. */
export function everydayChange({ changes }: Pick<ReplayReport, 'changes'>): {
  readonly calls: number
  readonly changed: number
  readonly percent: number
  readonly loosened: number
} {
  const count = (fits: (change: ReplayReport['changes'][number]) => boolean): number =>
    changes.filter(fits).reduce((sum, change) => sum + change.count, 0)
  const calls = count(({ before }) => before === 'allow')
  const changed = count(({ before, after }) => before === 'allow' && after !== 'allow')
  return {
    calls,
    changed,
    percent: calls === 0 ? 0 : (100 * changed) / calls,
    loosened: count(({ before, after }) => before !== 'allow' && after === 'allow'),
  }
}

/** A bundle, whoever signed it, or settings that nobody has signed yet: nothing comes in force by trying. */
function candidateIn(file: string, keys: readonly string[]): { readonly payload: string; readonly signed: string } {
  const text = textIn(file, MOST_BUNDLE_BYTES)
  if (text === undefined) throw new UsageError(`there is no file ${visible(file)}`)
  const payload = payloadIn(text)
  if (payload === undefined) {
    const { read, problems } = readSettings(text, file)
    if (read === undefined) throw new UsageError(problems.map(showProblem).join('\n'))
    return { payload: unsigned(read.settings), signed: `${file}: settings that are not signed yet` }
  }
  const contents = contentsIn(payload)
  if ('refused' in contents) throw new UsageError(contents.refused.message)
  const opened = openBundle(text, keys)
  const { name, version } = contents.contents
  return {
    payload,
    signed: `${name} ${version}: ${'bundle' in opened ? `signed by ${opened.bundle.key}` : `not verified here: ${opened.refused.message}`}`,
  }
}

function payloadIn(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly portcullisPolicy?: unknown; readonly payload?: unknown } | null
    return value?.portcullisPolicy === 1 && typeof value.payload === 'string' ? value.payload : undefined
  } catch {
    return undefined
  }
}

function unsigned(settings: object): string {
  const times = { issued: '2000-01-01T00:00:00Z', expires: '9999-01-01T00:00:00Z' }
  return JSON.stringify({ name: 'candidate', version: 1, ...times, settings }, undefined, 2)
}

function readPercent(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 100) return value
  throw new UsageError('--most takes a percentage from 0 to 100')
}
