import { describe, expect, test } from 'vitest'
import { fixedDirectory, globToRegExp, isGlob, unescapeGlob } from './glob.ts'

describe('shell wildcards', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a/b/c.ts', true],
    ['**/*.ts', 'c.ts', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[ab]x', 'ax', true],
    ['[!ab]x', 'ax', false],
    ['[^ab]x', 'cx', true],
    ['[[:digit:]]x', '7x', true],
    ['[[:digit:]]x', 'ax', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['[z-a]', 'b', false],
    ['[', '[', true],
    ['a.b', 'axb', false],
    ['/etc/shad?w', '/etc/shadow', true],
    ['*', '', true],
  ])('%s on %s: %s', (pattern, text, matches) => expect(globToRegExp(pattern).test(text)).toBe(matches))

  test('many stars stay fast', () => {
    expect(globToRegExp('*'.repeat(5000)).test('a'.repeat(5000))).toBe(true)
    expect(isGlob('a\\*b')).toBe(false)
    expect(unescapeGlob('a\\*b')).toBe('a*b')
    expect(fixedDirectory('/a/b*c/d')).toBe('/a')
  })
})
