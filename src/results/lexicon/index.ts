import { ENGLISH } from './english.ts'
import { DUTCH, GERMAN, POLISH, RUSSIAN } from './germanic-slavic.ts'
import { ARABIC, CHINESE, JAPANESE, KOREAN, TURKISH } from './other-families.ts'
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.ts'
import { SPEECH_ACTS } from './speech-acts.ts'
import { WORD_CLASSES, type Words } from './word-classes.ts'

const BY_LANGUAGE: Readonly<Record<string, Words>> = {
  English: ENGLISH,
  Chinese: CHINESE,
  Spanish: SPANISH,
  French: FRENCH,
  German: GERMAN,
  Portuguese: PORTUGUESE,
  Russian: RUSSIAN,
  Japanese: JAPANESE,
  Korean: KOREAN,
  Italian: ITALIAN,
  Polish: POLISH,
  Turkish: TURKISH,
  Dutch: DUTCH,
  Arabic: ARABIC,
}

/** Every language in which orders are recognised. */
export const LEXICON: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries(BY_LANGUAGE).map(([language, words]) => [language, joined(words, SPEECH_ACTS[language] ?? {})]),
)

function joined(one: Words, other: Words): Words {
  return Object.fromEntries(
    WORD_CLASSES.map(
      (name) => [name, [one[name], other[name]].filter((words) => words !== undefined).join('|')] as const,
    ).filter(([, words]) => words !== ''),
  )
}
