/** How a text is hidden or written differently, for the sets. */

const TWINS: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', i: 'і', s: 'ѕ' }

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const hexadecimal = (text: string): string => Buffer.from(text).toString('hex')
export const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

export const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })

/** Every character as eight zero-width marks, one for each bit. */
export const zeroWidth = (text: string): string =>
  [...Buffer.from(text)]
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
    .map((bit) => (bit === '1' ? '\u200c' : '\u200b'))
    .join('')

export const tagged = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')

export const bidi = (text: string): string => `\u202e${[...text].reverse().join('')}\u202c`

export const homoglyphs = (text: string): string => text.replaceAll(/[aeopcis]/g, (char) => TWINS[char] ?? char)

export const spaced = (text: string): string =>
  text
    .split(' ')
    .map((word) => [...word].join(' '))
    .join('   ')
