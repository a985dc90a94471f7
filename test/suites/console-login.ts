import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Answer,
  type DaemonProduct,
  requestText,
  run,
  type Running,
  sendRaw,
  type Where,
} from '../daemon/client.ts'
import type { Failures } from '../product.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** A browser's view of one daemon with a small page, and a clock that the suite moves. */
export interface ConsoleSitting {
  readonly running: Running
  readonly origin: string
  forward(milliseconds: number): void
  /** As a browser on our page would send it; undefined takes a header away. */
  send(method: 'GET' | 'POST', path: string, headers?: Headers, body?: object, where?: Where): Promise<Answer>
  code(): string
  login(code?: string): Promise<{ readonly cookie: string; readonly csrf: string }>
}

const MINUTE = 60_000

export async function sit(product: DaemonProduct): Promise<{ sitting: ConsoleSitting; end: () => Promise<void> }> {
  const page = mkdtempSync(join(tmpdir(), 'pc-page-'))
  mkdirSync(join(page, 'assets'))
  writeFileSync(join(page, 'index.html'), '<!doctype html><script type="module" src="/assets/index-abc.js"></script>')
  writeFileSync(join(page, 'assets', 'index-abc.js'), `export const greeting = '${'hello '.repeat(100)}'\n`)
  writeFileSync(join(page, 'assets', 'secret.key'), 'not a file of a page')
  writeFileSync(join(page, '.env'), 'KEY=1')
  let now = Date.now()
  const running = await run(product, { page, consoleClock: () => now })
  const own = `127.0.0.1:${running.daemon.port}`
  const code = (): string => /#login=([\w-]{43})$/.exec(running.daemon.consoleLink() ?? '')?.[1] ?? 'no link'
  const sitting: ConsoleSitting = {
    running,
    origin: `http://${own}`,
    forward: (milliseconds) => (now += milliseconds),
    send: async (method, path, headers = {}, body = {}, where = running.port) => {
      const text = method === 'POST' ? JSON.stringify(body) : ''
      const all: Headers = {
        Host: own,
        Connection: 'close',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
        'Sec-Fetch-Dest': 'empty',
        ...(method === 'POST'
          ? {
              Origin: `http://${own}`,
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(text)),
            }
          : {}),
        ...headers,
      }
      const lines = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((one) => [name, one] as const),
      )
      const answer = await sendRaw(where, requestText(method, path, lines, text))
      return typeof answer === 'string' ? { status: 0, headers: new Map(), body: answer } : answer
    },
    code,
    login: async (given = code()) => {
      const answer = await sitting.send('POST', '/v1/console/login', {}, { code: given })
      if (answer.status !== 200) throw new Error(`an honest login is refused: ${answer.status} ${answer.body}`)
      return {
        cookie: /^portcullis=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '',
        csrf: /"csrf":"([\w-]{43})"/.exec(answer.body)?.[1] ?? '',
      }
    },
  }
  return {
    sitting,
    end: async () => {
      await running.end()
      rmSync(page, { recursive: true, force: true })
    },
  }
}

interface Row {
  readonly name: string
  readonly check: (sitting: ConsoleSitting) => Promise<readonly (readonly [what: string, holds: boolean])[]>
}

const cookie = (value: string): Headers => ({ Cookie: `portcullis=${value}` })
/** A change that shows: the session is remembered when it went through. */
const CHANGE = '/v1/session/said'
const SAID = { id: 'console', text: 'hello' }

const ROWS: readonly Row[] = [
  {
    name: 'an honest login reads, changes and logs out',
    check: async ({ send, login }) => {
      const { cookie: id, csrf } = await login()
      const read = await send('GET', '/v1/sessions', cookie(id))
      const changed = await send('POST', CHANGE, { ...cookie(id), 'x-portcullis-csrf': csrf }, SAID)
      const out = await send('POST', '/v1/console/logout', { ...cookie(id), 'x-portcullis-csrf': csrf })
      const after = await send('GET', '/v1/sessions', cookie(id))
      return [
        ['reading', read.status === 200],
        ['changing', changed.status === 200],
        ['logging out', out.status === 200 && /Max-Age=0/.test(out.headers.get('set-cookie') ?? '')],
        ['nothing after logging out', after.status === 401],
      ]
    },
  },
  {
    name: 'the cookie is HttpOnly, SameSite=Strict and holds 256 bits',
    check: async ({ send, code }) => {
      const answer = await send('POST', '/v1/console/login', {}, { code: code() })
      const set = answer.headers.get('set-cookie') ?? ''
      return [['terms', /^portcullis=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/.test(set)]]
    },
  },
  {
    name: 'a code works once',
    check: async ({ send, code, login }) => {
      const once = code()
      await login(once)
      const again = await send('POST', '/v1/console/login', {}, { code: once })
      return [['replay', again.status === 401 && !again.headers.has('set-cookie')]]
    },
  },
  {
    name: 'a code expires',
    check: async ({ send, code, forward }) => {
      const old = code()
      forward(10 * MINUTE + 1)
      return [['expired', (await send('POST', '/v1/console/login', {}, { code: old })).status === 401]]
    },
  },
  {
    name: 'a wrong code is refused, cut short or longer too',
    check: async ({ send, code }) => {
      const right = code()
      const wrong = ['', 'x'.repeat(43), right.slice(0, -1), `${right}x`, right.toLowerCase(), `${right.slice(1)}x`]
      const answers = await Promise.all(wrong.map((given) => send('POST', '/v1/console/login', {}, { code: given })))
      return answers.map((answer, index) => [
        `code ${index}`,
        answer.status === 401 && !answer.headers.has('set-cookie'),
      ])
    },
  },
  {
    name: 'guessing is slow, and the right code is not',
    check: async ({ send, code, login }) => {
      const right = code()
      const guess = (): Promise<Answer> => send('POST', '/v1/console/login', {}, { code: 'x'.repeat(43) })
      const first = await Promise.all(Array.from({ length: 10 }, guess))
      const order: string[] = []
      const slow = guess().then((answer) => {
        order.push('the guess')
        return answer.status
      })
      await login(right)
      order.push('the login')
      return [
        ['ten at once', first.every(({ status }) => status === 401)],
        ['the eleventh is refused', (await slow) === 401],
        ['and answered last', order[0] === 'the login'],
      ]
    },
  },
  {
    name: 'a session id that was there before the login is not taken over',
    check: async ({ send, code, login }) => {
      const planted = 'A'.repeat(43)
      const answer = await send('POST', '/v1/console/login', cookie(planted), { code: code() })
      const before = await login()
      const next = await send('POST', '/v1/console/login', cookie(before.cookie), { code: code() })
      return [
        ['a new id', !(answer.headers.get('set-cookie') ?? planted).includes(planted)],
        ['the planted one is nobody', (await send('GET', '/v1/sessions', cookie(planted))).status === 401],
        ['another new id', next.status === 200 && !(next.headers.get('set-cookie') ?? '').includes(before.cookie)],
        ['the login before it is gone', (await send('GET', '/v1/sessions', cookie(before.cookie))).status === 401],
      ]
    },
  },
  {
    name: 'a login ends when nobody does anything, and after twelve hours in any case',
    check: async ({ send, login, forward }) => {
      const idle = await login()
      forward(29 * MINUTE)
      const used = await send('GET', '/v1/sessions', cookie(idle.cookie))
      forward(29 * MINUTE)
      const asked = await send('GET', '/v1/console/me', cookie(idle.cookie))
      forward(2 * MINUTE)
      const late = await send('GET', '/v1/sessions', cookie(idle.cookie))
      const busy = await login()
      let last = 0
      for (let passed = 0; passed <= 12 * 60; passed += 20) {
        last = (await send('GET', '/v1/sessions', cookie(busy.cookie))).status
        forward(20 * MINUTE)
      }
      return [
        ['kept by use', used.status === 200 && asked.status === 200],
        ['asking who one is does not keep it', late.status === 401],
        ['twelve hours', last === 401],
      ]
    },
  },
  {
    name: 'a cookie changes nothing without the value that only the page knows',
    check: async ({ send, login }) => {
      const mine = await login()
      const other = await login()
      const values = [undefined, '', 'x', other.csrf, mine.cookie, [mine.csrf, mine.csrf]]
      const answers = await Promise.all(
        values.map((value) => send('POST', CHANGE, { ...cookie(mine.cookie), 'x-portcullis-csrf': value }, SAID)),
      )
      const me = await send('GET', '/v1/console/me', cookie(mine.cookie))
      return [
        ...answers.map((answer, index) => [`value ${index}`, answer.status === 403] as const),
        ['the value is not told again', me.status === 200 && !me.body.includes(mine.csrf)],
      ]
    },
  },
  {
    name: 'a cookie counts only for our own page',
    check: async ({ send, login, origin, running }) => {
      const { cookie: id, csrf } = await login()
      const key = { ...cookie(id), 'x-portcullis-csrf': csrf }
      const port = running.daemon.port!
      const changes: readonly Headers[] = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `http://127.0.0.1:${port + 1}`, 'Sec-Fetch-Site': 'same-site' },
        { Origin: `http://localhost:${port}` },
        { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
        { Origin: undefined, 'Sec-Fetch-Site': undefined },
        { Origin: undefined, 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
        { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` },
      ]
      const reads: readonly Headers[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': undefined },
        { 'Sec-Fetch-Site': ['same-origin', 'same-origin'] },
        { Host: `rebound.example:${port}` },
      ]
      const results = await Promise.all([
        ...changes.map((headers) => send('POST', CHANGE, { ...key, ...headers }, SAID)),
        ...reads.map((headers) => send('GET', '/v1/sessions', { ...key, ...headers })),
        send('GET', '/v1/sessions', { ...key, Host: 'localhost', Origin: undefined }, {}, running.socket),
        send('POST', CHANGE, { ...key, Host: 'localhost', Origin: undefined }, SAID, running.socket),
      ])
      return results.map((answer, index) => [
        `request ${index} (${answer.status})`,
        [401, 403, 421].includes(answer.status),
      ])
    },
  },
  {
    name: 'a cookie that is there twice, or beside a wrong token, is nobody',
    check: async ({ send, login, running }) => {
      const { cookie: id } = await login()
      const twice = await send('GET', '/v1/sessions', { Cookie: `portcullis=${id}; portcullis=${id}` })
      const lines = await send('GET', '/v1/sessions', { Cookie: [`portcullis=${id}`, `portcullis=${'B'.repeat(43)}`] })
      const wrong = await send('GET', '/v1/sessions', { ...cookie(id), Authorization: `Bearer ${'x'.repeat(43)}` })
      const agent = await send('GET', '/v1/sessions', { ...cookie(id), Authorization: `Bearer ${running.agent}` })
      const among = await send('GET', '/v1/sessions', { Cookie: `theme=dark; portcullis=${id}; other=1` })
      return [
        ['twice', twice.status === 401],
        ['two lines', lines.status === 401],
        ['a wrong token', wrong.status === 401],
        ['the agent token stays the agent token', agent.status === 403],
        ['among other cookies', among.status === 200],
      ]
    },
  },
  {
    name: 'another site cannot log somebody in, and an agent gets neither link nor login',
    check: async ({ send, code, login, running, origin }) => {
      const post = (headers: Headers, path = '/v1/console/login', body: object = { code: code() }): Promise<Answer> =>
        send('POST', path, headers, body)
      const mine = await login()
      const agent = { Authorization: `Bearer ${running.agent}`, Origin: undefined, 'Sec-Fetch-Site': undefined }
      const answers = await Promise.all([
        post({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
        post({ Origin: undefined, 'Sec-Fetch-Site': undefined }),
        post({ 'Content-Type': 'text/plain' }),
        post(agent),
        post(agent, '/v1/console/link', {}),
        post({ ...cookie(mine.cookie), 'x-portcullis-csrf': mine.csrf }, '/v1/console/link', {}),
        send('POST', '/v1/console/login', { Host: 'localhost', Origin: origin }, { code: code() }, running.socket),
      ])
      return answers.map((answer, index) => [
        `request ${index} (${answer.status})`,
        [401, 403, 415].includes(answer.status) && !answer.headers.has('set-cookie'),
      ])
    },
  },
  {
    name: 'an open stream ends with its login',
    check: async ({ send, login, running }) => {
      const { cookie: id, csrf } = await login()
      const stream = await openStream(running.daemon.port!, id)
      await send('POST', '/v1/console/logout', { ...cookie(id), 'x-portcullis-csrf': csrf })
      return [['ended', (await stream.ended) === 'ended']]
    },
  },
  {
    name: 'so many can be logged in, and no more',
    check: async ({ send, login }) => {
      const first = await login()
      for (let index = 0; index < 16; index++) await login()
      return [
        ['the one longest unused gave way', (await send('GET', '/v1/sessions', cookie(first.cookie))).status === 401],
      ]
    },
  },
  {
    name: 'the page is there for whoever comes to it, and for no other site',
    check: async ({ send, origin, running }) => {
      const go = { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
      const script = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }
      const page = await send('GET', '/', go)
      const asset = await send('GET', '/assets/index-abc.js', script)
      const zipped = await send('GET', '/assets/index-abc.js', { ...script, 'Accept-Encoding': 'gzip, br' })
      const csp = page.headers.get('content-security-policy') ?? ''
      const elsewhere: readonly (readonly [string, Headers, Where?])[] = [
        ['/', { ...go, 'Sec-Fetch-Site': 'cross-site' }],
        ['/', { ...go, 'Sec-Fetch-Dest': 'iframe' }],
        ['/', { ...go, Host: `rebound.example:${running.daemon.port}` }],
        ['/assets/index-abc.js', { ...script, 'Sec-Fetch-Site': 'cross-site' }],
        ['/assets/index-abc.js', { ...script, Origin: 'https://evil.example' }],
        ['/assets/secret.key', {}],
        ['/.env', {}],
        ['/index.html', {}],
        ['/assets/', {}],
        ['/assets/..%2fassets/index-abc.js', {}],
        ['/', { Host: 'localhost' }, running.socket],
      ]
      const refused = await Promise.all(
        elsewhere.map(([path, headers, where]) => send('GET', path, headers, {}, where)),
      )
      return [
        ['page', page.status === 200 && page.headers.get('content-type') === 'text/html; charset=utf-8'],
        ['no store', page.headers.get('cache-control') === 'no-store'],
        ['policy', csp.startsWith("default-src 'none'") && !csp.includes('unsafe') && csp.includes('trusted-types')],
        ['asset', asset.status === 200 && asset.headers.get('content-type') === 'text/javascript; charset=utf-8'],
        ['asset for ever', asset.headers.get('cache-control') === 'max-age=31536000, immutable'],
        ['compressed', zipped.headers.get('content-encoding') === 'gzip'],
        ...[page, asset, zipped, await send('GET', '/v1/sessions')].flatMap((answer) =>
          EVERYWHERE.map(
            ([name, value]) => [`${name} on ${answer.status}`, answer.headers.get(name) === value] as const,
          ),
        ),
        ...refused.map(
          (answer, index) => [`${elsewhere[index]![0]} ${index} (${answer.status})`, answer.status >= 400] as const,
        ),
        ['no post', (await send('POST', '/', { Origin: origin })).status >= 400],
      ]
    },
  },
]

/** Resolves when the first bytes are there; `ended` tells whether the other side hung up within a moment. */
function openStream(port: number, id: string): Promise<{ readonly ended: Promise<'ended' | 'still open'> }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: `portcullis=${id}`, 'sec-fetch-site': 'same-origin' }
    const asked = request({ host: '127.0.0.1', port, path: '/v1/events', headers }, (response) => {
      const ended = new Promise<'ended' | 'still open'>((tell) => {
        const patience = setTimeout(() => {
          tell('still open')
          asked.destroy()
        }, 3_000)
        response.on('close', () => {
          clearTimeout(patience)
          tell('ended')
        })
      })
      response.on('error', () => undefined)
      response.once('data', () => resolve({ ended }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
]

/** Everything that logging in must and must not do, over a real port. */
export async function consoleLogin(product: DaemonProduct, only: RegExp = /^/): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS.filter(({ name }) => only.test(name))) {
    const { sitting, end } = await sit(product)
    try {
      for (const [what, holds] of await row.check(sitting)) if (!holds) failures.push(`${row.name}: ${what}`)
    } catch (error) {
      failures.push(`${row.name}: ${String(error)}`)
    } finally {
      await end()
    }
  }
  return failures
}

export const CONSOLE_ROWS: readonly string[] = ROWS.map(({ name }) => name)
