import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { commandPattern, couldMatchCommand, matchesCommand, matchesWildcard, wildcardsOverlap } from './wildcard.ts'

describe('a wildcard stands for any text', () => {
  test.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', 'anything at all', true],
    ['**', 'x', true],
    ['a', 'a', true],
    ['a', 'A', false],
    ['a', 'ab', false],
    ['a*', 'a', true],
    ['a*', 'a b c', true],
    ['a*', 'b', false],
    ['*c', 'a b c', true],
    ['*c', 'c', true],
    ['*c', 'a c b', false],
    ['a*c', 'ac', true],
    ['a*c', 'abcbc', true],
    ['a*c', 'abcb', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'a1c2b', false],
    ['a*', 'a\nb', true],
    ['a?', 'ab', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['*é*', 'caffé', true],
  ])('%j on %j is %j', (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected)
  })

  it('agrees with a regular expression on small inputs', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 7 })
    fc.assert(
      fc.property(piece, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 }), (pattern, text) => {
        expect(matchesWildcard(pattern, text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text))
      }),
    )
  })

  it('does not go back further than the last star', () => {
    const pattern = `${'*a'.repeat(200)}b`
    expect(matchesWildcard(pattern, 'a'.repeat(20_000))).toBe(false)
  })
})

describe('a command pattern', () => {
  test.each([
    // No wildcard: exact.
    ['npm test', 'npm test', true],
    ['npm test', 'npm test x', false],
    ['npm test', 'npm tests', false],
    // A trailing ` *` that is the only wildcard also matches the bare command, and ends at a word.
    ['ls *', 'ls', true],
    ['ls *', 'ls -la', true],
    ['ls *', 'lsof', false],
    ['ls *', 'ls ', true],
    ['ls*', 'lsof', true],
    ['ls*', 'ls -la', true],
    ['npm run *', 'npm run', true],
    ['npm run *', 'npm run build', true],
    ['npm run *', 'npm runs', false],
    // `:*` is the same.
    ['npm run:*', 'npm run', true],
    ['npm run:*', 'npm run build', true],
    ['npm run:*', 'npm run:build', false],
    ['npm:*', 'npmx', false],
    // A colon elsewhere is a colon.
    ['npm run test:unit', 'npm run test:unit', true],
    ['npm run test:unit', 'npm run test unit', false],
    ['npm run test:* x', 'npm run test:a x', true],
    ['npm run test:* x', 'npm run test a x', false],
    ['a:b:*', 'a:b c', true],
    // More than one wildcard: the trailing one needs its space.
    ['git * main *', 'git push main', false],
    ['git * main *', 'git push main -f', true],
    ['git * main', 'git checkout main', true],
    ['git * main', 'git -c core.fsmonitor=x checkout main', true],
    ['git * main', 'git main', false],
    ['* --version', 'node --version', true],
    ['* --version', '--version', false],
    ['*install*', 'npm install x', true],
    ['cat (a)', 'cat (a)', true],
  ])('%j on %j is %j', (specifier, command, expected) => {
    expect(matchesCommand(commandPattern(specifier), command)).toBe(expected)
  })
})

describe('two patterns overlap when some text matches both', () => {
  test.each([
    ['curl *', '* https://example.com', true],
    ['git push *', 'git *', true],
    ['git push *', 'git log *', false],
    ['git push', 'git *', true],
    ['rm -rf *', 'rm *', true],
    ['rm -rf *', 'rmdir *', false],
    ['a*b', '*c', false],
    ['a*b', 'a*c*', true],
    ['*', 'x', true],
    ['', '*', true],
    ['', 'x', false],
    ['abc', 'abc', true],
    ['abc', 'abd', false],
  ])('%j and %j: %j', (one, other, expected) => {
    expect(wildcardsOverlap(one, other)).toBe(expected)
    expect(wildcardsOverlap(other, one)).toBe(expected)
  })

  it('says yes whenever a text without unknown parts matches', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', ' ', '*'), maxLength: 6 })
    fc.assert(
      fc.property(piece, fc.string({ unit: fc.constantFrom('a', ' '), maxLength: 8 }), (specifier, text) => {
        const pattern = commandPattern(specifier)
        if (matchesCommand(pattern, text)) expect(couldMatchCommand(pattern, text)).toBe(true)
      }),
    )
  })

  it('gives up on the strict side when the texts are huge', () => {
    expect(wildcardsOverlap(`*${'a'.repeat(2_000)}*`, `*${'b'.repeat(2_000)}`)).toBe(true)
  })
})
