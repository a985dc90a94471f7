import type { ActionOf, Does } from '../../call/action.ts'
import { isInside } from '../../call/paths.ts'
import type { JsonValue } from '../../call/tool-call.ts'
import { isHere } from '../../categories/grounds.ts'
import { deedsOf } from '../../categories/seek.ts'
import type { Subject } from '../subject.ts'

/** Something of the gate that a call would reach. */
export interface Finding {
  readonly code: ItselfCode
  /** One clause with the evidence in backticks: what it would do. */
  readonly what: string
  /** Instead of "outside the agent": what a person does. */
  readonly instead?: string
}

export type ItselfCode =
  | 'itself.secret'
  | 'itself.change'
  | 'itself.program'
  | 'itself.process'
  | 'itself.port'
  | 'itself.command'
  | 'itself.shadow'
  | 'itself.hook'

/** The actions of one kind that happen on this machine. */
export function here<D extends Does>(subject: Subject, does: D): readonly ActionOf<D>[] {
  const all = deedsOf(subject, does)
  return all.every(isHere) ? all : all.filter(isHere)
}

export function isInsideAny(path: string, directories: readonly string[]): boolean {
  return directories.some((directory) => isInside(path, directory))
}

/** Every text in a value, however deep. */
export function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}

/** The first finding of several questions, asked one after the other. */
export function firstOf(
  subject: Subject,
  ...questions: readonly ((subject: Subject) => Finding | undefined)[]
): Finding | undefined {
  for (const question of questions) {
    const found = question(subject)
    if (found !== undefined) return found
  }
  return undefined
}

/** A home directory as it is written in front of a path. */
export const HOME = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[\\/])/i

export function changed(what: string, root: string, { surroundings }: Subject): Finding {
  const { workspace } = surroundings
  return isInside(workspace, root) || isInside(root, workspace)
    ? {
        code: 'itself.program',
        what,
        instead: 'to work on the gate, run it from an installed copy instead of this checkout',
      }
    : { code: 'itself.change', what }
}
