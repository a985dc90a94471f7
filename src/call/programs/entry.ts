import type { Language } from '../action.ts'
import type { Role } from './roles.ts'

/**
 * What is known about one program, as plain data: the same for the built-in families and for `programs` in settings.
 * It is closed: an option, subcommand, operand or value that is not written down is not understood.
 */
export interface Entry {
  /** Another entry whose options, flags and whatever else is missing here it takes over. */
  readonly like?: string
  /**
   * Options that take a value, or that matter. Spellings of one option share a key: `-o, --output`. `--[no-]color` is two
   * spellings; `-Xmx*` and `if=*` are everything that begins so; `-#` is a number as an option (`head -5`).
   */
  readonly options?: Readonly<Record<string, Value>>
  /** Options without a value and without an effect, in one string: `-v --verbose --[no-]color`. */
  readonly flags?: string
  /**
   * Roles of the operands in order, `…` after the one that repeats: `['text', 'read…']`. One role alone is the role of
   * all. Default: it takes none.
   */
  readonly operands?: Value | readonly Value[]
  /** The last operand of several has this role instead. */
  readonly last?: Value
  /** What follows the operands: a command, words that a shell joins and runs, or arguments for code that runs. */
  readonly rest?: 'command' | 'shell' | 'text'
  /** What it works on when there is no operand. */
  readonly default?: string
  /**
   * By their words: `add`, `remote add`, `rm, remove`. A text is short for an effect, with operands that are text. With
   * `operands` beside them, a first operand that is none of these words is an operand.
   */
  readonly subcommands?: Readonly<Record<string, Entry | string>>
  /** What it does without any operand or subcommand, where that is more than to print its usage. */
  readonly bare?: Entry
  /** Effects of every invocation, as in examples: `look machine`, `service vercel deploy`. */
  readonly effects?: readonly string[]
  /** Further effects with one of these options. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  /** With one of these options it is this program instead: other operands and effects, the same options. */
  readonly forms?: Readonly<Record<string, Entry>>
  /** With one of these options the operands that are read are edited: `--fix, -i`. */
  readonly inPlace?: string
  /** It executes its standard input when there is no operand, in its language. Default: data. */
  readonly stdin?: 'data' | 'code'
  /** What it prints: its input, changed or not; nothing; what it fetched. Default: not known. */
  readonly prints?: 'input' | 'nothing' | 'network'
  /** Variables that have a role for it. */
  readonly variables?: Readonly<Record<string, Value>>
  /** `gnu`: `-abc` are three options. `single-dash`: `-name value`, no letters are combined. */
  readonly style?: 'gnu' | 'single-dash'
  /** It accepts unique beginnings of its long options. Only where every long option is written down. */
  readonly abbreviations?: boolean
  /** Options end at the first operand. So it is with `rest` and `subcommands`. */
  readonly stopAtOperand?: boolean
  /** `@file` stands for the arguments in a file. */
  readonly responseFiles?: boolean
  /** It runs the project's code; these of its files are executed. */
  readonly project?: readonly string[]
  /** The language of `project` files, scripts, code and standard input. */
  readonly language?: Language
  /** What it starts has more rights than its caller. */
  readonly elevates?: boolean
  /** Command line → what it would do, in the words of `effects`. At least one ordinary, one effectful, one unknown. */
  readonly examples?: Examples
}

export type Examples = Readonly<Record<string, readonly string[]>>

/**
 * How a value is read. A text: a role; `read?` takes a value only when it is attached (`--color=auto`, `-i.bak`);
 * `text read` takes two; `read…` takes all words up to the next option; in `fetch | read` the shape of the word decides;
 * `opaque?` is an option without a value that is not followed.
 */
export type Value =
  | string
  /** `-o key=value`: by key, each with the role of its value. `key` alone is a flag. `assign` stands in the place of `=`. */
  | {
      readonly keys: Readonly<Record<string, Value>>
      readonly assign?: string
      readonly separator?: string
      readonly else?: Value
    }
  /** Several values in one word. */
  | { readonly list: Value; readonly separator?: string }
  /** These words are text, and with `:*` or `/*` at the end all that begin so; any other has the role of `else`, or is not known. */
  | { readonly words: string; readonly else?: Value; readonly optional?: boolean }

/** Entries by name; names that are one program stand together: `timeout gtimeout`. */
export type Entries = Readonly<Record<string, Entry>>

/** One written role: `name` with what follows it. */
export interface Slot {
  readonly roles: readonly Role[]
  readonly optional: boolean
  readonly repeats: boolean
}

/** `--[no-]color` → `--color`, `--no-color`. */
export function spellingsOf(key: string): readonly string[] {
  return key
    .split(/,? +/)
    .filter((name) => name !== '')
    .flatMap((name) => {
      const [, before, inside, after] = /^(.*?)\[(.+?)\](.*)$/.exec(name) ?? []
      return inside === undefined ? [name] : [`${before}${after}`, `${before}${inside}${after}`]
    })
}

/** The values of an option that are written as a text: `text read` are two. */
export function slotsOf(value: string): readonly Slot[] {
  return value.split(/(?<!\|) (?!\|)/).map((text) => {
    const repeats = text.endsWith('…')
    const optional = text.endsWith('?')
    const bare = repeats || optional ? text.slice(0, -1) : text
    return { roles: bare.split(' | ') as Role[], optional, repeats }
  })
}
