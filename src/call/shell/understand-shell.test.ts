import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deeds, deleted, started, understand } from './understood.testing.ts'

const quote = (text: string, how: number): string =>
  [
    text,
    `"${text}"`,
    `'${text}'`,
    `$'${text}'`,
    `${text.slice(0, 1)}''${text.slice(1)}`,
    [...text].map((char) => `\\${char}`).join(''),
  ][how % 6]!

describe('what cannot be read', () => {
  const broken = ['echo $(', 'if true; then', "echo 'a", 'echo "$(echo ${"', 'echo a\u0000b', 'echo \u001b[2J']
  for (const text of broken)
    it(`${JSON.stringify(text)} is not parsed`, () => {
      const { parsed, actions } = understand(text)
      expect(parsed).toBe(false)
      expect(actions.some((action) => action.does === 'something-opaque')).toBe(true)
    })
  it('what stands beside an error is still seen', () => expect(deleted('rm -rf ~; echo $(')).toContain('/home/dev'))
  it('too long and too deep are said so', () => {
    expect(understand('a'.repeat(200_000)).actions[0]).toMatchObject({ does: 'something-opaque', because: 'too-long' })
    expect(understand('$('.repeat(5_000)).actions[0]).toMatchObject({ does: 'something-opaque', because: 'too-deep' })
    expect(
      understand('echo hi; '.repeat(5_000)).actions.some(
        (action) => action.does === 'something-opaque' && action.because === 'too-long',
      ),
    ).toBe(true)
  })
  it('text that multiplies itself ends, and says that it was too much', () => {
    const growing = [
      `x=aaaaaaaa; ${'x=$x$x; '.repeat(60)} echo "$x"`,
      `a=(x); ${'a+=("${a[@]}"); '.repeat(40)} "\${a[@]}"`,
      `${'for i in a b c d; do '.repeat(12)}echo $i${'; done'.repeat(12)}`,
      `x=${'a'.repeat(3000)}; echo \${x##*a*a*a*a*b}`,
    ]
    for (const text of growing) expect(understand(text).actions.length).toBeLessThan(2000)
    expect(started(growing[0]!)[0]).toMatch(/^echo </)
  })
  it('a program that is not known is opaque', () => {
    expect(deeds('frobnicate x', 'something-opaque')[0]?.because).toBe('unknown-program')
    expect(deeds('$X x', 'something-opaque')[0]?.because).toBe('dynamic-program')
    expect(deeds('eval $X', 'something-opaque')[0]?.because).toBe('dynamic-code')
  })
})

describe('commands for rules', () => {
  it('inner commands say where they stand and what they were found through', () => {
    const { commands } = understand(`A=1 sudo bash -c 'git push' > log; echo $(id)`)
    expect(commands.map(({ text, via, inside }) => ({ text, via, inside }))).toEqual([
      { text: `sudo bash -c 'git push'`, via: [], inside: undefined },
      { text: 'bash -c git push', via: ['sudo'], inside: 0 },
      { text: 'git push', via: ['sudo', 'bash -c'], inside: 1 },
      { text: 'echo $(id)', via: [], inside: undefined },
      { text: 'id', via: [], inside: 3 },
    ])
    expect(commands[0]?.assignments.map(({ name }) => name)).toEqual(['A'])
    expect(commands[0]?.redirects.map(({ writes, text }) => ({ writes, text }))).toEqual([
      { writes: true, text: '> log' },
    ])
  })
})

describe('laws', () => {
  const piece = fc.constantFrom(
    'rm',
    '-rf',
    '~',
    '$(',
    ')',
    '`',
    '"',
    "'",
    '{',
    '}',
    '|',
    '&',
    ';',
    '\n',
    '<<EOF',
    'EOF',
    '$X',
    '${X',
    '((',
    'if',
    'then',
    'fi',
    'for',
    'do',
    'done',
    'case',
    'esac',
    'in',
    '>',
    '<',
    'a=1',
    'f()',
    '\\',
    '*',
    '[[',
    ']]',
    'eval',
    'sudo',
    'xargs',
    'python -c',
    ' ',
  )
  it('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(' ')),
        ),
        (text) => {
          expect(understand(text).actions).toBeInstanceOf(Array)
        },
      ),
      { numRuns: 600 },
    )
  })
  it('re-quoting changes no word', () => {
    const word = fc.stringMatching(/^[a-z0-9_/.-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(5)), { minLength: 1, maxLength: 6 }), (words) => {
        const plain = words.map(([text]) => text).join(' ')
        const quoted = words.map(([text, how]) => quote(text, how)).join(' ')
        expect(started(`echo ${quoted}`)).toEqual(started(`echo ${plain}`))
      }),
      { numRuns: 300 },
    )
  })
  it('a removal that is appended is always seen', () => {
    const harmless = fc.array(
      fc.constantFrom(
        'ls',
        'echo "$HOME"',
        'cd /tmp',
        'x=1',
        'f() { ls; }',
        '(cd x; ls)',
        'for i in a b; do echo $i; done',
        'cat <<< hi',
        'if true; then ls; fi',
        'git status',
        'python -c "print(1)"',
        'echo {a,b}',
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(harmless, (commands) => {
        expect(deleted([...commands, 'rm -rf ~'].join('; '))).toContain('/home/dev')
      }),
      { numRuns: 150 },
    )
  })
})
