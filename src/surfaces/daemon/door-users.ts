import { holderOf, type StoredUsers, type UserStore } from '../../journal/users.ts'
import type { Users } from './door.ts'

/** Users for the door. Where they cannot be read nobody is one: what is left then is the machine's own tokens. */
export function doorUsers(store: Pick<UserStore, 'read' | 'refresh'>, trouble: (error: unknown) => void): Users {
  const asked = <T>(find: (users: StoredUsers) => T | undefined): T | undefined => {
    try {
      return find(store.read())
    } catch (error) {
      trouble(error)
      return undefined
    }
  }
  return {
    ...(store.refresh === undefined ? {} : { refresh: () => store.refresh!() }),
    byToken: (token) => asked((users) => holderOf(users, token, Date.now())),
    byId: (id) => asked(({ people }) => people.find((person) => person.id === id && !person.disabled)),
  }
}
