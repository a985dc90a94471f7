import { describe, expect, test, vi } from 'vitest'
import { buildToolFingerprint, ChannelPermissionGate, MAX_PENDING, TIMEOUT_MS } from './channel-gate.ts'
import { PermissionManager, type PermissionRequest } from './permission-manager.ts'

test('the figures: five may wait, for five minutes', () => {
  expect([MAX_PENDING, TIMEOUT_MS]).toEqual([5, 300_000])
})

test('what people read of a call is its tool and the first 120 characters; what is compared is all of it', () => {
  const long = `npm test ${'a'.repeat(200)}`
  expect(buildToolFingerprint('Bash', 'npm test')).toMatch(/^Bash:npm test#[0-9a-f]{64}$/)
  expect(buildToolFingerprint('Bash', long).split('#')[0]).toBe(`Bash:${long.slice(0, 120)}`)
  expect(buildToolFingerprint('Bash', `${long} one`)).not.toBe(buildToolFingerprint('Bash', `${long} two`))
  expect(buildToolFingerprint('Bash', 'npm test')).not.toBe(buildToolFingerprint('Bash', 'rm -rf /'))
})

describe('how many may wait is counted chat by chat', () => {
  const ask = (gate: ChannelPermissionGate, channel: string, chat: string, what: number): Promise<boolean> =>
    gate.requestConfirmation(channel, chat, 'ann', 'Bash', `npm run ${what}`, { session: 'one for all' })

  test('five in one chat; the sixth is a no, and the other chats have room of their own', async () => {
    const said: string[] = []
    const gate = new ChannelPermissionGate(async (channel, chat) => void said.push(`${channel} ${chat}`))
    const ended: string[] = []
    const PLACES = ['telegram one', 'telegram two', 'discord one'] as const
    for (const place of PLACES) {
      const [channel, chat] = place.split(' ') as [string, string]
      for (let what = 1; what <= 6; what++)
        void ask(gate, channel, chat, what).then((granted) => ended.push(`${place} ${what} ${granted}`))
    }
    await vi.waitFor(() => expect(said).toHaveLength(15))
    expect(ended).toEqual(PLACES.map((place) => `${place} 6 false`))
    for (const place of PLACES) expect(said.filter((each) => each === place)).toHaveLength(MAX_PENDING)
  })
})

describe('in the words of a team', () => {
  test('replies and wording are the program’s own; ours go on working', async () => {
    const said: string[] = []
    const gate = new ChannelPermissionGate(async (_channel, _chat, text) => void said.push(text), {
      replies: { yes: ['да'], no: ['нет'], always: ['всегда'] },
      wording: {
        confirm: 'Нужно подтверждение [{id}] {what}',
        confirmHow: 'Ответьте да, нет или всегда ({minutes} мин).',
      },
    })
    for (const [script, reply, granted] of [
      ['one', 'Да', true],
      ['two', 'нет', false],
      ['three', 'y', true],
    ] as const) {
      const pending = gate.requestConfirmation('telegram', 'c', 'ann', 'Bash', `npm ${script}`)
      await vi.waitFor(() => expect(said.at(-1)).toContain(`npm ${script}`))
      expect(said.at(-1)).toMatch(/^Нужно подтверждение \[\w+\] Bash: npm .*Ответьте да, нет или всегда \(5 мин\)\.$/s)
      expect(await gate.processReply('telegram', 'c', 'ann', reply)).toBe(true)
      expect(await pending).toBe(granted)
    }
  })

  test.each([
    [{ replies: { yes: ['n'] } }, 'cannot mean yes: it means no'],
    [{ replies: { yes: ['ja'], no: ['JA'] } }, 'cannot mean no: it means yes'],
    [{ wording: { confirm: 'Bestätigen: {what}' } }, 'must say {id}'],
  ])('%j is refused', (options, message) =>
    expect(() => new ChannelPermissionGate(async () => undefined, options)).toThrow(message),
  )
})

describe('five minutes without an answer are a no', () => {
  const FIVE_MINUTES = 5 * 60_000

  /** Lets the time pass that the question has, and not a moment more. */
  async function after<T>(pending: Promise<T>): Promise<T | 'still waits'> {
    let ended: T | 'still waits' = 'still waits'
    void pending.then((value) => (ended = value))
    await vi.advanceTimersByTimeAsync(FIVE_MINUTES - 1_000)
    expect(ended).toBe('still waits')
    await vi.advanceTimersByTimeAsync(2_000)
    return ended
  }

  test('at a desktop', async () => {
    vi.useFakeTimers()
    try {
      const requests: PermissionRequest[] = []
      const sender = { send: (_event: string, request: PermissionRequest) => void requests.push(request) }
      const pending = new PermissionManager().requestPermission('s', sender, 'Bash', { command: 'ls' })
      expect(await after(pending)).toMatchObject({ behavior: 'deny' })
      expect(requests).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('in a chat', async () => {
    vi.useFakeTimers()
    try {
      const said: string[] = []
      const gate = new ChannelPermissionGate(async (_channel, _chat, text) => void said.push(text))
      expect(await after(gate.requestConfirmation('telegram', 'c', 'ann', 'Bash', 'npm test'))).toBe(false)
      expect(said[0]).toContain('Bash: npm test')
    } finally {
      vi.useRealTimers()
    }
  })
})
