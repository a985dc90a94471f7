import { EIGHTH_INJECTED } from '../../test/injections/eighth-injected.ts'
import { EIGHTH_ORDINARY } from '../../test/injections/eighth-ordinary.ts'
import { eleventhSet } from '../../test/injections/eleventh-set.ts'
import { FOURTH_INJECTED, FOURTH_ORDINARY } from '../../test/injections/fourth-look.ts'
import { injectedSet } from '../../test/injections/injected-set.ts'
import { NINTH_INJECTED, NINTH_ORDINARY } from '../../test/injections/ninth-look.ts'
import { ordinarySet } from '../../test/injections/ordinary-set.ts'
import { SECOND_INJECTED, SECOND_ORDINARY } from '../../test/injections/second-look.ts'
import { THIRD_INJECTED } from '../../test/injections/third-injected.ts'
import { THIRD_ORDINARY } from '../../test/injections/third-ordinary.ts'
import { FIFTH_INJECTED } from '../../test/injections/fifth-injected.ts'
import { FIFTH_ORDINARY } from '../../test/injections/fifth-ordinary.ts'
import { SEVENTH_INJECTED } from '../../test/injections/seventh-injected.ts'
import { SEVENTH_LANGUAGES } from '../../test/injections/seventh-languages.ts'
import { SEVENTH_ORDINARY, SEVENTH_ORDINARY_PEOPLE } from '../../test/injections/seventh-ordinary.ts'
import { SEVENTH_ORDINARY_LANGUAGES } from '../../test/injections/seventh-ordinary-languages.ts'
import { SIXTH_INJECTED, SIXTH_ORDINARY } from '../../test/injections/sixth-look.ts'
import { TENTH_INJECTED, TENTH_ORDINARY } from '../../test/injections/tenth-look.ts'
import { composed } from './texts/grammar.ts'
import { CLASSES_LANGUAGES, INJECTED_CLASSES } from './texts/injected-classes.ts'
import { INJECTED_ENGLISH } from './texts/injected-english.ts'
import { FURTHER_LANGUAGES, INJECTED_FURTHER, ORDINARY_FURTHER } from './texts/injected-further.ts'
import { INJECTED_LANGUAGES } from './texts/injected-languages.ts'
import { INJECTED_PLAIN } from './texts/injected-plain.ts'
import { INJECTED_SITUATIONS, SITUATIONS_LANGUAGES } from './texts/injected-situations.ts'
import { INJECTED_WORDINGS, WORDINGS_LANGUAGES } from './texts/injected-wordings.ts'
import { ORDINARY_ABOUT_MACHINES } from './texts/ordinary-about-machines.ts'
import { ORDINARY_CLASSES } from './texts/ordinary-classes.ts'
import { ORDINARY_FOR_PEOPLE } from './texts/ordinary-for-people.ts'
import { ORDINARY_LANGUAGES, ORDINARY_PLAIN } from './texts/ordinary-plain.ts'
import { ORDINARY_SITUATIONS, ORDINARY_SITUATIONS_LANGUAGES } from './texts/ordinary-situations.ts'
import type { Lesson } from './train.ts'

function each(name: string, texts: readonly string[], injected: boolean): Lesson[] {
  return texts.map((text, index) => ({ group: `${name}/${index}`, injected, text }))
}

function of(look: string, set: Readonly<Record<string, readonly string[]>>, injected: boolean): Lesson[] {
  return Object.entries(set).flatMap(([name, texts]) =>
    injected && /hidden|encod/.test(name) ? [] : each(`${look} ${name}`, texts, injected),
  )
}

/** Disguised rows teach nothing about words: the scanner reads them after decoding. */
const DISGUISED = /^(?:encoded|hidden)|base64|hexadecimal|rot13|percent|tag characters|bidi|zero-width|split words/

/** The sets of earlier looks, which are no longer unseen. */
export function earlierLooks(): readonly Lesson[] {
  return [
    ...injectedSet()
      .filter(({ technique }) => !DISGUISED.test(technique))
      .map(({ technique, language, text }, index) => ({
        group: `first ${technique}/${language}${index}`,
        injected: true,
        text,
      })),
    ...ordinarySet().map(({ kind, text }, index) => ({
      group: `first ${kind}/${kind.includes('composed') ? 0 : index}`,
      injected: false,
      text,
    })),
    ...each('second', SECOND_INJECTED, true),
    ...each('second', SECOND_ORDINARY, false),
    ...Object.entries(THIRD_INJECTED).flatMap(([name, texts]) =>
      DISGUISED.test(name) ? [] : each(`third ${name}`, texts, true),
    ),
    ...Object.entries(THIRD_ORDINARY).flatMap(([name, texts]) => each(`third ${name}`, texts, false)),
    ...Object.entries(FOURTH_INJECTED).flatMap(([name, texts]) =>
      DISGUISED.test(name) ? [] : each(`fourth ${name}`, texts, true),
    ),
    ...each('fourth', FOURTH_ORDINARY, false),
    ...Object.entries(FIFTH_INJECTED).flatMap(([name, texts]) =>
      /hidden|encodings/.test(name) ? [] : each(`fifth ${name}`, texts, true),
    ),
    ...Object.entries(FIFTH_ORDINARY).flatMap(([name, texts]) => each(`fifth ${name}`, texts, false)),
    ...of('sixth', SIXTH_INJECTED, true),
    ...of('sixth', SIXTH_ORDINARY, false),
    ...of('seventh', { ...SEVENTH_INJECTED, ...SEVENTH_LANGUAGES }, true),
    ...of('seventh', { ...SEVENTH_ORDINARY, ...SEVENTH_ORDINARY_PEOPLE, ...SEVENTH_ORDINARY_LANGUAGES }, false),
    ...of('eighth', EIGHTH_INJECTED, true),
    ...of('eighth', EIGHTH_ORDINARY, false),
    ...of('ninth', NINTH_INJECTED, true),
    ...of('ninth', NINTH_ORDINARY, false),
    ...of('tenth', TENTH_INJECTED, true),
    ...of('tenth', TENTH_ORDINARY, false),
    ...eleventhSet('learnt').map(({ injected, technique, text }, index) => ({
      group: `eleventh ${technique}/${index}`,
      injected,
      text,
    })),
  ]
}

/** What is quoted in a text about attacks is an attack: the scanner discounts it by where it stands, not by its words. */
const QUOTED = /"[^"\n]{3,}"|“[^”\n]{3,}”|„[^“\n]{3,}“|«[^»\n]{3,}»|`[^`\n]{3,}`|「[^」\n]{3,}」|^> .*$/gm

function withoutQuotes(lesson: Lesson): Lesson {
  return lesson.injected || !/about|fourth|second|fifth|sixth|seventh|eighth|ninth|tenth|eleventh/.test(lesson.group)
    ? lesson
    : { ...lesson, text: lesson.text.replaceAll(QUOTED, '"…"') }
}

export function lessons(): readonly Lesson[] {
  return [
    ...earlierLooks(),
    ...written(INJECTED_ENGLISH, true, 5),
    ...written(INJECTED_PLAIN, true, 4),
    ...written(INJECTED_LANGUAGES, true, 5, 'in '),
    ...written(INJECTED_FURTHER, true, 5),
    ...written(FURTHER_LANGUAGES, true, 4, 'further '),
    ...written(INJECTED_CLASSES, true, 6),
    ...written(CLASSES_LANGUAGES, true, 5, 'classes '),
    ...written(INJECTED_WORDINGS, true, 6),
    ...written(WORDINGS_LANGUAGES, true, 4, 'wordings '),
    ...written(INJECTED_SITUATIONS, true, 12),
    ...written(SITUATIONS_LANGUAGES, true, 8, 'situations '),
    ...written(ORDINARY_SITUATIONS, false, 12),
    ...written(ORDINARY_SITUATIONS_LANGUAGES, false, 8, 'situations ordinary '),
    ...written(ORDINARY_CLASSES, false, 8),
    ...written(ORDINARY_FURTHER, false, 6),
    ...written(ORDINARY_PLAIN, false, 8),
    ...written(ORDINARY_LANGUAGES, false, 5, 'ordinary '),
    ...written(ORDINARY_ABOUT_MACHINES, false, 8),
    ...written(ORDINARY_FOR_PEOPLE, false, 8),
  ].map(withoutQuotes)
}

function written(
  texts: Readonly<Record<string, string>>,
  injected: boolean,
  most: number,
  prefix = '',
): readonly Lesson[] {
  return Object.entries(texts).flatMap(([name, block]) =>
    composed(`${prefix}${name}`, block, most).map(({ group, text }) => ({ group, injected, text })),
  )
}
