import type { JsonObject } from '../../call/tool-call.ts'
import { isLoopback } from '../../classifier/models/loopback.ts'
import type { OidcSettings } from '../../policy/console-settings.ts'
import { checkClaims, type Expected, isSignedBy, keyFor, parseToken, readObject } from './id-token.ts'
import { RefusedLogin } from './refused-login.ts'

const PATIENCE = 10_000
const MOST_BYTES = 512 * 1024
/** How long what the provider says about itself is believed. */
const KEEP = 10 * 60_000

interface Discovered {
  readonly at: number
  readonly authorization: string
  readonly token: string
  readonly jwks: string
  readonly userinfo: string | undefined
  readonly endSession: string | undefined
  /** It says that `iss` comes with every answer (RFC 9207). */
  readonly saysIssuer: boolean
  readonly tokenAuth: readonly string[] | undefined
}

export interface Tokens {
  readonly claims: JsonObject
  readonly accessToken: string | undefined
}

/**
 * An identity provider, as OpenID Connect Core describes it: what it says about itself, and what it answers. Every
 * address must be https, unless issuer and address are both on this machine; no redirect is followed, no answer is
 * read beyond a limit. Whatever fails is a `RefusedLogin`.
 */
export class Provider {
  readonly settings: OidcSettings
  readonly #secret: string | undefined
  readonly #now: () => number
  #found: Discovered | undefined

  constructor(settings: OidcSettings, secret: string | undefined, now: () => number = Date.now) {
    this.settings = settings
    this.#secret = secret
    this.#now = now
  }

  async discover(): Promise<Discovered> {
    const known = this.#found
    if (known !== undefined && this.#now() - known.at < KEEP && this.#now() >= known.at) return known
    const { issuer } = this.settings
    const said = await this.#json(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    // Else another issuer could answer in its name (mix-up).
    if (said['issuer'] !== issuer)
      throw new RefusedLogin('sso.issuer', 'The discovery document belongs to another issuer than the settings name.')
    const methods = said['token_endpoint_auth_methods_supported']
    this.#found = {
      at: this.#now(),
      authorization: this.#address(said['authorization_endpoint']),
      token: this.#address(said['token_endpoint']),
      jwks: this.#address(said['jwks_uri']),
      userinfo: said['userinfo_endpoint'] === undefined ? undefined : this.#address(said['userinfo_endpoint']),
      endSession: said['end_session_endpoint'] === undefined ? undefined : this.#address(said['end_session_endpoint']),
      saysIssuer: said['authorization_response_iss_parameter_supported'] === true,
      tokenAuth: Array.isArray(methods) ? methods.filter((each) => typeof each === 'string') : undefined,
    }
    return this.#found
  }

  /** Trades the code of the answer for tokens, and believes the ID token only when all of it holds. */
  async redeem(code: string, verifier: string, redirectUri: string, expected: Expected): Promise<Tokens> {
    const { token, tokenAuth } = await this.discover()
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    const answer = await this.#json(token, { method: 'POST', body, headers: this.#authenticate(body, tokenAuth) })
    const { id_token: idToken, access_token: accessToken } = answer
    if (typeof idToken !== 'string') throw new RefusedLogin('sso.provider', 'The provider sent no ID token.')
    return {
      claims: await this.#verified(idToken, expected),
      accessToken: typeof accessToken === 'string' ? accessToken : undefined,
    }
  }

  /** What the provider tells besides; only about the very person of the ID token. */
  async userinfo({ claims, accessToken }: Tokens): Promise<JsonObject> {
    const { userinfo } = await this.discover()
    if (userinfo === undefined || accessToken === undefined || !/^[\x21-\x7e]{1,16384}$/.test(accessToken)) return {}
    const said = await this.#json(userinfo, { headers: { authorization: `Bearer ${accessToken}` } })
    if (said['sub'] !== claims['sub'])
      throw new RefusedLogin('sso.claims', 'The provider speaks of somebody else than the one who logged in.')
    return said
  }

  async #verified(text: string, expected: Expected): Promise<JsonObject> {
    const token = parseToken(text)
    const { jwks } = await this.discover()
    // Asked anew for every login: a key that was withdrawn counts no longer, one that is new counts at once.
    const { keys } = await this.#json(jwks)
    const list = Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : []
    const key = keyFor(token, list as JsonObject[])
    if (key === undefined || !isSignedBy(token, key))
      throw new RefusedLogin('sso.signature', 'The ID token is not signed by a key of the provider.')
    checkClaims(token.claims, expected)
    return token.claims
  }

  #authenticate(body: URLSearchParams, methods: readonly string[] | undefined): Record<string, string> {
    const { clientId } = this.settings
    if (this.#secret === undefined) {
      body.set('client_id', clientId)
      return {}
    }
    if (methods === undefined || methods.includes('client_secret_basic')) {
      const pair = `${formEncoded(clientId)}:${formEncoded(this.#secret)}`
      return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
    }
    if (!methods.includes('client_secret_post'))
      throw new RefusedLogin('sso.provider', 'The provider takes client secrets in no way that is known here.')
    body.set('client_id', clientId)
    body.set('client_secret', this.#secret)
    return {}
  }

  /** An address that the provider names. */
  #address(value: unknown): string {
    if (typeof value === 'string' && value.length <= 2_000 && URL.canParse(value)) {
      const { protocol, username, password, hash } = new URL(value)
      const isPrivate = protocol === 'https:' || (isLoopback(value) && isLoopback(this.settings.issuer))
      if (isPrivate && /^https?:$/.test(protocol) && username === '' && password === '' && hash === '') return value
    }
    throw new RefusedLogin('sso.provider', 'The provider names an address that is missing or not https.')
  }

  async #json(url: string, request: RequestInit = {}): Promise<JsonObject> {
    try {
      const answer = await fetch(url, {
        ...request,
        headers: { accept: 'application/json', ...(request.headers as Record<string, string> | undefined) },
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      })
      const bytes = await bounded(answer)
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      const read = readObject(bytes)
      if (read !== undefined) return read
      throw new Error('no JSON object')
    } catch (error) {
      if (error instanceof RefusedLogin) throw error
      throw new RefusedLogin('sso.provider', `The identity provider does not answer as it should (${partOf(url)}).`, {
        cause: error,
      })
    }
  }
}

async function bounded(answer: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > MOST_BYTES) throw new Error('too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** RFC 6749 section 2.3.1. */
function formEncoded(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2)
}

function partOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
