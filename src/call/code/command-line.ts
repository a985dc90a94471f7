import { knownPrefix, literal, textOf, type Word } from '../word.ts'
import type { Engine } from './library.ts'
import { ABSENT, data, either, type ListValue, optionsOf, text, type Value } from './values.ts'

/** The words a program is started with, after what stands before them: its own name, the interpreter's. */
export function commandLine({ args }: Engine, before: readonly string[]): ListValue | undefined {
  if (args === undefined) return undefined
  return { kind: 'list', items: [...before.map(text), ...args.map(asValue)], more: false, ends: true }
}

/** What an option is given on the command line, else what it is by default. */
export function givenOption(
  words: readonly Value[] | undefined,
  names: readonly string[],
  fallback: Value | undefined,
): Value {
  if (words === undefined) return data('option')
  const found: Value[] = []
  for (const [index, value] of words.entries()) {
    const word = wordIn(value)
    if (word === undefined) found.push(value)
    else if (textOf(word) === undefined && !knownPrefix(word).startsWith('-')) {
      // What is not known may be any option, and its value.
      if (knownPrefix(word) === '') found.push(value)
    } else found.push(...valueBehind(word, names, words[index + 1]))
  }
  return found.length > 0 ? either(found) : (fallback ?? ABSENT)
}

/** `--out x`, `--out=x`, `-ox`, `-o x`, and the beginnings of `--out` that some parsers take for it. */
function valueBehind(word: Word, names: readonly string[], next: Value | undefined): readonly Value[] {
  const start = knownPrefix(word)
  const [name = ''] = start.split('=', 1)
  if (!names.some((each) => each === name || (name.length > 2 && each.startsWith(name)))) {
    const short = names.find((each) => /^-[^-]$/.test(each) && start.startsWith(each) && !start.startsWith('--'))
    return short === undefined ? [] : [rest(word, short.length)]
  }
  return start.includes('=') ? [rest(word, name.length + 1)] : [next ?? data('option')]
}

function rest(word: Word, from: number): Value {
  const known = textOf(word)
  if (known !== undefined) return text(known.slice(from))
  return { kind: 'text', word: word.kind === 'dynamic' ? { ...word, pieces: cut(word.pieces, from) } : word }
}

function cut(pieces: Extract<Word, { kind: 'dynamic' }>['pieces'], from: number): typeof pieces {
  const [first, ...more] = pieces
  return first !== undefined && 'known' in first ? [{ known: first.known.slice(from) }, ...more] : pieces
}

/** What stands on the command line without an option: any of its words may be it. */
export function givenWord(words: readonly Value[] | undefined, fallback: Value | undefined): Value {
  if (words === undefined) return data('argument')
  const found = words.filter((value) => !/^-./.test(startOf(value)))
  return either([...found, ...(found.length > 0 && fallback === undefined ? [] : [fallback ?? ABSENT])])
}

/** The words that are arguments of no option: perhaps more than there are. */
export function givenWords(words: readonly Value[] | undefined): Value {
  if (words === undefined) return data('arguments')
  return { kind: 'list', items: words.filter((value) => !/^-./.test(startOf(value))), more: false, ends: true }
}

export function wordsGiven({ args }: Engine): readonly Value[] | undefined {
  return args?.map(asValue)
}

function asValue(word: Word): Value {
  return { kind: 'text', word: word.kind === 'glob' ? literal(word.pattern) : word }
}

function wordIn(value: Value): Word | undefined {
  const [only, ...more] = optionsOf(value)
  return only?.kind === 'text' && more.length === 0 ? only.word : undefined
}

function startOf(value: Value): string {
  const word = wordIn(value)
  return word === undefined ? '' : knownPrefix(word)
}
