import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type LoopbackServer, loopbackServer } from './loopback-server.ts'

/** What an issuer gets wrong, or does on purpose. All left out: an honest one. */
export interface Wrongs {
  readonly claims?: (claims: Readonly<Record<string, unknown>>) => object
  readonly header?: (header: Readonly<Record<string, unknown>>) => object
  /** Instead of the RS256 signature of its own key. */
  readonly sign?: (text: string, keys: { own: KeyObject; ownPublic: KeyObject; other: KeyObject }) => Buffer
  readonly discovery?: (document: Readonly<Record<string, unknown>>) => object
  readonly keys?: (keys: readonly object[]) => readonly object[]
  readonly userinfo?: object
  /** Instead of the whole answer of the token endpoint. */
  readonly token?: () => { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
}

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 })
const WEAK = generateKeyPairSync('rsa', { modulusLength: 1024 })

export const signRs256 = (text: string, key: KeyObject): Buffer => sign('sha256', Buffer.from(text), key)
export const signPs256 = (text: string, key: KeyObject): Buffer =>
  sign('sha256', Buffer.from(text), {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  })
/** What a verifier falls for that takes the public key for a shared secret. */
export const signHs256 = (text: string, key: KeyObject): Buffer =>
  createHmac('sha256', key.export({ type: 'spki', format: 'pem' }))
    .update(text)
    .digest()
export const weak = WEAK
export const rsaJwk = (key: KeyObject, kid: string): object => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' })

export interface HostileIssuer {
  readonly origin: string
  wrongs: Wrongs
  /** Addresses that were asked, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

/** An issuer that logs everybody in as `mallory`, as wrongly as it is told to. */
export async function hostileIssuer(clientId: string): Promise<HostileIssuer> {
  const server: LoopbackServer = await loopbackServer()
  const nonces = new Map<string, string>()
  const issuer: HostileIssuer = { origin: server.origin, wrongs: {}, asked: [], close: () => server.close() }
  server.use((request, response) => {
    const url = new URL(request.url ?? '/', server.origin)
    issuer.asked.push(`${request.method} ${url.pathname}`)
    const json = (value: object): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const { wrongs } = issuer
    switch (url.pathname) {
      case '/.well-known/openid-configuration': {
        const document = {
          issuer: server.origin,
          authorization_endpoint: `${server.origin}/authorize`,
          token_endpoint: `${server.origin}/token`,
          jwks_uri: `${server.origin}/keys`,
          userinfo_endpoint: `${server.origin}/userinfo`,
        }
        return json(wrongs.discovery?.(document) ?? document)
      }
      case '/authorize': {
        const code = `code-${nonces.size}`
        nonces.set(code, url.searchParams.get('nonce') ?? '')
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        return void response.writeHead(303, { location: back.href }).end()
      }
      case '/keys': {
        const keys = [rsaJwk(RSA.publicKey, 'own')]
        return json({ keys: wrongs.keys?.(keys) ?? keys })
      }
      case '/userinfo':
        return json(wrongs.userinfo ?? { sub: 'mallory' })
      case '/token': {
        let body = ''
        request.on('data', (piece: Buffer) => (body += String(piece)))
        return void request.on('end', () => {
          if (wrongs.token !== undefined) {
            const told = wrongs.token()
            response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers }).end(told.body)
            return
          }
          const now = Math.floor(Date.now() / 1000)
          const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '')
          const honest = { iss: server.origin, aud: clientId, sub: 'mallory', nonce, iat: now, exp: now + 300 }
          const text = [
            wrongs.header?.({ alg: 'RS256', kid: 'own' }) ?? { alg: 'RS256', kid: 'own' },
            wrongs.claims?.(honest) ?? honest,
          ]
            .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
            .join('.')
          const keys = { own: RSA.privateKey, ownPublic: RSA.publicKey, other: OTHER.privateKey }
          const signature = wrongs.sign?.(text, keys) ?? signRs256(text, RSA.privateKey)
          json({ access_token: 'x', token_type: 'Bearer', id_token: `${text}.${signature.toString('base64url')}` })
        })
      }
      default:
        return void response.writeHead(404).end()
    }
  })
  return issuer
}
