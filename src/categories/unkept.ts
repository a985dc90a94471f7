import type { ActionOf } from '../call/action.ts'
import { baseName, isInside } from '../call/paths.ts'
import type { Condition } from '../call/place-condition.ts'
import { isByProduct, keepsFilesIn, type Unkept, unkeptBelow, unkeptFile } from '../call/version-control.ts'
import { show } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { isHere, isOneOf, isOurs } from './grounds.ts'
import { madeAgainIn } from './made-again.ts'
import { deedsOf, type Find } from './seek.ts'

/** What goes for good with a deletion in the workspace: the first file that git could not bring back. */
export function unkeptBy(action: ActionOf<'delete-file'>, deeds: Deeds): Unkept | undefined {
  const known = found.get(action)
  if (known !== undefined) return known === 'nothing' ? undefined : known
  const answer = search(action, deeds)
  found.set(action, answer ?? 'nothing')
  return answer
}

/** Asked by the category and by the exception, and it walks the disk. */
const found = new WeakMap<ActionOf<'delete-file'>, Unkept | 'nothing'>()

function search({ place, only, recursive, filtered }: ActionOf<'delete-file'>, deeds: Deeds): Unkept | undefined {
  const pass = (path: string): boolean => isPassed(path, deeds)
  switch (place.kind) {
    case 'path':
      if (pass(place.real)) return undefined
      return recursive || filtered
        ? unkeptBelow(place.real, deeds.world, pass, only)
        : unkeptFile(place.real, deeds.world)
    case 'glob':
      for (const match of place.matches) {
        const each = pass(match) ? undefined : unkeptBelow(match, deeds.world, pass)
        if (each) return each
      }
      return undefined
    case 'unknown':
      return place.within === undefined || place.only === undefined || pass(place.within)
        ? undefined
        : unkeptBelow(place.within, deeds.world, pass, place.only)
  }
}

/** The session's own, or what a build makes again: a directory that is named for it and of which git has nothing. */
function isPassed(path: string, deeds: Deeds): boolean {
  if (deeds.session.written.has(path) || isByProduct(path)) return true
  const { workspace } = deeds.surroundings
  const made = isInside(path, workspace) ? madeAgainIn(path.slice(workspace.length)) : undefined
  return made !== undefined && !keepsFilesIn(`${workspace}${made}`, deeds.world)
}

export function sayUnkept({ path, why }: Unkept): string {
  return `\`${path}\` ${why}`
}

/** What is lost when a file is written over, emptied, or gets a link in its place. */
export function judgeOverwrite(action: ActionOf<'write-file'>, deeds: Deeds): Find | undefined {
  const { place, how } = action
  if (!isHere(action) || (how !== 'overwrite' && how !== 'create' && how !== 'link') || !isOurs(place, deeds))
    return undefined
  const empties = isEmptied(action, deeds)
  if (place.kind === 'unknown')
    return empties &&
      how === 'overwrite' &&
      place.within !== undefined &&
      EXACTLY.test(place.source) &&
      !isPassed(place.within, deeds)
      ? { detail: `files below \`${place.within}\` are emptied` }
      : undefined
  for (const path of place.kind === 'glob' ? place.matches : [place.real]) {
    const { world } = deeds
    if (world.look(path) !== 'file' || isPassed(path, deeds)) continue
    if (empties && world.bytes(path, 0) === undefined) return { detail: `\`${path}\` is emptied` }
    const unkept = unkeptFile(path, world)
    if (unkept && !keepsMuch(action, path, deeds)) return { detail: sayUnkept(unkept) }
  }
  return undefined
}

/** The name as a listing gave it, and not another that begins like it. */
const EXACTLY = /^["']?(?:\$\{?\w+\}?|\{\}|…)["']?$/

function isEmptied({ content }: ActionOf<'write-file'>, deeds: Deeds): boolean {
  if (content.kind === 'text') return content.text.trim() === ''
  return content.kind === 'copy' && isOneOf(content.of, deeds, 'null')
}

/**
 * A change of the file, and not another file in its place: a third of its lines stay, or what comes in was made of it
 * in the same call (`jq … a.json > b && mv b a.json`, a script that reads it and writes it again).
 */
function keepsMuch({ content, how, evidence }: ActionOf<'write-file'>, path: string, deeds: Deeds): boolean {
  const copied = content.kind === 'copy' && content.of.kind === 'path' ? content.of.real : undefined
  // Of itself: it is empty before it is read.
  const written = copied === path ? undefined : copied
  const source =
    written === undefined ? undefined : deedsOf(deeds, 'write-file').find((other) => realOf(other) === written)
  const coming = source === undefined ? content : source.content
  if (how !== 'link' && coming.kind === 'text') return sharesLines(coming.text, deeds.world.read(path) ?? '')
  // A redirection empties the file before anything reads it.
  const readsFirst = source !== undefined || (content.kind === 'unknown' && !/^\d?&?>/.test(evidence))
  return readsFirst && deedsOf(deeds, 'read-file').some(({ place }) => place.kind === 'path' && place.real === path)
}

function realOf({ place }: ActionOf<'write-file'>): string | undefined {
  return place.kind === 'path' ? place.real : undefined
}

function sharesLines(after: string, before: string): boolean {
  const lines = before.split('\n').filter((line) => line.trim() !== '')
  const kept = new Set(after.split('\n'))
  return lines.length > 0 && lines.filter((line) => kept.has(line)).length * 3 >= lines.length
}

/** A search whose condition chooses source by its ending, or which chooses without looking at names at all. */
export function picksSources(only: Condition | undefined): boolean {
  switch (only?.is) {
    case 'name':
      return /^\*\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|scala|cs|swift|cpp|cc|c|h|hpp|ex|exs|hs|ml|clj|sql|sh|css|scss|html|md)$/i.test(
        only.pattern,
      )
    case 'all':
    case 'any':
      return only.of.some(picksSources)
    default:
      return false
  }
}

/** Names that git itself lists because it does not have them. */
export function listsUnkept(deeds: Deeds): boolean {
  return deedsOf(deeds, 'run-program').some(
    ({ program, args }) =>
      program === 'git' &&
      args.some((word) => show(word) === 'ls-files') &&
      args.some((word) => /^-[a-z]*[om]|^--(?:others|modified)$/.test(show(word))),
  )
}

/** A loop that moves several files to one name: the last of them stays. */
export function movesOverOne(action: ActionOf<'delete-file'>, deeds: Deeds): Find | undefined {
  const { movedTo, place, evidence } = action
  if (place.kind !== 'glob' || place.matches.length < 2 || movedTo?.kind !== 'path') return undefined
  // Without a loop mv takes several files to a directory only, and a name without an ending may be one.
  const loses = /\$/.test(evidence) && !/[*?]|\s-\w*[bniu]|\s--(?:no-clobber|backup|update|interactive)/.test(evidence)
  if (!loses || !/\.\w+$/.test(movedTo.real) || deeds.world.look(movedTo.real) === 'directory') return undefined
  return unkeptBy(action, deeds) && { detail: `\`${movedTo.path}\` would be the last of ${place.matches.length} files` }
}

/** The whole of a directory that people wrote, or something git does not have, goes where the machine cleans up. */
export function movesAway(action: ActionOf<'delete-file'>, deeds: Deeds): Find | undefined {
  const { movedTo, place } = action
  if (movedTo === undefined || !isOneOf(movedTo, deeds, 'temp') || isOurs(movedTo, deeds) || !isOurs(place, deeds))
    return undefined
  const all = place.kind === 'glob' && place.base === deeds.surroundings.workspace && baseName(place.pattern) === '*'
  if (all) return { detail: 'everything in the workspace goes to a directory that is cleaned up' }
  if (place.kind !== 'path' || deeds.world.look(place.real) !== 'directory') return undefined
  const unkept = unkeptBy(action, deeds)
  return unkept && { detail: `${sayUnkept(unkept)}, and goes to a directory that is cleaned up` }
}
