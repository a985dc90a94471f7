import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { flood } from '../selftest/journal-parts.ts'
import { partOf, signReport, verifyReport } from '../selftest/report.ts'
import { isSound, type PartResult, PARTS, selftest, summaryOf } from '../selftest/selftest.ts'
import { stateDirectory } from '../state-directory.ts'
import { paintFor } from './paint.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

interface Options {
  readonly report: string
  readonly verify?: string
  readonly only?: readonly string[]
  readonly state?: string
  readonly flood?: readonly [string, string]
}

const DEFAULT_REPORT = 'portcullis-selftest.json'

export function addSelftest(program: Command): void {
  program
    .command('selftest')
    .description('try to get a call past this gate, in every way that its makers know; exit 1 when one got through')
    .option('--report <file>', 'where the signed report goes', DEFAULT_REPORT)
    .option('--verify <file>', 'only check the signature of a report')
    .option('--only <parts...>', `only these: ${PARTS.map(({ name }) => name).join(', ')}`)
    .option('--state <directory>', 'whose key signs; nothing else of it is used (default: ~/.portcullis/state)')
    .addOption(new Option('--flood <directory and name...>').hideHelp())
    .action(async (options: Options) => {
      if (options.flood !== undefined) {
        const [directory, name] = options.flood
        return flood(directory, name, (line) => void writeSync(1, `${line}\n`))
      }
      if (options.verify !== undefined) return verifyOne(options.verify, stateDirectory(options.state))
      return runAll(options)
    })
}

async function runAll(options: Options): Promise<void> {
  const unknown = (options.only ?? []).find((name) => !PARTS.some((part) => part.name === name))
  if (unknown !== undefined)
    throw new UsageError(`there is no part \`${unknown}\`: ${PARTS.map(({ name }) => name).join(', ')}`)
  const state = stateDirectory(options.state)
  // What the parts start must find nothing of the user's, and leave no daemon behind.
  process.env['PORTCULLIS_NO_DAEMON'] = '1'
  delete process.env['PORTCULLIS_STATE']
  const parts = PARTS.filter(({ name }) => options.only?.includes(name) ?? true)
  const results = await selftest(parts, showProgress)
  endProgress()
  process.stdout.write(`${table(results)}\n\n`)
  const sound = isSound(results)
  const summary = summaryOf(results)
  const report = signReport(
    {
      kind: 'portcullis selftest 1',
      version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      at: new Date().toISOString(),
      summary,
      sound,
      parts: results.map(partOf),
    },
    state,
  )
  writeFileSync(options.report, `${JSON.stringify(report, undefined, 2)}\n`)
  const paint = paintFor(process.stdout)
  process.stdout.write(
    [
      paint[sound ? 'green' : 'red'](summary),
      `report: ${visible(options.report)}, signed by ${report.signedBy === 'installation' ? 'the key of this installation' : 'a key of this run: there is no installation yet'}; \`${ownCommand(`selftest --verify ${options.report}`)}\``,
      '',
    ].join('\n'),
  )
  process.exitCode = sound ? 0 : 1
  // Clients of model servers may hold connections open.
  setImmediate(() => process.exit())
}

function verifyOne(file: string, state: string): void {
  const verified = verifyReport(readFileSync(file, 'utf8'), state)
  if ('refused' in verified) {
    process.stdout.write(`NOT genuine: ${verified.refused}\n`)
    process.exitCode = 1
    return
  }
  const { genuine, isOurs } = verified
  const whose = isOurs ? 'signed by this installation' : 'signed by another installation, or by a key of its run'
  process.stdout.write(
    `${visible(genuine.summary)} (version ${visible(genuine.version)}, ${visible(genuine.at)})\ngenuine: ${whose}\n`,
  )
  process.exitCode = genuine.sound ? 0 : 1
}

function table(results: readonly PartResult[]): string {
  const paint = paintFor(process.stdout)
  return results
    .flatMap((result) => {
      const { title, tried, held, letThrough, seconds, rows } = partOf(result)
      const line = `${title.padEnd(42)} ${String(tried).padStart(4)} tried  ${String(held).padStart(4)} held  ${String(letThrough).padStart(4)} let through  ${seconds} s`
      return [
        letThrough > 0 ? paint.red(line) : line,
        ...rows.map(
          ({ what, ended, says }) => `  ${ended}: ${visible(what)}${says === undefined ? '' : ` (${visible(says)})`}`,
        ),
      ]
    })
    .join('\n')
}

let shown = ''

function showProgress({ title }: { readonly title: string }, done: number, of: number): void {
  if (process.stderr.isTTY) {
    shown = `${title}: ${done} of ${of}`
    process.stderr.write(`\r\u001b[K${shown}`)
  } else if (shown !== title) {
    shown = title
    process.stderr.write(`${title} …\n`)
  }
}

function endProgress(): void {
  if (process.stderr.isTTY && shown !== '') process.stderr.write('\r\u001b[K')
}
