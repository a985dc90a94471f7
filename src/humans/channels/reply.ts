import type { Choice } from '../question.ts'
import { SHORT_ID } from '../short-id.ts'

const YES = new Set(['y', 'yes', 'approve', 'ok', '确认', 'はい'])
const NO = new Set(['n', 'no', 'deny', 'cancel', '拒绝', 'いいえ'])
const ALWAYS = new Set(['always', '始终允许', '常に許可'])

export function readReply(text: string): { readonly choice: Choice; readonly id?: string } | undefined {
  const [word = '', second = '', ...rest] = text
    .replace(/<@[^>]*>|@\w+/g, ' ')
    .trim()
    .split(/\s+/)
  const lower = word.toLowerCase()
  const hasId = SHORT_ID.test(second.toLowerCase())
  const id = hasId ? { id: second.toLowerCase() } : {}
  const more = (hasId ? rest : [second, ...rest]).join(' ').trim()
  if (NO.has(lower)) return { choice: more === '' ? { says: 'deny' } : { says: 'deny', message: more }, ...id }
  if (more !== '') return undefined
  if (YES.has(lower)) return { choice: { says: 'once' }, ...id }
  return ALWAYS.has(lower) ? { choice: { says: 'session' }, ...id } : undefined
}
