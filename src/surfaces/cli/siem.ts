import type { Command } from 'commander'
import { z } from 'zod'
import { visible } from '../../call/visible.ts'
import { timeText } from '../../journal/records.ts'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

const STATES = z.object({
  targets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      format: z.string(),
      address: z.string(),
      acknowledgedBy: z.string(),
      chains: z.array(z.object({ writer: z.string(), acknowledged: z.number(), last: z.number() })),
      backlog: z.number(),
      lagSeconds: z.number(),
      delivered: z.number(),
      failures: z.number(),
      removed: z.number(),
      lastDeliveredAt: z.number().optional(),
      trouble: z.object({ message: z.string(), at: z.number() }).optional(),
    }),
  ),
})
type State = z.infer<typeof STATES>['targets'][number]

export function addSiem(program: Command): void {
  program
    .command('siem')
    .description('where the audit log is sent: how far each target has come, and what is wrong')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--json', 'as JSON')
    .action((options: Options) => show(options))
}

async function show(options: Options): Promise<void> {
  const answer = await askDaemon(stateDirectory(options.state), 'GET', '/v1/siem')
  if (answer.status !== 200) throw new Error(messageOf(answer))
  const { targets } = STATES.parse(answer.value)
  if (options.json === true) process.stdout.write(`${JSON.stringify(targets, undefined, 2)}\n`)
  else if (targets.length === 0)
    process.stdout.write('the log is sent nowhere: see `siem` in docs/operations.md for how to set a target up\n')
  else process.stdout.write(targets.map(textOf).join('\n'))
  if (targets.some(({ trouble }) => trouble !== undefined)) process.exitCode = 1
}

function textOf(state: State): string {
  const { name, type, format, address, backlog, lagSeconds, delivered, removed, trouble, lastDeliveredAt } = state
  const lines: (readonly [string, string])[] = [
    ['target', `${name}: ${type}, ${format}, ${address}`],
    ['counts as sent', state.acknowledgedBy],
    ...state.chains.map(
      ({ writer, acknowledged, last }) => ['position', `${writer.slice(0, 8)}-${acknowledged} of ${last}`] as const,
    ),
    ['waiting', backlog === 0 ? 'nothing' : `${backlog} records, the oldest for ${Math.round(lagSeconds)} s`],
    [
      'sent',
      `${delivered} since the daemon started${lastDeliveredAt === undefined ? '' : `, last at ${timeText(lastDeliveredAt)}`}`,
    ],
    ...(removed === 0 ? [] : [['lost', `${removed} records were removed by retention before they were sent`] as const]),
    ...(trouble === undefined
      ? []
      : ([
          ['failing', `${trouble.message} (${timeText(trouble.at)})`],
          ['to do', 'make the target reachable: nothing is lost, and it is tried again every minute at the latest'],
        ] as const)),
  ]
  return lines.map(([title, text]) => `${title.padEnd(16)}${visible(text)}\n`).join('')
}
