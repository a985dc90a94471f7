import { visible } from '../../call/visible.ts'
import type { Did, SeenChange } from '../../containment/effects.ts'
import type { Reason } from '../../verdict.ts'
import { lineDiff } from '../line-diff.ts'
import { triedHosts } from '../tried-hosts.ts'
import type { Paint } from './paint.ts'

const MOST_LINES = 400
const MOST_LISTED = 40

/** What a contained run did and tried, in lines for a person. */
export function showDid(did: Did, paint: Paint): string {
  const hosts = triedHosts(did)
  const refused = did.events.flatMap((event) => (event.kind === 'refused' ? [event.path] : []))
  const limits = did.events.flatMap((event) => (event.kind === 'limit' ? [event.what] : []))
  const programs = [...new Set(did.events.flatMap((event) => (event.kind === 'program' ? [event.path] : [])))]
  return [
    list('ended: too much', limits, paint.red),
    list('talked to', reached(did), paint.yellow),
    list('no network; tried', hosts, paint.yellow),
    list('hidden; tried to open', refused, paint.yellow),
    list('programs', programs, paint.dim),
    did.events.some(({ kind }) => kind === 'unseen') ? 'programs and hosts could not be watched here' : '',
    did.changes.length === 0
      ? 'nothing was changed'
      : did.changes
          .slice(0, MOST_LISTED)
          .map((change) => `${SIGN[change.kind]} ${visible(change.path)}${suffix(change)}`)
          .join('\n'),
    did.changes.length > MOST_LISTED ? `and ${did.changes.length - MOST_LISTED} more` : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const SIGN: Readonly<Record<SeenChange['kind'], string>> = {
  file: '  write ',
  link: '  link  ',
  directory: '  mkdir ',
  delete: '  delete',
  mode: '  chmod ',
  other: '  other ',
}

function suffix({ kind, target, mode, overDirectory }: SeenChange): string {
  if (kind === 'link') return ` → ${visible(target)}`
  if (kind === 'mode') return ` ${mode.toString(8)}`
  return kind === 'delete' && overDirectory ? '/' : ''
}

/** Hosts that policy let through. */
function reached({ events }: Pick<Did, 'events'>): readonly string[] {
  return [...new Set(events.flatMap((event) => (event.kind === 'reached' ? [`${event.host}:${event.port}`] : [])))]
}

function list(title: string, items: readonly string[], colour: (text: string) => string): string {
  if (items.length === 0) return ''
  const shown = items.slice(0, 12).map((item) => visible(item))
  return colour(`${title}: ${shown.join(', ')}${items.length > 12 ? `, … (${items.length})` : ''}`)
}

/** The changes of every text file as a unified diff. */
export function showDiff(did: Did, paint: Paint): string {
  const lines: string[] = []
  for (const change of did.changes) {
    if (change.kind !== 'file' && !(change.kind === 'delete' && change.textBefore !== undefined)) continue
    lines.push(paint.bold(`--- ${visible(change.path)}`))
    if (change.kind === 'file' && change.text === undefined) lines.push(`(${change.size} bytes that are no text)`)
    else lines.push(...lineDiff(change.textBefore ?? '', change.text ?? '').split('\n'))
    if (lines.length > MOST_LINES) break
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => colour(visible(line), paint))
  return [...shown, ...(lines.length > MOST_LINES ? ['… (cut)'] : [])].join('\n')
}

function colour(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') && !line.startsWith('---') ? paint.red(line) : line
}

export function showHeld(reasons: readonly Reason[], paint: Paint): string {
  return reasons.map(({ code, sentence }) => `${paint.yellow(code)}: ${visible(sentence)}`).join('\n')
}
