/** Who a person is to this installation. Somebody nobody named is not even a viewer. */
export type Role = 'owner' | 'admin' | 'member' | 'viewer'

export type Right =
  /** Send work to an agent and have its calls judged. */
  | 'ask'
  /** Answer a permission question. */
  | 'approve'
  | 'change-policy'
  | 'change-roles'
  | 'read-journal'

const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['ask', 'approve', 'change-policy', 'change-roles', 'read-journal'],
  admin: ['ask', 'approve', 'change-policy', 'read-journal'],
  member: ['ask'],
  viewer: ['read-journal'],
}

export interface RoleChange {
  readonly by: string
  readonly user: string
  readonly before: Role | undefined
  readonly after: Role | undefined
}

export type RoleAnswer =
  | { readonly changed: true; readonly change: RoleChange }
  | { readonly changed: false; readonly why: string }

/** Who may ask, who may approve, who may change the policy. User ids are compared exactly: `telegram:4711`. */
export class UserPermissionService {
  readonly #roles: Map<string, Role>

  constructor(roles: Iterable<readonly [string, Role]> = []) {
    this.#roles = new Map(roles)
  }

  roleOf(user: string): Role | undefined {
    return this.#roles.get(user)
  }

  may(user: string, right: Right): boolean {
    const role = this.#roles.get(user)
    return role !== undefined && RIGHTS[role].includes(right)
  }

  /** `undefined` takes the role away. The last owner stays: an installation nobody owns cannot be mended. */
  changeRole(by: string, user: string, after: Role | undefined): RoleAnswer {
    if (!this.may(by, 'change-roles')) return { changed: false, why: `\`${by}\` may not change roles` }
    if (user === '') return { changed: false, why: 'a role needs a user id' }
    const before = this.#roles.get(user)
    if (before === 'owner' && after !== 'owner' && this.#owners() === 1)
      return { changed: false, why: `\`${user}\` is the last owner` }
    if (after === undefined) this.#roles.delete(user)
    else this.#roles.set(user, after)
    return { changed: true, change: { by, user, before, after } }
  }

  users(): readonly (readonly [string, Role])[] {
    return [...this.#roles]
  }

  #owners(): number {
    return [...this.#roles.values()].filter((role) => role === 'owner').length
  }
}
