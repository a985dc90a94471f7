import { hash } from 'node:crypto'
import type { Person } from '../policy/people.ts'
import { type Role, roleNamed } from '../policy/users.ts'
import type { AuditEvent } from './audit-logger.ts'

/** A token of a user, as it is kept: what cannot be used to be that user. */
export interface UserToken {
  /** Short, for listing and revoking. */
  readonly id: string
  readonly user: string
  readonly digest: string
  readonly label: string
  readonly created: number
  /** Milliseconds since 1970; undefined: never. */
  readonly expires: number | undefined
  readonly revoked: number | undefined
}

/** All users as of one moment. */
export interface StoredUsers {
  readonly people: readonly Person[]
  readonly tokens: readonly UserToken[]
}

export const NO_USERS: StoredUsers = { people: [], tokens: [] }

/** One change of who is who. Its record is written with it or neither is. */
export type UserChange =
  | { readonly does: 'add'; readonly user: string; readonly role: Role; readonly identities: readonly string[] }
  | { readonly does: 'role'; readonly user: string; readonly before: Role; readonly role: Role }
  | { readonly does: 'disable' | 'enable' | 'remove'; readonly user: string; readonly role: Role }
  | { readonly does: 'join' | 'part'; readonly user: string; readonly identity: string }
  | { readonly does: 'token'; readonly token: Omit<UserToken, 'revoked'> }
  | { readonly does: 'revoke'; readonly user: string; readonly token: string }

export interface UserStore {
  /** As the store is now, when it is what the gate wrote. Throws a `JournalFailure`. */
  read(): StoredUsers
  /** Where other daemons change users, too: to be awaited before `read`, for every request. Never rejects. */
  refresh?(): Promise<void>
  /** Durable when it resolves; false: it no longer applies. Rejects with a `JournalFailure`. */
  change(change: UserChange, by: ChangedBy): Promise<boolean>
}

export interface ChangedBy {
  readonly user: string
  /** `command line`, `port`, … */
  readonly through: string
}

/** Under which users' rows are sealed, all of them together: none can be taken out alone. */
export const USERS_REALM = 'portcullis:users'

/** Only who made 256 random bits knows what this is the digest of. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Told apart at a glance from the tokens of the machine, and by programs that look for leaked ones. */
export const TOKEN_PREFIX = 'pcu_'

/** Whose token it is, when it may be used now. `expires` itself is too late. */
export function holderOf(users: StoredUsers, token: string, now: number): Person | undefined {
  if (!token.startsWith(TOKEN_PREFIX)) return undefined
  const digest = tokenDigest(token)
  const found = users.tokens.find((each) => each.digest === digest)
  if (found === undefined || found.revoked !== undefined) return undefined
  if (found.expires !== undefined && now >= found.expires) return undefined
  const person = users.people.find(({ id }) => id === found.user)
  return person === undefined || person.disabled ? undefined : person
}

/** A row with a role that nobody knows is nobody's. */
export function roleFromStore(text: string): Role | undefined {
  return roleNamed(text)
}

/** What stands in the log about a change. */
export function changeEvent(change: UserChange, by: ChangedBy): AuditEvent {
  const base = { severity: 'warn', user: by.user } as const
  const through = { through: by.through }
  switch (change.does) {
    case 'add': {
      const { user, role, identities } = change
      return {
        ...base,
        type: 'user_created',
        code: 'user.created',
        details: { user, role, identities: [...identities], ...through },
      }
    }
    case 'role': {
      const { user, before, role } = change
      return { ...base, type: 'role_changed', code: 'user.role', details: { user, before, after: role, ...through } }
    }
    case 'disable':
    case 'enable': {
      const { user, role } = change
      const code = change.does === 'disable' ? 'user.disabled' : 'user.enabled'
      return { ...base, type: 'role_changed', code, details: { user, role, ...through } }
    }
    case 'remove':
      return {
        ...base,
        type: 'user_deleted',
        code: 'user.removed',
        details: { user: change.user, role: change.role, ...through },
      }
    case 'join':
    case 'part': {
      const { user, identity } = change
      const code = change.does === 'join' ? 'user.joined' : 'user.parted'
      return { ...base, type: 'role_changed', code, details: { user, identity, ...through } }
    }
    case 'token': {
      const { id, user, label, expires } = change.token
      const details = { user, id, label, expires: expires ?? 'never', ...through }
      return { ...base, type: 'operator_action', code: 'user.token-created', details }
    }
    case 'revoke': {
      const { user, token } = change
      return { ...base, type: 'operator_action', code: 'user.token-revoked', details: { user, id: token, ...through } }
    }
  }
}

/** Codes of these records, with what they mean. */
export const USER_CODES = {
  'user.created': 'A user was added.',
  'user.role': 'A user was given another role.',
  'user.disabled': 'A user was disabled.',
  'user.enabled': 'A disabled user was enabled again.',
  'user.removed': 'A user was removed, with their identities and tokens.',
  'user.joined': 'A login name or chat id was linked to a user.',
  'user.parted': 'A login name or chat id was unlinked from a user.',
  'user.token-created': 'A token was created for a user. It was shown once and is not stored.',
  'user.token-revoked': 'A token of a user was revoked.',
} as const satisfies Readonly<Record<string, string>>
