import { shorten, visible } from '../../call/visible.ts'
import { asFields, asList, asText } from '../../journal/transcripts/transcript.ts'
import type { Paint } from './paint.ts'

/** The event of the log that tells what a run behind walls did. */
export const CONTAINED_RUN = 'contained_run'

type Body = Readonly<Record<string, unknown>>

const texts = (value: unknown): readonly string[] =>
  asList(value).flatMap((one) => (typeof one === 'string' ? [one] : []))

const MARK: Readonly<Record<string, string>> = { delete: 'deleted', file: 'wrote', directory: 'made', link: 'linked' }

/** How a run ended, on one line: `committed, exit 0, 3 changes, tried example.com:443`. */
export function containedLine(body: Body): string {
  const changes = typeof body['changeCount'] === 'number' ? body['changeCount'] : asList(body['changes']).length
  const hosts = texts(body['hosts'])
  return [
    asText(body['became']) ?? 'contained',
    // The answer of a person is a record of its own, which tells only how it ended.
    ...(typeof body['exit'] === 'number'
      ? [`exit ${body['exit']}`, `${changes} ${changes === 1 ? 'change' : 'changes'}`]
      : ['by the answer of a person']),
    ...(hosts.length === 0 ? [] : [`tried ${hosts.slice(0, 3).join(', ')}`]),
    ...(texts(body['refused']).length === 0 ? [] : [`${texts(body['refused']).length} places refused`]),
  ].join(', ')
}

/** What a run behind walls did, in lines: files, hosts, programs, places it was refused. */
export function containedStory(body: Body, paint: Paint): readonly string[] {
  const lines: string[] = ['', paint.bold('Contained run'), `  ${visible(containedLine(body))}`]
  const workspace = asText(body['workspace'])
  if (workspace !== undefined) lines.push(`  in ${visible(workspace)}`)
  const walls = asText(body['walls'])
  if (walls !== undefined) lines.push(`  ${paint.yellow(visible(walls))}`)
  const changes = asList(body['changes']).flatMap((one) => {
    const fields = asFields(one)
    const kind = asText(fields?.['kind']) ?? ''
    return [`${(MARK[kind] ?? kind).padEnd(8)}${asText(fields?.['path']) ?? ''}`]
  })
  const count = typeof body['changeCount'] === 'number' ? body['changeCount'] : changes.length
  const block = (title: string, rows: readonly string[], all = rows.length): void => {
    if (rows.length === 0) return
    lines.push('', paint.bold(title), ...rows.map((row) => `  ${visible(shorten(row, 300))}`))
    if (all > rows.length) lines.push(`  ${all - rows.length} more`)
  }
  block('Files', changes, count)
  block('Hosts it tried', texts(body['hosts']))
  block('Programs it started', texts(body['programs']))
  block('Places it was refused', texts(body['refused']))
  block('Limits it hit', texts(body['limits']))
  return lines
}
