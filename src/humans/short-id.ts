import { hash } from 'node:crypto'

/** No two of these are taken for one another on a screen or a telephone. */
const LETTERS = '34679acdefghjkmnpqrtwxy'
const DIGITS = '34679'
const LENGTH = 6

/** What a short id looks like. It has a digit, so it is never a word: no reply word is an id. */
export const SHORT_ID = new RegExp(`^[${LETTERS}]{2}[${DIGITS}][${LETTERS}]{${LENGTH - 3}}$`)

/** Short enough to type. It names a question and protects nothing: who may answer is checked by the channel. */
export function shortIdOf(key: string, askedAt: number, attempt = 0): string {
  let rest = BigInt(`0x${hash('sha256', JSON.stringify([key, askedAt, attempt])).slice(0, 32)}`)
  const take = (alphabet: string): string => {
    const size = BigInt(alphabet.length)
    const letter = alphabet[Number(rest % size)]!
    rest /= size
    return letter
  }
  return Array.from({ length: LENGTH }, (_, index) => take(index === 2 ? DIGITS : LETTERS)).join('')
}
