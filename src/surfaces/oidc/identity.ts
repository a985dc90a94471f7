import { hash } from 'node:crypto'
import type { JsonObject } from '../../call/tool-call.ts'
import { GROUP_ROLES, type OidcSettings } from '../../policy/console-settings.ts'
import { RefusedLogin } from './refused-login.ts'

export type GroupRole = (typeof GROUP_ROLES)[number]

/** Who logged in, as users are joined to it. */
export interface Identified {
  /** `oidc:<issuer>#<sub>`, or `#email:…`, `#preferred_username:…`. */
  readonly identity: string
  /** The role that the groups give. Undefined: the settings leave roles to the store. */
  readonly role: GroupRole | undefined
  /** What a user who is made now is called. */
  readonly newName: string
}

/** Which claims must be known; what the ID token lacks is asked for. */
export function neededClaims(settings: OidcSettings): readonly string[] {
  const { identity = 'sub', allowedDomains, groups } = settings
  return [
    ...(identity === 'sub' ? [] : [identity]),
    ...(identity === 'email' || allowedDomains !== undefined ? ['email', 'email_verified'] : []),
    ...(groups === undefined ? [] : [groups.claim]),
  ]
}

/** Says who it is, by verified claims. Throws a `RefusedLogin`. */
export function identify(settings: OidcSettings, claims: JsonObject): Identified {
  const { issuer, identity: claim = 'sub', allowedDomains } = settings
  const email = verifiedEmail(claims)
  if (allowedDomains !== undefined && !allowedDomains.includes(email?.split('@')[1] ?? ''))
    throw new RefusedLogin(
      'sso.domain',
      'Your email address is not verified by the provider, or its domain may not log in here.',
    )
  const value = claim === 'email' ? email : claims[claim]
  // One spelling for one person: what could look like another, or end a line, names nobody.
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(value))
    throw new RefusedLogin('sso.claims', `The provider does not say who you are (claim \`${claim}\`).`)
  const identity = `oidc:${issuer}#${claim === 'sub' ? '' : `${claim}:`}${value}`
  return { identity, role: roleOf(settings, claims), newName: nameFor(identity, claims) }
}

/** In small letters. */
function verifiedEmail({ email, email_verified: verified }: JsonObject): string | undefined {
  if (verified !== true || typeof email !== 'string') return undefined
  return /^[\x21-\x3f\x41-\x7e]{1,128}@[A-Za-z0-9.-]{1,253}$/.test(email) ? email.toLowerCase() : undefined
}

function roleOf({ groups }: OidcSettings, claims: JsonObject): GroupRole | undefined {
  if (groups === undefined) return undefined
  const said = claims[groups.claim]
  const names = Array.isArray(said) ? said : [said]
  const given = names.flatMap((name) =>
    typeof name === 'string' && Object.hasOwn(groups.roles, name) ? [groups.roles[name]!] : [],
  )
  const highest = GROUP_ROLES.find((role) => given.includes(role))
  if (highest === undefined)
    throw new RefusedLogin('sso.groups', 'You are in no group that may use this console: ask whoever runs it.')
  return highest
}

/**
 * A user's name also counts as a login name of the machine, so a provider must not choose it: it begins with `sso.`
 * and ends with a digest of the identity.
 */
function nameFor(identity: string, claims: JsonObject): string {
  const said = [claims['preferred_username'], claims['email']].find((each) => typeof each === 'string') ?? ''
  const word = String(said)
    .split('@')[0]!
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32)
  return `sso.${word === '' ? 'user' : word}-${hash('sha256', identity).slice(0, 8)}`
}
