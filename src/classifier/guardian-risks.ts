import type { Action } from '../call/action.ts'
import type { Place } from '../call/place.ts'
import { show } from '../call/word.ts'
import type { Deeds } from '../categories/category.ts'
import { isHere, isOneOf, isOurs, isSecretPlace, pathOf } from '../categories/grounds.ts'

export type RiskLevel = 'none' | 'low' | 'medium' | 'high' | 'critical'

/** Least first. */
export const RISK_LEVELS: readonly RiskLevel[] = ['none', 'low', 'medium', 'high', 'critical']

export function atLeast(level: RiskLevel, least: RiskLevel): boolean {
  return RISK_LEVELS.indexOf(level) >= RISK_LEVELS.indexOf(least)
}

/** What is known about a call without asking anybody. */
export interface KnownRisk {
  readonly level: 'high' | 'critical'
  readonly reason: string
}

interface RiskRule {
  readonly level: KnownRisk['level']
  readonly title: string
  /** The piece of the call that shows it. */
  readonly found: (action: Action, deeds: Deeds) => boolean
}

const BECOMES_ADMINISTRATOR = /^(sudo|doas|pkexec|su|runas|gsudo|please|run0|psexec)$/
const SKIPS_SAFETY = /^(--force|--no-verify|--force-with-lease(=.*)?|--force-yes|--no-preserve-root|-Force)$/i
/** Below a home directory, on this disk, another one or a mounted Windows: what a person keeps, not what a tool does. */
const PERSONAL =
  /^(?:\/root|(?:\/(?:export|var|data|mnt|nfs|net|Volumes\/[^/]+|mnt\/[a-z]|[a-z]))?\/(?:home|homes|Users)\/[^/]+|[A-Z]:\/Users\/[^/]+)\/(?:OneDrive[^/]*\/)?(?:Desktop|Documents|Downloads|Pictures|Photos|Music|Movies|Videos|Library\/Mobile Documents)(?:\/|$)/i
/** Wherever homes are kept: these two folders are made by a desktop for a person. */
const DESKTOP_FOLDER = /\/(?:Desktop|Documents|My Documents)(?:\/|$)/
/** Where packages put their files, and no person does. */
const INSTALLED = /^\/(?:usr|nix|opt|Applications)\//
/** Cmdlets and programs that empty a whole disk or volume. */
const WIPES_DISK = /^(?:format-volume|clear-disk|initialize-disk|remove-partition|diskpart)$/i
const FORMAT = /^format(?:\.com|\.exe)?$/i
const DRIVE = /^[a-z]:[\\/]?$/i
/** Deletions written for a shell whose words are not read here. */
const FOREIGN_DELETE =
  /\b(remove-item|ri|rm|del|erase|rd|rmdir)\b[^|;&\n]*?(?:\s-r(?:ec(?:urse)?)?\b|\s\/s\b)|\bformat(?:-volume|\s+[a-z]:)/i

/** What is always at least high, whatever a model makes of it. Critical rules first. */
const ALWAYS: readonly RiskRule[] = [
  {
    level: 'critical',
    title: 'deletes a directory and everything in it',
    found: (action) => action.does === 'delete-file' && action.recursive && action.movedTo === undefined,
  },
  {
    level: 'critical',
    title: 'deletes a directory and everything in it',
    found: (action) =>
      (action.does === 'run-program' &&
        /^(powershell|pwsh|cmd)$/.test(action.program) &&
        FOREIGN_DELETE.test(action.args.map(show).join(' '))) ||
      (action.does === 'something-opaque' && action.because === 'not-parsed' && FOREIGN_DELETE.test(action.text)),
  },
  {
    level: 'critical',
    title: 'empties a whole disk',
    found: (action) =>
      action.does === 'run-program' &&
      (WIPES_DISK.test(action.program) ||
        (FORMAT.test(action.program) && action.args.some((word) => DRIVE.test(show(word))))),
  },
  {
    level: 'critical',
    title: 'runs with more rights than the agent has',
    found: (action) =>
      action.elevated ||
      (action.does === 'run-program' && BECOMES_ADMINISTRATOR.test(action.program)) ||
      (action.does === 'change-system' && action.deed === 'become-administrator'),
  },
  {
    level: 'critical',
    title: 'runs code straight from the network',
    found: (action) => action.does === 'run-code' && action.origin === 'network',
  },
  {
    level: 'critical',
    title: 'sends credentials away',
    found: (action, deeds) =>
      action.does === 'contact-host' &&
      action.sends !== 'nothing' &&
      deeds.actions.some((other) => readsCredentials(other, deeds)),
  },
  {
    level: 'high',
    title: 'runs what a pipe delivers',
    found: (action) => action.does === 'run-code' && action.origin === 'standard-input' && !action.seenThrough,
  },
  {
    level: 'high',
    title: 'deletes outside the workspace',
    found: (action, deeds) =>
      action.does === 'delete-file' && isHere(action) && !isOurs(action.place, deeds) && !isNowhere(action, deeds),
  },
  {
    level: 'high',
    title: 'changes a directory of the system',
    found: (action, deeds) =>
      changes(action) && isHere(action) && isOneOf(action.place, deeds, 'system', 'root') && !isNowhere(action, deeds),
  },
  {
    level: 'high',
    title: 'touches what a person keeps in their home directory',
    found: (action, deeds) =>
      (changes(action) || action.does === 'read-file') &&
      isHere(action) &&
      isPersonal(action.place, deeds) &&
      !isOurs(action.place, deeds),
  },
  {
    level: 'high',
    title: 'skips a safety check',
    found: (action) =>
      (action.does === 'run-program' && action.args.some((word) => SKIPS_SAFETY.test(show(word)))) ||
      (action.does === 'change-repository' && /^(skip-hooks|force-push|force-push-lease)$/.test(action.deed)),
  },
  { level: 'high', title: 'reads credentials', found: (action, deeds) => readsCredentials(action, deeds) },
]

/** The gravest thing that is certain about a call, or undefined when a model has to say. */
export function knownRisk(deeds: Deeds): KnownRisk | undefined {
  for (const rule of ALWAYS) {
    const action = deeds.actions.find((each) => rule.found(each, deeds))
    if (action) return { level: rule.level, reason: `${rule.title}: \`${action.evidence}\`` }
  }
  return undefined
}

type Changing = Extract<Action, { does: 'write-file' | 'delete-file' | 'change-access' }>

function changes(action: Action): action is Changing {
  return action.does === 'write-file' || action.does === 'delete-file' || action.does === 'change-access'
}

/** `/dev/null`, scratch directories. */
function isNowhere(action: Changing, deeds: Deeds): boolean {
  return isOneOf(action.place, deeds, 'null', 'temp')
}

function isPersonal(place: Place, deeds: Deeds): boolean {
  const path = pathOf(place)
  return PERSONAL.test(path) || (DESKTOP_FOLDER.test(path) && !INSTALLED.test(path) && !isOneOf(place, deeds, 'temp'))
}

function readsCredentials(action: Action, deeds: Deeds): boolean {
  if (action.does === 'read-secret') return true
  return (
    action.does === 'read-file' && action.extent === 'content' && isHere(action) && isSecretPlace(action.place, deeds)
  )
}
