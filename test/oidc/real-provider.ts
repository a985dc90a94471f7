import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'
import type { LoopbackServer } from './loopback-server.ts'

export const CLIENT = { id: 'portcullis-console', secret: 'a secret of the client, with %+: signs' } as const

/** Groups by account; an account called `unverified…` has an address that nobody checked. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ann: ['staff', 'gate-approvers'],
  bob: ['staff'],
  eve: ['gate-approvers', 'gate-admins'],
}

let keys = 0

export function newSigningKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${++keys}`, use: 'sig', alg: 'RS256' }
}

/** The real `oidc-provider` at a loopback address, with its own pages for login and consent. */
export function serveProvider(
  server: LoopbackServer,
  redirectUris: readonly string[],
  jwk: object = newSigningKey(),
): void {
  const provider = new Provider(server.origin, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
      groups: ['groups'],
    },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@Example.com`,
        email_verified: !id.startsWith('unverified'),
        preferred_username: id,
        groups: GROUPS[id] ?? [],
      }),
    }),
  })
  server.use(provider.callback())
}

/** A browser's way through the provider's pages: logs in, agrees, and returns where it is sent back to. */
export async function throughProvider(url: string, account: string): Promise<string> {
  const jar = new Map<string, string>()
  const { origin } = new URL(url)
  let next = new URL(url)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined) jar.set(name, value ?? '')
    }
    const location = answer.headers.get('location')
    form = undefined
    if (location !== null) {
      next = new URL(location, next)
      await answer.arrayBuffer()
      if (next.origin !== origin) return next.href
      continue
    }
    const html = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`no form to go on with: ${answer.status} ${html}`)
    next = new URL(action, next)
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: account, password: 'any' } : { prompt })
  }
  throw new Error('the provider goes in circles')
}
