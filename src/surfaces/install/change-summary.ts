import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Change, changedLines } from './install.ts'

/** What is about to happen, before every line of it: one row for each file. */
export function summaryOf(changes: readonly Change[], home: string, isOurs: (path: string) => boolean): string {
  if (changes.length === 0) return ''
  const rows = changes.map((change) => [shortened(change.path, home), inWords(change, isOurs(change.path))] as const)
  const width = Math.max(...rows.map(([path]) => path.length))
  const title = `${changes.length} ${changes.length === 1 ? 'file changes' : 'files change'}:`
  return [title, ...rows.map(([path, what]) => `  ${path.padEnd(width)}  ${what}`)].join('\n')
}

function inWords(change: Change, ours: boolean): string {
  const whose = ours ? ' (a file of portcullis)' : ''
  if (change.before === undefined) return `new${whose}`
  if (change.after === undefined) return `removed${whose}`
  const { removed, added } = changedLines(change)
  return `${added.length} ${added.length === 1 ? 'line' : 'lines'} added, ${removed.length} removed${whose}`
}

function shortened(path: string, home: string): string {
  const below = relative(home, path)
  return below.startsWith('..') ? path : `~/${below}`
}

/** What the gate has kept of its user, and what each is. */
const KEPT: readonly (readonly [name: string, what: string])[] = [
  ['settings.json', 'your settings'],
  ['state', 'the log, its key, sessions and approvals'],
  ['cost', 'what models were asked and what that cost'],
  ['tmp', 'reports of failed reviews'],
  ['cache', 'compiled code'],
]

/** What `uninstall` leaves where it is, because nobody can make it again; undefined when there is nothing. */
export function leftBehind(home: string): string | undefined {
  const own = join(home, '.portcullis')
  const rows = KEPT.filter(([name]) => existsSync(join(own, name))).map(([name, what]) => {
    const path = join(own, name)
    if (!statSync(path).isDirectory()) return `  ~/.portcullis/${name}  ${what}`
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    return `  ~/.portcullis/${name}/  ${what} (${files} ${files === 1 ? 'file' : 'files'})`
  })
  if (rows.length === 0) return undefined
  return ['Left as it is:', ...rows, 'To remove that too, stop the daemon and run: rm -r ~/.portcullis'].join('\n')
}
