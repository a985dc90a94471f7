import { homedir } from 'node:os'
import type { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { type CostSum, sumCosts } from '../../classifier/cost.ts'
import { jsonText } from '../../journal/export.ts'
import { costDirectory, readCosts } from '../cost-files.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

const GROUPS = ['day', 'session', 'model', 'stage'] as const
type Group = (typeof GROUPS)[number]

export function addCost(program: Command): void {
  program
    .command('cost')
    .description('what reviews by a model have cost')
    .option('--by <group>', `one of ${GROUPS.join(', ')} (default: day)`)
    .option('--day <day>', 'only this day, such as 2026-11-15')
    .option('--session <id>', 'only this session')
    .option('--json', 'print the sums as JSON')
    .action(
      (options: {
        readonly by?: string
        readonly day?: string
        readonly session?: string
        readonly json?: boolean
      }) => {
        const by = readGroup(options.by)
        const { entries, unreadable } = readCosts(costDirectory(homedir()))
        const wanted = entries.filter(
          (entry) =>
            (options.day === undefined || entry.day === options.day) &&
            (options.session === undefined || entry.session === options.session),
        )
        const sums = sumCosts(wanted, by)
        if (options.json) process.stdout.write(`${jsonText({ by, sums, unreadable }, 2)}\n`)
        else process.stdout.write(sums.length === 0 ? 'No model has been asked.\n' : showCosts(by, sums))
        if (unreadable > 0)
          process.stderr.write(`${unreadable} lines of the record cannot be read and are not counted\n`)
      },
    )
}

function readGroup(text: string | undefined): Group {
  if (text === undefined) return 'day'
  const found = GROUPS.find((group) => group === text)
  if (!found) throw new UsageError(`unknown group \`${text}\`: use one of ${GROUPS.join(', ')}`)
  return found
}

function showCosts(by: Group, sums: readonly CostSum[]): string {
  const rows = sums.map((sum) => [
    visible(sum.name),
    String(sum.requests),
    String(sum.input),
    String(sum.cached),
    String(sum.written),
    String(sum.output),
    `${Math.round(sum.cacheShare * 100)} %`,
    sum.unpriced === sum.requests ? 'unknown' : `${sum.price.toFixed(4)}${sum.unpriced > 0 ? ' and more' : ''}`,
  ])
  return table([by, 'requests', 'input', 'cached', 'written', 'output', 'from cache', 'US dollars'], rows)
}
