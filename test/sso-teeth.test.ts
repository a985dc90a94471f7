import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { sso } from './suites/sso.ts'
import { ssoDiscovery, ssoHostile } from './suites/sso-hostile.ts'

const real = (only: RegExp) => (product: DaemonProduct) => sso(product, only)
const hostile = (only: RegExp) => (product: DaemonProduct) => ssoHostile(product, only)

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'any browser may end a login',
    file: 'surfaces/oidc/sign-on.ts',
    find: "const name = cookie === undefined ? '' : hash('sha256', cookie)",
    replace: "const name = [...this.#begun.keys()].at(-1) ?? (cookie ?? '')",
    noticedBy: real(/another browser/),
  },
  {
    bug: 'the state is not compared',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'if (query.state === undefined || !isSame(query.state, transaction.state))',
    replace: 'if (query.state === undefined)',
    noticedBy: real(/another browser/),
  },
  {
    bug: 'a login may be ended twice',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'this.#begun.delete(name)\n    if (transaction',
    replace: 'if (transaction',
    noticedBy: real(/counts once/),
  },
  {
    bug: 'iss is not looked at',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'if (query.iss === undefined ? saysIssuer : query.iss !== issuer)',
    replace: "if (query.iss === 'nobody' && saysIssuer)",
    noticedBy: real(/in the name of another/),
  },
  {
    bug: 'no challenge is sent',
    file: 'surfaces/oidc/sign-on.ts',
    find: "code_challenge_method: 'S256',",
    replace: '',
    noticedBy: real(/what is asked/),
  },
  {
    bug: 'the verifier does not change',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'verifier: secret(),',
    replace: "verifier: 'v'.repeat(43),",
    noticedBy: real(/what is asked/),
  },
  {
    bug: 'that a user is disabled is not said',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'if (known?.disabled) {',
    replace: 'if (known === null) {',
    noticedBy: real(/a disabled user/),
  },
  {
    bug: 'whoever logs in becomes a user',
    file: 'surfaces/oidc/sign-on.ts',
    find: 'if (known === undefined && (provider.settings.provision !== true || role === undefined)) {',
    replace: 'if (known === undefined && role === undefined) {',
    noticedBy: real(/groups alone/),
  },
  {
    bug: 'a group unmakes an owner',
    file: 'surfaces/oidc/sign-on.ts',
    find: "known.role !== role && known.role !== 'owner'",
    replace: 'known.role !== role',
    noticedBy: real(/groups give roles/),
  },
  {
    bug: 'nobody hears of a login',
    file: 'surfaces/oidc/sign-on.ts',
    find: "await recorder.logBefore(event('sso.login', person.id, 'info'))",
    replace: '',
    noticedBy: real(/joined to a user/),
  },
  {
    bug: 'the claim of another identity is taken',
    file: 'surfaces/oidc/identity.ts',
    find: 'if (verified !== true ||',
    replace: 'if (verified === undefined ||',
    noticedBy: real(/email address/),
  },
  {
    bug: 'domains are compared by their end',
    file: 'surfaces/oidc/identity.ts',
    find: "!allowedDomains.includes(email?.split('@')[1] ?? '')",
    replace: '!allowedDomains.some((domain) => email?.endsWith(domain))',
    noticedBy: real(/allowed domains/),
  },
  {
    bug: 'the provider chooses the name of a user',
    file: 'surfaces/oidc/identity.ts',
    find: "return `sso.${word === '' ? 'user' : word}-${hash('sha256', identity).slice(0, 8)}`",
    replace: "return word === '' ? hash('sha256', identity).slice(0, 8) : word",
    noticedBy: real(/groups give roles/),
  },
  {
    bug: 'signatures are not checked',
    file: 'surfaces/oidc/provider.ts',
    find: 'if (key === undefined || !isSignedBy(token, key))',
    replace: 'if (key === undefined)',
    noticedBy: hostile(/signed by another key/),
  },
  {
    bug: 'a key that nobody knows may have signed',
    file: 'surfaces/oidc/provider.ts',
    find: 'if (key === undefined || !isSignedBy(token, key))',
    replace: 'if (key !== undefined && !isSignedBy(token, key))',
    noticedBy: hostile(/nobody knows/),
  },
  {
    bug: 'any of two keys may have signed',
    file: 'surfaces/oidc/id-token.ts',
    find: 'return fitting.length === 1 ? publicKey(fitting[0]!) : undefined',
    replace: 'return fitting.length > 0 ? publicKey(fitting.at(-1)!) : undefined',
    noticedBy: hostile(/two keys/),
  },
  {
    bug: 'small keys count',
    file: 'surfaces/oidc/id-token.ts',
    find: 'const LEAST_RSA_BITS = 2048',
    replace: 'const LEAST_RSA_BITS = 512',
    noticedBy: hostile(/1024 bits/),
  },
  {
    bug: 'a key for encryption may sign',
    file: 'surfaces/oidc/id-token.ts',
    find: "(key['use'] === undefined || key['use'] === 'sig') &&",
    replace: '',
    noticedBy: hostile(/for encryption/),
  },
  {
    bug: 'extensions are ignored',
    file: 'surfaces/oidc/id-token.ts',
    find: "['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c'].some(",
    replace: "['b64'].some(",
    noticedBy: hostile(/must be understood/),
  },
  {
    bug: 'any issuer will do',
    file: 'surfaces/oidc/id-token.ts',
    find: "if (iss !== issuer) throw new RefusedLogin('sso.issuer', 'The ID token comes from another issuer.')",
    replace: "if (iss === '') throw new RefusedLogin('sso.issuer', issuer)",
    noticedBy: hostile(/^another issuer/),
  },
  {
    bug: 'any audience will do',
    file: 'surfaces/oidc/id-token.ts',
    find: 'if (!audiences.includes(clientId) || (audiences.length > 1 && azp !== clientId))',
    replace: 'if (audiences.length === 0)',
    noticedBy: hostile(/another audience/),
  },
  {
    bug: 'who it was made for does not matter',
    file: 'surfaces/oidc/id-token.ts',
    find: '(audiences.length > 1 && azp !== clientId)',
    replace: 'audiences.length > 9',
    noticedBy: hostile(/made for nobody/),
  },
  {
    bug: 'expired tokens count',
    file: 'surfaces/oidc/id-token.ts',
    find: '!isTime(exp) || seconds >= exp + SKEW',
    replace: '!isTime(exp)',
    noticedBy: hostile(/^expired/),
  },
  {
    bug: 'old tokens count',
    file: 'surfaces/oidc/id-token.ts',
    find: '|| seconds > iat + OLDEST + SKEW',
    replace: '',
    noticedBy: hostile(/made long ago/),
  },
  {
    bug: 'the nonce is not compared',
    file: 'surfaces/oidc/id-token.ts',
    find: "typeof claims['nonce'] !== 'string' || !isSame(claims['nonce'], nonce)",
    replace: "claims['nonce'] === 0 && nonce === ''",
    noticedBy: hostile(/another nonce/),
  },
  {
    bug: 'userinfo of anybody counts',
    file: 'surfaces/oidc/provider.ts',
    find: "if (said['sub'] !== claims['sub'])",
    replace: "if (said['sub'] === '')",
    noticedBy: hostile(/userinfo/),
  },
  {
    bug: 'the discovery document may be of another issuer',
    file: 'surfaces/oidc/provider.ts',
    find: "if (said['issuer'] !== issuer)",
    replace: "if (said['issuer'] === '')",
    noticedBy: ssoDiscovery,
  },
  {
    bug: 'addresses in the open are used',
    file: 'surfaces/oidc/provider.ts',
    find: 'if (isPrivate && /^https?:$/.test(protocol)',
    replace: 'if (isPrivate !== undefined && /^https?:$/.test(protocol)',
    noticedBy: ssoDiscovery,
  },
  {
    bug: 'answers are read without an end',
    file: 'surfaces/oidc/provider.ts',
    find: "if (size > MOST_BYTES) throw new Error('too large')",
    replace: '',
    noticedBy: hostile(/answer without an end/),
  },
  {
    bug: 'another site may call what only browsers go to',
    file: 'surfaces/daemon/door.ts',
    find: "  ['sec-fetch-mode', ['navigate']],",
    replace: "  ['sec-fetch-mode', ['navigate', 'cors', 'no-cors']],",
    noticedBy: real(/goes there by itself/),
  },
  {
    bug: 'every route is one to arrive at',
    file: 'surfaces/daemon/door.ts',
    find: "found.kind === 'route' && found.route.arrival === true",
    replace: "found.kind === 'route'",
    noticedBy: real(/goes there by itself/),
  },
  {
    bug: 'what a stranger wrote becomes markup',
    file: 'surfaces/daemon/sso-routes.ts',
    find: '<p>${escaped(text)}</p>',
    replace: '<p>${text}</p>',
    noticedBy: real(/nobody knows/),
  },
]

const scratch = scratchFor('sso')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadDaemon(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
