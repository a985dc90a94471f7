import { parse } from 'unbash'
import type { Action } from '../action.ts'
import { beginRun, outermostScope, type Run } from './state.ts'

/** How many beginnings are read at each end of the text, and how many characters of them altogether. */
const MOST = { first: 16, last: 16, characters: 32 * 1024 } as const

/**
 * What the beginnings of a text that cannot be parsed would do, as far as the run has not recorded it already. A shell runs
 * what is complete before it meets the error, and a parser that goes on after an error may read what stands before it in
 * another way: without this, text put behind a command could hide what the command does.
 */
export function readBeginnings(text: string, { context, reader, languages, actions }: Run): readonly Action[] {
  const known = new Set(actions.map(keyOf))
  const found: Action[] = []
  for (const end of endsIn(text)) {
    for (const action of readOne(text.slice(0, end), beginRun(context, reader, languages))) {
      const key = keyOf(action)
      if (known.has(key) || (action.does === 'something-opaque' && action.because === 'not-parsed')) continue
      known.add(key)
      found.push(action)
    }
  }
  return found
}

function readOne(text: string, run: Run): readonly Action[] {
  const scope = outermostScope(run, text)
  try {
    run.reader.script(scope, parse(text))
    run.reader.uncalledFunctions(scope)
  } catch {
    return run.actions
  }
  return run.actions
}

/** Where a command could end, quoted or not. */
function endsIn(text: string): readonly number[] {
  const ends: number[] = []
  for (const match of text.matchAll(/[;\n&|]+/g)) if (match.index > 0) ends.push(match.index)
  // The longest first: what is put behind a command leaves the command itself among them.
  const chosen = [...new Set([...ends.slice(-MOST.last).toReversed(), ...ends.slice(0, MOST.first)])]
  let characters = 0
  return chosen.filter((end) => (characters += end) <= MOST.characters)
}

function keyOf(action: Action): string {
  return JSON.stringify(action)
}
