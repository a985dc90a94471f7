import type { Action, Common, Content, ActionOf, Does, Language, OpaqueBecause, Payload, Where } from '../../action.ts'
import type { Condition } from '../../place-condition.ts'
import type { Place } from '../../place.ts'
import type { Memory } from '../../memory.ts'
import type { Surroundings, World } from '../../world.ts'
import type { Word } from '../../word.ts'
import type { Entry, Examples } from '../../programs/entry.ts'
import type { Stream } from '../stream.ts'

/** What a program means: which deeds an invocation of it amounts to. One file per family in this folder. */
export interface Program {
  /** Lower-case base names, without `.exe`. */
  readonly names: readonly string[]
  /** Records the effects. Must be total: an argument it cannot read is `context.opaque(…)`, never silence. */
  readonly means: (context: ProgramContext) => void
  /** What is written down about it as data, where that is how its meaning is told. */
  readonly entry?: Entry
  /** What an invocation would do, for programs whose meaning is code: see `examples` of an entry. */
  readonly examples?: Examples
}

/** One start of one program, with its words expanded as far as they are known. */
export interface Invocation {
  readonly program: string
  readonly args: readonly Word[]
  /** The command as written. */
  readonly evidence: string
  /** Variables set for it: leading assignments and constants exported earlier in the script. */
  readonly environment: ReadonlyMap<string, Word>
  readonly stdin: Stream
  readonly cwd: Place
  readonly where: Where
  readonly elevated: boolean
  /** What it prints goes through a filter that picks some of it. */
  readonly sifted?: boolean
}

/** An action without the fields that every action of one invocation shares. */
export type EffectDraft<D extends Does = Does> = D extends Does
  ? Omit<ActionOf<D>, keyof Common> & { readonly evidence?: string }
  : never

/** All programs together. One that starts others by name asks here, so that it need not import the list that it is in. */
export interface KnownPrograms {
  readonly named: (name: string) => Program | undefined
  /** A package of this name in a registry is not the program that is known here. */
  readonly isMachineTool: (name: string) => boolean
}

/** What a program runs with, and where its effects are recorded, in order. */
export interface ProgramContext {
  readonly programs: KnownPrograms
  readonly invocation: Invocation
  readonly surroundings: Surroundings
  readonly world: World
  readonly memory: Memory
  /** Resolves a word to a place: cwd, `~`, `..`, symlinks, globs. `file://` URLs too. */
  place(word: Word): Place
  record(action: EffectDraft): void
  reads(
    word: Word,
    extent?: 'names' | 'content',
    how?: { readonly recursive?: boolean; readonly only?: (base: string) => Condition | undefined },
  ): void
  writes(word: Word, how: ActionOf<'write-file'>['how'], content?: Content): void
  deletes(
    word: Word,
    how?: {
      readonly recursive?: boolean
      readonly movedTo?: Place
      readonly filtered?: boolean
      readonly only?: (base: string) => Condition | undefined
    },
  ): void
  /** `target` is a URL, `user@host:path`, `host:port` or a bare host. */
  contacts(
    target: Word,
    purpose: ActionOf<'contact-host'>['purpose'],
    sends?: ActionOf<'contact-host'>['sends'],
    payload?: Payload,
  ): void
  opaque(because: OpaqueBecause, text?: string): void
  /** It starts another program with these words: look through it. */
  runs(words: readonly Word[], how: Started): void
  /** It executes this text as code: look through it. */
  code(language: Language, text: Word, how?: Partial<Started>): void
  /** It executes this file as code: look into it. `language` when the program fixes it. */
  file(script: Word, language?: Language, args?: readonly Word[], how?: Partial<Started>): void
  /** It runs the code of the project below this directory: what the session changed of it is looked into. */
  project(directory: Place): void
  /** It executes what comes from its standard input. */
  stdinAsCode(language: Language, args?: readonly Word[]): void
  /** What goes to its standard output, for the next stage of the pipe. Default: unknown. */
  puts(stream: Stream): void
  /** The same stream, as names where it is a file that lists them. */
  names(stream: Stream): Stream
  /** What comes through a process substitution that stands for a file: `<(find src)`. */
  stream(word: Word): Stream | undefined
  /** Content that this call or the session wrote to this place, if any. */
  written(place: Place): Content | undefined
}

export interface Started {
  /** How it is named in `via`: `sudo`, `xargs`, `find -exec`, `git -c core.pager`. */
  readonly via: string
  readonly stdin?: Stream
  readonly cwd?: Place
  readonly where?: Where
  readonly elevated?: boolean
  readonly environment?: ReadonlyMap<string, Word>
  /** Unknown words are appended at run time: xargs, find -exec {} +. */
  readonly moreArguments?: boolean
  /** `$0`, `$1`, … of shell code: `sh -c '…' name a b`. */
  readonly parameters?: readonly Word[]
  /** The words that inline code is started with. */
  readonly args?: readonly Word[]
}

export type { Action }
