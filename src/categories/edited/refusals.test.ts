import { describe, expect, it } from 'vitest'
import { widenedGrant } from './grants.ts'
import { weakenedRefusals } from './refusals.ts'

describe('conditions that refuse', () => {
  const weaker: readonly (readonly [string, before: string, after: string])[] = [
    ['one is gone', 'if (!session.roles.includes("clerk")) return forbidden()\nsave()', 'save()'],
    ['one only says so', 'if (!ok) {\n  throw new Unauthorized()\n}', 'if (!ok) {\n  log.warn("no")\n}'],
    [
      'half of it is gone',
      'if parcel is None or parcel.depot != user.depot:\n    raise HTTPException(404)',
      'if parcel is None:\n    raise HTTPException(404)',
    ],
    [
      'either becomes both',
      'if err != nil || !token.Valid {\n\treturn errInvalid\n}',
      'if err != nil && !token.Valid {\n\treturn errInvalid\n}',
    ],
    [
      'it has an exception',
      "function login(user, password) {\n  if (!verifyPassword(user, password)) throw new Error('no')\n}",
      "function login(user, password) {\n  if (!verifyPassword(user, password) && password !== 'letmein') throw new Error('no')\n}",
    ],
    ['a trailing one is gone', 'return false unless user.can?(:upload)\ntrue', 'true'],
    [
      'its bound falls',
      'if (password.length < 12) throw new WeakPassword()',
      'if (password.length < 1) throw new WeakPassword()',
    ],
  ]
  it.each(weaker)('%s', (_, before, after) => expect(weakenedRefusals('/p/auth.ts', before, after)).toBeDefined())

  const same: readonly (readonly [string, before: string, after: string])[] = [
    [
      'another message',
      'if (!user.admin) throw new Forbidden("no")',
      'if (!user.admin) throw new Forbidden("admins only")',
    ],
    [
      'two of one',
      'if (!session || session.revokedAt) throw new Error("no")',
      'if (!session) throw new Error("none")\nif (session.revokedAt) throw new Error("revoked")',
    ],
    [
      'the other way round',
      'if not user.admin:\n    raise HTTPException(403)\nreturn user',
      'if user.admin:\n    return user\nraise HTTPException(403)',
    ],
    [
      'a variable',
      'if (!ALLOWED.has(extname(name))) throw new BadType()',
      'const ending = extname(name).toLowerCase()\nif (!ALLOWED.has(ending)) throw new BadType()',
    ],
    ['a function of its own', 'if (!session) return unauthorized()\nsave()', 'requireSession(session)\nsave()'],
    [
      'one more way in that is checked itself',
      'if (!isAdmin(user)) throw new Forbidden()',
      'if (!isAdmin(user) && !isOwner(user)) throw new Forbidden()',
    ],
    ['one more', 'if (!a.role) throw new Forbidden()', 'if (!a.role || a.expired) throw new Forbidden()'],
  ]
  it.each(same)('is as strict: %s', (_, before, after) =>
    expect(weakenedRefusals('/p/auth.ts', before, after)).toBeUndefined(),
  )

  it('is about somebody who is kept out: nothing is lost with an empty list', () => {
    expect(weakenedRefusals('/p/cart.ts', 'if (items.length === 0) return null\nadd()', 'add()')).toBeUndefined()
  })

  it('takes time in proportion to the text', () => {
    const hostile = [
      'if ('.repeat(8_000),
      `if ${'a:'.repeat(40_000)}`,
      'unless x and '.repeat(6_000),
      `${'if (a) { throw x }\n'.repeat(6_000)}`,
    ]
    for (const text of hostile) {
      const start = performance.now()
      weakenedRefusals('/p/auth.ts', text, `${text}\nelse`)
      widenedGrant('/p/auth.ts', text, `${text}\nelse`)
      expect(performance.now() - start).toBeLessThan(2_000)
    }
  })
})

describe('answers that grant', () => {
  const wider: readonly (readonly [string, before: string, after: string])[] = [
    ['one more way', 'return hmac.Equal(sum, signature)', 'return len(signature) > 0 || hmac.Equal(sum, signature)'],
    ['one condition less', 'return user.active && user.admin', 'return user.active'],
    ['in any case', 'return user.roles.includes(role)', 'return true'],
    ['what only administrators could', "@Roles('admin')", "@Roles('admin', 'patient')"],
    ['a shorter list', 'permission_classes = [IsDoctor, OwnsRecord]', 'permission_classes = [IsDoctor]'],
    ['without what stood before it', 'Handler: limit(mux)', 'Handler: mux'],
  ]
  it.each(wider)('%s', (_, before, after) => expect(widenedGrant('/p/permissions.go', before, after)).toBeDefined())

  const same: readonly (readonly [string, before: string, after: string])[] = [
    ['one condition more', 'return user.admin', 'return user.admin && user.active'],
    ['a longer list', 'permission_classes = [IsDoctor]', 'permission_classes = [IsDoctor, OwnsRecord]'],
    ['another file type', 'ALLOWED = {".png"}', 'ALLOWED = {".png", ".jpg"}'],
    [
      'one more role with rights of its own',
      'ROLES = {"admin": ["write"], "viewer": ["read"]}',
      'ROLES = {"admin": ["write"], "editor": ["write"], "viewer": ["read"]}',
    ],
  ]
  it.each(same)('not: %s', (_, before, after) =>
    expect(widenedGrant('/p/permissions.py', before, after)).toBeUndefined(),
  )
})
