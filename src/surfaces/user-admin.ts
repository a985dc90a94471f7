import { randomBytes } from 'node:crypto'
import { type ChangedBy, type StoredUsers, TOKEN_PREFIX, tokenDigest } from '../journal/users.ts'
import type { UserChange, UserStore } from '../journal/users.ts'
import { isIdentity, isUserId, type Person } from '../policy/people.ts'
import { mayManage, type Role } from '../policy/users.ts'

/** Who changes users: somebody with a role, or whoever owns the files, who counts as an owner. */
export interface Actor extends ChangedBy {
  readonly role: Role
}

export type Wanted =
  | { readonly does: 'add'; readonly user: string; readonly role: Role; readonly identities: readonly string[] }
  | { readonly does: 'role'; readonly user: string; readonly role: Role }
  | { readonly does: 'disable' | 'enable' | 'remove'; readonly user: string }
  | { readonly does: 'join' | 'part'; readonly user: string; readonly identity: string }
  | { readonly does: 'revoke'; readonly user: string; readonly token: string }

/** Why a change was not made: a sentence for whoever wanted it. */
export class RefusedChange extends Error {
  override readonly name = 'RefusedChange'
}

/** How long a token lasts unless somebody says otherwise, in days. */
export const TOKEN_DAYS = 90
export const MOST_TOKEN_DAYS = 3_650
const DAY = 86_400_000

/** Changes who is who. Durable and on record when it resolves; rejects with a `RefusedChange` or a `JournalFailure`. */
export async function changeUsers(store: UserStore, wanted: Wanted, actor: Actor): Promise<void> {
  const change = allowedChange(store.read(), wanted, actor.role)
  if (!(await store.change(change, actor)))
    throw new RefusedChange(`${wanted.user} was changed by somebody else meanwhile: look again`)
}

export interface NewToken {
  readonly id: string
  /** Shown once: nobody can find it again. */
  readonly token: string
  readonly expires: number | undefined
}

export async function newToken(
  store: UserStore,
  wanted: { readonly user: string; readonly label: string; readonly days: number | 'never' },
  actor: Actor,
  now: number,
): Promise<NewToken> {
  const person = found(store.read(), wanted.user)
  refuseUnless(person, person.role, actor.role)
  if (person.disabled) throw new RefusedChange(`${person.id} is disabled: enable them first`)
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const id = randomBytes(4).toString('hex')
  const expires = wanted.days === 'never' ? undefined : now + wanted.days * DAY
  const { user, label } = wanted
  await store.change(
    { does: 'token', token: { id, user, digest: tokenDigest(token), label, created: now, expires } },
    actor,
  )
  return { id, token, expires }
}

function allowedChange(users: StoredUsers, wanted: Wanted, by: Role): UserChange {
  if (wanted.does === 'add') {
    if (!isUserId(wanted.user))
      throw new RefusedChange(`\`${wanted.user}\` is no name for a user: letters, digits, dots and dashes, at most 64`)
    if (users.people.some(({ id }) => id === wanted.user)) throw new RefusedChange(`${wanted.user} is a user already`)
    for (const identity of wanted.identities) refuseIdentity(users, identity)
    refuseUnless(undefined, wanted.role, by)
    return wanted
  }
  const person = found(users, wanted.user)
  refuseUnless(person, wanted.does === 'role' ? wanted.role : person.role, by)
  switch (wanted.does) {
    case 'role':
      if (wanted.role !== 'owner') refuseLastOwner(users, person)
      return { does: 'role', user: person.id, before: person.role, role: wanted.role }
    case 'disable':
      refuseLastOwner(users, person)
      return { does: 'disable', user: person.id, role: person.role }
    case 'enable':
      return { does: 'enable', user: person.id, role: person.role }
    case 'remove':
      if (users.people.length > 1) refuseLastOwner(users, person)
      return { does: 'remove', user: person.id, role: person.role }
    case 'join':
      refuseIdentity(users, wanted.identity)
      return wanted
    case 'part':
      if (!person.identities.includes(wanted.identity))
        throw new RefusedChange(`${wanted.identity} does not belong to ${person.id}`)
      return wanted
    case 'revoke': {
      const token = users.tokens.find(({ id, user }) => id === wanted.token && user === person.id)
      if (token === undefined) throw new RefusedChange(`${person.id} has no token ${wanted.token}`)
      if (token.revoked !== undefined) throw new RefusedChange(`the token ${token.id} is revoked already`)
      return wanted
    }
  }
}

function found({ people }: StoredUsers, user: string): Person {
  const person = people.find(({ id }) => id === user)
  if (person === undefined) throw new RefusedChange(`there is no user ${user}`)
  return person
}

function refuseUnless(person: Person | undefined, after: Role, by: Role): void {
  if (mayManage(by, person?.role, after)) return
  throw new RefusedChange(
    by === 'admin'
      ? 'an admin manages approvers, auditors and agents: ask an owner'
      : `${by === 'agent' ? 'an agent' : `an ${by}`} may not manage users: ask an owner or an admin`,
  )
}

function refuseLastOwner({ people }: StoredUsers, { id, role, disabled }: Person): void {
  if (role !== 'owner' || disabled) return
  if (people.some((each) => each.id !== id && each.role === 'owner' && !each.disabled)) return
  throw new RefusedChange(`${id} is the last owner: make somebody else an owner first`)
}

function refuseIdentity({ people }: StoredUsers, identity: string): void {
  if (!isIdentity(identity))
    throw new RefusedChange(
      `\`${identity}\` is no identity: \`login:<name>\`, \`telegram:<id>\`, \`oidc:<issuer>#<sub>\` …`,
    )
  const owner = people.find(({ identities }) => identities.includes(identity))
  if (owner !== undefined) throw new RefusedChange(`${identity} belongs to ${owner.id} already`)
}

/** Users as they are told: never a digest. */
export function usersView(
  { people, tokens }: StoredUsers,
  now: number,
): {
  readonly users: readonly {
    readonly id: string
    readonly role: Role
    readonly disabled: boolean
    readonly identities: readonly string[]
    readonly tokens: readonly {
      readonly id: string
      readonly label: string
      readonly created: number
      readonly expires: number | null
      readonly state: 'valid' | 'expired' | 'revoked'
    }[]
  }[]
} {
  return {
    users: people.map(({ id, role, disabled, identities }) => ({
      id,
      role,
      disabled,
      identities,
      tokens: tokens
        .filter(({ user }) => user === id)
        .map((each) => ({
          id: each.id,
          label: each.label,
          created: each.created,
          expires: each.expires ?? null,
          state:
            each.revoked !== undefined
              ? 'revoked'
              : each.expires !== undefined && now >= each.expires
                ? 'expired'
                : 'valid',
        })),
    })),
  }
}
