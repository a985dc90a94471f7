import { foundWord, literal, show, type Word } from '../../word.ts'
import { searchOf } from '../stream.ts'
import type { ProgramContext } from './program.ts'

/** Options that take the names of files to work on from standard input. */
const NAMES_FROM_INPUT = /^(?:--(?:files0?-from|pathspec-from-file|names-from|file-list)=-|--stdin-paths|-@|@-)$/
const NAMES_FROM_NEXT = /^(?:-T|-a|--(?:files0?-from|pathspec-from-file|arg-file))$/
/** Packers that take them so without being told to. */
const PACKERS = /^(?:cpio|pax|afio)$/

const MOST_LINES = 64

/** `find ~ | cpio -o`, `… | tar -T -`: what standard input names is read. */
export function readListedInput(context: ProgramContext): void {
  const { stdin, program, args } = context.invocation
  for (const [at, word] of args.entries()) {
    const stream =
      NAMES_FROM_NEXT.test(show(word)) && args[at + 1] ? context.stream(args[at + 1]!) : context.stream(word)
    const listed = stream && takesFile(word, args[at - 1]) ? searchOf(stream) : undefined
    if (listed) context.reads(foundWord('…', listed))
  }
  if ((stdin.kind !== 'unknown' && stdin.kind !== 'text') || program === 'xargs' || program === 'parallel') return
  if (!PACKERS.test(program) && !args.some((word, at) => takesNames(word, args[at + 1]))) return
  if (PACKERS.test(program) && args.some((word) => /^-\w*[it]/.test(show(word)))) return
  if (stdin.kind === 'text') {
    for (const line of stdin.text.split(/[\n\0]/).slice(0, MOST_LINES)) if (line !== '') context.reads(literal(line))
    return
  }
  const found = searchOf(stdin)
  if (found) context.reads(foundWord('…', found))
}

/** A bundle of letters may end in the one that takes the list: `tar -cT`. */
function takesFile(word: Word, before: Word | undefined): boolean {
  return /^-{0,2}[\w-]*(?:T|a|-from|-file)$/.test(show(before ?? word)) || NAMES_FROM_NEXT.test(show(word))
}

function takesNames(word: Word, next: Word | undefined): boolean {
  return (
    NAMES_FROM_INPUT.test(show(word)) || (NAMES_FROM_NEXT.test(show(word)) && next !== undefined && show(next) === '-')
  )
}
