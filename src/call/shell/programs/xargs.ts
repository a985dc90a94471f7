import type { Found } from '../../place-condition.ts'
import { dynamic, foundWord, literal, type Piece, show, textOf, type Word } from '../../word.ts'
import { type Arity, type Grammar } from '../options.ts'
import { searchOf, type Stream } from '../stream.ts'
import { readOptions } from './read-options.ts'
import type { ProgramContext } from './program.ts'
import { pasted } from './project.ts'

/** The words on standard input become arguments: known ones when the text is known. */
export function xargs(context: ProgramContext): void {
  const given = readOptions(context, context.invocation.args, XARGS)
  const command = given.operands.length > 0 ? given.operands : [literal('echo')]
  const replace =
    given.value('-I', '-J', '-i', '--replace') ?? (given.has('-i', '--replace') ? literal('{}') : undefined)
  const from = given.value('-a', '--arg-file')
  if (from) context.reads(from)
  const listed = from && (context.stream(from) ?? shortList(context, from))
  const stdin = context.names(listed ?? context.invocation.stdin)
  // Whatever the list says is given away, and nobody has seen it.
  if (from && stdin.kind === 'file' && GIVES_AWAY.has(show(command[0]!)))
    context.opaque('dynamic-code', `xargs -a ${show(from)}`)
  const via = 'xargs'
  const nothing = { kind: 'nothing' } as const
  const items =
    stdin.kind === 'text' && !given.has('-d', '--delimiter')
      ? itemsOf(stdin.text, given.has('-0', '--null'), replace !== undefined)
      : undefined
  const marker = textOf(replace)
  if (items && items.length <= 32) {
    if (marker === undefined) context.runs([...command, ...items], { via, stdin: nothing })
    else
      for (const item of items)
        context.runs(
          command.map((word) => substituted(word, marker, item)),
          { via, stdin: nothing },
        )
    return
  }
  const below: readonly (Found | undefined)[] =
    stdin.kind === 'unknown' ? ((stdin.below?.length ?? 5) <= 4 ? stdin.below! : [searchOf(stdin)]) : [undefined]
  for (const found of below) {
    if (replace) {
      const unknown = named(marker ?? '{}', found)
      const code = pasted(context, command, marker ?? '{}', found?.rewritten ? undefined : found?.below)
      if (code) context.runs(code.words, { via, stdin: nothing, environment: code.environment })
      else {
        context.runs(
          command.map((word) => substituted(word, marker ?? '{}', unknown)),
          { via, stdin: nothing },
        )
        const followed = found && pasted(context, command, marker ?? '{}', found.below, found)
        if (followed) context.runs(followed.words, { via, stdin: nothing, environment: followed.environment })
      }
    } else if (found === undefined) context.runs(command, { via, stdin: nothing, moreArguments: true })
    else context.runs([...command, named('…', found)], { via, stdin: nothing })
  }
}

/** A list that is there is what it says; a long one is only known to be a file. */
function shortList(context: ProgramContext, from: Word): Stream {
  const place = context.place(from)
  const text =
    place.kind === 'path' && context.written(place) === undefined
      ? context.world.read(place.real, LONGEST_LIST)
      : undefined
  return text !== undefined && text.length < LONGEST_LIST ? { kind: 'text', text } : { kind: 'file', places: [place] }
}

const LONGEST_LIST = 4096

/** Programs that show or take along all of what they open. */
const GIVES_AWAY: ReadonlySet<string> = new Set(
  'cat tac head tail less more bat nl od xxd hexdump strings base64 cp mv scp rsync tar zip curl'.split(' '),
)

const XARGS: Grammar = {
  arity: new Map<string, Arity>([
    ...'-I -J -n -P -L -s -E -d -a --max-args --max-procs --max-chars --delimiter --arg-file --process-slot-var'
      .split(' ')
      .map((name) => [name, 'value'] as const),
    // Their values are optional and must be attached: `xargs -i cp {} x` has none.
    ...'-i -l -e --replace --max-lines --eof'.split(' ').map((name) => [name, 'optional'] as const),
  ]),
  style: 'gnu',
  stopAtOperand: true,
}

/** A name we do not know: below a directory, when it comes from a listing of it. */
export function named(source: string, found: Found | undefined): Word {
  return found === undefined ? dynamic(source, 'argument') : foundWord(source, found)
}

function itemsOf(text: string, nul: boolean, lines: boolean): readonly Word[] {
  const parts = nul ? text.split('\0') : lines ? text.split('\n') : text.split(/\s+/)
  return (
    parts
      // A word ends at a NUL, whether or not xargs was told about it.
      .map((part) =>
        nul
          ? part
          : part
              .trim()
              .replace(/^(['"])(.*)\1$/, '$2')
              .replace(/\0[\s\S]*$/, ''),
      )
      .filter((part) => part !== '')
      .map((part) => literal(part))
  )
}

function substituted(word: Word, marker: string, item: Word): Word {
  const text = textOf(word)
  if (text === undefined || !text.includes(marker)) return word
  if (text === marker) return item
  if (item.kind === 'literal') return literal(text.replaceAll(marker, item.text))
  const filled: readonly Piece[] = item.kind === 'dynamic' ? item.pieces : [{ unknown: marker, from: 'argument' }]
  const pieces = text.split(marker).flatMap((known, index): readonly Piece[] => [
    // The directory is known only of a word that begins with the name.
    ...(index === 0 ? [] : index === 1 && text.startsWith(marker) ? filled : filled.slice(-1)),
    ...(known === '' ? [] : [{ known }]),
  ])
  return { kind: 'dynamic', source: text, pieces }
}
