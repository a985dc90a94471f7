import type { SimpleCommand, Understanding } from '../call/understanding.ts'
import { placeKinds } from '../call/place-kinds.ts'
import { UnreadableInput } from '../call/tools/tool.ts'
import { executionsIn } from '../policy/executions.ts'
import { names, reachOf } from '../policy/reach.ts'
import type { Rule } from '../policy/policy.ts'
import { commandPattern } from '../policy/wildcard.ts'
import { isHarmlessSink } from './rules-paths.ts'
import type { Subject } from './subject.ts'

/** A command of the call and the allow rule whose text it matches. */
export interface Allowed {
  readonly command: SimpleCommand
  readonly rule: Rule
}

/**
 * Whether the rules cover what the call does, and not only how it is written. A wildcard stands for words that nobody
 * saw when the rule was written: `git *` is no permission for `git -c core.pager='sh -c …' log`. So whatever a call runs
 * beyond its own commands must be run in a way that the fixed words of a rule name (`make *` runs recipes, `sh -c *`
 * code), or that they lead to by themselves (the script behind `npm test *`). A rule without a wildcard covers what it
 * says.
 */
export function coversDeeds(allowed: readonly Allowed[], subject: Subject): boolean {
  const wild = allowed.filter(({ rule }) => isWild(rule))
  if (wild.length === 0 || subject.tool === undefined) return true
  return coversExecutions(allowed, wild, subject) && coversWrites(wild, subject)
}

function isWild({ specifier }: Rule): boolean {
  return specifier !== undefined && commandPattern(specifier).wild
}

function coversExecutions(allowed: readonly Allowed[], wild: readonly Allowed[], subject: Subject): boolean {
  const reaches = wild.map(({ rule }) => reachOf(subject.tool!, rule.specifier!))
  const unnamed = [...executionsIn(subject.understanding)].filter((key) => !reaches.some((reach) => names(reach, key)))
  if (unnamed.length === 0) return true
  const fixed = allowed.flatMap(({ command, rule }) =>
    understand(isWild(rule) ? fixedWords(rule.specifier!) : written(command), subject),
  )
  const led = new Set(fixed.flatMap((each) => [...executionsIn(each)]))
  return unnamed.every((key) => led.has(key))
}

/** The rule without what its wildcard stands for: `npm test` of `npm test *`. */
function fixedWords(specifier: string): string {
  const { whole } = commandPattern(specifier)
  const before = whole.slice(0, whole.indexOf('*'))
  // A word that the wildcard completes is not fixed.
  return (/\s$/.test(before) ? before : before.replace(/\S*$/, '')).trim()
}

function written({ assignments, text }: SimpleCommand): string {
  return assignments.length === 0 ? text : ''
}

function understand(command: string, subject: Subject): readonly Understanding[] {
  if (command === '') return []
  const { surroundings, world, session, tool } = subject
  try {
    return [tool!.understand({ command }, { surroundings, world, memory: { written: session.written } })]
  } catch (error) {
    if (error instanceof UnreadableInput) return []
    throw error
  }
}

/**
 * Files that options make a command write (`git log --output=…`): outside the workspace only what the rule's fixed words
 * write too, and a rule on what reads never covers a new file, only an edit of what it was given (`eslint --fix`).
 */
function coversWrites(wild: readonly Allowed[], subject: Subject): boolean {
  const reaches = wild.map(({ command, rule }) => ({ command, reach: reachOf(subject.tool!, rule.specifier!) }))
  return subject.actions.every((action) => {
    if (action.does !== 'write-file' || action.where.kind !== 'here' || isHarmlessSink(action.place)) return true
    const by = reaches.find(({ command }) => command.text === action.evidence)
    if (by === undefined || by.reach.writes) return true
    if (by.reach.readsOnly && action.how !== 'edit') return false
    const kinds = placeKinds(action.place, subject.surroundings, subject.world)
    return kinds.has('workspace') || kinds.has('additional') || kinds.has('temp')
  })
}
