import { knownPrefix, literal, textOf, type Word } from '../../word.ts'
import { rest } from '../../shell/options.ts'

/** Arguments of a Windows program: `/name`, `/name:value`, `-name value`, `name=value`, in any case. */
export interface Slashed {
  /** Option name in lower case without its slash or dash → value after `:` or `=`; undefined for a flag. */
  readonly options: ReadonlyMap<string, Word | undefined>
  readonly operands: readonly Word[]
  /** Every word in lower case, for programs with a language of their own. */
  readonly lower: readonly string[]
  has(...names: string[]): boolean
  /** The value of an option: attached, or the next word. */
  value(...names: string[]): Word | undefined
}

export function readSlashes(args: readonly Word[], takesNext: readonly string[] = []): Slashed {
  const options = new Map<string, Word | undefined>()
  const operands: Word[] = []
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!
    const start = knownPrefix(word)
    const option = /^[/-]{1,2}([A-Za-z?][\w-]*)(?:[:=])?/.exec(start)
    // `/usr/bin` and `//server` are operands, `/s/q` is two options.
    if (!option || (start.startsWith('/') && /^\/[^/\\:=]{2,}[/\\]/.test(start))) {
      operands.push(word)
      continue
    }
    const name = option[1]!.toLowerCase()
    const tail = start[option[0].length - 1]
    if (tail === ':' || tail === '=') options.set(name, rest(word, option[0].length))
    else if (takesNext.includes(name) && index + 1 < args.length && !/^\/[a-z]+$/i.test(knownPrefix(args[index + 1]!)))
      options.set(name, args[++index])
    else {
      options.set(name, undefined)
      for (const more of start.slice(option[0].length).split('/'))
        if (more !== '') options.set(more.toLowerCase(), undefined)
    }
  }
  return {
    options,
    operands,
    lower: args.map((word) => (textOf(word) ?? knownPrefix(word)).toLowerCase()),
    has: (...names) => names.some((name) => options.has(name)),
    value: (...names) => names.map((name) => options.get(name)).find((value) => value !== undefined),
  }
}

/** `name= value`, `name=value` in the manner of sc and netsh. */
export function assignment(args: readonly Word[], name: string): Word | undefined {
  for (const [index, word] of args.entries()) {
    const start = knownPrefix(word)
    const lower = start.toLowerCase()
    if (lower === `${name}=`) return args[index + 1]
    if (lower.startsWith(`${name}=`)) return rest(word, name.length + 1)
  }
  return undefined
}

export function joinWords(words: readonly Word[]): Word {
  const texts = words.map((word) => textOf(word))
  return texts.every((text) => text !== undefined)
    ? literal(texts.join(' '))
    : {
        kind: 'dynamic',
        source: words.map((word) => knownPrefix(word)).join(' '),
        pieces: words.flatMap((word) =>
          word.kind === 'dynamic' ? [{ known: ' ' }, ...word.pieces] : [{ known: ` ${knownPrefix(word)}` }],
        ),
      }
}
