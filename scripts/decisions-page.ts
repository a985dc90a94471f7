import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIRECTORY = join(import.meta.dirname, '../docs/decisions')

/** Every decision by number and title, and which numbers nobody used. */
export function decisionsPage(notice: string): string {
  const files = readdirSync(DIRECTORY).filter((file) => /^\d{4}-.*\.md$/.test(file))
  const rows = files.toSorted().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(readFileSync(join(DIRECTORY, file), 'utf8')) ?? []
    if (Number(number) !== Number(file.slice(0, 4)) || title === undefined)
      throw new Error(`docs/decisions/${file} has to begin with its number and title`)
    return { number: Number(number), row: `| ${number} | [${title}](${file}) |` }
  })
  const used = new Set(rows.map(({ number }) => number))
  const unused = Array.from({ length: Math.max(...used) }, (_, at) => at + 1).filter((number) => !used.has(number))
  return [
    `# Decisions\n\n${notice}\n`,
    'One page for each choice that would surprise a reader: what was chosen, and why. What a later decision changes is said in the later one.',
    `Numbers are handed out before the work begins and are never used again; these led to no decision: ${unused.join(', ')}.\n`,
    '| | decision |\n| --- | --- |',
    ...rows.map(({ row }) => row),
    '',
  ].join('\n')
}
