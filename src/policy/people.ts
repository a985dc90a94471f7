import { hasRight, type Right, type Role, type RoleWord, UserPermissionService } from './users.ts'

/** Somebody who is known by name, and by what they are called elsewhere: `telegram:4711`, `login:dev`. */
export interface Person {
  readonly id: string
  readonly role: Role
  readonly disabled: boolean
  readonly identities: readonly string[]
  /** Nobody made them a user: they own the machine's files, and so count as an owner. */
  readonly implied?: true
}

/** Whoever is asked who they are: an id, a login name of this machine, or an id of a chat. */
export interface People {
  /** Nobody is named anywhere: then everything is as for one person on one machine. */
  readonly none: boolean
  /** By id, identity or login name; a disabled one as well. */
  find(who: string): Person | undefined
  may(who: string, right: Right): boolean
}

/**
 * The people of the store, and those whom the settings name. The store comes first. `login`: whose process this is; unless
 * the settings say who is who, they are the owner where nobody made them a user.
 */
export function peopleOf(
  stored: readonly Person[],
  named: Readonly<Record<string, RoleWord>> | undefined,
  login: string = '',
): People {
  const known = new Map<string, Person>()
  const add = (person: Person): void => {
    for (const name of [person.id, ...person.identities]) if (!known.has(name)) known.set(name, person)
  }
  for (const person of stored) add(person)
  for (const [id, role] of new UserPermissionService(Object.entries(named ?? {})).users()) {
    if (known.has(id) || known.has(`login:${id}`)) continue
    add({ id, role, disabled: false, identities: [] })
  }
  if (stored.length > 0 && named === undefined && login !== '' && !known.has(login) && !known.has(`login:${login}`))
    add({ id: login, role: 'owner', disabled: false, identities: [`login:${login}`], implied: true })
  const find = (who: string): Person | undefined => known.get(who) ?? known.get(`login:${who}`)
  return {
    none: stored.length === 0 && named === undefined,
    find,
    may: (who, right) => {
      const person = find(who)
      return person !== undefined && !person.disabled && hasRight(person.role, right)
    },
  }
}

export const NO_PEOPLE: People = peopleOf([], undefined)

/** Ids are short words, so that they can be typed and never look like an identity. */
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i

export function isUserId(text: string): boolean {
  return ID.test(text)
}

/** `kind:name` with a kind that we authenticate. */
const IDENTITY =
  /^(?:(?:login|telegram|discord|slack|webhook):[^\s\u0000-\u001F]{1,128}|oidc:https?:\/\/[\x21-\x7e]{1,200}#[\x21-\x7e]{1,280})$/

export function isIdentity(text: string): boolean {
  return IDENTITY.test(text)
}
