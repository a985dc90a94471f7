import type { Content, Language } from '../../action.ts'
import { isInside, parent } from '../../paths.ts'
import { TEMP_ROOTS } from '../../place-kinds-table.ts'
import type { Condition, Found } from '../../place-condition.ts'
import type { Place } from '../../place.ts'
import { foundBy, foundWord, knownPrefix, literal, textOf, type Word } from '../../word.ts'
import type { Stream } from '../stream.ts'
import type { ProgramContext } from './program.ts'

/** True when the place certainly lies in the workspace or in a directory the settings add to it. */
export function isOwn(context: ProgramContext, place: Place): boolean {
  const { workspace, additional } = context.surroundings
  const directory = directoryOf(place)
  return directory !== undefined && [workspace, ...additional].some((root) => isInside(directory, root))
}

/** A listing of what lies below these words. One that is not known spoils the listing. */
export function namesBelow(
  context: ProgramContext,
  roots: readonly Word[],
  only: (directory: string, root: Word) => Condition | undefined = () => undefined,
): Stream {
  const founds = roots.map((root) => foundBelow(context, root, (directory) => only(directory, root)))
  const below = founds.filter((found) => found !== undefined)
  return below.length < founds.length || below.length === 0 ? { kind: 'unknown' } : { kind: 'unknown', below }
}

/** What a search that starts at a word yields. */
export function foundBelow(
  context: ProgramContext,
  root: Word,
  only: (directory: string) => Condition | undefined,
): Found | undefined {
  const place = context.place(root)
  const directory = directoryOf(place)
  if (directory === undefined) return undefined
  // A search in what another search found, or in what a wildcard matches, knows its directory only in part.
  const condition = place.kind === 'path' ? only(directory) : undefined
  return condition === undefined ? { below: directory } : { below: directory, only: condition }
}

/** A word that is printed: whoever reads it opens what the wildcard matches, what a search yielded, or the path. */
export function printedPath(context: ProgramContext, word: Word): Found | undefined {
  if (word.kind === 'dynamic') return foundBy(word)
  const place = context.place(word)
  if (place.kind === 'glob') return { below: place.base, only: { is: 'place', pattern: place.pattern } }
  if (place.kind !== 'path' || word.kind !== 'literal' || !/^[/~]|^\.\./.test(word.text)) return undefined
  return { below: parent(place.real), only: { is: 'place', pattern: place.real.replaceAll(/[*?[\\]/g, '\\$&') } }
}

function directoryOf(place: Place): string | undefined {
  return place.kind === 'path' ? place.real : place.kind === 'glob' ? place.base : place.within
}

/**
 * Shell code into which names of a listing are pasted: `xargs -I{} sh -c 'wc -l {}'`. The names are the workspace's own,
 * as its code is, so each stands in the code as a variable that holds a path below the listed directory. Undefined when
 * the command is no such thing, or what was listed is not ours.
 */
export function pasted(
  context: ProgramContext,
  command: readonly Word[],
  marker: string,
  directory: string | undefined,
  /** What the names are known by where they are not the workspace's own: such code is followed and stays unread. */
  elsewhere?: Found,
): { readonly words: readonly Word[]; readonly environment: ReadonlyMap<string, Word> } | undefined {
  const at = command.findIndex((word) => /^-[a-z]*c$/.test(textOf(word) ?? ''))
  const code = textOf(command[at + 1])
  if (at < 1 || code === undefined || !code.includes(marker) || directory === undefined) return undefined
  if (!/^(?:\/usr)?(?:\/bin\/)?(?:ba|z|da|k)?sh$/.test(textOf(command[0]) ?? '')) return undefined
  if (!elsewhere && !isOwn(context, { kind: 'path', path: directory, real: directory })) return undefined
  const text = code.replaceAll(`'${marker}'`, `"${marker}"`).replaceAll(marker, '${__item}')
  const item: Word = elsewhere
    ? foundWord(marker, elsewhere)
    : {
        kind: 'dynamic',
        source: marker,
        pieces: [{ known: `${directory}/` }, { unknown: marker, from: 'argument' }],
      }
  return {
    words: [...command.slice(0, at + 1), literal(text), ...command.slice(at + 2)],
    environment: new Map([['__item', item]]),
  }
}

export function isUrl(word: Word): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(knownPrefix(word)) && !/^file:/i.test(knownPrefix(word))
}

/** The place of a name in a directory. */
export function within(directory: Place, name: string, context: ProgramContext): Place {
  if (directory.kind === 'path')
    return context.place(literal(`${directory.path === '/' ? '' : directory.path}/${name}`))
  const base = directory.kind === 'glob' ? directory.base : directory.within
  return base === undefined ? { kind: 'unknown', source: name } : { kind: 'unknown', source: name, within: base }
}

/** The text a file has when it is used: what this call or session wrote to it, else what is on disk. */
export function textAt(context: ProgramContext, place: Place): string | undefined {
  if (place.kind !== 'path') return undefined
  const written = context.written(place)
  return written?.kind === 'text' ? written.text : context.world.read(place.real)
}

/** The nearest file of this name, in the working directory or above it within the workspace. */
export function findUp(context: ProgramContext, name: string, from: Place = context.invocation.cwd): Place | undefined {
  if (from.kind !== 'path') return undefined
  for (let directory = from.path, steps = 0; steps < 30; directory = parent(directory), steps++) {
    const place = within({ kind: 'path', path: directory, real: directory }, name, context)
    if (place.kind === 'path' && (context.written(place) || context.world.look(place.real) !== 'absent')) return place
    if (directory === '/' || directory === context.surroundings.workspace) return undefined
  }
  return undefined
}

/** This call or session wrote something at, in or above the directory: then it may well be there when the program runs. */
export function isMade(context: ProgramContext, directory: Place): boolean {
  if (directory.kind !== 'path') return true
  const names = [...context.memory.written.keys()]
  if (names.some((path) => isInside(path, directory.real) || isInside(directory.real, path))) return true
  for (let above = directory.real; above !== '/'; above = parent(above))
    if (context.written({ kind: 'path', path: above, real: above })) return true
  return false
}

const READ_WITH_THE_REST = /\.(?:[cm]?[jt]sx?|py)$/

const ACTS =
  /exec|system|process|runtime|popen|spawn|shell|curl|wget|socket|https?:|\/bin\/|eval|rm -|delete|unlink|remove_|::write\(|::net::|reqwest|ureq/i

/**
 * It runs the code of the project in the working directory (a build, a test). The project's own code is trusted like
 * the project; code that the agent itself wrote into one of the `files` that are executed is looked into, and a
 * directory outside the workspace is somebody else's code.
 */
export function runsProject(
  context: ProgramContext,
  files: readonly string[] = [],
  language: Language = 'other',
  directory: Place = context.invocation.cwd,
): void {
  if (context.invocation.where.kind !== 'here') return
  if (!isOwn(context, directory)) {
    const absent =
      directory.kind === 'path' &&
      context.world.look(directory.real) === 'absent' &&
      !isMade(context, directory) &&
      // There anybody may make it.
      !TEMP_ROOTS.some((root) => isInside(directory.real, root))
    const origin = absent ? 'missing-file' : 'file'
    context.record({ does: 'run-code', language, origin, place: directory, seenThrough: false })
  }
  for (const name of files) {
    const place = within(directory, name, context)
    const written = place.kind === 'path' ? context.written(place) : undefined
    if (written === undefined || place.kind !== 'path') continue
    const kept = context.world.look(place.real) !== 'absent'
    if (written.kind === 'unknown' && kept) continue
    if (written.kind === 'text' && language === 'other' && !ACTS.test(written.text)) continue
    // Read for what it certainly does, with the rest of what the session changed.
    if (written.kind === 'text' && READ_WITH_THE_REST.test(name)) continue
    context.file(literal(place.path), language)
  }
  context.project(directory)
}

/** What is written when this stream goes into a file. */
export function contentOf(stream: Stream): Content {
  switch (stream.kind) {
    case 'nothing':
      return { kind: 'text', text: '' }
    case 'text':
      return { kind: 'text', text: stream.text }
    case 'network':
      return { kind: 'network', host: stream.host }
    case 'file':
      return stream.places.length === 1 ? { kind: 'copy', of: stream.places[0]! } : { kind: 'unknown' }
    case 'unknown':
      return stream
  }
}

/** The word as text with something in the place of what is unknown: enough to see the shape of a small language. */
export function sketch(word: Word, unknown = 'x'): string {
  if (word.kind === 'literal') return word.text
  if (word.kind === 'glob') return word.pattern
  return word.pieces.map((piece) => ('known' in piece ? piece.known : unknown)).join('')
}

/** The words as texts, empty where one is not known. */
export function texts(words: readonly Word[]): readonly string[] {
  return words.map((word) => textOf(word) ?? '')
}
