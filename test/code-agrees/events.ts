import type { Effect } from '../../src/call/shell/code/effects.ts'
import { show, type Word } from '../../src/call/word.ts'

const said = (word: Word): string => (word.kind === 'literal' ? word.text : `not known: ${show(word)}`)

/** What an effect is in the words of those who record what really happens. */
export function asEvents(effect: Effect): readonly (readonly string[])[] {
  switch (effect.does) {
    case 'read':
    case 'write':
    case 'append':
    case 'delete':
    case 'delete-tree':
    case 'directory':
      return [[effect.does, said(effect.path)]]
    case 'copy':
      return [
        ['read', said(effect.from)],
        ['write', said(effect.to)],
      ]
    case 'move':
      return [['move', said(effect.from), said(effect.to)]]
    case 'program':
      return [['program', ...effect.words.map(said)]]
    case 'shell':
      return [['shell', said(effect.code)]]
    case 'contact':
      return [['fetch', said(effect.target)]]
    default:
      return [[effect.does, effect.text]]
  }
}

export function sorted(events: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(events.map((event) => JSON.stringify(event)))].toSorted()
}
