import { describe, expect, it } from 'vitest'
import { visible, visibleLines } from './visible.ts'

describe('text of strangers on a terminal', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['plain text stays', 'rm -rf ./build', 'rm -rf ./build'],
    ['accents, CJK and emoji stay', 'naïve 審査 🏰', 'naïve 審査 🏰'],
    ['an escape sequence that clears the screen', '\u001b[2J', '\\u{1b}[2J'],
    ['an operating system command that sets the clipboard', '\u001b]52;c;YQ==\u0007', '\\u{1b}]52;c;YQ==\\u{7}'],
    ['an eight-bit control sequence introducer', '\u009b31m', '\\u{9b}31m'],
    ['a carriage return that overwrites the line', 'safe\rrm', 'safe\\u{d}rm'],
    ['a line feed', 'a\nb', 'a\\u{a}b'],
    ['a backspace', 'a\bb', 'a\\u{8}b'],
    ['a null byte', 'a\0b', 'a\\u{0}b'],
    ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a bidirectional isolate', 'a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
    ['a zero-width space and joiner', 'a\u200b\u200db', 'a\\u{200b}\\u{200d}b'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['a soft hyphen', 'r\u00adm', 'r\\u{ad}m'],
    ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a filler that looks like a blank', 'a\u3164b', 'a\\u{3164}b'],
    ['a variation selector', 'a\ufe0fb', 'a\\u{fe0f}b'],
    ['half of a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
    ['a forged escape', '\\u{1b}', '\\u{5c}u{1b}'],
  ]
  it.each(rows)('%s', (_name, text, expected) => {
    expect(visible(text)).toBe(expected)
  })

  it('keeps line feeds and tabs, and nothing else, over several lines', () => {
    expect(visibleLines('a\n\tb\r\u001b')).toBe('a\n\tb\\u{d}\\u{1b}')
  })
})
