import { textOf, type Word } from '../../word.ts'
import type { Kit } from './program.ts'

/** A shell or another interpreter at the head of an order. */
const INTERPRETER =
  /^\s*(?:(?:exec|command|env)\s+)*(?:\S*\/)?(?:(?:ba|da|z|k|mk|a|c|tc)?sh|fish|python[\d.]*|perl|ruby|node|php|lua|osascript)(?=\s|$)/

/**
 * An order that is run where a pager, an editor, a browser or a transport belongs. It is looked through; a shell in such a
 * place is a way round, and so a person is asked whatever it would run.
 */
export function standsIn(kit: Kit, order: Word, via: string): void {
  kit.code('shell', order, { via })
  if (INTERPRETER.test(textOf(order) ?? '')) kit.opaque('unreadable-code', `${via} starts a shell`)
}

/** The program that git starts on the other side, and on this one for a path: by its own name it is git's. */
export function servesGit(kit: Kit, order: Word, via: string): void {
  if (/^(?:[\w./~-]*\/)?git[- ](?:upload|receive)-(?:pack|archive)$/.test(textOf(order) ?? '')) return
  kit.code('shell', order, { via })
  kit.opaque('unreadable-code', via)
}
