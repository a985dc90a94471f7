import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseReply, type Reply } from './reply.ts'
import { SHORT_ID, shortIdOf } from './short-id.ts'

const ANSWERS: readonly (readonly [string, Reply])[] = [
  ...['y', 'Y', 'yes', 'YES', 'approve', 'ok', 'OK.', '确认', 'はい', ' y ', 'ｙ', 'yes!', '*y*', '`y`', '_ok_'].map(
    (text) => [text, { says: 'yes' }] as const,
  ),
  ...['n', 'No', 'deny', 'cancel', '拒绝', 'いいえ', '**no**'].map((text) => [text, { says: 'no' }] as const),
  ...['always', 'Always Allow', '始终允许', '常に許可'].map((text) => [text, { says: 'always' }] as const),
  ['<@123456> y', { says: 'yes' }],
  ['<@!123456> no', { says: 'no' }],
  ['<@U02ABC|bot> always', { says: 'always' }],
  ['y @my_bot', { says: 'yes' }],
  ['@my_bot 确认', { says: 'yes' }],
  ['y ac3def', { says: 'yes', id: 'ac3def' }],
  ['AC3DEF y', { says: 'yes', id: 'ac3def' }],
  ['[ac3def] always allow', { says: 'always', id: 'ac3def' }],
  ['n #ac3def because it is the wrong branch', { says: 'no', id: 'ac3def', reason: 'it is the wrong branch' }],
  ['n ac3def: not now', { says: 'no', id: 'ac3def', reason: 'not now' }],
  ['ac3def no too risky', { says: 'no', id: 'ac3def', reason: 'too risky' }],
  ['n because of main', { says: 'no', reason: 'of main' }],
  ['no: use the other file', { says: 'no', reason: 'use the other file' }],
  ['拒绝 因为 分支错了', { says: 'no', reason: '分支错了' }],
  ['show ac3def', { says: 'show', id: 'ac3def' }],
]

const NO_ANSWERS: readonly string[] = [
  '',
  ' ',
  'yeah',
  'yess',
  'yes please',
  'y because I say so',
  'okay',
  'no problem',
  'not now',
  'nope',
  'yn',
  'y n',
  'yes no',
  'ac3def',
  'y ac3def ac3deg',
  'y ac3de',
  'yes, and rm -rf /',
  'always not',
  'alwaysallow',
  'да',
  'はいはい',
  '确认了吗',
  'y?',
  '<@123>',
  '@bot',
  'approve all',
  'never',
  'y\nn',
  'ok then',
  'o k',
]

describe('answers', () => {
  it.each(ANSWERS)('%j', (text, reply) => expect(parseReply(text)).toEqual(reply))
})

describe('no answers', () => {
  it.each(NO_ANSWERS)('%j', (text) => expect(parseReply(text)).toBeUndefined())
})

test('any text is read without throwing, and a yes is always one of the words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const reply = parseReply(text)
      if (reply?.says === 'yes') expect(text.normalize('NFKC')).toMatch(/y|ok|approve|确认|はい/i)
    }),
  )
})

test('short ids are typed without mistake and are no reply', () => {
  for (let call = 0; call < 500; call++) {
    const id = shortIdOf(`key ${call}`, call)
    expect(id).toMatch(SHORT_ID)
    expect(parseReply(id)).toBeUndefined()
    expect(parseReply(`y ${id}`)).toEqual({ says: 'yes', id })
  }
})
