import { SHORT_ID } from '../short-id.ts'

const YES = new Set(['y', 'yes', 'approve', 'ok', '确认', 'はい'])
const NO = new Set(['n', 'no', 'deny', 'cancel', '拒绝', 'いいえ'])
const ALWAYS = new Set(['always', '始终允许', '常に許可'])

/** What somebody wrote in a chat, when it is an answer. */
export function parseReply(
  text: string,
): { readonly says: 'yes' | 'no' | 'always' | 'show'; readonly id?: string; readonly reason?: string } | undefined {
  const stripped = text.replace(/<@[^>]*>|@\w+/g, ' ').trim()
  const [, word = '', second = '', reason = ''] = /^([^\s:]+)(?:\s+([^\s:]+))?(?:\s*:\s*(.*))?$/s.exec(stripped) ?? []
  const lower = word.toLowerCase()
  const id = second.toLowerCase()
  if (id !== '' && !SHORT_ID.test(id)) return undefined
  const named = id === '' ? {} : { id }
  if (NO.has(lower)) return { says: 'no', ...named, ...(reason === '' ? {} : { reason }) }
  if (reason !== '') return undefined
  if (lower === 'show') return { says: 'show', ...named }
  return YES.has(lower) ? { says: 'yes', ...named } : ALWAYS.has(lower) ? { says: 'always', ...named } : undefined
}
