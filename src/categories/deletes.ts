import type { ActionOf } from '../call/action.ts'
import { baseName, isInside, parent } from '../call/paths.ts'
import { show } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { isHere, isListed, isOneOf, isOurs, kindsOf, pathOf } from './grounds.ts'
import { MADE_AGAIN } from './made-again.ts'
import { isGiven, isNew, isNewInHome } from './new-places.ts'
import { deedsOf, type Find } from './seek.ts'
import { listsUnkept, movesAway, movesOverOne, picksSources, sayUnkept, unkeptBy } from './unkept.ts'

/** First-level directories that hold what people wrote. */
const WRITTEN_BY_PEOPLE: ReadonlySet<string> = new Set(
  `src app apps packages source sources lib docs doc test tests spec specs crates cmd internal modules components server
   client backend frontend api services scripts config configs migrations db assets include`.split(/\s+/),
)

/** What a deletion destroys, or undefined when it is an everyday one. Hard: the machine, a home, a disk. */
export function judgeDelete(action: ActionOf<'delete-file'>, deeds: Deeds): Find | undefined {
  const { place } = action
  if (!isHere(action)) return undefined
  const kinds = kindsOf(place, deeds)
  const { workspace, home } = deeds.surroundings
  const path = pathOf(place)
  if (kinds.has('null')) return undefined
  if (place.kind === 'unknown') return judgeUnknown(action, deeds)
  if (kinds.has('device')) return { detail: `\`${path}\` is a device`, severity: 'hard' }
  const everythingIn =
    place.kind === 'glob' && /\/(\.?\*+|\.\[!?\.?\]\*|\{[^}]*\*[^}]*\})$/.test(place.pattern) ? place.base : undefined
  if (everythingIn !== undefined && (everythingIn === '/' || everythingIn === home || isHomeLike(everythingIn)))
    return { detail: `everything in \`${everythingIn}\``, severity: 'hard' }
  if (kinds.has('root') && !(kinds.has('temp') && place.kind === 'glob')) {
    if (action.recursive || kinds.has('system'))
      return {
        detail: `\`${path}\` is a top-level or home directory`,
        severity: action.filtered && !picksEverything(deeds) ? 'soft' : 'hard',
      }
    return { detail: `\`${path}\` is a top-level or home directory` }
  }
  if (kinds.has('temp') && !kinds.has('workspace')) {
    if (everythingIn !== undefined && isShared(everythingIn))
      return { detail: 'everything in a directory that others use too' }
    if (isShared(path)) return { detail: 'a directory that others use too' }
    return undefined
  }
  if (kinds.has('workspace-root') && !isInside(path, workspace))
    return { detail: `\`${path}\` holds the whole workspace` }
  const away = movesAway(action, deeds) ?? movesOverOne(action, deeds)
  if (away) return away
  if (isKept(action, deeds)) return undefined
  if (isOurs(place, deeds)) return judgeOurs(action, deeds, path, everythingIn)
  if (isCache(path, home)) return undefined
  if (kinds.has('system')) return { detail: `\`${path}\` belongs to the machine` }
  return { detail: `\`${path}\` lies outside the workspace` }
}

/** Kinds of places that are missed when they stand elsewhere. */
const NOT_MOVED = [
  'system',
  'root',
  'secret',
  'ssh',
  'browser-profile',
  'shell-profile',
  'git-internals',
  'agent-settings',
  'gate-state',
  'log',
] as const

/**
 * Moved, and still there under another name: nothing is lost. What belongs to the machine or holds secrets, the
 * repository itself and anything that ends in `/dev/null` or on another's ground is judged like a deletion.
 */
function isKept({ place, movedTo }: ActionOf<'delete-file'>, deeds: Deeds): boolean {
  if (movedTo === undefined || isOneOf(movedTo, deeds, 'null', 'device', 'system', 'network-share')) return false
  if (isOneOf(place, deeds, ...NOT_MOVED)) return false
  // Scratch space is emptied without a question.
  if (isOneOf(place, deeds, 'home', 'other-home') && !isOurs(place, deeds) && isOneOf(movedTo, deeds, 'temp'))
    return false
  return (
    isOurs(movedTo, deeds) ||
    isNewInHome(movedTo, deeds) ||
    isNew(movedTo, deeds) ||
    isGiven(movedTo) ||
    isListed(movedTo, deeds)
  )
}

function judgeUnknown(action: ActionOf<'delete-file'>, deeds: Deeds): Find | undefined {
  const { place } = action
  if (place.kind !== 'unknown') return undefined
  const { workspace } = deeds.surroundings
  if (action.movedTo === undefined && listsUnkept(deeds)) return { detail: 'files that git does not have' }
  const unkept = action.movedTo === undefined ? unkeptBy(action, deeds) : undefined
  if (unkept) return { detail: sayUnkept(unkept) }
  if (place.within !== undefined) {
    const below = place.within !== workspace && isInside(place.within, workspace)
    if (below || isOneOf(place, deeds, 'temp')) return undefined
    if (place.within === workspace && !action.recursive && isOurs(place, deeds)) return undefined
  }
  if (isKept(action, deeds)) return undefined
  // Named by a listing of the workspace in the same call: moved, or one file at a time, or picked by a condition.
  if (isListed(place, deeds)) {
    if (action.movedTo !== undefined) return undefined
    const filledIn = /^…$|\{\}|^["']?(?:\$\(|`)\s*(?:find|fd|fdfind)\s/.test(place.source)
    if (picksSome(deeds) && (filledIn || !action.recursive)) return undefined
  }
  return { detail: `what \`${place.source}\` stands for is not known before it runs` }
}

function judgeOurs(
  action: ActionOf<'delete-file'>,
  deeds: Deeds,
  path: string,
  everythingIn: string | undefined,
): Find | undefined {
  const { workspace } = deeds.surroundings
  const kinds = kindsOf(action.place, deeds)
  if (action.movedTo !== undefined && isOurs(action.movedTo, deeds)) return undefined
  if (action.filtered && picksSources(action.only)) return { detail: 'source, chosen by its ending' }
  const unkept = unkeptBy(action, deeds)
  if (unkept) return { detail: sayUnkept(unkept) }
  if (path === workspace) {
    if (action.filtered && !picksEverything(deeds)) return undefined
    return action.recursive || action.filtered ? { detail: 'the whole workspace' } : undefined
  }
  if (everythingIn === workspace && action.recursive && !action.filtered)
    return { detail: 'everything in the workspace' }
  if (
    kinds.has('git-internals') &&
    /\/\.git(\/(objects|refs|index|HEAD|packed-refs|logs)(\/.*)?)?$/.test(path) &&
    !path.endsWith('.lock')
  )
    return { detail: 'the repository itself' }
  if (kinds.has('secret')) return { detail: `\`${path}\` holds secrets that are not in version control` }
  if (action.recursive && !action.filtered && parent(path) === workspace) {
    const name = baseName(path).toLowerCase()
    if (WRITTEN_BY_PEOPLE.has(name) && !MADE_AGAIN.has(name)) return { detail: `\`${path}\` holds what people wrote` }
  }
  return undefined
}

/** A find with a condition, or a search by pattern. A plain listing picks everything. */
function picksSome(deeds: Deeds): boolean {
  const runs = deedsOf(deeds, 'run-program')
  if (runs.some((run) => run.program === 'ls')) return false
  return runs.some((run) => run.program === 'find')
    ? !runs.some((run) => run.program === 'find' && !hasCondition(run))
    : runs.some((run) => /^(fd|fdfind|rg|grep)$/.test(run.program))
}

function hasCondition(run: ActionOf<'run-program'>): boolean {
  return run.args.some((word) =>
    /^-(i?name|i?path|i?wholename|i?regex|i?lname|empty|size|[acm]?newer\w*|[acm](time|min)|user|group|perm|links|inum|samefile)$/.test(
      show(word),
    ),
  )
}

/** `find . -type f -delete` has a filter that filters nothing out, and one by size or age takes whatever it meets. */
function picksEverything(deeds: Deeds): boolean {
  return deedsOf(deeds, 'run-program').some((run) => {
    if (run.program !== 'find') return false
    return (
      run.args.some((word) => /^-(delete|exec|execdir|ok|okdir)$/.test(show(word))) &&
      !run.args.some((word) => /^-(i?name|i?path|i?wholename|i?regex|i?lname|empty|samefile|inum)$/.test(show(word)))
    )
  })
}

function isHomeLike(path: string): boolean {
  return (
    path === '/root' ||
    /^(\/home|\/Users|[A-Z]:\/Users)\/[^/]+$/.test(path) ||
    (/^([A-Z]:)?\/[^/]*$/.test(path) && !/^\/(tmp|dev)$/.test(path))
  )
}

function isShared(path: string): boolean {
  return /^(\/private)?(\/var)?\/tmp$|^\/dev\/shm$|^\/var\/folders$/.test(path)
}

/** Caches that tools rebuild: those of package managers, and those below the home directory. */
function isCache(path: string, home: string): boolean {
  if (/^\/var\/(?:lib\/apt\/lists|cache\/(?:apt|apk|dnf|yum|libdnf5|pacman\/pkg|zypp))(?:\/[^.].*|\/)?$/.test(path))
    return true
  if (!isInside(path, home)) return false
  return /\/(\.cache|Caches|_cacache|\.npm\/_\w+|\.gradle\/caches|\.m2\/repository|\.cargo\/registry|\.pnpm-store|DerivedData|\.yarn\/cache|__pycache__|node_modules)(\/|$)/.test(
    path.slice(home.length),
  )
}
