import type { LibraryCall, Special } from './library.ts'
import { inDirectory } from './directory.ts'
import { listWords } from './act.ts'
import { data, itemsOf, type RecordValue, type Value, wordsOf } from './values.ts'
import type { Effect } from '../shell/code/effects.ts'

/**
 * A command that is put together before it is started: `Command::new("sh").arg("-c")`, `new ProcessBuilder(list)`. What
 * it is when it is started counts.
 */
export const newCommand: Special = (call) => {
  const words: Value = { kind: 'list', items: [], more: call.given.open }
  const held: RecordValue = { kind: 'record', entries: new Map([['words', words]]), more: false }
  const made: Value = { kind: 'object', type: 'Command', held }
  addWords({ ...call, self: made })
  return made
}

/** Adds one word for each argument; a list is its words. */
export const addWords: Special = (call) => {
  const list = parts(call)?.entries.get('words')
  if (list?.kind !== 'list') return call.self ?? data(call.text)
  for (const value of call.given.positional) {
    if (value.kind === 'list') {
      list.items.push(...value.items)
      list.more ||= value.more
    } else if (value.kind === 'either' && value.options.some((option) => option.kind === 'list')) {
      list.items.push(...itemsOf(value).items)
      list.more = true
    } else list.items.push(value)
  }
  if (call.given.open) list.more = true
  return call.self!
}

/** Its words are now these. */
export const setWords: Special = (call) => {
  const list = parts(call)?.entries.get('words')
  if (list?.kind === 'list' && call.given.positional.length > 0) list.items.length = 0
  return addWords(call)
}

export const setDirectory: Special = (call) => {
  const [directory] = call.given.positional
  if (directory !== undefined) parts(call)?.entries.set('directory', directory)
  return call.self ?? data(call.text)
}

/** Starts it, in the directory it was given. */
export function startCommand(gives: string): Special {
  return (call) => {
    const entries = parts(call)?.entries
    const list = entries?.get('words')
    const directory = entries?.get('directory')
    if (list?.kind !== 'list' || list.items.length === 0) call.engine.unread('unknown-call', call.text)
    else {
      const effect: Effect = { does: 'program', words: listWords(list, call.text), text: call.text }
      if (directory === undefined) call.engine.record(effect)
      else for (const word of wordsOf(directory, call.text)) call.engine.record(inDirectory(effect, word))
    }
    return { kind: 'object', type: gives }
  }
}

function parts({ self }: LibraryCall): RecordValue | undefined {
  return self?.kind === 'object' && self.held?.kind === 'record' ? self.held : undefined
}
