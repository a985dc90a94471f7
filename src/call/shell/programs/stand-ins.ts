import { textOf, type Word } from '../../word.ts'
import type { ProgramContext } from './program.ts'

/** A shell or another interpreter at the head of an order. */
const INTERPRETER =
  /^\s*(?:(?:exec|command|env)\s+)*(?:\S*\/)?(?:(?:ba|da|z|k|mk|a|c|tc)?sh|fish|python[\d.]*|perl|ruby|node|php|lua|osascript)(?=\s|$)/

/**
 * An order that is run where a pager, an editor, a browser or a transport belongs. It is looked through; a shell in such a
 * place is a way round, and so a person is asked whatever it would run.
 */
export function standsIn(context: ProgramContext, order: Word, via: string): void {
  context.code('shell', order, { via })
  if (INTERPRETER.test(textOf(order) ?? '')) context.opaque('unreadable-code', `${via} starts a shell`)
}

/** The program that git starts on the other side, and on this one for a path: by its own name it is git's. */
export function servesGit(context: ProgramContext, order: Word, via: string): void {
  if (/^(?:[\w./~-]*\/)?git[- ](?:upload|receive)-(?:pack|archive)$/.test(textOf(order) ?? '')) return
  context.code('shell', order, { via })
  context.opaque('unreadable-code', via)
}
