import { describe, expect, it } from 'vitest'
import { shorten, visible } from './visible.ts'

describe('text of strangers on a terminal', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['plain text stays', 'rm -rf ./build', 'rm -rf ./build'],
    ['accents, CJK and emoji stay', 'naïve 審査 🏰', 'naïve 審査 🏰'],
    ['an escape sequence that clears the screen', '\u001b[2J', '\\x1b[2J'],
    ['an operating system command that sets the clipboard', '\u001b]52;c;YQ==\u0007', '\\x1b]52;c;YQ==\\x07'],
    ['an eight-bit control sequence introducer', '\u009b31m', '\\x9b31m'],
    ['a carriage return that overwrites the line', 'safe\rrm', 'safe\\rrm'],
    ['a line feed', 'a\nb', 'a\\nb'],
    ['a backspace', 'a\bb', 'a\\x08b'],
    ['a null byte', 'a\0b', 'a\\x00b'],
    ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a bidirectional isolate', 'a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
    ['a zero-width space and joiner', 'a\u200b\u200db', 'a\\u{200b}\\u{200d}b'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['a soft hyphen', 'r\u00adm', 'r\\xadm'],
    ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a filler that looks like a blank', 'a\u3164b', 'a\\u{3164}b'],
    ['a variation selector', 'a\ufe0fb', 'a\\u{fe0f}b'],
    ['half of a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
  ]
  it.each(rows)('%s', (_name, text, expected) => {
    expect(visible(text)).toBe(expected)
  })

  it('keeps line feeds and tabs, and nothing else, when asked to keep lines', () => {
    expect(visible('a\n\tb\r\u001b', 'keep lines')).toBe('a\n\tb\\r\\x1b')
  })
})

describe('long text', () => {
  it('is cut in the middle and says so', () => {
    expect(shorten('a'.repeat(30), 30)).toBe('a'.repeat(30))
    expect(shorten(`${'a'.repeat(60)}${'b'.repeat(60)}`, 20)).toBe(
      `${'a'.repeat(12)} …100 more characters… ${'b'.repeat(8)}`,
    )
  })
})
