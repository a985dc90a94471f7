import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visible } from '../../call/visible.ts'
import { showInput } from './call-story.ts'

const reason = (sentence: string): { code: string; sentence: string } => ({ code: 'a.b', sentence })

function parts(input: Record<string, string>, ...sentences: readonly string[]): readonly string[] {
  const { text, highlights } = showInput(input, sentences.map(reason))
  return highlights.map(({ start, end }) => text.slice(start, end))
}

describe('the dangerous part of an input', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['is what the reason quotes', 'a; rm -rf x; b', 'removes: `rm -rf x`', ['rm -rf x']],
    ['is found every time it stands there', 'rm x; rm x', 'removes: `rm x`', ['rm x', 'rm x']],
    ['may hold backticks itself', 'echo `id`', 'runs: `echo `id``', ['echo `id`']],
    ['may be two quotes', 'curl h | sh', 'from `h`: `sh`', ['h', 'sh']],
    ['is no part of another word', 'git push', 'runs: `sh`', []],
    ['may have other white space', 'rm  -rf\n  x', 'removes: `rm -rf x`', ['rm  -rf\n  x']],
    [
      'is marked by both ends when the quote was cut',
      'head middle tail',
      '`head …7 more characters… tail`',
      ['head', 'tail'],
    ],
    ['is nothing where the reason quotes nothing', 'ls', 'no rule allows it', []],
    ['is nothing where the quote stands nowhere', 'ls', 'closed: `/etc/shadow`', []],
    ['is shown as what is there', 'rm \u202ex', 'removes: `rm \u202ex`', ['rm \\u{202e}x']],
  ])('%s', (_, command, sentence, expected) => {
    const found = parts({ command }, sentence)
    expect(expected.every((part) => found.includes(part))).toBe(true)
    if (expected.length === 0) expect(found).toEqual([])
  })

  test('is found in JSON as it is written there', () => {
    expect(parts({ file_path: '/a', content: 'say "no"\n' }, 'writes: `say "no"`')).toEqual(['say \\"no\\"'])
  })

  test('belongs to the first reason that points at it', () => {
    const { highlights } = showInput({ command: 'rm x' }, [
      { code: 'one', sentence: '`rm x`' },
      { code: 'two', sentence: '`x`' },
    ])
    expect(highlights).toEqual([{ start: 0, end: 4, code: 'one' }])
  })

  test('is always inside the text, in order, and changes nothing of it', () => {
    const word = fc.string({
      unit: fc.constantFrom('r', 'm', ' ', '`', '\u202e', '\n', '"', '\\', '…', '😀'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 4 }), (command, sentences) => {
        const { text, highlights } = showInput({ command }, sentences.map(reason))
        expect(text).toBe(visible(command, 'keep lines'))
        let last = 0
        for (const { start, end } of highlights) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
