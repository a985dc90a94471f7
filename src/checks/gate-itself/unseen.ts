import type { Action, ActionOf } from '../../call/action.ts'
import { isInside } from '../../call/paths.ts'
import { reaches } from '../../call/place-reach.ts'
import type { Subject } from '../subject.ts'
import { closedTo } from './closed.ts'
import { composesGate, hidesGate } from './composed.ts'
import type { Finding } from './finding.ts'
import { namesSecretPath, placesIn } from './named-places.ts'
import { obeysFile } from './obeyed-files.ts'
import { orderedIn } from './texts.ts'
import { namedToUnknown, typedIn } from './unknown-programs.ts'

/**
 * What cannot be seen through and names something of the gate is taken to reach it: code in languages that are not
 * read to the end, programs that nobody knows, and code that is written now and may run in a later call.
 */
export function reachesUnseen(subject: Subject): Finding | undefined {
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    if (action.does === 'write-file') {
      const found = writes(action, subject)
      if (found !== undefined) return found
      continue
    }
    const found =
      (isUnseen(action) ? judgeText(textOf(action, subject), subject) : undefined) ?? packsHome(action, subject)
    if (found !== undefined) return found
  }
  return hidesName(subject) ?? runsPieces(subject) ?? namedToUnknown(subject) ?? typedIn(subject) ?? obeysFile(subject)
}

/** In a command, or in code that opens a path which is not known. */
function hidesName(subject: Subject): Finding | undefined {
  const { call, actions } = subject
  const command = call.input['command']
  const found: Finding = {
    code: 'itself.secret',
    what: 'puts together the name of the gate, which is not there to be read, or of what it keeps',
  }
  if (typeof command === 'string' && hidesGate(command)) return found
  const opensUnknown = actions.some(
    (action) =>
      (action.does === 'write-file' || action.does === 'delete-file' || action.does === 'read-file') &&
      action.place.kind === 'unknown' &&
      action.where.kind === 'here',
  )
  const composes = (action: Action): boolean =>
    action.does === 'run-code' && IN_THE_CALL.has(action.origin) && composesGate(action.evidence)
  return opensUnknown && actions.some(composes) ? found : undefined
}

/** Code that is read from files of the workspace when it runs, one behind the other: `bash -c "$(cat a b)"`. */
function runsPieces(subject: Subject): Finding | undefined {
  const { actions, session, world } = subject
  const runs = actions.some(
    (action) =>
      (action.does === 'run-code' && action.origin === 'dynamic') ||
      (action.does === 'something-opaque' && action.because === 'dynamic-code'),
  )
  if (!runs) return undefined
  const text = actions
    .flatMap((action) => {
      if (action.does !== 'read-file' || action.extent !== 'content' || action.place.kind !== 'path') return []
      const kept = session.written.get(action.place.real)
      const read = kept?.kind === 'text' ? kept.text : world.read(action.place.real, LONGEST)
      return read === undefined ? [] : [read]
    })
    .join('')
  return text === '' || text.length > LONGEST ? undefined : orderedIn(text, 'runs code from files, which', subject)
}

/** What some program will run or obey later, which names what only the gate may use. */
function writes(action: ActionOf<'write-file'>, subject: Subject): Finding | undefined {
  const text = writtenCode(action)
  if (text === undefined) return undefined
  if (hidesGate(text))
    return {
      code: 'itself.secret',
      what: 'writes code that puts together the name of the gate, which is not there to be read',
    }
  return orderedIn(text, 'writes what others run or obey, which', subject) ?? walksFromHome(text)
}

/** A walk from wherever home is, for names that the gate's files have: a test, a script, a module. */
function walksFromHome(text: string): Finding | undefined {
  return WALKS.test(text) && OPENS.test(text) && ASKS_HOME.test(text) && OUR_NAMES.test(text)
    ? { code: 'itself.secret', what: 'writes code that walks through home for what the gate keeps' }
    : undefined
}

const ASKS_HOME =
  /home_?dir|expanduser|Path\.home|USERPROFILE|\bHOME\b|Dir\.home|user\.home|getpw|UserHomeDir|home::|dirs::/i
const OUR_NAMES = /operator\.token|portcullis|hook\.key|journal\.db/i

/** Its text stands in the call, and what it does was not worked out to the end. */
function isUnseen(action: Action): boolean {
  if (action.does === 'something-opaque') return action.because !== 'interactive'
  return action.does === 'run-code' && !action.seenThrough && IN_THE_CALL.has(action.origin)
}

/** Code that comes on standard input stands elsewhere in the command: in what prints it, in a here-string. */
function textOf(action: Action, { call }: Subject): string {
  const command = call.input['command']
  return action.does === 'run-code' && action.origin === 'standard-input' && typeof command === 'string'
    ? command
    : action.evidence
}

const IN_THE_CALL: ReadonlySet<string> = new Set(['inline', 'standard-input', 'dynamic'])

/** What is read by people and run by nobody. */
const DOCUMENT =
  /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|org|html?|csv|tsv|log|svg|tex|bib|po|pot|srt)$|\/(?:README|LICEN[CS]E|CHANGELOG|CHANGES|NEWS|AUTHORS|NOTICE|COPYING|TODO|CONTRIBUTING)$/i

/** The code or configuration that a write leaves behind. Documents are not run. */
function writtenCode(action: Extract<Action, { does: 'write-file' }>): string | undefined {
  const { content, place } = action
  const text = content.kind === 'text' ? content.text : content.kind === 'change' ? content.added : undefined
  if (text === undefined || place.kind !== 'path' || text.length > LONGEST) return undefined
  return !DOCUMENT.test(place.real) || text.startsWith('#!') ? text : undefined
}

const LONGEST = 256 * 1024

function judgeText(text: string, subject: Subject): Finding | undefined {
  if (text.length > LONGEST) return undefined
  const secret = namesSecretPath(text, subject)
  if (secret !== undefined)
    return {
      code: 'itself.secret',
      what: `code that could not be analyzed names \`${secret}\`, where the gate keeps its state, keys and log`,
    }
  if (CHANGES.test(text)) {
    const { fixed, hooked } = subject.world.gate
    const own = placesIn(text, subject).flatMap(({ place, shown }) =>
      [...fixed, ...hooked].some((target) => reaches(place, target, 'itself', subject)) ? [shown] : [],
    )[0]
    if (own !== undefined)
      return {
        code: 'itself.change',
        what: `code that could not be analyzed may change \`${own}\`, which belongs to the gate or holds its hook`,
      }
  }
  if (composesGate(text))
    return {
      code: 'itself.secret',
      what: 'code that could not be analyzed puts together names of what the gate keeps',
    }
  return WALKS.test(text) ? walksAbove(text, subject) : undefined
}

/** Writes, removes, moves, links or closes off, in any language. */
const CHANGES =
  /unlink|rename|remove|delete|rm_|rmtree|rmdir|\brm\b|\bmv\b|move|copy|\bcp\b|symlink|\blink\b|chmod|chown|truncate|write|set-content|out-file|add-content|new-item|clear-content|put_?contents|['"](?:[wa]b?\+?|>>?)['"]|bind|listen|local\s*=>|dump|tee/i
/** Goes through a whole tree. */
const WALKS =
  /\bFind\.find\b|File::Find\b|\bGlob\s*\(|\bscan(?:Sync)?\s*\(|\b(?:i?glob|globSync|fdir|readdirp|walkdir)\s*\(|RecursiveDirectoryIterator|AllDirectories|\bos\.walk\b|\brglob\b|\*\*|-recurse\b|\bwalk(?:Sync|dir)?\s*\(|recursive['"]?\s*(?::|=>|=)\s*true/i
const OPENS =
  /open|read|\.(?:text|bytes|arrayBuffer|json)\(|<F>|<>|slurp|\bcat\b|\bmv\b|move|unlink|delete|remove|copy|contents|archive|\.add\(|Get-Content|\bgc\b|rename/i

/** A walk over a directory that the gate's own lie below, with something that opens what it finds. */
function walksAbove(text: string, subject: Subject): Finding | undefined {
  if (!OPENS.test(text) || asksForOthers(text)) return undefined
  const above = directoryAbove(text, subject)
  return above === undefined
    ? undefined
    : {
        code: 'itself.secret',
        what: `code that could not be analyzed opens what it finds below \`${above}\`, where the gate keeps its state, keys and log`,
      }
}

function directoryAbove(text: string, subject: Subject): string | undefined {
  const targets = closedTo(subject.world.gate)
  return placesIn(text, subject).find(
    ({ place }) => place.kind === 'path' && targets.some((target) => isInside(target, place.real)),
  )?.shown
}

const PLAIN_ENDS =
  /^(?:rb|py|[cm]?[jt]sx?|md|rst|txt|log|html?|css|s[ac]ss|php|pl|pm|go|rs|java|kt|c|h|cc|cpp|hpp|cs|jpe?g|png|gif|svg|mp[34]|mov|pdf|csv|tsv|xlsx?|docx?|pyc|map|class|o|tmp|bak|swp)$/

/** It asks for names with endings, and the gate has no file with one of them. */
function asksForOthers(text: string): boolean {
  const ends = [...text.matchAll(/(?:["'`*(/]|\\)\.(\w{1,5})(?=["'`$)/]|\\z)/g)].map(([, end]) => end!)
  return ends.length > 0 && ends.every((end) => PLAIN_ENDS.test(end))
}

/** Packing takes everything below, however much else of the code was seen. */
function packsHome(action: Action, subject: Subject): Finding | undefined {
  if (action.does !== 'run-code' || !IN_THE_CALL.has(action.origin) || action.evidence.length > LONGEST)
    return undefined
  // What a pipe of PowerShell hands on is not followed into the calls of .NET.
  if (action.language === 'powershell' && /AllDirectories/i.test(action.evidence))
    return walksAbove(action.evidence, subject)
  if (!/tarfile|zipfile|make_archive|copytree|cpSync|cp_r|archiver|shutil\.move/.test(action.evidence)) return undefined
  const above = directoryAbove(action.evidence, subject)
  return above === undefined
    ? undefined
    : { code: 'itself.secret', what: `packs or copies \`${above}\`, where the gate keeps its state, keys and log` }
}
