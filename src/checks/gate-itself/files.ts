import type { Action, ActionOf } from '../../call/action.ts'
import type { GateIdentity } from '../../call/gate-identity.ts'
import { globMatcher } from '../../call/glob.ts'
import { isInside, normalise } from '../../call/paths.ts'
import { placeKinds } from '../../call/place-kinds.ts'
import { type Extent, firstReached } from '../../call/place-reach.ts'
import { type Place, showPlace } from '../../call/place.ts'
import { oncePerCall } from '../../categories/seek.ts'
import type { Subject } from '../subject.ts'
import { knownText } from '../../call/word.ts'
import { closedTo } from './closed.ts'
import { tailIn, tailsOf } from './composed.ts'
import { changed, type Finding, here, HOME, isInsideAny, textsIn } from './finding.ts'
import { changesRepository, looksThroughGit, mountsOver, opensInEditor } from './worked-in.ts'
import { SETTINGS } from './hook-entries.ts'
import { mounted } from './mounted.ts'
import { namesSecretPath } from './named-places.ts'

interface Touch {
  readonly place: Place
  readonly extent: Extent
  readonly does: 'lists' | 'searches' | 'reads' | 'changes'
}

/** State, keys, log and socket read or changed; settings, hooks, program and Node changed. */
export function touchesFiles(subject: Subject): Finding | undefined {
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    for (const touch of touchesOf(action)) {
      // Names alone open nothing, but for what lies below `/proc`; they may be opened by what follows.
      if (isNames(touch) && !takesNames(subject)) continue
      const found = judgeTouch(touch, subject)
      if (found !== undefined) return found
    }
  }
  return (
    looksThroughGit(subject) ??
    changesRepository(subject) ??
    mountsOver(subject) ??
    opensInEditor(subject) ??
    takesListed(subject) ??
    climbsToGate(subject) ??
    emptiesPackage(subject) ??
    unitOfGate(subject) ??
    givenToServer(subject) ??
    namesSecret(subject)
  )
}

/** A listing of one directory, or of what a wildcard matches among others (`du -sh ~/*`). */
function isNames({ does, place }: Touch): boolean {
  if (place.kind === 'glob') return does === 'lists' || does === 'searches'
  return does === 'lists' && !(place.kind === 'path' && isInside(place.real, '/proc'))
}

/** Some program of the call opens files whose names it is only told when it runs. */
const takesNames = oncePerCall(
  ({ actions }): boolean =>
    actions.some(
      (action) =>
        (action.does === 'read-file' || action.does === 'write-file' || action.does === 'delete-file') &&
        action.place.kind === 'unknown' &&
        action.place.within === undefined,
    ) ||
    actions.some((action) => action.does === 'run-code' && !action.seenThrough && OPENS_NAMES.test(action.evidence)),
)

/** Inline code that is not read to the end and works on names it is given. */
const OPENS_NAMES = /\b(?:unlink|rename|open|truncate|chmod|rm)\b/

/** Some program of the call takes orders from its standard input that nobody reads to the end: `… | m4`, `… | curl -K -`. */
const readsOrders = oncePerCall(({ actions }): boolean =>
  actions.some(
    (action) =>
      (action.does === 'run-code' && action.origin === 'standard-input' && !action.seenThrough) ||
      (action.does === 'something-opaque' && STANDARD_INPUT.test(action.text)),
  ),
)

const STANDARD_INPUT = /(?:^|\s)-(?:\s|$)|standard input/

function touchesOf(action: Action): readonly Touch[] {
  switch (action.does) {
    case 'read-file':
      return action.extent === 'names'
        ? [{ place: action.place, extent: 'itself', does: action.recursive ? 'searches' : 'lists' }]
        : [{ place: action.place, extent: action.recursive ? 'everything below' : 'itself', does: 'reads' }]
    case 'write-file':
      return [
        { place: action.place, extent: fills(action) ? 'everything below' : 'itself', does: 'changes' },
        // A link to a secret is a second name for it; a copy of a directory is a copy of all below.
        ...(action.content.kind === 'copy'
          ? [{ place: action.content.of, extent: 'everything below', does: 'reads' } as const]
          : []),
      ]
    case 'delete-file':
      return [
        {
          place: action.place,
          extent: extentOf(action),
          does: 'changes',
        },
        ...(action.movedTo ? [{ place: action.movedTo, extent: 'itself', does: 'changes' } as const] : []),
      ]
    case 'change-access':
      return [
        {
          place: action.place,
          extent: action.recursive || locks(action) ? 'everything below' : 'itself',
          does: 'changes',
        },
      ]
    case 'contact-host':
      return action.payload?.place ? [{ place: action.payload.place, extent: 'everything below', does: 'reads' }] : []
    case 'open-door':
      return action.address?.startsWith('/')
        ? [{ place: pathPlace(action.address), extent: 'itself', does: 'changes' }]
        : []
    default:
      return []
  }
}

/** What is moved goes with all below it; of what is deleted by a search, only what the search yields. */
function extentOf({ only, filtered, movedTo }: ActionOf<'delete-file'>): Extent {
  if (movedTo !== undefined) return 'everything below'
  if (only !== undefined) return { below: only }
  return filtered ? 'itself' : 'everything below'
}

/** A directory that its owner may not enter or read hides all below it. */
export function locks({ evidence, grants }: ActionOf<'change-access'>): boolean {
  return (
    grants === 'less' &&
    /\s(?:0*[0-6]?\d{0,2}|[ua]*[-=][rwXst]*(?:[rx][rwxXst]*)?)\s/.test(`${evidence} `) &&
    !/\s0*7\d\d\s/.test(evidence)
  )
}

/** What is unpacked or copied as a whole lands below the directory it is given, under names that are not known. */
export function fills({ how, content }: ActionOf<'write-file'>): boolean {
  if (how === 'directory' || how === 'link') return false
  return content.kind === 'unknown' || (content.kind === 'copy' && !isFilesByEnding(content.of))
}

/** `docs/*.md`: files that land under their own names, none of which is one of the gate's. */
function isFilesByEnding(place: Place): boolean {
  return place.kind === 'glob' && /\*\.(?!token$|key$|sock$|db$|jsonl?$|lock$|toml$)[a-z]\w{0,4}$/.test(place.pattern)
}

function pathPlace(path: string): Place {
  return { kind: 'path', path: normalise(path), real: normalise(path) }
}

function judgeTouch({ place, extent, does }: Touch, subject: Subject): Finding | undefined {
  const { gate } = subject.world
  const shown = showPlace(place)
  const reached = (targets: readonly string[]): string | undefined => firstReached(place, targets, extent, subject)
  const secret = reached(closedTo(gate))
  if (secret !== undefined)
    return {
      code: 'itself.secret',
      what: `${does} \`${shown}\`, where the gate keeps its state, keys and log: \`${secret}\``,
    }
  if (does !== 'changes') return undefined
  const fixed = reached(gate.fixed)
  if (fixed === undefined && place.kind !== 'path' && OUR_PACKAGE.test(shown.slice(-500)))
    return { code: 'itself.program', what: `changes \`${shown}\`, which may be the gate's own program` }
  if (fixed === undefined)
    // The settings of a project or of another gate: only their name says so.
    return placeKinds(place, subject.surroundings, subject.world).has('gate-state')
      ? { code: 'itself.change', what: `changes \`${shown}\`, which holds settings of the gate` }
      : undefined
  return changed(`changes \`${shown}\`, which belongs to the gate: \`${fixed}\``, fixed, subject)
}

/** Our package wherever a package manager keeps it. */
const OUR_PACKAGE =
  /node_modules\/portcullis(?:["'/]|$)|\b(?:npm|pnpm|yarn|bun)\b[^)`]*\b(?:root|prefix|bin|dir)\b[^)`]*[)`]\S*\/portcullis(?:["'/]|$)|(?:\$\(|`)\s*(?:command\s+-[vV]|which|type\s+-[pP]|whence(?:\s+-p)?|where)\s+portcullis\s*[)`]/

/** A statement of a language, not a document. */
const STATEMENT =
  /^\s*(?:ATTACH|SELECT|INSERT|COPY|LOAD|CREATE|IMPORT|PRAGMA|WITH|DELETE|UPDATE|CALL|EXEC\w*|\.\w+)\b|=>|\bfunction\b|[;{}]\s*$/i

/** Tools of servers that only read what they are given. */
const READING = /^(?:read|get|list|ls|stat|search|find|view|cat|open|show|head|tail|grep|glob|tree|info)/i

/** A unit, an agent of launchd or a start script that is called like the gate: `portcullis.service.d/override.conf`. */
const UNIT =
  /\/(?:systemd\/(?:user|system)|Launch(?:Agents|Daemons)|init\.d|autostart|runit|sv|supervisor(?:\/conf\.d)?|service)\/(?:.*\/)?[\w.-]*portcullis[\w.@-]*(?:\/.*)?$/i

function unitOfGate(subject: Subject): Finding | undefined {
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    for (const { place, does } of touchesOf(action)) {
      if (does !== 'changes' || place.kind !== 'path' || !UNIT.test(place.real)) continue
      if (isInside(place.real, subject.surroundings.workspace)) continue
      return { code: 'itself.change', what: `changes \`${showPlace(place)}\`, which may start the gate` }
    }
  }
  return undefined
}

// A wildcard behind a directory that is only known when it runs, which fits the gate's own: `"$d"/.*/state`.
function climbsToGate(subject: Subject): Finding | undefined {
  const command = subject.call.input['command']
  if (typeof command !== 'string' || !command.includes('$')) return undefined
  const tails = tailsOf(subject.world.gate.secrets, subject).map((tail) => tail.split('/'))
  for (const [, pattern] of command.matchAll(/\$\{?\w+\}?"?\/([^\s;|&"')]{3,200})/g)) {
    const parts = pattern!.split('/')
    const fits = tails.some(
      (tail) =>
        tail.length > 1 &&
        tail.length <= parts.length &&
        parts[0]!.startsWith('.') &&
        tail.every((name, at) => globMatcher(parts[at]!)(name)),
    )
    const opens = fits && subject.actions.some((action) => touchesOf(action).some(opensUnknown))
    if (opens)
      return {
        code: 'itself.secret',
        what: `opens \`${pattern}\` below a directory that is not known, where the gate may keep its state, keys and log`,
      }
  }
  return undefined
}

function opensUnknown({ place, does }: Touch): boolean {
  return place.kind !== 'path' && (does === 'reads' || does === 'changes')
}

/** Where package managers keep what is installed for the whole machine. */
const GLOBAL_ROOT = /\b(?:npm|pnpm|yarn|bun)\b[^)`]*\b(?:root|prefix|bin|dir)\b[^)`]*[)`]/

/** A search among packages of the machine that fits ours, and changes what it finds. */
function emptiesPackage(subject: Subject): Finding | undefined {
  const command = subject.call.input['command']
  if (typeof command !== 'string' || !GLOBAL_ROOT.test(command)) return undefined
  const names = [...command.matchAll(/-i?(?:name|path)\s+["']?([^\s"']+)/g)].map((found) => found[1]!)
  if (names.length > 0 && !names.some((name) => globMatcher(name.split('/').at(-1)!)('portcullis'))) return undefined
  for (const action of subject.actions)
    if (
      action.where.kind === 'here' &&
      touchesOf(action).some(({ place, does }) => does === 'changes' && place.kind === 'unknown')
    )
      return { code: 'itself.program', what: `\`${action.evidence}\` may change the gate's own program` }
  return undefined
}

/** Where every socket and every open file of the machine is told by its path. */
const LISTS_SOCKETS = /\b(?:ss|netstat)\s[^|;&)]*(?:-\w*[xap]|--unix|--all)|\/proc\/(?:net\/unix|\d+\/net\/unix)\b/

/** A path out of a list of sockets: `chmod 000 $(ss -xl | …)`, `rm $(awk … /proc/net/unix)`. */
function takesListed(subject: Subject): Finding | undefined {
  const command = subject.call.input['command']
  if (subject.world.gate.sockets.length === 0 || typeof command !== 'string' || !LISTS_SOCKETS.test(command))
    return undefined
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    for (const { place, does } of touchesOf(action))
      if (place.kind === 'unknown' && (does === 'changes' || does === 'reads') && (place.within ?? '/') === '/')
        return {
          code: 'itself.secret',
          what: `\`${action.evidence}\` takes a path out of a list of sockets, in which the gate's own stands`,
        }
  }
  return undefined
}

/** A path of the gate given to a tool of a server, which may do anything with it. */
function givenToServer(subject: Subject): Finding | undefined {
  const { gate } = subject.world
  const { cwd, home } = subject.surroundings
  for (const { tool, input, evidence } of here(subject, 'call-mcp-tool')) {
    for (const text of textsIn(input)) {
      if (text.length > 4096 || !/[/\\]/.test(text)) continue
      // A volume: the directory stands before a colon, or as the source of a mount.
      const volume =
        (READING.test(tool) ? undefined : mounted(text, subject)) ??
        // Or inside a statement: `ATTACH '/…/journal.db'`.
        (STATEMENT.test(text) ? namesSecretPath(text, subject) : undefined)
      if (volume !== undefined)
        return {
          code: 'itself.secret',
          what: `\`${evidence}\` hands on \`${volume}\`, where the gate keeps its state, keys and log`,
        }
      const path = subject.world.real(normalise(/^[~/]/.test(text) ? text.replace(HOME, home) : `${cwd}/${text}`))
      if (isInsideAny(path, [...gate.secrets, ...gate.sockets]))
        return {
          code: 'itself.secret',
          what: `\`${evidence}\` names \`${path}\`, where the gate keeps its state, keys and log`,
        }
      const rewritten =
        (gate.hooked.includes(path) || SETTINGS.test(path)) &&
        !subject.actions.some(({ does }) => does === 'write-file')
      if (rewritten && !READING.test(tool))
        return {
          code: 'itself.hook',
          what: `\`${evidence}\` may change \`${path}\`, where the gate's hook is registered or could be disabled`,
        }
      if (isInsideAny(path, gate.fixed) && !READING.test(tool))
        return changed(`\`${evidence}\` may change \`${path}\`, which belongs to the gate`, path, subject)
    }
  }
  return undefined
}

/** Programs that take a path as a name or as text and never open what it names. */
const NAME_ONLY: ReadonlySet<string> = new Set(
  'echo printf test [ [[ dirname basename which type command grep rg git export set true false : read'.split(' '),
)

const PRINTS: ReadonlySet<string> = new Set(['echo', 'printf'])
/** What they would open is told by their own reading. */
const LISTS: ReadonlySet<string> = new Set(['ls', 'dir', 'stat', 'du'])

/**
 * A secret of the gate named to a program that could open it, also where that program's options are not understood or
 * the path stands inside code: `socat UNIX-LISTEN:PATH`, `python3 -c "….bind('PATH')"`.
 */
function namesSecret(subject: Subject): Finding | undefined {
  const { gate, home } = subject.world
  const { secrets, lastNames } = secretsOf(gate)
  const namedIn = (text: string, cwd: string): string | undefined => {
    if (!lastNames.some((name) => text.includes(name))) return undefined
    const found = [...text.matchAll(PATHS)].map(([path]) => path.replace(HOME, home))
    if (AT_HOME.test(text)) for (const [, tail] of text.matchAll(QUOTED)) found.push(`${home}/${tail}`)
    if (!/[\s\0]/.test(text)) found.push(text.startsWith('/') ? text : `${cwd}/${text}`)
    return found.find((path) => path.startsWith('/') && isInsideAny(normalise(path), secrets))
  }
  const told = (path: string, by: string): Finding => ({
    code: 'itself.secret',
    what: `gives \`${by}\` the gate's own \`${path}\``,
  })
  for (const run of here(subject, 'run-program')) {
    // What is printed may be the name that another program of the call is told to open.
    if (NAME_ONLY.has(run.program) && !(PRINTS.has(run.program) && (takesNames(subject) || readsOrders(subject))))
      continue
    if (LISTS.has(run.program) && !takesNames(subject)) continue
    for (const word of run.args) {
      // Whatever the unknown piece in front of it is: `/proc/$$/cwd/../../.portcullis/state/…`.
      const path =
        namedIn(knownText(word), subject.surroundings.cwd) ??
        (word.kind === 'literal'
          ? undefined
          : tailIn(knownText(word).replaceAll('\0', '$'), tailsOf(secrets, subject), home))
      if (path !== undefined) return told(path, run.program)
    }
  }
  for (const action of subject.actions) {
    if (action.where.kind !== 'here' || !isCode(action)) continue
    const path = namedIn(action.evidence, subject.surroundings.cwd)
    if (path !== undefined) return told(path, 'code')
  }
  return undefined
}

interface Secrets {
  readonly secrets: readonly string[]
  readonly lastNames: readonly string[]
}

function secretsOf(gate: GateIdentity): Secrets {
  const known = knownSecrets.get(gate)
  if (known !== undefined) return known
  const secrets = [...gate.secrets, ...gate.sockets]
  const found = { secrets, lastNames: secrets.map((path) => path.slice(path.lastIndexOf('/') + 1)) }
  knownSecrets.set(gate, found)
  return found
}

const knownSecrets = new WeakMap<GateIdentity, Secrets>()

/** Code that asks for the home directory, and the texts that it may put behind it. */
const AT_HOME = /homedir|expanduser|Path\.home|USERPROFILE|\bHOME\b|Dir\.home|getpw/
const QUOTED = /["'`]\/?([\w.@+-][\w.@+/-]*)["'`]/g
const PATHS = /(?:~|\$HOME|\$\{HOME\})?\/[\w.@%+~/-]+/g

function isCode(action: Action): action is ActionOf<'run-code'> | ActionOf<'something-opaque'> {
  return (
    (action.does === 'run-code' && (action.origin === 'inline' || action.origin === 'standard-input')) ||
    (action.does === 'something-opaque' && action.because !== 'unknown-program')
  )
}
