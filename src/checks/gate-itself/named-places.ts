import { isInside, normalise, resolvePlace } from '../../call/paths.ts'
import { reaches } from '../../call/place-reach.ts'
import type { Place } from '../../call/place.ts'
import type { Subject } from '../subject.ts'
import { closedTo } from './closed.ts'

/** The first path in a text of code that only the gate may open. */
export function namesSecretPath(text: string, subject: Subject): string | undefined {
  const targets = closedTo(subject.world.gate)
  return placesIn(text, subject).find(({ place, shown }) =>
    place.kind === 'path'
      ? targets.some((target) => isInside(place.real, target))
      : targets.some((target) => saysSomething(shown, target) && reaches(place, target, 'itself', subject)),
  )?.shown
}

// `/**` opens a comment, and a pattern such as `/**` + `/*.json` stands behind some directory far more often than it means the
// whole machine: behind wildcards that stand for anything, a pattern has to name a piece of what it would reach, or how a name begins.
function saysSomething(pattern: string, target: string): boolean {
  const rest = /^(?:\/[*?]+)+(?=\/|$)/.test(pattern) ? pattern.replace(/^(?:\/[*?]+)+(?=\/|$)/, '') : undefined
  return (
    rest === undefined || /\/[\w.]/.test(rest) || (rest.match(/\w{3,}/g) ?? []).some((piece) => target.includes(piece))
  )
}

export interface Named {
  readonly place: Place
  readonly shown: string
}

const MOST_PLACES = 64

/** Every path that a text of code names, with its pieces put together and its words for home replaced. */
export function placesIn(text: string, subject: Subject): readonly Named[] {
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
