/** Who a person is to this installation. Somebody nobody named is not even an auditor. */
export const ROLES = ['owner', 'admin', 'approver', 'auditor', 'agent'] as const

export type Role = (typeof ROLES)[number]

/** Words that settings have always had for two of them. */
const ALIASES = { member: 'agent', viewer: 'auditor' } as const satisfies Readonly<Record<string, Role>>

/** A role as settings and command lines may write it. */
export type RoleWord = Role | keyof typeof ALIASES

export const ROLE_WORDS = [...ROLES, 'member', 'viewer'] as const satisfies readonly RoleWord[]

export type Right =
  /** Send work to an agent and have its calls judged. */
  | 'ask'
  /** Answer a permission question. */
  | 'approve'
  | 'change-policy'
  /** Manage every user. An admin manages those who are neither owner nor admin: see `mayManage`. */
  | 'change-roles'
  | 'read-journal'

export const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['ask', 'approve', 'change-policy', 'change-roles', 'read-journal'],
  admin: ['ask', 'approve', 'change-policy', 'read-journal'],
  approver: ['ask', 'approve'],
  auditor: ['read-journal'],
  agent: ['ask'],
}

/** Undefined: no such role. */
export function roleNamed(word: string): Role | undefined {
  if (Object.hasOwn(ALIASES, word)) return ALIASES[word as keyof typeof ALIASES]
  return ROLES.find((role) => role === word)
}

export function hasRight(role: Role | undefined, right: Right): boolean {
  return role !== undefined && RIGHTS[role].includes(right)
}

/** Nobody makes or unmakes somebody who stands as high as they do themselves; an owner does. */
export function mayManage(by: Role, before: Role | undefined, after: Role | undefined): boolean {
  if (by === 'owner') return true
  const high = (role: Role | undefined): boolean => role === 'owner' || role === 'admin'
  return by === 'admin' && !high(before) && !high(after)
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

/**
 * Who may ask, who may approve, who may change the policy. User ids are compared exactly: `telegram:4711`. Works alone:
 * where the roles come from, and where a change goes, is its owner's business.
 */
export class UserPermissionService {
  readonly #roles: Map<string, Role>

  constructor(roles: Iterable<readonly [string, RoleWord]> = []) {
    this.#roles = new Map()
    for (const [user, word] of roles) {
      const role = roleNamed(word)
      if (role !== undefined) this.#roles.set(user, role)
    }
  }

  roleOf(user: string): Role | undefined {
    return this.#roles.get(user)
  }

  may(user: string, right: Right): boolean {
    return hasRight(this.#roles.get(user), right)
  }

  /** `undefined` takes the role away. The last owner stays: an installation nobody owns cannot be mended. */
  changeRole(by: string, user: string, word: RoleWord | undefined): RoleAnswer {
    const actor = this.#roles.get(by)
    const before = this.#roles.get(user)
    const after = word === undefined ? undefined : roleNamed(word)
    if (actor === undefined || !mayManage(actor, before, after))
      return { changed: false, why: `\`${by}\` may not change roles` }
    if (user === '') return { changed: false, why: 'a role needs a user id' }
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
