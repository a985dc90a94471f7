import { describe, expect, test } from 'vitest'
import { merged } from './merged.testing.ts'
import { readSettings } from './read-settings.ts'

const TELEGRAM = { tokenFile: 'telegram.token', chat: '-1001', approvers: ['1'] }
const DISCORD = { tokenEnv: 'DISCORD', channel: '1', approvers: ['1'] }
const SLACK = { botTokenEnv: 'BOT', appTokenEnv: 'APP', channel: 'C01', approvers: ['U01'] }
const WEBHOOK = { url: 'https://approvals.example.com/ask', secretEnv: 'SECRET', approvers: ['ann'] }

function problemsOf(settings: object): string {
  return readSettings(JSON.stringify(settings), 'settings.json')
    .problems.map(({ key, message }) => `${key}: ${message}`)
    .join('\n')
}

describe('channels in the settings', () => {
  test('are read, each with its token named and not told', () => {
    expect(problemsOf({ channels: { telegram: TELEGRAM, discord: DISCORD, slack: SLACK, webhook: WEBHOOK } })).toBe('')
  })

  test.each([
    ['a token in the settings', { telegram: { ...TELEGRAM, token: '1:x' } }, 'unknown key'],
    ['no token at all', { telegram: { chat: '1', approvers: ['1'] } }, 'needs either tokenEnv or tokenFile'],
    ['two places for one token', { discord: { ...DISCORD, tokenFile: 'x' } }, 'needs either tokenEnv or tokenFile'],
    ['one of two tokens', { slack: { ...SLACK, appTokenEnv: undefined } }, 'needs either appTokenEnv'],
    ['nobody who may answer', { telegram: { ...TELEGRAM, approvers: [] } }, 'approvers'],
    ['a name in place of an id', { telegram: { ...TELEGRAM, approvers: ['@ann'] } }, 'not a name'],
    ['a member by name', { slack: { ...SLACK, approvers: ['ann'] } }, 'not a name'],
    ['a chat by name', { telegram: { ...TELEGRAM, chat: '@approvals' } }, 'number of the chat'],
    ['a webhook in the open', { webhook: { ...WEBHOOK, url: 'http://approvals.example.com/ask' } }, 'must be https'],
    ['a channel that there is not', { irc: {} }, 'unknown key'],
  ])('%s is refused', (_name, channels, words) => {
    expect(problemsOf({ channels })).toContain(words)
  })

  test('are not for a project to name, trusted or not', () => {
    for (const owner of ['trusted-project', 'untrusted-project'] as const) {
      const policy = merged([owner, { channels: { telegram: TELEGRAM }, notify: [{ kind: 'bell' }] }], ['user', {}])
      expect(policy.channels).toBeUndefined()
      expect(policy.notify).toBeUndefined()
      expect(policy.notices?.map(({ key }) => key)).toEqual(['channels', 'notify'])
    }
  })

  test('are those of the highest file that names any', () => {
    const policy = merged(
      ['managed', { channels: { discord: DISCORD } }],
      ['user', { channels: { telegram: TELEGRAM }, notify: [{ kind: 'bell' }] }],
    )
    expect(policy.channels).toEqual({ discord: DISCORD })
    expect(policy.notify).toEqual([{ kind: 'bell' }])
  })

  test('close the files of their tokens, whatever else the settings say', () => {
    const clears = { firewall: { readWrite: ['!~/.portcullis/telegram.token', '~/other'] } }
    const { firewall } = merged(['user', { channels: { telegram: TELEGRAM }, ...clears }])
    expect(firewall.readWrite).toEqual([
      '/home/dev/.portcullis/telegram.token',
      '/home/dev/other',
      '!/home/dev/.portcullis/telegram.token',
    ])
  })

  test('find their files beside the settings, and change no decision', () => {
    const policy = merged(['user', { channels: { telegram: TELEGRAM } }])
    expect(policy.channels?.telegram?.tokenFile).toBe('/home/dev/.portcullis/telegram.token')
    const named = merged(['user', { channels: { discord: DISCORD }, notify: [{ kind: 'bell' }] }])
    expect(named.digest).toBe(merged(['user', {}]).digest)
  })
})
