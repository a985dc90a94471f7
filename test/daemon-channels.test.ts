import { createHmac, randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Settings } from '../src/policy/settings.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { PEOPLE, settingsFor } from './channels/stage.ts'
import { freshPlace, loadDaemon, type Running, run, UNLIMITED } from './daemon/client.ts'
import type { ChatServer, SeenMessage } from './servers/chats/chat-server.ts'
import { startTelegram } from './servers/chats/telegram.ts'
import { type LocalServer, startServer } from './servers/server.ts'
import { until } from './until.ts'

const product = await loadDaemon()
const PACE = { first: 4, most: 40, request: 2000 }
const { ann, stranger } = PEOPLE.telegram
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function daemonWith(settings: Settings, environment: Record<string, string>): Promise<Running> {
  const running = await run(product, {
    environment,
    channelPace: PACE,
    settings: JSON.stringify({ permissions: { ask: ['Bash(git push *)'] }, approvals: { wait: 'auto' }, ...settings }),
  })
  ends.push(() => running.end())
  return running
}

async function telegram(): Promise<ChatServer & { readonly token: string }> {
  const server = await startTelegram()
  ends.push(() => server.close())
  return server
}

const judged = async (
  running: Running,
  command: string = 'git push origin main',
): Promise<{ decision: string; because: { code: string }[] }> => {
  const answer = await running.post('/v1/judge', { ...running.call(command), interactive: false })
  return JSON.parse(answer.body) as { decision: string; because: { code: string }[] }
}

const waiting = (server: ChatServer): Promise<SeenMessage> =>
  until('a question', () => server.messages().find(({ buttons }) => buttons.length === 3))

describe('channels in the daemon', () => {
  test('a person in a chat decides about a call', async () => {
    const server = await telegram()
    const running = await daemonWith({ channels: settingsFor('telegram', server) }, { TOKEN: server.token })
    await until('connected', () => running.logged.some((line) => line.includes('telegram is connected')))
    const verdict = judged(running)
    const message = await waiting(server)
    expect(message.literal).toContain('git push origin main')
    await server.press(stranger, message.id, message.buttons[0]!.data)
    await server.press(ann, message.id, message.buttons[0]!.data)
    expect((await verdict).decision).toBe('allow')
    const closed = await until('closed', () => server.messages().find(({ buttons }) => buttons.length === 0))
    expect(closed.words).toContain(`Allowed once by telegram:${ann.id}`)
    const audit = await running.get('/v1/audit?event=permission_denied')
    expect(audit.body).toContain('approval.stranger')
    expect(audit.body).toContain(`telegram:${stranger.id}`)
    expect(running.logged.join('\n')).not.toContain(server.token)
  })

  test('a chat that cannot be reached neither stops the daemon nor allows anything', async () => {
    const server = await telegram()
    const channels = settingsFor('telegram', server)
    await server.goDown()
    const running = await daemonWith({ channels, approvals: { timeoutSeconds: 5 } }, { TOKEN: server.token })
    const other = await running.post('/v1/judge', running.call('git status'))
    expect(JSON.parse(other.body)).toMatchObject({ decision: 'allow' })
    const state = await running.get('/v1/channels')
    expect(JSON.parse(state.body)).toMatchObject({ channels: [{ name: 'telegram', state: 'connecting' }] })
    await server.comeBack()
    const verdict = judged(running)
    const message = await waiting(server)
    await server.press(ann, message.id, message.buttons[2]!.data)
    expect((await verdict).decision).toBe('deny')
  })

  test('a chat that is full gets no more questions: the call is denied, and told why', async () => {
    const server = await telegram()
    const approvals = { mostPerChannel: 1 }
    const running = await daemonWith({ channels: settingsFor('telegram', server), approvals }, { TOKEN: server.token })
    const first = judged(running)
    const message = await waiting(server)
    const second = await judged(running, 'git push origin other')
    expect(second).toMatchObject({ decision: 'deny', because: [{ code: 'approval.too-many' }, {}] })
    await server.press(ann, message.id, message.buttons[0]!.data)
    expect((await first).decision).toBe('allow')
  })

  test('a team asks and answers in its own language', async () => {
    const server = await telegram()
    const approvals = {
      replies: { yes: ['ja', 'freigeben'], no: ['nein'], always: ['immer'] },
      wording: {
        title: 'Portcullis fragt: {id}',
        allowOnce: 'Einmal erlauben',
        how: 'Knopf drücken, oder schreiben: ja {id} · immer {id} · nein {id}: warum',
        answered: '{answer} von {who} über {channel}, {time} UTC',
        allowedOnce: 'Einmal erlaubt',
      },
    }
    const running = await daemonWith({ channels: settingsFor('telegram', server), approvals }, { TOKEN: server.token })
    const first = judged(running)
    const message = await waiting(server)
    const id = /Portcullis fragt: (\w+)/.exec(message.words)?.[1]
    expect(message.words).toContain(`ja ${id} · immer ${id}`)
    expect(message.buttons.map(({ label }) => label)).toEqual(['Einmal erlauben', 'For this session', 'Deny'])
    server.say(stranger, `ja ${id}`)
    server.say(ann, `Ja ${id}`)
    expect((await first).decision).toBe('allow')
    const closed = await until('closed', () => server.messages().find(({ words }) => words.includes('Einmal erlaubt')))
    expect(closed.words).toContain(`Einmal erlaubt von telegram:${ann.id} über telegram`)
    const second = judged(running, 'git push origin other')
    const asked = await until('the second', () => server.messages().find(({ buttons }) => buttons.length === 3))
    server.say(ann, `nein ${/fragt: (\w+)/.exec(asked.words)?.[1]}: erst die Tests`)
    expect(JSON.stringify(await second)).toContain('erst die Tests')
  })

  test('what is not set up right is told, by name and without a value', async () => {
    const server = await telegram()
    const channels = { ...settingsFor('telegram', server) }
    const missing = await daemonWith({ channels }, {})
    expect(JSON.parse((await missing.get('/v1/channels')).body)).toMatchObject({
      channels: [{ state: 'unusable', message: expect.stringContaining('TOKEN is not set') as string }],
    })
    const wrong = await daemonWith({ channels }, { TOKEN: '1:not-the-token' })
    await until('told', () => wrong.logged.some((line) => line.includes('the token of the bot is not valid')))
    expect(wrong.logged.join('\n')).not.toContain('not-the-token')
  })

  test('whoever is taken out of the settings cannot answer any more', async () => {
    const server = await telegram()
    const running = await run(product, { environment: { TOKEN: server.token }, channelPace: PACE })
    ends.push(() => running.end())
    const file = join(running.directory, 'home', '.portcullis', 'settings.json')
    const { telegram: chat } = settingsFor('telegram', server)
    const write = (approvers: readonly string[]): void =>
      writeFileSync(
        file,
        JSON.stringify({
          permissions: { ask: ['Bash(git push *)'] },
          channels: { telegram: { ...chat, approvers } },
        }),
      )
    const connected = (): number => running.logged.filter((line) => line.includes('telegram is connected')).length
    write([ann.id])
    await until('connected', () => connected() === 1)
    const verdict = judged(running)
    const message = await waiting(server)
    write(['222'])
    await until('connected again', () => connected() === 2)
    expect(await server.press(ann, message.id, message.buttons[0]!.data)).toContain('not one of those')
    await server.press(PEOPLE.telegram.ben, message.id, message.buttons[0]!.data)
    expect((await verdict).decision).toBe('allow')
    expect(server.messages().filter(({ words }) => words.includes('Portcullis ask'))).toHaveLength(1)
  })

  test('a test question is answered and allows nothing', async () => {
    const server = await telegram()
    const running = await daemonWith({ channels: settingsFor('telegram', server) }, { TOKEN: server.token })
    await until('connected', () => running.logged.some((line) => line.includes('telegram is connected')))
    const { id } = JSON.parse((await running.post('/v1/channels/test', { channel: 'telegram' })).body) as { id: string }
    const message = await waiting(server)
    expect(message.literal).toContain('This is a test')
    await server.press(ann, message.id, message.buttons[1]!.data)
    const test = JSON.parse((await running.get(`/v1/channels/test/${id}`)).body) as object
    expect(test).toMatchObject({ settlement: { how: 'answered', by: `telegram:${ann.id}` } })
    expect((await running.get('/v1/audit?event=permission_granted')).body).toBe('{"records":[]}')
  })
})

describe('over a restart', () => {
  test('the message of an open question is found again, and its button still answers', async () => {
    const server = await telegram()
    const place = freshPlace()
    const logged: string[] = []
    const start = (): ReturnType<typeof product.daemon.startDaemon> =>
      product.daemon.startDaemon({
        ...UNLIMITED,
        stateDirectory: place.state,
        port: 0,
        home: place.home,
        managedDirectory: '/nonexistent',
        log: (_level, sentence) => logged.push(sentence),
        environment: { TOKEN: server.token },
        channelPace: PACE,
        settings: JSON.stringify({
          permissions: { ask: ['Bash(git push *)'] },
          channels: settingsFor('telegram', server),
        }),
      })
    const judge = async ({ paths, port }: Awaited<ReturnType<typeof start>>): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/judge`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${readFileSync(paths.agentToken, 'utf8').trim()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          tool: 'Bash',
          input: { command: 'git push origin main' },
          cwd: place.project,
          session: 's',
          id: 'call-1',
          interactive: false,
        }),
      })
      return answer.text()
    }
    const first = await start()
    void judge(first).catch(() => undefined)
    const message = await waiting(server)
    await until('kept', () => existsSync(join(place.state, 'channels', 'telegram.json')))
    await first.stop()
    expect(readFileSync(join(place.state, 'channels', 'telegram.json'), 'utf8')).not.toContain('git push')
    const second = await start()
    ends.push(async () => {
      await second.stop()
      rmSync(place.directory, { recursive: true, force: true })
    })
    const verdict = judge(second)
    await until('connected again', () => logged.filter((line) => line.includes('is connected')).length === 2)
    await server.press(ann, message.id, message.buttons[0]!.data)
    expect(JSON.parse(await verdict)).toMatchObject({ decision: 'allow' })
    await until('closed', () => server.messages().every(({ buttons }) => buttons.length === 0))
    expect(server.messages()).toHaveLength(1)
  })
})

describe('portcullis channels', () => {
  const cli = (...words: readonly string[]): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [BUILT_LAUNCHER, ...words], (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
      )
    })

  test('lists what is set up, and asks a test question', async () => {
    const server = await telegram()
    const channels = {
      ...settingsFor('telegram', server),
      webhook: { url: 'https://example.com', secretEnv: 'NONE', approvers: ['ann'] },
    }
    const running = await daemonWith({ channels }, { TOKEN: server.token })
    await until('connected', () => running.logged.some((line) => line.includes('telegram is connected')))
    const state = running.daemon.paths.directory
    const listed = await cli('channels', '--state', state)
    expect(listed.out).toMatch(/telegram +connected\nwebhook +unusable +the environment variable NONE is not set/)
    expect(listed.code).toBe(1)
    const tested = cli('channels', '--state', state, 'test', 'telegram')
    const message = await waiting(server)
    await server.press(ann, message.id, message.buttons[2]!.data)
    const { code, out } = await tested
    expect(out).toContain(`it works. Denied by telegram:${ann.id}`)
    expect(code).toBe(0)
    expect((await cli('channels', 'test', 'irc', '--state', state)).out).toContain('no channel irc is set up')
  })
})

describe('the signed webhook', () => {
  const secret = 'a-secret-of-the-receiver'

  async function receiver(): Promise<LocalServer> {
    const server = await startServer(() => ({ status: 200, headers: {}, body: Buffer.from('{}'), travel: {} }))
    ends.push(() => server.close())
    return server
  }

  function sign(direction: string, timestamp: string, nonce: string, body: string, key: string = secret): string {
    return `v1=${createHmac('sha256', key).update(`${direction}.${timestamp}.${nonce}.${body}`).digest('hex')}`
  }

  interface Signed {
    readonly timestamp: string
    readonly nonce: string
    readonly signature: string
    readonly body: string
  }

  function signed(answer: object, change: { key?: string; direction?: string; at?: number } = {}): Signed {
    const body = JSON.stringify(answer)
    const timestamp = String(Math.floor((change.at ?? Date.now()) / 1000))
    const nonce = randomBytes(16).toString('base64url')
    return { timestamp, nonce, body, signature: sign(change.direction ?? 'answer', timestamp, nonce, body, change.key) }
  }

  async function post(
    running: Running,
    { timestamp, nonce, signature, body }: Signed,
    token: string,
  ): Promise<Response> {
    return fetch(`http://127.0.0.1:${running.daemon.port}/v1/channels/webhook/answer`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'portcullis-timestamp': timestamp,
        'portcullis-nonce': nonce,
        'portcullis-signature': signature,
      },
    })
  }

  test('says a question again when the receiver was busy or broken', async () => {
    const server = await startServer(({ index }) =>
      index === 0
        ? { fault: 'raw', status: 503 }
        : index === 1
          ? { fault: 'raw', status: 429, headers: { 'retry-after': '0' } }
          : index === 2
            ? { fault: 'reset' }
            : { status: 200, headers: {}, body: Buffer.from('{}'), travel: {} },
    )
    ends.push(() => server.close())
    const webhook = { url: `${server.url}/hook`, secretEnv: 'SECRET', approvers: ['ann'] }
    const running = await daemonWith({ channels: { webhook } }, { SECRET: secret })
    void judged(running)
    await until('four tries', () => server.requests.length === 4)
    const ids = server.requests.map(({ body }) => (body['question'] as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
    expect(new Set(server.requests.map(({ headers }) => headers['portcullis-nonce'])).size).toBe(4)
    expect(running.logged.join('\n')).not.toContain(secret)
  })

  test('says questions signed, and takes signed answers of listed people, once', async () => {
    const server = await receiver()
    const webhook = { url: `${server.url}/hook`, secretEnv: 'SECRET', approvers: ['ann'] }
    const running = await daemonWith({ channels: { webhook } }, { SECRET: secret })
    const verdict = judged(running)
    const seen = await until('a question', () => server.requests.find(({ body }) => body['type'] === 'question'))
    const header = (name: string): string => String(seen.headers[name])
    expect(header('portcullis-signature')).toBe(
      sign('question', header('portcullis-timestamp'), header('portcullis-nonce'), JSON.stringify(seen.body)),
    )
    const { id, shown, text } = seen.body['question'] as { id: string; shown: string; text: string }
    expect(text).toContain('git push origin main')
    const answer = { id, shown, choice: { says: 'once' }, by: 'ann' }
    const codeOf = async (change: Promise<Response>): Promise<string> => {
      const { error } = (await (await change).json()) as { error?: { code: string } }
      return error?.code ?? 'taken'
    }
    const { channel } = running
    expect(await codeOf(post(running, signed(answer), running.agent))).toBe('daemon.role')
    expect(await codeOf(post(running, signed(answer, { key: 'another' }), channel))).toBe('channel.signature')
    expect(await codeOf(post(running, signed(answer, { direction: 'question' }), channel))).toBe('channel.signature')
    expect(await codeOf(post(running, signed(answer, { at: Date.now() - 400_000 }), channel))).toBe('channel.signature')
    const changed = { ...signed(answer), body: JSON.stringify({ ...answer, choice: { says: 'session' } }) }
    expect(await codeOf(post(running, changed, channel))).toBe('channel.signature')
    expect(await codeOf(post(running, signed({ ...answer, by: 'eve' }), channel))).toBe('approval.stranger')
    expect(await codeOf(post(running, signed({ ...answer, shown: 'another' }), channel))).toBe('approval.not-shown')
    expect(await codeOf(post(running, signed({ ...answer, id: 'xy4xyw' }), channel))).toBe('approval.unknown')
    const right = signed(answer)
    expect(await codeOf(post(running, right, channel))).toBe('taken')
    expect((await verdict).decision).toBe('allow')
    expect(await codeOf(post(running, right, channel))).toBe('channel.replayed')
    expect(await codeOf(post(running, signed(answer), channel))).toBe('approval.settled')
    await until('the end is said', () => server.requests.find(({ body }) => body['type'] === 'settled'))
    const audit = await running.get('/v1/audit?event=permission_denied&limit=100')
    for (const code of ['channel.signature', 'channel.replayed', 'approval.stranger', 'approval.settled'])
      expect(audit.body).toContain(code)
  })
})

describe('notices', () => {
  test('tell a topic that something is asked or denied, and nothing of what is in it', async () => {
    const told: string[] = []
    const topic = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        told.push(`${String(request.headers['title'])} | ${Buffer.concat(chunks).toString()}`)
        response.end()
      })
    })
    await new Promise<void>((listening) => topic.listen(0, '127.0.0.1', listening))
    ends.push(() => new Promise((closed) => topic.close(() => closed())))
    const address = topic.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const url = `http://127.0.0.1:${address.port}/topic`
    const running = await daemonWith(
      {
        notify: [{ kind: 'ntfy', url, on: ['ask', 'deny'] }, { kind: 'desktop' }, { kind: 'bell' }],
        approvals: { wait: 'always', timeoutSeconds: 5 },
        permissions: { ask: ['Bash(git push *)'], deny: ['Bash(npm publish *)'] },
      },
      { PATH: '/nonexistent' },
    )
    void judged(running)
    await running.post('/v1/judge', running.call('npm publish --secret-word'))
    await until('two notices', () => told.length >= 2)
    expect(told.join('\n')).toContain('Portcullis asks')
    expect(told.join('\n')).toContain('Portcullis denied a call')
    expect(told.join('\n')).not.toContain('secret-word')
    for (let calls = 0; calls < 40; calls++) await running.post('/v1/judge', running.call('npm publish x'))
    expect(told.length).toBeLessThanOrEqual(10)
    expect(running.logged.some((line) => line.includes('notify-send cannot be run'))).toBe(true)
  })
})
