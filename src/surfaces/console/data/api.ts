import { asFields, type Fields, numberOf, textOf } from './fields.ts'
import { Store } from './store.ts'

/**
 * Who is looking. `csrf` goes with every change. It is kept where only pages of this very address can read it: the
 * cookie goes to every port of the machine, so the cookie alone changes nothing.
 */
export type Signed =
  | { readonly state: 'looking' }
  | { readonly state: 'out'; readonly because: string }
  | {
      readonly state: 'in'
      readonly csrf: string
      readonly idleSeconds: number
      readonly version: string
      /** Who it is, where there are users; both are '' where there are none. */
      readonly user: string
      readonly role: string
    }

const CSRF = 'portcullis.csrf'

export const signed = new Store<Signed>({ state: 'looking' })

/** What the daemon refused, in its own words. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string
  readonly body: Fields

  constructor(status: number, body: Fields) {
    const error = asFields(body['error'])
    super(textOf(error['message']) || `the daemon answered ${status}`)
    this.status = status
    this.code = textOf(error['code'])
    this.body = body
  }
}

export type Query = Readonly<Record<string, string | number | undefined>>

export function address(path: string, query: Query = {}): string {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(key, String(value))
  const text = given.toString()
  return text === '' ? path : `${path}?${text}`
}

export function get(path: string, query: Query = {}, signal?: AbortSignal): Promise<Fields> {
  return send(address(path, query), { method: 'GET', ...(signal === undefined ? {} : { signal }) })
}

export function post(path: string, body: object): Promise<Fields> {
  const { value } = signed
  return send(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(value.state === 'in' ? { 'x-portcullis-csrf': value.csrf } : {}),
    },
    body: JSON.stringify(body),
  })
}

async function send(path: string, request: RequestInit): Promise<Fields> {
  const answer = await fetch(path, { ...request, credentials: 'same-origin', cache: 'no-store', redirect: 'error' })
  const body = asFields(await answer.json().catch(() => undefined))
  if (answer.ok) return body
  if (answer.status === 401 && path !== '/v1/console/login')
    signed.set({ state: 'out', because: signed.value.state === 'in' ? 'You were away, so you were signed out.' : '' })
  throw new Refused(answer.status, body)
}

/** Signs in with the code of a link, or finds out who is signed in already. */
export async function findOutWhoIsSignedIn(code: string | undefined): Promise<void> {
  let because = ''
  if (code !== undefined) {
    try {
      const { csrf } = await post('/v1/console/login', { code })
      localStorage.setItem(CSRF, textOf(csrf))
    } catch (error) {
      because = error instanceof Refused ? error.message : 'The daemon does not answer.'
    }
  }
  try {
    const me = await get('/v1/console/me')
    signed.set({
      state: 'in',
      csrf: localStorage.getItem(CSRF) ?? '',
      idleSeconds: numberOf(me['idleSeconds']) ?? 0,
      version: textOf(me['version']),
      user: textOf(me['user']),
      role: textOf(me['role']),
    })
  } catch (error) {
    signed.set({ state: 'out', because: because || (error instanceof Refused ? '' : 'The daemon does not answer.') })
  }
}

export async function signOut(): Promise<void> {
  await post('/v1/console/logout', {}).catch(() => undefined)
  localStorage.removeItem(CSRF)
  signed.set({ state: 'out', because: 'You are signed out.' })
}
