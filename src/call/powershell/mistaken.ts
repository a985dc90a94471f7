import type { Action } from '../action.ts'
import { understandPowerShell } from '../languages.ts'
import type { Context } from '../tools/tool.ts'
import type { Understanding } from '../understanding.ts'
import { isGiven } from '../word.ts'
import { cmdletNamed } from './cmdlets.ts'

/** Approved verbs of cmdlets, as far as they are met in scripts. */
const VERBS =
  'Add|Clear|Compare|Complete|Compress|Convert|ConvertFrom|ConvertTo|Copy|Disable|Enable|Enter|Exit|Expand|Export|Find|' +
  'ForEach|Format|Get|Import|Install|Invoke|Join|Measure|Move|New|Open|Out|Pop|Push|Read|Receive|Register|Remove|Rename|' +
  'Resolve|Restart|Save|Select|Send|Set|Show|Sort|Split|Start|Stop|Switch|Sync|Tee|Test|Trace|Uninstall|Unregister|' +
  'Update|Use|Wait|Where|Write'
const CMDLET = new RegExp(`^(?:${VERBS})-[A-Z][A-Za-z]+$`, 'i')
const OPENS = new RegExp(
  `^(?:(?:${VERBS})-[A-Z][A-Za-z]+(?=[\\s;|)]|$)|\\$(?:env:)?[A-Z_]\\w*\\s*\\+?=\\s|&\\s+(?:[.($]|["'](?:[A-Z]:|\\.|\\$)|[\\w:]*\\\\)|\\[[A-Z.]+\\]::|\\.\\\\[\\w.\\\\-]+)`,
  'i',
)

/** The first line that says something is PowerShell's and cannot be Bash's. */
export function readsAsPowerShell(text: string): boolean {
  // Comments and texts over several lines end elsewhere in Bash: one reading could hide what the other runs.
  if (/<#|@['"]|`/.test(text)) return false
  const first = text.split('\n').find((line) => /^\s*[^\s#]/.test(line))
  if (first === undefined || !OPENS.test(first.trim())) return false
  // All in small letters it is a program such as `wait-on`, unless there is a cmdlet of that name.
  const small = /^[a-z]+-[a-z]+(?=[\s;|)]|$)/.exec(first.trim())?.[0]
  return small === undefined || cmdletNamed(small) !== undefined
}

/**
 * PowerShell that was handed to a shell tool, as agents on Windows do. Which of the two runs is not known, so the deeds
 * of both readings count; only what Bash says of cmdlets and variables it does not know is left out, and only when the
 * whole text is sound PowerShell.
 */
export function withPowerShell(shell: Understanding, text: string, context: Context): Understanding {
  const other = understandPowerShell(text, context)
  if (!other.parsed) return shell
  return {
    actions: [...shell.actions.filter((action) => !isMisread(action)), ...other.actions],
    commands: shell.commands,
    parsed: true,
  }
}

function isMisread(action: Action): boolean {
  if (action.does === 'run-program') return action.program === '' && isGiven(action.typed)
  if (action.does !== 'something-opaque') return false
  switch (action.because) {
    case 'not-parsed':
      return true
    case 'unknown-program':
      return CMDLET.test(action.text) || /^\.[\w-]+\.exe$|^\}?$/i.test(action.text)
    case 'dynamic-program':
      return /^\$(?:env:)?[A-Za-z_]\w*$/.test(action.text)
    default:
      return false
  }
}
