import { createHash } from 'node:crypto'
import type { OidcSettings } from '../../src/policy/console-settings.ts'
import type { Answer, DaemonProduct } from '../daemon/client.ts'
import { loopbackServer } from '../oidc/loopback-server.ts'
import { CLIENT, newSigningKey, serveProvider, throughProvider } from '../oidc/real-provider.ts'
import { loginCode, sitWithSso, type SsoSitting } from '../oidc/sitting.ts'
import type { Failures } from '../product.ts'

type Held = readonly (readonly [what: string, holds: boolean])[]

interface Row {
  readonly name: string
  readonly settings?: Partial<OidcSettings>
  readonly check: (sitting: SsoSitting, provider: RealProvider) => Promise<Held>
}

interface RealProvider {
  readonly issuer: string
  /** Serves on, with another key. */
  rotate(): void
  /** From where a login leaves to where it comes back. */
  through(url: string, account: string): Promise<string>
}

const refusedWith = (answer: Answer, code: string): boolean =>
  answer.status === 403 && answer.body.includes(`(${code})`) && loginCode(answer) === undefined

const identityOf = ({ issuer }: RealProvider, sub: string): string => `oidc:${issuer}#${sub}`

async function addAnn(sitting: SsoSitting, provider: RealProvider, role: string = 'auditor'): Promise<void> {
  const identities = [identityOf(provider, 'ann')]
  await sitting.change({ does: 'add', user: 'boss', role: 'owner' })
  await sitting.change({ does: 'add', user: 'ann-user', role, identities })
}

async function logIn(sitting: SsoSitting, provider: RealProvider, account: string): Promise<Answer> {
  const { url, cookie } = await sitting.begin()
  return sitting.arrive(await provider.through(url, account), cookie)
}

const withParameter = (url: string, name: string, value: string | undefined): string => {
  const changed = new URL(url)
  if (value === undefined) changed.searchParams.delete(name)
  else changed.searchParams.set(name, value)
  return changed.href
}

const ROWS: readonly Row[] = [
  {
    name: 'somebody who is joined to a user is that user',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const answer = await logIn(sitting, provider, 'ann')
      const { cookie, csrf } = await sitting.enter(answer)
      const own = { Cookie: `portcullis=${cookie}` }
      const me = await sitting.send('GET', '/v1/console/me', own)
      const log = await sitting.running.get('/v1/audit?code=sso.login')
      const out = await sitting.send('POST', '/v1/console/logout', { ...own, 'x-portcullis-csrf': csrf })
      return [
        ['the page leads to our own origin only', /content="0;url=\/#login=[\w-]{43}"/.test(answer.body)],
        ['who it is', me.body.includes('"user":"ann-user"') && me.body.includes('"role":"auditor"')],
        ['it is on record', log.body.includes('ann-user') && log.body.includes('single sign-on')],
        ['logging out', out.status === 200 && (await sitting.send('GET', '/v1/sessions', own)).status === 401],
      ]
    },
  },
  {
    name: 'what is asked of the provider: code, PKCE with S256, state, nonce, the exact address',
    check: async (sitting) => {
      const { url } = await sitting.begin()
      const asked = new URL(url).searchParams
      const again = new URL((await sitting.begin()).url).searchParams
      const fresh = ['state', 'nonce', 'code_challenge'].every((name) => asked.get(name) !== again.get(name))
      return [
        ['code flow', asked.get('response_type') === 'code' && asked.get('client_id') === CLIENT.id],
        ['PKCE', asked.get('code_challenge_method') === 'S256' && asked.get('code_challenge')?.length === 43],
        ['exact address', asked.get('redirect_uri') === sitting.callback],
        ['256 bits each', asked.get('state')?.length === 43 && asked.get('nonce')?.length === 43],
        ['new each time', fresh],
      ]
    },
  },
  {
    name: 'the cookie of a login is HttpOnly, Lax and only for the way back',
    check: async (sitting) => {
      const answer = await sitting.send('POST', '/v1/console/oidc/start')
      const terms =
        /^portcullis-sso=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/v1\/console\/oidc\/callback; Max-Age=600$/
      return [['terms', terms.test(answer.headers.get('set-cookie') ?? '')]]
    },
  },
  {
    name: 'somebody whom nobody knows is refused with what to do, and on record',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const answer = await logIn(sitting, provider, 'bob')
      const log = await sitting.running.get('/v1/audit?code=sso.unknown-user')
      return [
        ['refused', refusedWith(answer, 'sso.unknown-user')],
        ['what to do', answer.body.includes(`users join &#60;name&#62; &#39;${identityOf(provider, 'bob')}&#39;`)],
        ['on record', log.body.includes('#bob')],
      ]
    },
  },
  {
    name: 'a disabled user is refused, and a login ends with its user',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const { cookie } = await sitting.enter(await logIn(sitting, provider, 'ann'))
      const own = { Cookie: `portcullis=${cookie}` }
      const before = await sitting.send('GET', '/v1/sessions', own)
      await sitting.change({ does: 'disable', user: 'ann-user' })
      return [
        ['before', before.status === 200],
        ['the login is over', (await sitting.send('GET', '/v1/sessions', own)).status === 401],
        ['no new one', refusedWith(await logIn(sitting, provider, 'ann'), 'sso.user')],
        ['on record', (await sitting.running.get('/v1/audit?code=sso.user')).body.includes('ann-user')],
      ]
    },
  },
  {
    name: 'a user who is an agent has no use for the console',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider, 'agent')
      return [['refused', refusedWith(await logIn(sitting, provider, 'ann'), 'sso.user')]]
    },
  },
  {
    name: 'another browser cannot end a login, nor this one without its cookie',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const mine = await sitting.begin()
      const back = await provider.through(mine.url, 'ann')
      const theirs = await sitting.begin()
      return [
        ['without a cookie', refusedWith(await sitting.arrive(back, undefined), 'sso.transaction')],
        ['with a made-up one', refusedWith(await sitting.arrive(back, 'x'.repeat(43)), 'sso.transaction')],
        // Whoever is made to follow a link with somebody else's code would be logged in as somebody else.
        ['with that of another login', refusedWith(await sitting.arrive(back, theirs.cookie), 'sso.state')],
      ]
    },
  },
  {
    name: 'an answer counts once, right or wrong',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const { url, cookie } = await sitting.begin()
      const back = await provider.through(url, 'ann')
      const first = await sitting.arrive(back, cookie)
      const again = await sitting.arrive(back, cookie)
      const other = await sitting.begin()
      const state = new URL(other.url).searchParams.get('state')!
      // The code of the first login, with everything else of the second: the provider has seen it already.
      const replay = await sitting.arrive(withParameter(back, 'state', state), other.cookie)
      const third = await sitting.begin()
      const guess = withParameter(await provider.through(third.url, 'ann'), 'state', 'x'.repeat(43))
      const wrong = await sitting.arrive(guess, third.cookie)
      const after = await sitting.arrive(
        withParameter(guess, 'state', new URL(third.url).searchParams.get('state')!),
        third.cookie,
      )
      return [
        ['the first', loginCode(first) !== undefined],
        ['the same again', refusedWith(again, 'sso.transaction')],
        ['its code in another login', refusedWith(replay, 'sso.provider')],
        ['a wrong state', refusedWith(wrong, 'sso.state')],
        ['the right one after it', refusedWith(after, 'sso.transaction')],
      ]
    },
  },
  {
    name: 'an answer in the name of another provider is refused, and so is one that names none',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const answers: [string, boolean][] = []
      for (const iss of ['https://evil.example', `${provider.issuer}/`, undefined]) {
        const { url, cookie } = await sitting.begin()
        const back = await provider.through(url, 'ann')
        const answer = await sitting.arrive(withParameter(back, 'iss', iss), cookie)
        answers.push([`iss ${iss}`, refusedWith(answer, 'sso.issuer')])
      }
      return answers
    },
  },
  {
    name: 'a code that was made for another verifier is refused',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const mine = await sitting.begin()
      const theirs = await sitting.begin()
      // Injected: the code of another login, with the state of this one.
      const stolen = new URL(await provider.through(theirs.url, 'ann')).searchParams.get('code')!
      const back = withParameter(await provider.through(mine.url, 'bob'), 'code', stolen)
      return [['refused', refusedWith(await sitting.arrive(back, mine.cookie), 'sso.provider')]]
    },
  },
  {
    name: 'parameters cannot choose where the browser goes',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const { url, cookie } = await sitting.begin()
      let back = await provider.through(url, 'ann')
      for (const name of ['next', 'redirect', 'return_to', 'url', 'redirect_uri'])
        back = withParameter(back, name, 'https://evil.example/"><script>alert(1)</script>')
      const answer = await sitting.arrive(back, cookie)
      const bad = await sitting.arrive(`${sitting.callback}?error=<script>alert(1)</script>&state=x`, undefined)
      const start = await sitting.send('POST', '/v1/console/oidc/start', {}, { redirect: 'https://evil.example' })
      return [
        ['honest otherwise', loginCode(answer) !== undefined],
        ['not in the page', !answer.body.includes('evil') && !answer.headers.has('location')],
        ['no markup of theirs', !bad.body.includes('<script')],
        ['nothing but an empty body begins one', start.status === 400],
      ]
    },
  },
  {
    name: 'a login fixed in advance is not taken over',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const planted = 'p'.repeat(43)
      const { url, cookie } = await sitting.begin({ Cookie: `portcullis=${planted}; portcullis-sso=${planted}` })
      const answer = await sitting.arrive(await provider.through(url, 'ann'), cookie)
      const entered = await sitting.enter(answer)
      const fixed = await sitting.send('GET', '/v1/sessions', { Cookie: `portcullis=${planted}` })
      const again = await sitting.send('POST', '/v1/console/login', {}, { code: loginCode(answer)! })
      const twice = await sitting.begin()
      const back = await provider.through(twice.url, 'ann')
      const two = await sitting.arrive(back, undefined, {
        Cookie: `portcullis-sso=${planted}; portcullis-sso=${twice.cookie}`,
      })
      return [
        ['new values', cookie !== planted && entered.cookie !== planted],
        ['the planted one is nobody', fixed.status === 401],
        ['the code in the page works once', again.status === 401],
        ['two cookies are none', refusedWith(two, 'sso.transaction')],
      ]
    },
  },
  {
    name: 'only a browser that goes there by itself arrives, and only there',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const tries: readonly (readonly [string, Record<string, string>])[] = [
        ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
        ['a script that says otherwise', { 'Sec-Fetch-Mode': 'cors' }],
        ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
        ['a picture', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
        ['another name for us', { Host: 'evil.example' }],
        ['another origin', { Origin: 'https://evil.example' }],
        ['a token', { Authorization: `Bearer ${sitting.running.operator}` }],
      ]
      const held: [string, boolean][] = []
      for (const [what, headers] of tries) {
        const { url, cookie } = await sitting.begin()
        const answer = await sitting.arrive(await provider.through(url, 'ann'), cookie, headers)
        held.push([what, [403, 421].includes(answer.status) && loginCode(answer) === undefined])
      }
      const elsewhere = { 'Sec-Fetch-Site': 'cross-site' }
      const start = await sitting.send('POST', '/v1/console/oidc/start', {
        ...elsewhere,
        Origin: 'https://evil.example',
      })
      const navigate = { ...elsewhere, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
      const other = await sitting.send('GET', '/v1/console/ways', navigate)
      return [...held, ['another site begins none', start.status === 403], ['no other route', other.status === 403]]
    },
  },
  {
    name: 'a provider that changed its keys is believed at once',
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      const before = await logIn(sitting, provider, 'ann')
      provider.rotate()
      const after = await logIn(sitting, provider, 'ann')
      return [
        ['before', loginCode(before) !== undefined],
        ['after', loginCode(after) !== undefined],
      ]
    },
  },
  {
    name: 'an email address is an identity when it is verified',
    settings: { identity: 'email', scopes: ['email'], allowedDomains: ['example.com'] },
    check: async (sitting, provider) => {
      const identities = ['ann', 'unverified'].map((name) => `oidc:${provider.issuer}#email:${name}@example.com`)
      await sitting.change({ does: 'add', user: 'ann-user', role: 'auditor', identities })
      return [
        ['verified, in small letters', loginCode(await logIn(sitting, provider, 'ann')) !== undefined],
        ['not verified', refusedWith(await logIn(sitting, provider, 'unverified'), 'sso.domain')],
      ]
    },
  },
  {
    name: 'only allowed domains, exactly',
    settings: { scopes: ['email'], allowedDomains: ['ample.com', 'example.com.evil', 'xample.com'] },
    check: async (sitting, provider) => {
      await addAnn(sitting, provider)
      return [['refused', refusedWith(await logIn(sitting, provider, 'ann'), 'sso.domain')]]
    },
  },
  {
    name: 'groups give roles, make users where settings say so, and never an owner',
    settings: {
      scopes: ['groups', 'profile'],
      groups: { claim: 'groups', roles: { 'gate-approvers': 'approver', 'gate-admins': 'admin' } },
      provision: true,
    },
    check: async (sitting, provider) => {
      const role = async (answer: Answer): Promise<string> => {
        const { cookie } = await sitting.enter(answer)
        return (await sitting.send('GET', '/v1/console/me', { Cookie: `portcullis=${cookie}` })).body
      }
      const digest = createHash('sha256').update(identityOf(provider, 'ann')).digest('hex').slice(0, 8)
      const ann = await role(await logIn(sitting, provider, 'ann'))
      const eve = await role(await logIn(sitting, provider, 'eve'))
      const bob = await logIn(sitting, provider, 'bob')
      // Somebody changed the role by hand: at the next login it is as the groups say.
      await sitting.change({ does: 'role', user: `sso.ann-${digest}`, role: 'admin' })
      const again = await role(await logIn(sitting, provider, 'ann'))
      await sitting.change({ does: 'role', user: `sso.ann-${digest}`, role: 'owner' })
      const owner = await role(await logIn(sitting, provider, 'ann'))
      return [
        ['made, with a name that is nobody’s login', ann.includes(`"user":"sso.ann-${digest}","role":"approver"`)],
        ['the highest of several', eve.includes('"role":"admin"')],
        ['none for nobody', refusedWith(bob, 'sso.groups')],
        ['follows the groups', again.includes('"role":"approver"')],
        ['an owner stays one', owner.includes('"role":"owner"')],
      ]
    },
  },
  {
    name: 'groups alone make no user',
    settings: { scopes: ['groups'], groups: { claim: 'groups', roles: { 'gate-approvers': 'approver' } } },
    check: async (sitting, provider) => {
      const answer = await logIn(sitting, provider, 'ann')
      const { body } = await sitting.running.get('/v1/users')
      return [['refused', refusedWith(answer, 'sso.unknown-user') && !body.includes('approver')]]
    },
  },
  {
    name: 'without its secret the client logs nobody in',
    settings: { clientSecretEnv: 'NOT_SET_ANYWHERE' },
    check: async (sitting) => {
      const answer = await sitting.send('POST', '/v1/console/oidc/start')
      return [['says what is missing', answer.status === 502 && /NOT_SET_ANYWHERE/.test(answer.body)]]
    },
  },
]

export const SSO_ROWS: readonly string[] = ROWS.map(({ name }) => name)

/** Logins with the real `oidc-provider`. Returns what does not hold. */
export async function sso(product: DaemonProduct, only: RegExp = /./): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS.filter(({ name }) => only.test(name))) {
    const server = await loopbackServer()
    const sitting = await sitWithSso(product, { issuer: server.origin, ...row.settings })
    try {
      const serve = (): void => serveProvider(server, [sitting.callback], newSigningKey())
      serve()
      const provider = { issuer: server.origin, rotate: serve, through: throughProvider }
      for (const [what, holds] of await row.check(sitting, provider)) if (!holds) failures.push(`${row.name}: ${what}`)
    } catch (error) {
      failures.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await sitting.running.end()
      await server.close()
    }
  }
  return failures
}
