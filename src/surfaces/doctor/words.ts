import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { visible } from '../../call/visible.ts'
import type { Policy } from '../../policy/policy.ts'
import { readingIsWhole } from '../../results/reading/score.ts'
import { connect, type Environment } from '../compose-reviewer.ts'
import { notesIn } from '../dump.ts'
import { unreadWords } from '../unread-words.ts'
import type { Finding } from './finding.ts'

/** Prohibitions in words that nobody reads by themselves. None: nothing to say. */
export function examineWords(
  policy: Pick<Policy, 'autoMode' | 'classifier'>,
  environment: Environment,
): readonly Finding[] {
  const words = unreadWords(policy, connect(policy.classifier, environment) === 'offline' ? 'none' : 'some')
  if (words === undefined) return []
  return [{ about: 'words', state: 'yellow', says: words.says, fix: words.fix }]
}

/** Whether what comes in is read with the trained weights, or by the rules alone. */
export function examineReading(): readonly Finding[] {
  if (readingIsWhole()) return []
  return [
    {
      about: 'injections',
      state: 'red',
      says: 'the trained weights of this installation are damaged: what comes in is read by rules alone, which find about half as much',
      fix: 'install the package again',
    },
  ]
}

/** The settings want what comes in to be read by a model, and there is none. */
export function examineIncoming(
  policy: Pick<Policy, 'classifier' | 'results'>,
  environment: Environment,
): readonly Finding[] {
  const reads = policy.results?.model ?? 'off'
  if (reads === 'off') return []
  const connection = connect(policy.classifier, environment)
  if (connection !== 'offline' && !('broken' in connection)) return []
  const why = connection === 'offline' ? 'no model is configured' : connection.broken
  return [
    {
      about: 'injections',
      state: 'yellow',
      says: `\`results.model\` is "${reads}", and ${why}: no model reads what comes in`,
      fix: 'configure the reviewer (docs/reviewer.md), or leave `results.model` out',
    },
  ]
}

/** The newest so many notes are looked at. */
const MOST_NOTES = 20

/** What the reviewing model answered lately that nobody could read. */
export function examineAnswers(home: string): readonly Finding[] {
  const notes = unreadableNotes(home)
  const last = notes.at(-1)
  if (last === undefined) return []
  return [
    {
      about: 'answers',
      state: 'yellow',
      says: `${notes.length} of the reviewer's last answers could not be read; the newest: ${last}`,
      fix: 'choose a model that keeps to the form of the answer; after three in a row a person is asked',
    },
  ]
}

function unreadableNotes(home: string): readonly string[] {
  const directory = notesIn(home)
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json'))
    return names
      .sort()
      .slice(-MOST_NOTES)
      .flatMap((name) => noteIn(join(directory, name)))
  } catch {
    return []
  }
}

function noteIn(path: string): readonly string[] {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof note !== 'object' || note === null || !('unreadable' in note)) return []
    const fields = new Map<string, unknown>(Object.entries(note))
    const text = (name: string): string => visible(String(fields.get(name) ?? '')).slice(0, 200)
    return [
      `${text('unreadable')} from ${text('model')} (stage ${text('stage')}, ended by ${text('ended')}): ${text('text')}`,
    ]
  } catch {
    return []
  }
}
