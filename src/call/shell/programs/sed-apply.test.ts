import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { applySed, changeOf } from './sed-apply.ts'

const TEXT = 'one two\nthree (3)\n  - run: npm test\nfour.five\nfour.five four\nlast line\n'

/** Scripts that are followed: the real sed says the same. */
const FOLLOWED: readonly (readonly [script: string, syntax: 'basic' | 'extended'])[] = [
  ['s/one/1/', 'basic'],
  ['s/four/4/g', 'basic'],
  ['s/four/4/2', 'basic'],
  ['s#npm test#npm run lint#', 'basic'],
  ['s|(3)|[3]|', 'basic'],
  ['s/(3)/three/', 'basic'],
  ['s/\\(o\\)ne/\\1\\1/', 'basic'],
  ['s/(o)ne/\\1\\1/', 'extended'],
  ['s/[[:space:]]*- run: .*/gone/', 'basic'],
  ['s/^/> /', 'basic'],
  ['s/$/!/', 'basic'],
  ['s/e\\+/E/g', 'basic'],
  ['s/e+/E/g', 'extended'],
  ['s/four\\.five/x & y/', 'basic'],
  ['s/a\\/b/c/', 'basic'],
  ['/npm test/d', 'basic'],
  ['2d', 'basic'],
  ['$d', 'basic'],
  ['2,4d', 'basic'],
  ['/three/,/four/d', 'basic'],
  ['/npm/!d', 'basic'],
  ['1i first', 'basic'],
  ['$a end', 'basic'],
  ['/npm/c replaced', 'basic'],
  ['s/one/1/; s/two/2/', 'basic'],
  ['/NPM/Id', 'basic'],
  ['s/ONE/1/I', 'basic'],
  ['s/two/a\\nb/', 'basic'],
  ['s/[]()]/x/g', 'basic'],
  ['s/\\bfour\\b/4/g', 'basic'],
  ['s/x*/-/', 'basic'],
  ['2,3s/e/E/g', 'basic'],
  ['s/l\\{1\\}/L/g', 'basic'],
]

/** Scripts that are not followed. */
const NOT_FOLLOWED: readonly string[] = [
  'y/a/b/',
  's/a/\\U&/',
  'N;s/a/b/',
  's/\\(a*\\)*b/x/',
  's/a/b/w out',
  's/a/b/e',
  '0~2d',
  's/a',
  'e id',
  's/a/b/gx',
  '/a/{d;p}',
]

describe('sed is applied to the text', () => {
  test.each(FOLLOWED)('%s, as the real one does', (script, syntax) => {
    const real = execFileSync('sed', syntax === 'extended' ? ['-E', script] : [script], {
      input: TEXT,
      encoding: 'utf8',
    })
    expect(applySed(script, TEXT, syntax)).toBe(real)
    const { removed, added } = changeOf(TEXT, real)
    expect(TEXT.replace(removed, () => added)).toBe(real)
  })

  test.each(NOT_FOLLOWED)('%s is not followed', (script) => {
    expect(applySed(script, TEXT, 'basic')).toBeUndefined()
  })

  test('a pattern that would take long is not tried', () => {
    const long = `${'a'.repeat(5_000)}\n`.repeat(20)
    expect(applySed('s/a*a*a*b/x/', long, 'basic')).toBeUndefined()
  })
})
