import type { Action } from '../action.ts'
import { isInside } from '../paths.ts'
import { programNamed } from '../shell/programs/index.ts'
import { shellCommand } from './bash.ts'
import type { Context } from './tool.ts'

/** More than any task names. */
const MOST_COMMANDS = 20
const LONGEST = 20_000

/**
 * Commands that a text tells somebody to run, read as commands. What they would do is told as far as it is certain: words
 * are no program, and what of them cannot be understood says nothing. A task that only looks orders nothing, and neither
 * does a sentence that forbids.
 */
export function orderedCommands(text: string, context: Context): readonly Action[] {
  if (ONLY_LOOKS.test(text)) return []
  const commands = sentences(text.slice(0, LONGEST))
    .filter((sentence) => !FORBIDS.test(sentence))
    .flatMap(commandsIn)
  return [...new Set(commands)]
    .slice(0, MOST_COMMANDS)
    .flatMap((command) => shellCommand(command, context).actions)
    .filter((action) => isCertain(action, context))
}

/** Texts that begin so ask to be told something. */
export const ONLY_LOOKS =
  /^\s*(?:please\s+)?(?:search|find|look|review|explain|summari[sz]e|check|analy[sz]e|read|inspect|describe|document|list|investigate|audit|explore|grep|locate|understand|report|research|compare|identify)\b/i

const FORBIDS = /\b(?:do not|don't|never|must not|mustn't|avoid|without running|instead of|rather than|not to)\b/i

/** A line is one, a full stop before a space ends one; a stop inside a word or a path does not. */
function sentences(text: string): readonly string[] {
  return text.split(/\n+|(?<=[a-z`)][.!?])\s+(?=[A-Z`$])/)
}

const ORDER =
  /\b(?:run|execute|use|call|type|issue|invoke|do|with|via)\s+(?:the\s+(?:command|script)\s+)?(`[^`\n]+`|[a-z][\w.-]*(?:\s+[^\s,;()]+)*)/gi

function commandsIn(sentence: string): readonly string[] {
  const typed = /^\s*[$>]\s+(\S.*)$/.exec(sentence)?.[1]
  const quoted = [...sentence.matchAll(/`([^`\n]{3,400})`/g)].map(([, code]) => code!)
  const ordered = [...sentence.matchAll(ORDER)].map(([, words]) => words!.replace(/^`|`$/g, '').replace(/[.!?]+$/, ''))
  return [...(typed === undefined ? [] : [typed]), ...quoted, ...ordered].filter(isCommand)
}

/** It begins with a program, not with a word that is also the name of one. */
function isCommand(text: string): boolean {
  const [first, second] = text.trim().split(/\s+/)
  if (first === undefined || second === undefined || !/^[a-z][\w.-]*$/.test(first)) return false
  return !PLAIN_WORDS.has(first) && programNamed(first) !== undefined
}

const PLAIN_WORDS: ReadonlySet<string> = new Set(
  'the a an at in on to of and or as if is it this that all any each make test time watch find look write read which who what more less sort join split cut paste host nice last comm file date expect script yes true false where whatever patch link install view open start stop help info'.split(
    ' ',
  ),
)

function isCertain(action: Action, { surroundings }: Context): boolean {
  switch (action.does) {
    case 'something-opaque':
      return false
    case 'run-code':
      return action.seenThrough || action.origin === 'network'
    case 'write-file':
      // The work that is handed over; and nothing that this session wrote.
      return action.place.kind === 'path' && !isInside(action.place.real, surroundings.workspace)
    default:
      return true
  }
}
