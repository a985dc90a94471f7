import { describe, expect, test } from 'vitest'
import { triesEach } from './condition-forms.ts'
import { weakenedDefences } from './code-defences.ts'
import { gatedGuard } from './gated-guards.ts'
import { loosenedSettings } from './held-settings.ts'
import { movedLock } from './lockfiles.ts'
import { requestReach } from './request-reach.ts'
import { provesNothing } from './security-tests.ts'
import { mayFailNow } from './workflows.ts'

describe('a piece of a file that nobody has', () => {
  test.each([
    ['', '.jobs.test.steps[].continue-on-error = true'],
    ['        run: make test', '        run: make test\n        continue-on-error: true'],
    ['', '.unit["allow_failure"] = true'],
  ])('%s: a check may fail: %s', (before, after) => {
    expect(mayFailNow(before, after)).toBeDefined()
    expect(mayFailNow(after, before)).toBeUndefined()
  })
  test('whole workflows are compared step by step', () =>
    expect(mayFailNow('', 'jobs:\n  a:\n    continue-on-error: true')).toBeUndefined())

  test.each([
    ['package-lock.json', 'https://registry.npmjs.org/a/-/', 'http://mirror.evil.example/a/'],
    ['yarn.lock', '  integrity sha512-x', '  '],
  ])('%s: a package moves: %s', (name, before, after) => {
    expect(movedLock(name, before, after)).toBeDefined()
    expect(movedLock(name, after, before)).toBeUndefined()
  })
  test('another version of the same registry moves nothing', () =>
    expect(
      movedLock(
        'package-lock.json',
        'https://registry.npmjs.org/a/-/a-1.tgz',
        'https://registry.npmjs.org/a/-/a-2.tgz',
      ),
    ).toBeUndefined())

  test.each([
    ['assert .*', 'assert True'],
    ['    assert total == 3', '    assert True'],
    ['expect(total).toBe(3)', 'expect(true).toBe(true)'],
    ['assertEqual(total, 3)', 'assertTrue(True)'],
    ['assert_eq!(total, 3)', 'assert!(true)'],
  ])('%s holds whatever the code does: %s', (before, after) => {
    expect(provesNothing(before, after)).toBeDefined()
    expect(provesNothing(after, before)).toBeUndefined()
  })
  test.each([
    ['', 'assert True'],
    ['assert x == 1', 'assert x == 2'],
    ['expect(a).toBe(false)', 'expect(a).toBe(true)'],
    ['assert a', 'assert True is not a'],
  ])('not: %s: %s', (before, after) => expect(provesNothing(before, after)).toBeUndefined())
})

describe('what is the same check', () => {
  test.each([
    ['!verify(raw, sig, config.secret)', '!config.secrets.some((s) => verify(raw, sig, s))'],
    ['not verify(raw, sig, config.secret)', 'not any(verify(raw, sig, s) for s in config.secrets)'],
  ])('of each of several: %s: %s', (before, after) => expect(triesEach(before, after)).toBe(true))
  test.each([
    ['!verify(raw, sig, config.secret)', '!config.secrets.every((s) => verify(raw, sig, s))'],
    ['!verify(raw, sig, config.secret)', '!req.headers.some((s) => verify(raw, sig, s))'],
    ['!verify(raw, sig, config.secret)', '!config.secrets.some((s) => verify(raw, s))'],
    ['!verify(raw, sig, config.secret)', 'config.secrets.some((s) => verify(raw, sig, s))'],
  ])('not: %s: %s', (before, after) => expect(triesEach(before, after)).toBe(false))

  test('ranks by number and ranks by place', () => {
    const ranks = 'const rank = { guest: 0, clerk: 1, admin: 2 };'
    expect(loosenedSettings('roles.ts', ranks, "const order = ['guest', 'clerk', 'admin'];")).toBeUndefined()
    expect(loosenedSettings('roles.ts', ranks, "const order = ['guest', 'admin', 'clerk'];")).toBeDefined()
    expect(
      loosenedSettings('roles.ts', ranks, "const order = ['admin'];\nconst staff = ['admin', 'owner'];"),
    ).toBeDefined()
  })
})

describe('what keeps less out', () => {
  test.each([
    ['token signature\nconst MAX_AGE = 300;', 'token signature\nconst MAX_AGE = 60 * 60 * 24 * 365;'],
    ['clean(html)', "clean(html, { ADD_TAGS: ['iframe', 'script'] })"],
    ['clean(html)', "clean(html, { ADD_ATTR: ['onload'] })"],
  ])('%s: %s', (before, after) => {
    expect(weakenedDefences(before, after)).toBeDefined()
    expect(weakenedDefences(after, before)).toBeUndefined()
  })
  test.each([
    ['token signature\nconst MAX_AGE = 60 * 5;', 'token signature\nconst MAX_AGE = 60 * 10;'],
    ['clean(html)', "clean(html, { ALLOWED_TAGS: ['b', 'i'] })"],
  ])('not: %s: %s', (before, after) => expect(weakenedDefences(before, after)).toBeUndefined())

  test('the whole environment in an answer', () => {
    expect(
      requestReach('', 'app.setErrorHandler((e, _r, reply) => reply.code(500).send({ env: process.env }))'),
    ).toBeDefined()
    expect(requestReach('', 'reply.code(200).send({ zone: process.env.ZONE })')).toBeUndefined()
  })

  const HOOK = [
    "app.post('/hook', async (req, reply) => {",
    '  const raw = req.body;',
    '  if (!verifySignature(raw)) {',
    '    return reply.code(400).send({});',
    '  }',
    '});',
  ]
  test.each([
    [
      'webhook.ts',
      HOOK.join('\n'),
      [
        ...HOOK.slice(0, 2),
        "  if (req.headers['x-retry']) {",
        '    return reply.send({});',
        '  }',
        ...HOOK.slice(2),
      ].join('\n'),
    ],
    ['audit.ts', 'await audit(req)', 'audit(req).catch(() => {})'],
    ['audit.ts', '  await db.insert(row)', "  if (process.env.AUDIT !== 'full') return;\n  await db.insert(row)"],
  ])('%s: %s', (path, before, after) => {
    expect(gatedGuard(path, before, after)).toBeDefined()
    expect(gatedGuard(path, after, before)).toBeUndefined()
  })
  test.each([
    ['the branch refuses', "  if (req.headers['x-old']) {", '    return reply.code(410).send({});'],
    ['nothing is brought', "  if (!req.headers['x-key']) {", '    return reply.send({});'],
  ])('not when %s', (_what, condition, answer) =>
    expect(
      gatedGuard(
        'webhook.ts',
        HOOK.join('\n'),
        [...HOOK.slice(0, 2), condition, answer, '  }', ...HOOK.slice(2)].join('\n'),
      ),
    ).toBeUndefined(),
  )
})
