import { foundWord, knownText, literal, show, textOf, type Word } from '../../word.ts'
import { searchOf, type Stream } from '../stream.ts'
import type { ProgramContext } from './program.ts'

/** Options that take the names of files to work on from standard input. */
const NAMES_FROM_INPUT = /^(?:--(?:files0?-from|pathspec-from-file|names-from|file-list)=-|--stdin-paths|-@|@-)$/
const NAMES_FROM_NEXT = /^(?:-T|-a|--(?:files0?-from|pathspec-from-file|arg-file))$/
/** The same options with the file that holds the names. */
const NAMES_FROM_FILE = /^--(?:files0?-from|pathspec-from-file|names-from|file-list)=(.+)$/s
const NAMES_FROM_NEXT_FILE = /^--(?:files0?-from|pathspec-from-file|names-from|file-list)$/
/** Packers that take them so without being told to. */
const PACKERS = /^(?:cpio|pax|afio)$/
/** Where listed names begin: `tar -C ~ -T list`. */
const BASE = /^(?:-C|-D|--directory|--cd)$/
const TARS = /^(?:[bg]?s?d?tar|star)$/

const MOST_LINES = 64

/** `find ~ | cpio -o`, `… | tar -T -`, `rsync --files-from=list`: what the list names is read. */
export function readListedInput(context: ProgramContext): void {
  const { stdin, program, args } = context.invocation
  for (const [at, word] of args.entries()) {
    const stream =
      NAMES_FROM_NEXT.test(show(word)) && args[at + 1] ? context.stream(args[at + 1]!) : context.stream(word)
    if (stream && takesFile(word, args[at - 1])) readNames(context, stream)
  }
  if (!unpacks(program, args)) for (const word of listFiles(program, args)) readNames(context, namesIn(context, word))
  if ((stdin.kind !== 'unknown' && stdin.kind !== 'text') || program === 'xargs' || program === 'parallel') return
  if (!PACKERS.test(program) && !args.some((word, at) => takesNames(word, args[at + 1]))) return
  if (PACKERS.test(program) && args.some((word) => /^-\w*[it]/.test(show(word)))) return
  readNames(context, stdin)
}

function readNames(context: ProgramContext, stream: Stream): void {
  if (stream.kind === 'text') {
    const bases = basesOf(context.invocation.program, context.invocation.args)
    for (const line of stream.text.split(/[\n\0]/).slice(0, MOST_LINES))
      if (line !== '')
        for (const name of below(bases, line)) context.reads(literal(name), 'content', { recursive: true })
    return
  }
  const found = searchOf(stream)
  if (found) context.reads(foundWord('…', found))
}

/** What a file lists, as far as its text is known. */
function namesIn(context: ProgramContext, list: Word): Stream {
  return context.names({ kind: 'file', places: [context.place(list)] })
}

function listFiles(program: string, args: readonly Word[]): readonly Word[] {
  return args.flatMap((word, at) => {
    const inside = NAMES_FROM_FILE.exec(textOf(word) ?? '')?.[1]
    if (inside !== undefined) return inside === '-' ? [] : [literal(inside)]
    const next = args[at + 1]
    const takes = NAMES_FROM_NEXT_FILE.test(show(word)) || (TARS.test(program) && /^-\w*T$/.test(show(word)))
    return takes && next !== undefined && show(next) !== '-' ? [next] : []
  })
}

/** Then the list picks members of an archive. */
function unpacks(program: string, args: readonly Word[]): boolean {
  return (
    TARS.test(program) &&
    args.some((word, at) => /^(?:--(?:extract|get|list|diff)|-\w*[xt])/.test((at === 0 ? '-' : '') + knownText(word)))
  )
}

/** The directories from which relative names of a list are read; none where they are read from the working directory. */
function basesOf(program: string, args: readonly Word[]): readonly string[] {
  const given = args.flatMap((word, at) => {
    const inside = /^--(?:directory|cd)=(.+)$/s.exec(show(word))?.[1]
    return BASE.test(show(word)) && args[at + 1] ? [show(args[at + 1]!)] : inside === undefined ? [] : [inside]
  })
  if (program !== 'rsync') return given
  return args.filter((word) => !show(word).startsWith('-') && !show(word).includes(':')).map((word) => show(word))
}

function below(bases: readonly string[], name: string): readonly string[] {
  return bases.length === 0 || /^[/~]/.test(name) ? [name] : bases.map((base) => `${base.replace(/\/+$/, '')}/${name}`)
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
