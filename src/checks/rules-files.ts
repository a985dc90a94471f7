import type { Action } from '../call/action.ts'
import type { Place } from '../call/place.ts'
import type { CompiledRules } from './rules-compiled.ts'
import { allowsPlace, forbidsPlace, type Reach, isHarmlessSink } from './rules-paths.ts'
import { standingOf, type Match } from './rules-shell.ts'
import type { Subject } from './subject.ts'

interface Access {
  readonly way: 'read' | 'write'
  readonly place: Place
  /** Everything below it as well. */
  readonly deep: boolean
}

/** Deny and ask: any file that any deed of the call touches, also deeds of a shell command. */
export function forbidsFiles(rules: CompiledRules, subject: Subject): Match | undefined {
  if (rules.read.groups.length === 0 && rules.edit.groups.length === 0) return undefined
  const standing = standingOf(subject)
  for (const { way, place, deep } of accesses(subject)) {
    if (isHarmlessSink(place)) continue
    const reach = reachOf(way, deep, place, subject)
    const found =
      (way === 'write' ? forbidsPlace(rules.edit, place, standing, reach) : undefined) ??
      (readRulesSpeak(rules, way, subject) ? forbidsPlace(rules.read, place, standing, reach) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * A search tool leaves out what it may not read; a shell command does not. What is written to or taken from a directory
 * by its name (`tar -C`, `rmdir`) lies in it.
 */
function reachOf(way: Access['way'], deep: boolean, place: Place, subject: Subject): Reach {
  if (deep) return way === 'write' ? 'changes-below' : isShell(subject) ? 'reads-below' : 'searches-below'
  const isDirectory = way === 'write' && place.kind === 'path' && subject.world.look(place.real) === 'directory'
  return isDirectory ? 'searches-below' : 'itself'
}

/** What may not be read may not be overwritten either, except by a notebook edit. */
function readRulesSpeak(rules: CompiledRules, way: Access['way'], subject: Subject): boolean {
  return way === 'read' || (rules.kind === 'deny' && subject.tool?.name !== 'NotebookEdit')
}

/** Allow: a file tool whose every deed is the reading or writing of a file that a rule names. */
export function allowsFiles(rules: CompiledRules, subject: Subject): Match | undefined {
  if (subject.tool === undefined || subject.tool.specifier === 'command') return undefined
  const standing = standingOf(subject)
  let first: Match | undefined
  for (const action of subject.understanding.actions) {
    const touched = action.where.kind === 'here' ? accessesOf(action, subject) : []
    if (touched.length === 0) return undefined
    for (const { way, place, deep } of touched) {
      const reach: Reach = !deep ? 'itself' : way === 'write' ? 'changes-below' : 'reads-below'
      const match = allowsPlace(way === 'read' ? rules.read : rules.edit, place, standing, reach)
      if (match === undefined) return undefined
      first ??= match
    }
  }
  return first
}

function accesses(subject: Subject): readonly Access[] {
  const { actions, commands } = subject.understanding
  const told = actions.filter((action) => action.where.kind === 'here').flatMap((action) => accessesOf(action, subject))
  // What a wrapper started may run on another machine; its deeds say where, its redirections do not.
  const redirected = commands
    .filter(({ via }) => via.length === 0)
    .flatMap((command) =>
      command.redirects.flatMap(({ reads, writes, place }): readonly Access[] => [
        ...(reads ? [{ way: 'read', place, deep: false } as const] : []),
        ...(writes ? [{ way: 'write', place, deep: false } as const] : []),
      ]),
    )
  return [...told, ...redirected]
}

function accessesOf(action: Action, subject: Subject): readonly Access[] {
  switch (action.does) {
    case 'read-file': {
      // Names are not content; a tool that lists files is held to the rules of reading all the same.
      if (action.extent === 'names' && subject.tool?.specifier === 'command') return []
      const deep = action.extent === 'names' || (action.recursive === true && !skipsHidden(action.evidence))
      return [{ way: 'read', place: action.place, deep }]
    }
    case 'write-file':
      return [
        { way: 'write', place: action.place, deep: false },
        ...(action.content.kind === 'copy' ? [{ way: 'read', place: action.content.of, deep: false } as const] : []),
      ]
    case 'delete-file':
      return [
        { way: 'write', place: action.place, deep: action.recursive },
        ...(action.movedTo === undefined ? [] : [{ way: 'write', place: action.movedTo, deep: false } as const]),
      ]
    case 'change-access':
      return [{ way: 'write', place: action.place, deep: action.recursive }]
    case 'run-code':
      return action.place === undefined ? [] : [{ way: 'read', place: action.place, deep: false }]
    case 'contact-host':
      return action.payload?.place === undefined ? [] : [{ way: 'read', place: action.payload.place, deep: false }]
    default:
      return []
  }
}

function isShell(subject: Subject): boolean {
  return subject.tool?.specifier === 'command'
}

/** Search tools that leave out hidden and ignored files unless told otherwise. */
function skipsHidden(evidence: string): boolean {
  return /^(rg|ag|fd|git grep)\b/.test(evidence) && !/\s-[a-z]*[uH.]|--hidden|--no-ignore|--unrestricted/.test(evidence)
}
