import { literal } from '../../word.ts'
import { listWords } from '../act.ts'
import type { LibraryCall, Special } from '../library.ts'
import { data, type Value, wordOf } from '../values.ts'
import { first } from './files.ts'

/** Every positional argument is a word of the command. */
export const wordsOfCommand: Special = (call) => {
  const words = call.given.positional.map((value) => wordOf(value, call.text))
  const list = call.given.named.get('args') ?? call.given.positional[1]
  if (call.name.startsWith('pexpect') && list?.kind === 'list')
    words.splice(1, words.length, ...listWords(list, call.text))
  if (words.length === 1 && words[0]!.kind === 'literal')
    call.engine.record({ does: 'shell', code: words[0]!, text: call.text })
  else call.engine.record({ does: 'program', words, text: call.text })
  return { kind: 'object', type: 'Process' }
}

/** What a task is given as its first parameter, by what decorates it: with it a task runs commands. */
export const GIVEN_BY_DECORATOR: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...'nox.session NoxTask'.split(' ').map((name) => [name, { kind: 'object', type: 'NoxSession' }] as const),
  ...'invoke.task invoke.tasks.task fabric.task fabric.tasks.task fabric2.task duty.duty ContextTask'
    .split(' ')
    .map((name) => [name, { kind: 'object', type: 'TaskContext' }] as const),
])

/** `session.install('pytest')` starts the installer with these words. */
function installs(...program: readonly string[]): Special {
  return (call) => {
    const words = call.given.positional.map((value) => wordOf(value, call.text))
    call.engine.record({ does: 'program', words: [...program.map((word) => literal(word)), ...words], text: call.text })
    return data(call.text)
  }
}

const moves: Special = (call: LibraryCall) => {
  call.engine.moveTo(first(call))
  return data(call.text)
}

export const TASK_SPECIALS: readonly (readonly [string, Special])[] = [
  ...'run run_always run_install'.split(' ').map((name) => [`NoxSession#${name}`, wordsOfCommand] as const),
  ['NoxSession#install', installs('pip', 'install')],
  ['NoxSession#conda_install', installs('conda', 'install')],
  ['NoxSession#chdir', moves],
  ['NoxSession#cd', moves],
  ['TaskContext#cd', moves],
]
