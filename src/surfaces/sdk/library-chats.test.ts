import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownService } from '../../../test/channels/own-service.ts'
import { PEOPLE, settingsFor } from '../../../test/channels/stage.ts'
import { startTelegram } from '../../../test/servers/chats/telegram.ts'
import { until } from '../../../test/until.ts'
import type { OpenGateOptions } from './gate-options.ts'
import type { LibraryChannels } from './library-chats.ts'
import { type EmbeddedGate, openGate } from './open-gate.ts'

let home: string
const ends: (() => Promise<unknown>)[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'chats-'))
  mkdirSync(join(home, 'project', '.git'), { recursive: true })
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  rmSync(home, { recursive: true, force: true })
})

const ASKS = { permissions: { ask: ['Bash(git push *)'] } }
const PUSH = { command: 'git push origin main' }

async function open(options: OpenGateOptions, settings: object = ASKS): Promise<EmbeddedGate> {
  const gate = await openGate({
    cwd: join(home, 'project'),
    home,
    state: join(home, 'state'),
    managedDirectory: join(home, 'none'),
    settings: JSON.stringify(settings),
    recordWithinMs: 20_000,
    ...options,
  })
  ends.push(() => gate.close())
  return gate
}

const buttons = (service: ReturnType<typeof ownService>) =>
  until('a question', () => service.messages.find((message) => message.buttons.length === 3))

describe('a program asks in a chat of its own', () => {
  test('a person there decides; a stranger does not; the message says how it ended', async () => {
    const service = ownService()
    const gate = await open({ channels: [{ service, approvers: ['ann'] }] })
    const verdict = gate.judge('Bash', PUSH)
    expect((await buttons(service)).body).toContain('git push origin main')
    expect(await service.press('eve', 'Allow once')).toContain('not one of those')
    expect(await service.press('ann', 'Allow once')).toBe('Taken.')
    expect(await verdict).toMatchObject({
      decision: 'allow',
      approver: 'office:ann',
      because: [{ code: 'person.approved' }],
    })
    await until('closed', () => service.messages[0]?.buttons.length === 0)
    expect(service.messages[0]!.status).toContain('Allowed once by office:ann through office')
  })

  test('a reply in the words of the settings is an answer', async () => {
    const service = ownService()
    const approvals = { replies: { no: ['nein'] }, wording: { deny: 'Ablehnen' } }
    const gate = await open({ channels: [{ service, approvers: ['ann'] }] }, { ...ASKS, approvals })
    const verdict = gate.judge('Bash', PUSH)
    expect((await buttons(service)).buttons.at(-1)!.label).toBe('Ablehnen')
    await service.write('ann', 'Nein: erst die Tests')
    expect(await verdict).toMatchObject({ decision: 'deny', because: [{ code: 'person.denied' }, {}] })
  })

  test('the questions of several sessions stand in one chat, and each answer is for its own', async () => {
    const service = ownService()
    const gate = await open({ channels: [{ service, approvers: ['ann'] }] })
    const other = gate.openSession('other')
    const first = gate.judge('Bash', PUSH)
    await until('the first', () => service.messages.length === 1)
    const second = other.judge('Bash', { command: 'git push origin second' })
    await until('the second', () => service.messages.length === 2)
    await service.write('ann', 'y')
    await until('which one', () => service.said.some((text) => text.startsWith('Say which one')))
    const idOf = (place: number): string => service.messages[place]!.title.split(': ')[1]!
    await service.write('ann', `n ${idOf(1)}`)
    await service.write('ann', `y ${idOf(0)}`)
    expect([(await first).decision, (await second).decision]).toEqual(['allow', 'deny'])
  })

  test('each chat has room for so many; the next is denied and told why', async () => {
    const service = ownService()
    const settings = { ...ASKS, approvals: { mostPerChannel: 1 } }
    const gate = await open({ channels: [{ service, approvers: ['ann'] }] }, settings)
    const first = gate.judge('Bash', PUSH)
    await buttons(service)
    const second = await gate.judge('Bash', { command: 'git push origin second' })
    expect(second).toMatchObject({ decision: 'deny', because: [{ code: 'approval.too-many' }, {}] })
    await service.press('ann', 'Deny')
    expect((await first).decision).toBe('deny')
  })

  test('with a function as well, the first answer counts', async () => {
    const service = ownService()
    const never = new Promise<never>(() => undefined)
    const gate = await open({ channels: [{ service, approvers: ['ann'] }], approver: () => never })
    const verdict = gate.judge('Bash', PUSH)
    await buttons(service)
    await service.press('ann', 'Allow once')
    expect((await verdict).decision).toBe('allow')
  })

  test('one that cannot be used is told, and then nobody is there', async () => {
    const service = ownService('office', 'broken')
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const gate = await open({ channels: [{ service, approvers: ['ann'] }] })
    const verdict = await until('nobody', async () => {
      const judged = await gate.judge('Bash', PUSH)
      return judged.because.some(({ code }) => code === 'humans.nobody') && judged
    })
    expect(verdict.decision).toBe('deny')
    expect(JSON.stringify(verdict.because)).toContain('`channels` (chats)')
    expect(stderr.mock.calls.join('')).toContain('portcullis: office: wrong password')
    stderr.mockRestore()
  })
})

describe('as the settings describe them', () => {
  test('a chat of a service that is known', async () => {
    const server = await startTelegram()
    ends.push(() => server.close())
    const gate = await open({ channels: settingsFor('telegram', server), environment: { TOKEN: server.token } })
    const verdict = gate.judge('Bash', PUSH)
    const message = await until('a question', () => server.messages().find((each) => each.buttons.length === 3))
    await server.press(PEOPLE.telegram.ann, message.id, message.buttons[0]!.data)
    expect(await verdict).toMatchObject({ decision: 'allow', approver: `telegram:${PEOPLE.telegram.ann.id}` })
  })

  const TELEGRAM = { tokenEnv: 'TOKEN', chat: '-1001', approvers: ['1'] }

  test.each([
    ['a token that is not there', { telegram: TELEGRAM }, 'TOKEN is not set'],
    ['a name in place of an id', { telegram: { ...TELEGRAM, approvers: ['@ann'] } }, 'not a name'],
    [
      'a webhook, whose answers nobody takes',
      { webhook: { url: 'https://a.example.com/x', secretEnv: 'S', approvers: ['a'] } },
      'needs the daemon',
    ],
    ['nobody who may answer', [{ service: ownService(), approvers: [] }], 'nobody may answer in office'],
    [
      'two of one name',
      [
        { service: ownService(), approvers: ['a'] },
        { service: ownService(), approvers: ['a'] },
      ],
      'a name of its own',
    ],
  ])('%s is refused when the gate is opened', async (_, channels, message) =>
    expect(open({ channels: channels as LibraryChannels, environment: {} })).rejects.toThrow(message),
  )
})
