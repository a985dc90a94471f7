import type { OidcSettings } from '../../src/policy/console-settings.ts'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import { type Answer, type DaemonProduct, requestText, run, type Running, sendRaw } from '../daemon/client.ts'
import { CLIENT } from './real-provider.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** A daemon with single sign-on, and what browsers do with it. */
export interface SsoSitting {
  readonly running: Running
  readonly origin: string
  readonly callback: string
  /** As a browser on our page would send it; undefined takes a header away. */
  send(method: 'GET' | 'POST', path: string, headers?: Headers, body?: object): Promise<Answer>
  /** Begins a login: where the browser is sent, and its cookie. */
  begin(headers?: Headers): Promise<{ readonly url: string; readonly cookie: string }>
  /** The browser comes back from the provider. */
  arrive(url: string, cookie: string | undefined, headers?: Headers): Promise<Answer>
  /** Goes on from the page after a login: the cookie of the console. */
  enter(answer: Answer): Promise<{ readonly cookie: string; readonly csrf: string }>
  change(body: object): Promise<Answer>
}

export const SECRET_NAME = 'SSO_CLIENT_SECRET'

export async function sitWithSso(
  product: DaemonProduct,
  oidc: Partial<OidcSettings> & Pick<OidcSettings, 'issuer'>,
  options: Partial<DaemonOptions> = {},
): Promise<SsoSitting> {
  const running = await run(product, {
    settings: JSON.stringify({ console: { oidc: { clientId: CLIENT.id, clientSecretEnv: SECRET_NAME, ...oidc } } }),
    environment: { [SECRET_NAME]: CLIENT.secret },
    ...options,
  })
  const own = `127.0.0.1:${running.daemon.port}`
  const raw = async (method: string, path: string, all: Headers, text: string): Promise<Answer> => {
    const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    const answer = await sendRaw(running.port, requestText(method, path, lines, text))
    return typeof answer === 'string' ? { status: 0, headers: new Map(), body: answer } : answer
  }
  const sitting: SsoSitting = {
    running,
    origin: `http://${own}`,
    callback: `http://${own}/v1/console/oidc/callback`,
    send: (method, path, headers = {}, body = {}) => {
      const text = method === 'POST' ? JSON.stringify(body) : ''
      const length = String(Buffer.byteLength(text))
      const posted = { Origin: `http://${own}`, 'Content-Type': 'application/json', 'Content-Length': length }
      const fetched = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }
      const base = { Host: own, Connection: 'close', ...fetched, ...(method === 'POST' ? posted : {}) }
      return raw(method, path, { ...base, ...headers }, text)
    },
    begin: async (headers = {}) => {
      const answer = await sitting.send('POST', '/v1/console/oidc/start', headers)
      if (answer.status !== 200) throw new Error(`no login begins: ${answer.status} ${answer.body}`)
      return {
        url: (JSON.parse(answer.body.replace(/^[0-9a-f]+\r\n/, '').replace(/\r\n0\r\n\r\n$/, '')) as { url: string })
          .url,
        cookie: /^portcullis-sso=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '',
      }
    },
    arrive: (url, cookie, headers = {}) => {
      const { pathname, search } = new URL(url)
      const went = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
      const Cookie = cookie === undefined ? undefined : `portcullis-sso=${cookie}`
      return raw('GET', `${pathname}${search}`, { Host: own, Connection: 'close', ...went, Cookie, ...headers }, '')
    },
    enter: async (answer) => {
      const code = loginCode(answer)
      const login = await sitting.send('POST', '/v1/console/login', {}, { code: code ?? '' })
      if (login.status !== 200) throw new Error(`the page cannot log in: ${login.status} ${login.body} ${answer.body}`)
      return {
        cookie: /^portcullis=([\w-]{43});/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? '',
        csrf: /"csrf":"([\w-]{43})"/.exec(login.body)?.[1] ?? '',
      }
    },
    change: (body) => running.post('/v1/users/change', body),
  }
  return sitting
}

/** The one-time code in the page after a login; undefined: nobody is let in. */
export function loginCode(answer: Answer): string | undefined {
  return /url=\/#login=([\w-]{43})"/.exec(answer.body)?.[1]
}

/** Where an issuer without pages sends the browser back to. */
export async function sentBack(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' })
  return answer.headers.get('location') ?? 'nowhere'
}
