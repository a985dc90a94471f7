import { LIMIT_ROWS } from './limit-words.ts'

/** Of a text longer than twice this only the beginning and the end are read: nobody types as much, it is pasted. */
const MOST_READ = 50_000

/** A sentence is shown up to here. */
const MOST_QUOTED = 200

/** The sentences of a user's text that limit what an agent may do, as the user wrote them, at most so many. */
export function limitsInText(text: string, most = 20): readonly string[] {
  const found: string[] = []
  for (const sentence of sentencesOf(text)) {
    if (found.length >= most) break
    if (setsLimit(sentence)) found.push(quoted(sentence))
  }
  return found
}

export function setsLimit(sentence: string): boolean {
  const plain = plainOf(sentence)
  return plain !== '' && LIMIT_ROWS.some(({ pattern }) => pattern.test(plain))
}

/** Lower case, one kind of space and apostrophe, nothing invisible. */
function plainOf(sentence: string): string {
  return sentence
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}*_~]/gu, '')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[-•>#\d.)\s"'“«(]+/u, '')
    .toLowerCase()
}

function sentencesOf(text: string): readonly string[] {
  const read = text.length <= 2 * MOST_READ ? text : `${text.slice(0, MOST_READ)}\n${text.slice(-MOST_READ)}`
  return withoutCode(read).split(/\n|(?<=[.!?;])\s+|(?<=[。！？；])/)
}

/** What stands between fences is quoted code; a fence without its end is none. */
function withoutCode(text: string): string {
  return text.replaceAll(/^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?\n {0,3}\1[ \t]*$/gm, '\n')
}

function quoted(sentence: string): string {
  const shown = sentence.replaceAll(/\s+/g, ' ').trim()
  return shown.length <= MOST_QUOTED ? shown : `${shown.slice(0, MOST_QUOTED - 1)}…`
}
