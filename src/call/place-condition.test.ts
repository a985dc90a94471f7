import { describe, expect, test } from 'vitest'
import { asksFor, chosenBy, type Condition, mayMeet, wildcardOf } from './place-condition.ts'
import { conditionsOf } from './shell/programs/find-expression.ts'
import { literal } from './word.ts'

const file = (path: string): { readonly path: string; readonly type: 'file' } => ({ path, type: 'file' })

/** What a find from /home/dev, typed as `~`, may yield of these. */
function yields(expression: string, ...paths: readonly string[]): readonly string[] {
  const words = expression.split(' ').filter(Boolean).map(literal)
  const { otherwise, at } = conditionsOf(words, '/home/dev', '/home/dev')
  const acts = [...at.values()]
  return paths.filter((path) => mayMeet(file(path), acts.length > 0 ? acts[0] : otherwise))
}

const KEY = '/home/dev/.ssh/id_rsa'
const NOTE = '/home/dev/notes/a.md'

describe('conditionsOf', () => {
  test.each<readonly [string, readonly string[]]>([
    ['', [KEY, NOTE]],
    ['-name *.md', [NOTE]],
    ['-name id_*', [KEY]],
    ['-iname ID_*', [KEY]],
    ['-name ID_RSA', [KEY]],
    ['-not -name *.md', [KEY]],
    ['! -name *.md', [KEY]],
    ['-not -path */.ssh/*', [NOTE]],
    ['-path *ssh*', [KEY]],
    ['-name *.md -o -name id_rsa', [KEY, NOTE]],
    ['( -name *.md -o -name *.txt ) -type f', [NOTE]],
    ['-maxdepth 1', []],
    ['-maxdepth 2', [KEY, NOTE]],
    ['-mindepth 3', []],
    ['-size -4k -name *.md', [NOTE]],
    ['-size -4k', [KEY, NOTE]],
    ['-type d', []],
    ['-name .ssh -prune -o -print', [NOTE]],
    ['-depth -name .ssh -prune -o -print', [KEY, NOTE]],
    ['-name .ssh -prune -o -name id_rsa -exec cat {} +', []],
    ['-name *.md -exec cat {} +', [NOTE]],
    ['-exec cat {} + -name *.md', [KEY, NOTE]],
    ['-name *.md -o -exec cat {} +', [KEY]],
    ['-regex .*rsa', [KEY, NOTE]],
    ['-frobnicate x', [KEY, NOTE]],
  ])('find %s', (expression, expected) => {
    expect(yields(expression, KEY, NOTE)).toEqual(expected)
  })
})

describe('chosenBy', () => {
  test.each<readonly [readonly (string | undefined)[], boolean, boolean]>([
    [['*.md'], false, true],
    [['!*.md'], true, false],
    [['*.{md,txt}'], false, true],
    [['.ssh/*'], true, false],
    [['**/id_*'], true, false],
    [[undefined], true, true],
    [['*.{md,{txt,rst}}'], true, true],
  ])('%j', (globs, key, note) => {
    const only = chosenBy(globs, '/home/dev')
    expect([mayMeet(file(KEY), only), mayMeet(file(NOTE), only)]).toEqual([key, note])
  })
})

describe('asksFor', () => {
  const named = (pattern: string): Condition => ({ is: 'name', pattern, letters: 'exact' })

  test.each(['.env', '.env*', '.e*', '.*', '.??*'])('%s asks for .env', (pattern) => {
    expect(asksFor(file('/w/.env'), named(pattern))).toBe(true)
  })

  test.each(['*', '*.json', '*.md', '.eslintrc*', '.git*'])('%s does not ask for .env', (pattern) => {
    expect(asksFor(file('/w/.env'), named(pattern))).toBe(false)
  })

  test('an extension that only keys have asks for keys', () => {
    expect(asksFor(file('/w/a.pem'), named('*.pem'))).toBe(true)
    expect(asksFor(file('/w/credentials.json'), named('*.json'))).toBe(false)
    expect(asksFor(file('/w/credentials.json'), named('cred*'))).toBe(true)
  })
})

test.each([
  ['abc', '*abc*'],
  ['^a.c$', 'a?c'],
  [String.raw`\.md$`, '*.md'],
  ['a.*b', '*a*b*'],
  ['(a|b)', undefined],
  ['a+b', undefined],
])('the expression %s as a wildcard', (expression, wildcard) => {
  expect(wildcardOf(expression)).toBe(wildcard)
})
