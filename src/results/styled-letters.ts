import type { Decoded } from './encodings.ts'

/** Small capitals; some are letters of other scripts, which no other rule maps to ASCII. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'
const SMALL = new Map([...SMALL_CAPITALS].map((char, at) => [char, String.fromCharCode(97 + at)]))

/** Letters in boxes, in filled circles, and of flags: blocks of 26 that stand for nothing else. */
const BLOCKS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6] as const

/** Mathematical, full-width, circled, boxed, raised, lowered and small capital letters. */
const STYLED =
  '\\u{1d400}-\\u{1d7ff}\\uff21-\\uff3a\\uff41-\\uff5a\\u24b6-\\u24e9\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u{1f1e6}-\\u{1f1ff}' +
  '\\u1d2c-\\u1d6a\\u1d78-\\u1dbf\\u2071\\u207f\\u2090-\\u209c\\u2102-\\u2138ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'
const FEWEST = 12
/** A first letter may be plain: whoever writes so often leaves it. Between letters stands what is in any sentence. */
const RUN = new RegExp(
  `[A-Za-z]?(?:[${STYLED}][\\ufe0f\\s.,;:!?'"’()\\/_x0-9@\\u200b-\\u200d\\u2060-]{0,4}){${FEWEST},}`,
  'gu',
)
const ANY = new RegExp(`[${STYLED}]`, 'u')

/** Sentences in letters that only look different. A reader sees them, but no list of words has them. */
export function* styledLetters(text: string): IterableIterator<Decoded> {
  if (!ANY.test(text)) return
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const plain = Array.from(run, plainLetter).join('')
    yield { how: 'letters of another style', text: plain, start: index, end: index + run.length, adds: 0.4 }
  }
}

const KNOWN = new Map<string, string>()

function plainLetter(char: string): string {
  const known = KNOWN.get(char)
  if (known !== undefined) return known
  const plain = SMALL.get(char) ?? unstyled(char)
  KNOWN.set(char, plain)
  return plain
}

/** Only what `RUN` takes in comes here: some fifteen hundred characters. */
function unstyled(char: string): string {
  const code = char.codePointAt(0)!
  if (code < 0x80) return char
  const block = BLOCKS.find((first) => code >= first && code < first + 26)
  if (block !== undefined) return String.fromCharCode(97 + code - block)
  return /[\ufe0f\u200b-\u200d\u2060]/.test(char) ? '' : char.normalize('NFKD')
}
