import { describe, expect, test } from 'vitest'
import { callerDecides } from './caller-decides.ts'
import { lostInScript, shorterReach } from './reach-of-checks.ts'

type Row = readonly [path: string, before: string, after: string]

describe('whoever calls decides', () => {
  test.each<Row>([
    ['user.ts', '', "  req.user = { id: String(req.headers['x-user']) }"],
    ['user.py', '', '    request.user = json.loads(request.headers["X-User"])'],
    ['limit.ts', 'max: 120,', "max: 120, skip: (req) => req.headers['x-internal'] === '1',"],
    ['list.ts', 'query(sql, [user.id])', 'query(sql, [req.query.owner ?? user.id])'],
    ['limit.ts', 'if (n >= most) {', "if (n >= most && !req.headers['x-more']) {"],
    ['roles.ts', 'roles: payload.roles ?? [],', "roles: payload.roles ?? ['clerk'],"],
    ['roles.ts', 'const rank = { clerk: 1, admin: 3 }', 'const rank = { clerk: 3, admin: 3 }'],
    ['cors.ts', 'origin: allowed', "origin: (origin) => origin.includes('acme.example')"],
  ])('%s: %s', (path, before, after) => {
    expect(callerDecides(path, before, after)).toBeDefined()
    expect(callerDecides(path, after, after)).toBeUndefined()
  })
  test.each<Row>([
    ['user.ts', '', '  req.user = await verifyToken(req.headers.authorization)'],
    ['list.ts', 'query(sql, [user.id])', 'query(sql, [user.id, req.query.zone])'],
    ['roles.ts', 'const rank = { clerk: 1, admin: 3 }', 'const rank = { clerk: 1, auditor: 2, admin: 3 }'],
    ['page.ts', 'const page = 1', 'const page = Number(req.query.page ?? 1)'],
    ['cors.ts', 'origin: allowed', 'origin: (origin) => allowed.includes(origin)'],
  ])('not: %s: %s', (path, before, after) => expect(callerDecides(path, before, after)).toBeUndefined())
})

describe('a check that reaches less far', () => {
  test.each<Row>([
    ['a.ts', "addHook('preHandler', requireRole('x'))", "addHook('onResponse', requireRole('x'))"],
    ['a.ts', "createHmac('sha256', k).update(a).update(b)", "createHmac('sha256', k).update(a)"],
    ['a.ts', "if (url.protocol !== 'https:') throw x", "if (!url.protocol.startsWith('http')) throw x"],
    ['a.ts', "if (!to.startsWith('/srv/files')) throw x", "if (!to.startsWith('/srv')) throw x"],
    ['a.ts', "fetch(url, { redirect: 'error' })", "fetch(url, { redirect: 'follow' })"],
    [
      'a.ts',
      "scope.addHook('preHandler', requireUser)\nscope.register(admin)",
      "scope.addHook('preHandler', requireUser)\napp.register(admin)",
    ],
    ['a.py', '"delete from r where age > 3 and legal_hold = false"', '"delete from r where age > 3"'],
    ['a.py', 'return sha256(salt + plate)', 'return plate[:8]'],
    ['a.go', 'body := http.MaxBytesReader(w, r.Body, 64)', 'body := r.Body'],
  ])('%s: %s', (path, before, after) => {
    expect(shorterReach(path, before, after)).toBeDefined()
    expect(shorterReach(path, after, before)).toBeUndefined()
  })
  test.each<Row>([
    ['a.py', 'return sha256(salt + plate)', 'return hmac_of(salt, plate)'],
    ['a.ts', "addHook('onRequest', check)", "addHook('preHandler', check)"],
    ['a.sql', 'select a from t where zone = 1', 'select a from t'],
  ])('not: %s: %s', (path, before, after) => expect(shorterReach(path, before, after)).toBeUndefined())
  test('a script encrypts as before', () => {
    expect(lostInScript('age -r "$R" -o x.age x\ncp x.age y', 'cp x y')).toBeDefined()
    expect(lostInScript('rm -f x.age', 'true')).toBeUndefined()
    expect(lostInScript('gpg -e x', 'age -r "$R" x')).toBeUndefined()
  })
})
