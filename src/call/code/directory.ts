import type { Effect } from '../shell/code/effects.ts'
import { dynamic, literal, type Word } from '../word.ts'
import { joinPaths } from './paths.ts'
import { wordOf } from './values.ts'

/** What an effect is when the program runs in another directory than the call. */
export function inDirectory(effect: Effect, directory: Word): Effect {
  const there = (path: Word): Word =>
    wordOf(
      joinPaths(
        [
          { kind: 'text', word: directory },
          { kind: 'text', word: path },
        ],
        '…',
      ),
      '…',
    )
  switch (effect.does) {
    case 'read':
    case 'names':
    case 'delete':
    case 'delete-tree':
    case 'directory':
    case 'access':
    case 'write':
    case 'append':
    case 'load':
      return { ...effect, path: there(effect.path) }
    case 'copy':
    case 'move':
      return { ...effect, from: there(effect.from), to: there(effect.to) }
    case 'shell':
      return { ...effect, code: fromDirectory(effect.code, directory) }
    case 'program': {
      const words = effect.words.map((word) => (word.kind === 'literal' ? quoted(word.text) : undefined))
      const known = words.every((word) => word !== undefined)
      const code = known ? literal(words.join(' ')) : dynamic(effect.text, 'argument')
      return { does: 'shell', code: fromDirectory(code, directory), text: effect.text }
    }
    default:
      return effect
  }
}

function fromDirectory(code: Word, directory: Word): Word {
  if (code.kind !== 'literal' || directory.kind !== 'literal')
    return dynamic('a command in another directory', 'variable')
  // A tilde is the home directory only outside quotes.
  const place = directory.text.startsWith('~') ? `~${quoted(directory.text.slice(1))}` : quoted(directory.text)
  return literal(`cd ${place} && ${code.text}`)
}

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
