import { describe, expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

describe('the lines that change', () => {
  test.each<[string, string, string, string]>([
    ['nothing', 'a\nb\n', 'a\nb\n', ''],
    ['a new file', '', 'a\n', '@@ -1 +1 @@\n+a'],
    ['a file that goes', 'a\n', '', '@@ -1 +1 @@\n-a'],
    ['one line', 'a\nb\nc\n', 'a\nx\nc\n', '@@ -1 +1 @@\n a\n-b\n+x\n c'],
    ['two places with what stands between', 'a\nb\nc\n', 'b\nc\nd\n', '@@ -1 +1 @@\n-a\n b\n c\n+d'],
  ])('%s', (_, before, after, diff) => expect(lineDiff(before, after)).toBe(diff))

  test('far apart are two parts, each with its line number', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
    const after = lines.with(2, 'changed').with(35, 'changed too')
    const diff = lineDiff(lines.join('\n'), after.join('\n'))
    expect(diff.match(/^@@ .*/gm)).toEqual(['@@ -1 +1 @@', '@@ -33 +33 @@'])
    expect(diff.split('\n')).toHaveLength(2 + 2 * 8 - 1)
  })

  test('texts that share nothing and are long are replaced as a whole, soon', () => {
    const [before, after] = ['a', 'b'].map((name) => Array.from({ length: 5000 }, (_, i) => `${name}${i}`).join('\n'))
    expect(lineDiff(before!, after!).split('\n')).toHaveLength(10_001)
  })
})
