import { hash, randomBytes } from 'node:crypto'
import { ownCommand } from '../../call/own-command.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { AuditEvent, AuditLogger } from '../../journal/audit-logger.ts'
import type { UserStore } from '../../journal/users.ts'
import type { OidcSettings } from '../../policy/console-settings.ts'
import type { Person } from '../../policy/people.ts'
import { changeUsers } from '../user-admin.ts'
import { isSame } from './id-token.ts'
import { type Identified, identify, neededClaims } from './identity.ts'
import { Provider, type Tokens } from './provider.ts'
import { RefusedLogin } from './refused-login.ts'

export interface SignOnOptions {
  /** As they are now; undefined: single sign-on is off, or the settings cannot be read. */
  readonly settings: () => OidcSettings | undefined
  /** Undefined: a public client. Throws when it is named and cannot be read. */
  readonly secret: (settings: OidcSettings) => string | undefined
  readonly users: UserStore
  readonly recorder: AuditLogger
  readonly now?: () => number
}

/** What the browser is given when a login begins. */
export interface Begun {
  /** Where to go: the provider's page. */
  readonly url: string
  /** Binds the login to this browser. */
  readonly cookie: string
}

/** The query of the provider's answer. */
export interface CallbackQuery {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

interface Transaction {
  readonly settings: string
  readonly provider: Provider
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly until: number
}

/** How long somebody may take at the provider. */
export const LOGIN_LASTS = 10 * 60_000
const MOST_LOGINS = 1_000
const SESSION_HOURS = 8

/**
 * Logins through an identity provider: authorization code flow with PKCE. Each is bound to the browser that began it
 * by a cookie, to its answer by `state`, to its token by `nonce`, and is over with the first answer, right or wrong.
 */
export class SignOn {
  readonly #options: SignOnOptions
  readonly #now: () => number
  /** By digest of the cookie: whoever reads this memory cannot take a login over. */
  readonly #begun = new Map<string, Transaction>()
  #provider: { readonly settings: string; readonly provider: Provider } | undefined

  constructor(options: SignOnOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** The host of the provider; undefined: there is none. */
  get host(): string | undefined {
    const settings = this.#options.settings()
    return settings === undefined ? undefined : new URL(settings.issuer).host
  }

  async begin(redirectUri: string): Promise<Begun> {
    const { provider, settings } = this.#current()
    const { authorization } = await provider.discover()
    const transaction: Transaction = {
      settings,
      provider,
      redirectUri,
      state: secret(),
      nonce: secret(),
      verifier: secret(),
      until: this.#now() + LOGIN_LASTS,
    }
    const cookie = secret()
    this.#sweep()
    this.#begun.set(hash('sha256', cookie), transaction)
    const url = new URL(authorization)
    const asked = {
      response_type: 'code',
      client_id: provider.settings.clientId,
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...(provider.settings.scopes ?? [])])].join(' '),
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: hash('sha256', transaction.verifier, 'base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return { url: url.href, cookie }
  }

  /** Who came back, and for how long they may stay. Throws a `RefusedLogin`, or a `JournalFailure`. */
  async finish(
    cookie: string | undefined,
    query: CallbackQuery,
  ): Promise<{ readonly user: string; readonly sessionMs: number }> {
    const transaction = this.#take(cookie)
    const { provider, redirectUri, nonce, verifier } = transaction
    const { issuer, clientId, sessionHours = SESSION_HOURS } = provider.settings
    if (query.state === undefined || !isSame(query.state, transaction.state))
      throw new RefusedLogin('sso.state', 'This answer does not belong to the login that this browser has begun.')
    if (this.#current().settings !== transaction.settings)
      throw new RefusedLogin('sso.transaction', 'The settings of single sign-on were changed meanwhile.')
    const { saysIssuer } = await provider.discover()
    if (query.iss === undefined ? saysIssuer : query.iss !== issuer)
      throw new RefusedLogin('sso.issuer', 'This answer comes from another identity provider.')
    if (query.error !== undefined || query.code === undefined)
      throw new RefusedLogin('sso.denied', `The identity provider ended the login${inWords(query.error)}.`)
    const expected = { issuer, clientId, nonce, now: this.#now() }
    const tokens = await provider.redeem(query.code, verifier, redirectUri, expected)
    const person = await this.#userOf(provider, identify(provider.settings, await this.#claims(provider, tokens)))
    return { user: person.id, sessionMs: sessionHours * 3_600_000 }
  }

  async #claims(provider: Provider, tokens: Tokens): Promise<JsonObject> {
    const missing = neededClaims(provider.settings).some((name) => tokens.claims[name] === undefined)
    // What the signed token says comes first.
    return missing ? { ...(await provider.userinfo(tokens)), ...tokens.claims } : tokens.claims
  }

  /** On record before anybody is let in. */
  async #userOf(provider: Provider, identified: Identified): Promise<Person> {
    const { users, recorder } = this.#options
    const { identity, role } = identified
    const event = (code: string, user: string, severity: 'info' | 'warn'): AuditEvent => {
      return { type: 'operator_action', severity, code, user, details: { identity, through: 'single sign-on' } }
    }
    const joined = (): Person | undefined => users.read().people.find(({ identities }) => identities.includes(identity))
    const known = joined()
    if (known === undefined && (provider.settings.provision !== true || role === undefined)) {
      await recorder.log(event('sso.unknown-user', '', 'warn'))
      throw new RefusedLogin('sso.unknown-user', unknownUser(identity))
    }
    if (known?.disabled) {
      await recorder.log(event('sso.user', known.id, 'warn'))
      throw new RefusedLogin('sso.user', `The user ${known.id} is disabled: ask an owner.`)
    }
    const actor = { user: identity, role: 'owner', through: 'single sign-on' } as const
    if (known === undefined)
      await changeUsers(users, { does: 'add', user: identified.newName, role: role!, identities: [identity] }, actor)
    else if (role !== undefined && known.role !== role && known.role !== 'owner')
      await changeUsers(users, { does: 'role', user: known.id, role }, actor)
    const person = joined()
    if (person === undefined || person.disabled || person.role === 'agent')
      throw new RefusedLogin('sso.user', 'The role agent has no use for the console: ask an owner for another one.')
    await recorder.logBefore(event('sso.login', person.id, 'info'))
    return person
  }

  #current(): { readonly settings: string; readonly provider: Provider } {
    const given = this.#options.settings()
    if (given === undefined)
      throw new RefusedLogin('sso.off', 'Single sign-on is not set up here: use a link of the command line.')
    const settings = JSON.stringify(given)
    if (this.#provider?.settings === settings) return this.#provider
    let clientSecret: string | undefined
    try {
      clientSecret = this.#options.secret(given)
    } catch (error) {
      throw new RefusedLogin('sso.settings', `Single sign-on cannot be used: ${messageOf(error)}.`, { cause: error })
    }
    this.#provider = { settings, provider: new Provider(given, clientSecret, this.#now) }
    return this.#provider
  }

  /** Each is good for one answer. */
  #take(cookie: string | undefined): Transaction {
    this.#sweep()
    const name = cookie === undefined ? '' : hash('sha256', cookie)
    const transaction = this.#begun.get(name)
    this.#begun.delete(name)
    if (transaction === undefined)
      throw new RefusedLogin('sso.transaction', 'This browser has begun no login, or it took too long: begin again.')
    return transaction
  }

  #sweep(): void {
    const now = this.#now()
    for (const [name, { until }] of this.#begun)
      if (until <= now || this.#begun.size >= MOST_LOGINS) this.#begun.delete(name)
  }
}

/** A fixed word of the standard at most: the rest of the query was written by whoever sent the browser here. */
function inWords(error: string | undefined): string {
  return error !== undefined && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : ''
}

function unknownUser(identity: string): string {
  const command = /^[\w:/.#@+|-]+$/.test(identity) ? ownCommand(`users join <name> '${identity}'`) : undefined
  return [
    'The provider knows you, but nobody has joined you to a user of this gate.',
    command === undefined
      ? `Your identity is in the log (\`${ownCommand('log')}\`): ask an owner to join it to your user.`
      : `Ask an owner to run: ${command}`,
  ].join(' ')
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
