import type { ActionOf } from '../action.ts'
import { textOf, type Word } from '../word.ts'

/** What a chmod mode gives away. */
export function granted(mode: Word): ActionOf<'change-access'>['grants'] {
  const text = textOf(mode)
  if (text === undefined) return 'other'
  if (/^=?[0-7]+$/.test(text)) {
    const bits = Number.parseInt(text.replace('=', ''), 8)
    if (bits & 0o6000) return 'setuid'
    if (bits & 0o002) return 'everyone'
    if (bits & 0o111) return 'execute'
    return bits & 0o077 ? 'other' : 'less'
  }
  const clauses = text.split(',')
  if (clauses.some((clause) => /^[ugoa]*[+=][rwxXt]*s/.test(clause))) return 'setuid'
  if (clauses.some((clause) => /^[ug]*[oa][ugoa]*[+=][rxXt]*w/.test(clause))) return 'everyone'
  if (clauses.some((clause) => /^[ugoa]*[+=].*[xX]/.test(clause))) return 'execute'
  return clauses.every((clause) => /^[ugoa]*(-[rwxXst]+|=)$/.test(clause)) ? 'less' : 'other'
}
