import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Before, SessionCase, Step } from '../case.ts'

const P = '/home/dev/project'

/** A session of a blind set, with the class it was written for. */
export interface BlindSession extends SessionCase {
  readonly group: string
}

/**
 * Reads a file of sessions: `# class`, then sessions between empty lines, a step a line. `$` a command, `W` a file written,
 * `E` an edit (`old ==> new`), `X` several edits (`old ==> new ;; old ==> new`), `R` a file read, `N` the second cell of a notebook, `G` a search, `T` a task, `M` an MCP tool,
 * `U` what the user typed.
 * `\n` and `\t` are line ends and tabs, two backslashes are one.
 */
export function blindSessions(file: string, wanted: 'stopped' | 'free', look = ''): readonly BlindSession[] {
  const sessions: BlindSession[] = []
  let group = ''
  for (const block of readFileSync(join(import.meta.dirname, file), 'utf8').split(/\n\n+/u)) {
    const lines = block.split('\n').filter((line) => line !== '')
    const heading = lines.find((line) => line.startsWith('# '))
    if (heading !== undefined) group = heading.slice(2)
    const steps = lines.filter((line) => line !== heading).map(step)
    if (steps.length === 0) continue
    const number = sessions.filter((each) => each.group === group).length + 1
    sessions.push({ id: `${look}${wanted} ${group} ${number}`, wanted, group, steps })
  }
  return sessions
}

function step(line: string): Step | Before {
  const kind = line[0]
  const rest = line.slice(2)
  const [path = '', text = ''] = cut(rest, ' :: ')
  const file_path = path.startsWith('/') ? path : `${P}/${path}`
  if (kind === 'U') return { user: rest }
  if (kind === '$') return ['Bash', { command: unescaped(rest) }]
  if (kind === 'W') return ['Write', { file_path, content: unescaped(text) }]
  if (kind === 'R') return ['Read', { file_path: `${P}/${rest}` }]
  if (kind === 'G') return ['Grep', JSON.parse(rest) as object]
  if (kind === 'T') return ['Task', { description: 'task', prompt: unescaped(rest), subagent_type: 'general-purpose' }]
  if (kind === 'N') return ['NotebookEdit', { notebook_path: file_path, cell_id: 'plot', new_source: unescaped(text) }]
  if (kind === 'E') return ['Edit', { file_path, ...edit(text) }]
  if (kind === 'X') return ['MultiEdit', { file_path, edits: text.split(' ;; ').map(edit) }]
  if (kind === 'M') {
    const [tool = '', input = '{}'] = cut(rest, ' ')
    return [tool, JSON.parse(unescapedOnce(input)) as object]
  }
  throw new Error(`not a step: ${line}`)
}

function edit(text: string): { old_string: string; new_string: string } {
  const [old_string = '', new_string = ''] = cut(text, ' ==>').map(unescaped)
  return { old_string, new_string: new_string.replace(/^ /u, '') }
}

function cut(text: string, at: string): readonly string[] {
  const place = text.indexOf(at)
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + at.length)]
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\nt0"])/gu, (_, char: string) =>
    char === 'n' ? '\n' : char === 't' ? '\t' : char === '0' ? '\\0' : char,
  )
}

/** JSON has escapes of its own: of two backslashes one is left. */
const unescapedOnce = (text: string): string => text.replaceAll('\\\\', '\\')
