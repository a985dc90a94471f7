import type { Action, ActionOf } from '../call/action.ts'
import { resolveText } from '../call/paths.ts'
import type { Place } from '../call/place.ts'
import { textOf } from '../call/word.ts'
import { isOwnRemote } from '../categories/destinations.ts'
import type { Subject } from './subject.ts'
import type { Order } from './user-orders.ts'
import {
  COMMANDS,
  type CommandRow,
  DESCRIBED_VERBS,
  type Noun,
  NOUN_WORDS,
  PUSHING_WORDS,
  REBINDING,
  REMOVING_OPTION,
  type Verb,
} from './user-words-table.ts'

type Named = (name: string) => boolean

/** A deed in the words a user has for it. */
export interface Act {
  readonly verbs: readonly Verb[]
  readonly nouns: readonly Noun[]
  /** Each must be named, or the words are about something else. */
  readonly objects: readonly Named[]
  /** One of these kinds must be said: without it the same words mean something that hurts nobody else. */
  readonly saying?: readonly Noun[]
  /** A kind that names the objects by itself. */
  readonly told?: Noun
  /** What may be named besides. */
  readonly beside?: Named
  /** `loose`: it does, or may do, more than these words say: a limit can name it, an order cannot. */
  readonly fit: 'exact' | 'loose'
}

/** What a deed is called; undefined for a deed that no words name exactly. */
export function actOf(action: Action, subject: Subject): Act | undefined {
  switch (action.does) {
    case 'delete-file':
      return removal(action, subject)
    case 'write-file':
      return { verbs: ['update'], nouns: ['file'], objects: [sameplace(action.place, subject)], fit: 'loose' }
    case 'change-repository':
      return repositoryAct(action, subject)
    case 'change-service':
      return isDescribed(subject) ? describedAct(action, subject) : commandAct(action, subject)
    case 'change-database':
      return databaseAct(action)
    case 'change-system':
      return commandAct(action, subject)
    case 'install-package':
      return {
        verbs: ['install'],
        nouns: ['package'],
        objects: action.packages.map((name) => same(name)),
        beside: same(action.ecosystem),
        fit:
          action.origin === 'registry' && action.scope === 'project' && action.packages.length > 0 ? 'exact' : 'loose',
      }
    default:
      return undefined
  }
}

/** The order names exactly this act: verb, kind and every object, and nothing besides. */
export function orders({ verb, nouns, names }: Order, act: Act): boolean {
  return (
    act.fit === 'exact' &&
    act.verbs.includes(verb) &&
    nouns.length + names.length > 0 &&
    nouns.every((noun) => act.nouns.includes(noun)) &&
    (act.saying === undefined || act.saying.some((noun) => nouns.includes(noun))) &&
    names.every((name) => act.objects.some((named) => named(name)) || act.beside?.(name) === true) &&
    (act.objects.every((named) => names.some((name) => named(name))) ||
      (names.length === 0 && act.told !== undefined && nouns.includes(act.told)))
  )
}

/**
 * A deed beside the named ones leaves them what they are: nothing that says where, as whom or with what a later command
 * runs. That it is harmless by itself is another question.
 */
export function leavesAlone(action: Action, { call, surroundings, world }: Subject): boolean {
  if (action.elevated || action.where.kind !== 'here') return false
  switch (action.does) {
    case 'run-program': {
      if (action.program === '' || REBINDING.has(action.program) || action.environment.length > 0) return false
      if (!/^(?:cd|chdir|set-location)$/.test(action.program)) return true
      const to = argsOf(action)
      const cwd: Place = { kind: 'path', path: call.cwd, real: call.cwd }
      const place = to?.length === 1 ? resolveText(to[0]!, cwd, surroundings, world) : undefined
      return place?.kind === 'path' && place.real === call.cwd
    }
    case 'change-repository':
      return /^(?:inspect|stage|commit)$/.test(action.deed)
    case 'read-file':
    case 'read-system':
    case 'run-code':
      return true
    default:
      return false
  }
}

/** What goes along with a named deed in the same command: its program, and the service it is done at. */
export function goesAlong(action: Action, named: Action): boolean {
  if (action.elevated || action.where.kind !== 'here') return false
  switch (action.does) {
    case 'run-program':
      return action.evidence === named.evidence
    case 'contact-host':
      if (named.does === 'change-database')
        return action.host.kind === 'named' && named.host?.kind === 'named' && action.host.name === named.host.name
      return (
        action.evidence === named.evidence &&
        action.url === undefined &&
        /^(?:repository|registry|api)$/.test(action.purpose) &&
        action.payload?.place === undefined
      )
    case 'write-file':
      // The file that comes back in place of what is discarded.
      return named.does === 'change-repository' && named.deed === 'discard-work' && action.evidence === named.evidence
    default:
      return false
  }
}

function removal(action: ActionOf<'delete-file'>, subject: Subject): Act {
  const run = runOf(action, subject)
  const plain =
    run !== undefined &&
    /^(?:rm|rmdir|unlink)$/.test(run.program) &&
    argsOf(run)?.every((word) => !word.startsWith('-') || REMOVING_OPTION.test(word)) === true
  const exact = plain && isOneHere(action.place) && action.movedTo === undefined && action.filtered !== true
  return {
    verbs: ['delete'],
    nouns: ['directory', 'file'],
    objects: [sameplace(action.place, subject)],
    fit: exact ? 'exact' : 'loose',
  }
}

/** A path that is where it says it is, without a link on the way. */
function isOneHere(place: Place): boolean {
  return place.kind === 'path' && place.path === place.real
}

function sameplace(place: Place, { call, surroundings, world }: Subject): Named {
  const cwd: Place = { kind: 'path', path: call.cwd, real: call.cwd }
  return (name) => {
    if (place.kind !== 'path' || /(?:^|\/)\.\.(?:\/|$)/.test(name)) return false
    const meant = resolveText(name, cwd, surroundings, world)
    return meant.kind === 'path' && meant.path === place.path && meant.real === place.real
  }
}

const FORCED: ReadonlySet<string> = new Set(['force-push', 'force-push-lease'])

function repositoryAct(action: ActionOf<'change-repository'>, subject: Subject): Act | undefined {
  switch (action.deed) {
    case 'push':
    case 'force-push':
    case 'force-push-lease':
      return pushAct(action, subject, FORCED.has(action.deed) ? ['force-push'] : ['push'], ['branch', 'tag'])
    case 'delete-remote-ref':
      return remoteRemoval(pushAct(action, subject, ['delete'], ['branch', 'remote branch', 'tag', 'remote tag']))
    case 'commit':
    case 'amend':
      return { verbs: ['commit'], nouns: ['changes'], objects: [], fit: 'loose' }
    case 'discard-work':
      return discardAct(action, subject)
    default:
      return undefined
  }
}

function pushAct(
  action: ActionOf<'change-repository'>,
  subject: Subject,
  verbs: readonly Verb[],
  nouns: readonly Noun[],
): Act | undefined {
  const branch = (action.branch ?? subject.surroundings.branch)?.replace(/^refs\/(?:heads|tags)\//, '')
  if (branch === undefined) return undefined
  const remote = action.remote ?? 'origin'
  const run = runOf(action, subject)
  const refs = [branch, `HEAD:${branch}`, `${branch}:${branch}`, 'HEAD', `refs/heads/${branch}`, remote]
  const plain =
    run?.program === 'git' && argsOf(run)?.every((word) => PUSHING_WORDS.has(word) || refs.includes(word)) === true
  const known = subject.surroundings.remotes.has(remote) && isOwnRemote(action, subject)
  return {
    verbs,
    nouns,
    // A remote that is not the usual one must be named as well.
    objects: [same(branch), ...(remote === 'origin' ? [] : [same(remote)])],
    beside: same(remote),
    fit: plain && known ? 'exact' : 'loose',
  }
}

/** `delete the branch x` is about one's own: what goes for everybody must be called so. */
function remoteRemoval(act: Act | undefined): Act | undefined {
  return act && { ...act, saying: ['remote branch', 'remote tag'] }
}

function discardAct(action: ActionOf<'change-repository'>, subject: Subject): Act {
  const run = runOf(action, subject)
  const args = run === undefined ? undefined : argsOf(run)
  const [verb, ...rest] = args ?? []
  const loose: Act = { verbs: ['discard', 'reset'], nouns: ['changes'], objects: [], fit: 'loose' }
  if (run?.program !== 'git') return loose
  if (verb === 'stash' && rest.join(' ') === 'drop')
    return { verbs: ['drop', 'discard'], nouns: ['stash'], objects: [], fit: 'exact' }
  if (verb === 'reset' && rest.join(' ') === '--hard') return { ...loose, fit: 'exact' }
  const paths = verb === 'checkout' && rest[0] === '--' ? rest.slice(1) : verb === 'restore' ? rest : []
  if (paths.length === 0 || paths.some((path) => /^-|^\.?\/?$|[*?[\]:]/.test(path))) return loose
  const cwd: Place = { kind: 'path', path: subject.call.cwd, real: subject.call.cwd }
  const places = paths.map((path) => resolveText(path, cwd, subject.surroundings, subject.world))
  return {
    verbs: ['discard', 'reset'],
    nouns: ['changes', 'file', 'directory'],
    objects: places.map((place) => sameplace(place, subject)),
    fit: places.every(isOneHere) ? 'exact' : 'loose',
  }
}

function databaseAct(action: ActionOf<'change-database'>): Act | undefined {
  const { target, host, deed, evidence } = action
  if (deed !== 'drop' && deed !== 'delete-all') return undefined
  const plain = /^\s*(?:drop\s+table|truncate(?:\s+table)?)\s+(?:if\s+exists\s+)?["`]?([\w.]+)["`]?\s*;?\s*$/i.exec(
    evidence,
  )
  return {
    verbs: deed === 'drop' ? ['drop', 'delete'] : ['truncate'],
    nouns: ['table'],
    objects: [same(target), ...(host === undefined ? [] : [same(host.kind === 'named' ? host.name : '')])],
    fit: plain?.[1] === target ? 'exact' : 'loose',
  }
}

function isDescribed({ policy, call }: Subject): boolean {
  return policy.tools !== undefined && Object.hasOwn(policy.tools, call.tool)
}

/** Shorter values name nothing: a number, a yes. */
const SHORTEST_NAME = 4

/** A change by a tool that the settings describe; what it is done to stands in the call's own words. */
function describedAct(action: ActionOf<'change-service'>, { call }: Subject): Act | undefined {
  const { deed, target, service } = action
  if (deed !== 'create' && deed !== 'update' && deed !== 'delete') return undefined
  const parts = target.split(' ').filter((part) => part !== '')
  if (parts.length === 0 || parts.some((part) => part.length < SHORTEST_NAME)) return undefined
  const kinds = [service, ...call.tool.split(/[^A-Za-z]+/)].map((word) => word.toLowerCase())
  return {
    verbs: DESCRIBED_VERBS[deed],
    nouns: ['pr', 'issue', 'run', 'release', 'instance'],
    objects: parts.map((part) => numbered(part)),
    beside: (name) => kinds.includes(name.toLowerCase()),
    fit: action.production ? 'loose' : 'exact',
  }
}

/** A deed at a service by a command whose objects are its operands. */
function commandAct(action: ActionOf<'change-service' | 'change-system'>, subject: Subject): Act | undefined {
  const run = runOf(action, subject)
  const args = run === undefined ? undefined : argsOf(run)
  if (run === undefined || args === undefined) return undefined
  const row = COMMANDS.find(({ command }) => `${[run.program, ...args].join(' ')} `.startsWith(`${command} `))
  const own = rowWords(run.program, args)
  if (row === undefined) return own
  const rest = args.slice(row.command.split(' ').length - 1)
  const read = operandsOf(row, rest)
  const stages = rest.flatMap((word) => (row.stages?.[word] === undefined ? [] : [row.stages[word]]))
  const told = rest.map((word) => row.tells?.[word]).find((noun) => noun !== undefined)
  const isProduction = action.does === 'change-service' && action.production
  const saidSo = stages.some((words) => words.includes('production'))
  const complete = row.whole === true ? read.names.length === 0 : read.names.length > 0
  return {
    verbs: row.verbs,
    nouns: [...(read.nouns.length > 0 ? read.nouns : row.nouns), ...(told === undefined ? [] : [told])],
    ...(told === undefined ? {} : { told }),
    objects: [
      ...read.names.map((name) => operand(name, read.nouns, subject)),
      ...stages.map(
        (words): Named =>
          (name) =>
            words.includes(name.toLowerCase()),
      ),
    ],
    beside: (name) => row.also?.includes(name.toLowerCase()) === true,
    fit: read.plain && complete && isProduction === saidSo ? 'exact' : 'loose',
  }
}

/** A command with options before its own words: a limit may name it by what follows. */
function rowWords(program: string, args: readonly string[]): Act | undefined {
  const row = COMMANDS.find(({ command }) => {
    const [first, ...words] = command.split(' ')
    return first === program && words.length > 0 && ` ${args.join(' ')} `.includes(` ${words.join(' ')} `)
  })
  return row && { verbs: row.verbs, nouns: row.nouns, objects: [], fit: 'loose' }
}

interface Operands {
  readonly names: readonly string[]
  readonly nouns: readonly Noun[]
  readonly plain: boolean
}

function operandsOf(row: CommandRow, rest: readonly string[]): Operands {
  const names: string[] = []
  const nouns: Noun[] = []
  let plain = true
  for (const word of rest) {
    if (
      row.plain?.includes(word) === true ||
      row.tells?.[word] !== undefined ||
      row.before?.includes(word) === true ||
      row.stages?.[word] !== undefined
    )
      continue
    if (word.startsWith('-')) {
      plain = false
      continue
    }
    const kind = /^([a-z]+)(?:\/(\S+))?$/.exec(word)
    const noun = row.nouns.find((each) => NOUN_WORDS[each].some((form) => form === kind?.[1]))
    if (noun !== undefined) nouns.push(noun)
    if (noun === undefined) names.push(word)
    else if (kind?.[2] !== undefined) names.push(kind[2])
  }
  return { names, nouns, plain: plain && nouns.length <= 1 }
}

/** `42` is also called `#42`, `api` also `deployment/api`, and a file by any path that leads there. */
function operand(text: string, nouns: readonly Noun[], subject: Subject): Named {
  const cwd: Place = { kind: 'path', path: subject.call.cwd, real: subject.call.cwd }
  const place = resolveText(text, cwd, subject.surroundings, subject.world)
  const isFile = text.includes('/') && !text.includes(':')
  return (name) =>
    name.replace(/^#/, '') === text.replace(/^#/, '') ||
    nouns.some((noun) => name === `${noun}/${text}`) ||
    (isFile && sameplace(place, subject)(name))
}

function same(text: string): Named {
  return (name) => text !== '' && name === text
}

function numbered(text: string): Named {
  const plain = text.replace(/^#/, '')
  return (name) => plain !== '' && name.replace(/^#/, '').toLowerCase() === plain.toLowerCase()
}

/** The program that does it, started plainly: no wrapper, no variables, no more rights. */
function runOf(action: Action, { actions }: Subject): ActionOf<'run-program'> | undefined {
  const run = actions.find((each) => each.does === 'run-program' && each.evidence === action.evidence)
  if (run?.does !== 'run-program' || run.via.length > 0 || run.environment.length > 0) return undefined
  return run.elevated || run.where.kind !== 'here' ? undefined : run
}

/** Every argument, when all of them are wholly known. */
function argsOf(run: ActionOf<'run-program'>): readonly string[] | undefined {
  const texts = run.args.map(textOf)
  return texts.every((text) => text !== undefined) ? texts : undefined
}
