import type { Trust } from '../../trust.ts'
import type { Language, OpaqueBecause } from '../../action.ts'
import type { Word } from '../../word.ts'

/** What a piece of code in another language does, as far as its text shows. */
export type Effect =
  | {
      readonly does: 'read' | 'names' | 'delete' | 'delete-tree' | 'directory' | 'access'
      readonly path: Word
      readonly text: string
    }
  | {
      readonly does: 'write' | 'append'
      readonly path: Word
      readonly content?: string | undefined
      readonly text: string
    }
  | { readonly does: 'move' | 'copy'; readonly from: Word; readonly to: Word; readonly text: string }
  | { readonly does: 'shell'; readonly code: Word; readonly text: string }
  | { readonly does: 'program'; readonly words: readonly Word[]; readonly text: string }
  | { readonly does: 'code'; readonly language: Language; readonly code: Word; readonly text: string }
  | {
      readonly does: 'contact'
      readonly target: Word
      readonly sends: 'nothing' | 'data' | 'unknown'
      readonly text: string
    }
  | {
      readonly does: 'door'
      readonly what: 'reverse-shell' | 'bind-shell' | 'listener'
      readonly address?: string
      readonly text: string
    }
  /** A file of code that is loaded and so runs. */
  | { readonly does: 'load'; readonly path: Word; readonly text: string; readonly language?: Language }
  | { readonly does: 'environment'; readonly name: string; readonly text: string }
  | { readonly does: 'end-process'; readonly text: string }
  | { readonly does: 'sql'; readonly code: string; readonly text: string }
  | { readonly does: 'opaque'; readonly because: OpaqueBecause; readonly text: string }

export interface Reading {
  readonly effects: readonly Effect[]
  /** Every call in it is recognised or plain computation. */
  readonly seenThrough: boolean
  /** What it prints, when that is constant. */
  readonly prints?: string | undefined
}

export interface ReadingContext {
  /** The project's own script: what it imports is the project's trusted code. */
  readonly project: boolean
  /** A module of this name lies in the workspace. */
  readonly local: (name: string) => boolean
  /** The path of the file that holds the code, when it stands in one. */
  readonly script?: string | undefined
  /** The words the program is started with, after its own name; left out: nobody knows. */
  readonly args?: readonly Word[] | undefined
  /** Variables that this call sets for it. */
  readonly environment?: ReadonlyMap<string, Word> | undefined
  /** Whom policy trusts; left out: nobody. */
  readonly trust?: Trust | undefined
}
