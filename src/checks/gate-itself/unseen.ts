import type { Action, ActionOf } from '../../call/action.ts'
import { isInside, normalise, parent, resolvePlace } from '../../call/paths.ts'
import { reaches } from '../../call/place-reach.ts'
import type { Place } from '../../call/place.ts'
import type { Subject } from '../subject.ts'
import { closedTo } from './files.ts'
import { changed, type Finding, here, isInsideAny } from './finding.ts'
import { SETTINGS } from './hook-entries.ts'
import { portOfUrl } from './ports.ts'

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
  return namedToUnknown(subject)
}

/**
 * A program that nobody knows is given something of the gate's, or the settings of an agent that it guards, which it may
 * change: `crudini --set ~/.codex/config.toml …`.
 */
function namedToUnknown(subject: Subject): Finding | undefined {
  const { surroundings, world } = subject
  const unknown = new Set(
    subject.actions.flatMap((action) =>
      action.does === 'something-opaque' && action.because === 'unknown-program' ? [action.evidence] : [],
    ),
  )
  if (unknown.size === 0) return undefined
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  const guarded = new Set(world.gate.hooked.map(parent))
  for (const run of here(subject, 'run-program')) {
    if (!unknown.has(run.evidence)) continue
    for (const word of run.args) {
      if (word.kind !== 'literal' || word.text.startsWith('-')) continue
      const place = resolvePlace(word, cwd, surroundings, world)
      const path = place.kind === 'path' ? place.real : undefined
      if (path === undefined) continue
      if (world.gate.hooked.includes(path) || (SETTINGS.test(path) && guarded.has(parent(path))))
        return {
          code: 'itself.hook',
          what: `\`${run.program}\`, which is not known, may change \`${path}\`, where the gate's hook is registered or could be disabled`,
        }
      // In the gate's own checkout programs that nobody knows are asked about like anywhere.
      if (isInsideAny(path, world.gate.fixed) && !isInside(path, surroundings.workspace))
        return changed(
          `\`${run.program}\`, which is not known, may change \`${path}\`, which belongs to the gate`,
          path,
          subject,
        )
    }
  }
  return undefined
}

/** What some program will run or obey later, which names what only the gate may use. */
function writes(action: ActionOf<'write-file'>, subject: Subject): Finding | undefined {
  const text = writtenCode(action)
  if (text === undefined) return undefined
  const path = secretNamed(text, subject)
  if (path !== undefined)
    return {
      code: 'itself.secret',
      what: `writes what others run or obey and names \`${path}\`, where the gate keeps its state, keys and log`,
    }
  const port = portOfUrl(text, subject.world.gate.ports)
  if (port !== undefined)
    return { code: 'itself.port', what: `writes what others run or obey and names the gate's own port ${port}` }
  return undefined
}

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

const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|pm|t|php|lua|sh|bash|zsh|fish|ps1|psm1|cmd|bat|go|rs|java|kt|c|cc|cpp|cs|swift|r|jl|ipynb|mk|gradle|groovy|nix|conf|cfg|cnf|ini|ya?ml|toml|jsonc?|json5|xml|service|socket|timer|path|mount|properties|env|rules|rsp|lst|list|args|awk|sed|jq|sql|vim|el|m4|tf|hcl|plist|desktop)$|\/(?:Makefile|Rakefile|Justfile|justfile|Taskfile\.ya?ml|Gemfile|package\.json)$/

/** The code or configuration that a write leaves behind. Documents are not run. */
function writtenCode(action: Extract<Action, { does: 'write-file' }>): string | undefined {
  const { content, place } = action
  const text = content.kind === 'text' ? content.text : content.kind === 'change' ? content.added : undefined
  if (text === undefined || place.kind !== 'path' || text.length > LONGEST) return undefined
  return CODE_FILE.test(place.real) || text.startsWith('#!') ? text : undefined
}

const LONGEST = 256 * 1024

function judgeText(text: string, subject: Subject): Finding | undefined {
  if (text.length > LONGEST) return undefined
  const secret = secretNamed(text, subject)
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

function secretNamed(text: string, subject: Subject): string | undefined {
  const targets = closedTo(subject.world.gate)
  return placesIn(text, subject).find(({ place }) =>
    place.kind === 'path'
      ? targets.some((target) => isInside(place.real, target))
      : targets.some((target) => reaches(place, target, 'itself', subject)),
  )?.shown
}

interface Named {
  readonly place: Place
  readonly shown: string
}

const MOST_PLACES = 64

/** Every path that a text of code names, with its pieces put together and its words for home replaced. */
function placesIn(text: string, subject: Subject): readonly Named[] {
  const { surroundings, world } = subject
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  const shown = new Set<string>()
  for (const form of formsOf(text, surroundings.home))
    for (const [found] of form.matchAll(PATHS))
      if (shown.size < MOST_PLACES) shown.add(found.replace(found.includes('[') ? /[.:]+$/ : /[.:\]]+$/, ''))
  return [...shown].map((path) => {
    const word = /[*?[]/.test(path)
      ? ({ kind: 'glob', pattern: path, hidden: true } as const)
      : ({ kind: 'literal', text: normalise(path) } as const)
    return { place: resolvePlace(word, cwd, surroundings, world), shown: path }
  })
}

const PATHS = /(?<![\w.*~])\/[^\s"'`<>|;,()$&{}\\]*/g
/** Every repetition is bounded: the text is the agent's. */
const HOME_WORDS =
  /\$ENV\{\s*['"]?HOME['"]?\s*\}|#\{\s*(?:Dir\.home|ENV\[['"]HOME['"]\])\s*\}|\$\{(?:HOME|(?:os\.)?homedir\(\)|process\.env\.HOME)\}|\{(?:os\.path\.expanduser\(['"]~['"]\)|Path\.home\(\))\}|\$env:(?:HOME|USERPROFILE)|\$HOME\b|%USERPROFILE%|\bENV\[['"]HOME['"]\]|\bENV\.fetch\(['"]HOME['"]\)|\bDir\.home(?:\(\))?|(?:require\(['"](?:node:)?os['"]\)\.|(?:\b\w{1,20}\.){0,2})\bhomedir\(\)|\b(?:pathlib\.)?Path\.home\(\)|\b(?:os\.)?getenv\(['"]HOME['"]\)|\b(?:os\.)?environ(?:\.get\(|\[)['"]HOME['"][\])]|\bprocess\.env(?:\.HOME\b|\[['"]HOME['"]\])|(?:\b\w{1,20}\.){0,3}\b(?:expanduser|expand_path)\(\s*(['"])~\/?\1\s*\)|\$_SERVER\[['"]HOME['"]\]|\b(?:Deno|Bun)\.env\.(?:get\(['"]HOME['"]\)|HOME\b)|\$env\(HOME\)|\$::env\(HOME\)|\(getpwuid\([^)]{0,40}\)\)\[7\]|(?<=["'`\s(=])~(?=["'`/])/g

/** The text as it stands, and with pieces joined that code puts together. */
function formsOf(text: string, home: string): readonly string[] {
  const plain = text
    .replaceAll(/\\(["'`])/g, '$1')
    .replaceAll(HOME_WORDS, (word) => (word.startsWith('~') ? home : ` ${home}`))
  const joined = plain
    .replaceAll(/["'`]\s*(?:\+|\.{1,2}|~)\s*["'`]/g, '')
    .replaceAll(/(?<=[\w.)])["'`]?\s*(?:\+|\.{1,2}|,|\/)\s*["'`]\/?(?=[\w.*?[])/g, '/')
  return [plain, joined]
}
