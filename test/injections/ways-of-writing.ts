/** Ways of writing a text so that nobody reads it who only looks. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const hexadecimal = (text: string): string => Buffer.from(text).toString('hex')
export const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
export const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const from = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - from + 13) % 26) + from)
  })
export const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
