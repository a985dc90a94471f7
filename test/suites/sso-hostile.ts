import { generateKeyPairSync, sign } from 'node:crypto'
import type { OidcSettings } from '../../src/policy/console-settings.ts'
import type { DaemonProduct } from '../daemon/client.ts'
import { hostileIssuer, rsaJwk, signHs256, signPs256, signRs256, weak, type Wrongs } from '../oidc/hostile-issuer.ts'
import { CLIENT } from '../oidc/real-provider.ts'
import { loginCode, sentBack, sitWithSso } from '../oidc/sitting.ts'
import type { Failures } from '../product.ts'

interface Row {
  readonly name: string
  readonly wrongs: Wrongs
  /** Undefined: this one is fine and gets in, or the table would prove nothing. */
  readonly refused: string | undefined
  readonly settings?: Partial<OidcSettings>
}

const now = (): number => Math.floor(Date.now() / 1000)
const edwards = generateKeyPairSync('ed25519')
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const OWN = 'own'

const ROWS: readonly Row[] = [
  { name: 'an honest token', wrongs: {}, refused: undefined },
  {
    name: 'an honest token for several audiences',
    wrongs: { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'], azp: CLIENT.id }) },
    refused: undefined,
  },
  {
    name: 'an honest token signed with PS256',
    wrongs: { header: () => ({ alg: 'PS256', kid: OWN }), sign: (text, { own }) => signPs256(text, own) },
    refused: undefined,
  },
  {
    name: 'alg none',
    wrongs: { header: () => ({ alg: 'none' }), sign: () => Buffer.from('x') },
    refused: 'sso.signature',
  },
  {
    name: 'alg none without a signature',
    wrongs: { header: () => ({ alg: 'none' }), sign: () => Buffer.alloc(0) },
    refused: 'sso.signature',
  },
  {
    name: 'HS256 with the public key as its secret',
    wrongs: { header: () => ({ alg: 'HS256', kid: OWN }), sign: (text, { ownPublic }) => signHs256(text, ownPublic) },
    refused: 'sso.signature',
  },
  {
    name: 'signed by another key',
    wrongs: { sign: (text, { other }) => signRs256(text, other) },
    refused: 'sso.signature',
  },
  {
    name: 'a key that nobody knows',
    wrongs: { header: () => ({ alg: 'RS256', kid: 'other' }), sign: (text, { other }) => signRs256(text, other) },
    refused: 'sso.signature',
  },
  {
    name: 'a key that the token brings along',
    wrongs: {
      header: () => ({ alg: 'EdDSA', jwk: edwards.publicKey.export({ format: 'jwk' }) }),
      sign: (text) => sign(null, Buffer.from(text), edwards.privateKey),
    },
    refused: 'sso.signature',
  },
  {
    name: 'two keys by one name',
    wrongs: { keys: (keys) => [rsaJwk(weak.publicKey, OWN), ...keys] },
    refused: 'sso.signature',
  },
  {
    name: 'a key of 1024 bits',
    wrongs: { keys: () => [rsaJwk(weak.publicKey, OWN)], sign: (text) => signRs256(text, weak.privateKey) },
    refused: 'sso.signature',
  },
  {
    name: 'a key for encryption',
    wrongs: { keys: (keys) => keys.map((key) => ({ ...key, use: 'enc' })) },
    refused: 'sso.signature',
  },
  {
    name: 'an algorithm of another kind of key',
    wrongs: {
      header: () => ({ alg: 'ES256', kid: OWN }),
      keys: () => [{ ...curve.publicKey.export({ format: 'jwk' }), kid: 'else' }],
    },
    refused: 'sso.signature',
  },
  {
    name: 'an extension that must be understood',
    wrongs: { header: (header) => ({ ...header, crit: ['exp'] }) },
    refused: 'sso.signature',
  },
  {
    name: 'another issuer',
    wrongs: { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
    refused: 'sso.issuer',
  },
  {
    name: 'another audience',
    wrongs: { claims: (claims) => ({ ...claims, aud: 'another' }) },
    refused: 'sso.audience',
  },
  {
    name: 'several audiences, made for another',
    wrongs: { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'], azp: 'another' }) },
    refused: 'sso.audience',
  },
  {
    name: 'several audiences, made for nobody',
    wrongs: { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] }) },
    refused: 'sso.audience',
  },
  { name: 'another nonce', wrongs: { claims: (claims) => ({ ...claims, nonce: 'x' }) }, refused: 'sso.nonce' },
  { name: 'no nonce', wrongs: { claims: ({ nonce: _nonce, ...claims }) => claims }, refused: 'sso.nonce' },
  { name: 'expired', wrongs: { claims: (claims) => ({ ...claims, exp: now() - 120 }) }, refused: 'sso.time' },
  { name: 'without an end', wrongs: { claims: ({ exp: _exp, ...claims }) => claims }, refused: 'sso.time' },
  {
    name: 'an end that is no number',
    wrongs: { claims: (claims) => ({ ...claims, exp: '99999999999' }) },
    refused: 'sso.time',
  },
  { name: 'made long ago', wrongs: { claims: (claims) => ({ ...claims, iat: now() - 3600 }) }, refused: 'sso.time' },
  {
    name: 'made in the future',
    wrongs: { claims: (claims) => ({ ...claims, iat: now() + 600 }) },
    refused: 'sso.time',
  },
  { name: 'not valid yet', wrongs: { claims: (claims) => ({ ...claims, nbf: now() + 600 }) }, refused: 'sso.time' },
  {
    name: 'a clock half a minute ahead',
    wrongs: { claims: (claims) => ({ ...claims, iat: now() + 30 }) },
    refused: undefined,
  },
  { name: 'nobody', wrongs: { claims: (claims) => ({ ...claims, sub: '' }) }, refused: 'sso.claims' },
  {
    name: 'a name with a line break',
    wrongs: { claims: (claims) => ({ ...claims, sub: 'mallory\nowner' }) },
    refused: 'sso.claims',
  },
  {
    name: 'userinfo of somebody else',
    wrongs: { userinfo: { sub: 'ann', email: 'ann@example.com', email_verified: true } },
    settings: { identity: 'email' },
    refused: 'sso.claims',
  },
  {
    name: 'an address that is verified in words only',
    wrongs: { claims: (claims) => ({ ...claims, email: 'ann@example.com', email_verified: 'true' }) },
    settings: { identity: 'email' },
    refused: 'sso.claims',
  },
  {
    name: 'no ID token',
    wrongs: { token: () => ({ status: 200, body: '{"access_token":"x"}' }) },
    refused: 'sso.provider',
  },
  {
    name: 'a redirect instead of tokens',
    wrongs: { token: () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' }, body: '' }) },
    refused: 'sso.provider',
  },
  {
    name: 'an answer without an end',
    wrongs: { token: () => ({ status: 200, body: `{"id_token":"${'x'.repeat(700_000)}"}` }) },
    refused: 'sso.provider',
  },
  {
    name: 'two ID tokens under one name',
    wrongs: { token: () => ({ status: 200, body: '{"id_token":"a.b.c","id_token":"d.e.f"}' }) },
    refused: 'sso.provider',
  },
]

export const HOSTILE_ROWS: readonly string[] = ROWS.map(({ name }) => name)

/** Logins with an issuer that is wrong in one thing at a time. Returns what does not hold. */
export async function ssoHostile(product: DaemonProduct, only: RegExp = /./): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS.filter(({ name }) => only.test(name))) {
    const issuer = await hostileIssuer(CLIENT.id)
    const sitting = await sitWithSso(product, { issuer: issuer.origin, ...row.settings })
    try {
      const identities = ['mallory', 'ann', 'email:ann@example.com'].map((sub) => `oidc:${issuer.origin}#${sub}`)
      await sitting.change({ does: 'add', user: 'user', role: 'auditor', identities })
      issuer.wrongs = row.wrongs
      const { url, cookie } = await sitting.begin()
      const answer = await sitting.arrive(await sentBack(url), cookie)
      const said = /\((sso\.[a-z-]+)\)/.exec(answer.body)?.[1]
      const holds =
        loginCode(answer) === undefined ? row.refused !== undefined && said === row.refused : row.refused === undefined
      if (!holds) failures.push(`${row.name}: ${answer.status} ${said ?? answer.body}, not ${row.refused ?? 'let in'}`)
    } catch (error) {
      failures.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await sitting.running.end()
      await issuer.close()
    }
  }
  return failures
}

/** What an issuer says about itself before anybody goes there. */
const DISCOVERY: readonly (readonly [name: string, wrong: NonNullable<Wrongs['discovery']>, code: string])[] = [
  ['another issuer', (document) => ({ ...document, issuer: 'https://evil.example' }), 'sso.issuer'],
  [
    'the same issuer with a slash',
    (document) => ({ ...document, issuer: `${String(document['issuer'])}/` }),
    'sso.issuer',
  ],
  ['no page', ({ authorization_endpoint: _page, ...document }) => document, 'sso.provider'],
  [
    'a page that is a script',
    (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
    'sso.provider',
  ],
  ['a page in the open', (document) => ({ ...document, authorization_endpoint: 'http://id.example/' }), 'sso.provider'],
  ['keys in the open', (document) => ({ ...document, jwks_uri: 'http://192.168.0.1/keys' }), 'sso.provider'],
  [
    'a token endpoint with a password',
    (document) => ({ ...document, token_endpoint: 'https://a:b@id.example/' }),
    'sso.provider',
  ],
]

export async function ssoDiscovery(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  for (const [name, wrong, code] of DISCOVERY) {
    const issuer = await hostileIssuer(CLIENT.id)
    const sitting = await sitWithSso(product, { issuer: issuer.origin })
    issuer.wrongs = { discovery: wrong }
    const answer = await sitting.send('POST', '/v1/console/oidc/start')
    if (answer.status !== 502 || !answer.body.includes(code) || answer.headers.has('set-cookie'))
      failures.push(`${name}: ${answer.status} ${answer.body}`)
    await sitting.running.end()
    await issuer.close()
  }
  return failures
}
