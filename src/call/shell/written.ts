import type { Content } from '../action.ts'
import { isInside, parent, resolveText } from '../paths.ts'
import type { Found } from '../place-condition.ts'
import type { Place } from '../place.ts'
import { linkedWorld } from '../world.linked.ts'
import type { Surroundings } from '../world.ts'
import type { Run } from './state.ts'
import type { Stream } from './stream.ts'

/** What a command's output is as the content of the file it goes to. */
export function contentOf(stream: Stream): Content {
  switch (stream.kind) {
    case 'nothing':
      return { kind: 'text', text: '' }
    case 'text':
      return stream
    case 'network':
      return stream
    case 'file':
      return stream.places.length === 1 ? { kind: 'copy', of: stream.places[0]! } : { kind: 'unknown' }
    case 'unknown':
      return stream
  }
}

export function rememberWrite(run: Run, place: Place, how: string, content: Content): void {
  if (place.kind !== 'path' || how === 'directory') return
  const before = run.written.get(place.real)
  if (how === 'append' && before) {
    run.written.set(
      place.real,
      before.kind === 'text' && content.kind === 'text'
        ? { kind: 'text', text: before.text + content.text }
        : before.kind === 'network'
          ? before
          : content.kind === 'network'
            ? content
            : { kind: 'unknown' },
    )
    return
  }
  if (how === 'append' || how === 'edit') {
    const old =
      run.context.memory.written.get(place.real)?.kind === 'text'
        ? undefined
        : run.context.memory.written.get(place.real)
    const now =
      content.kind === 'text'
        ? appended(run, place.real, content.text)
        : content.kind === 'change'
          ? changed(run, place.real, content)
          : undefined
    run.written.set(place.real, now ?? old ?? (content.kind === 'network' ? content : { kind: 'unknown' }))
    return
  }
  run.written.set(place.real, content.kind === 'copy' ? copied(run, content.of) : content)
}

const LONGEST_LIST = 64 * 1024
const MOST_NAMES = 256

/**
 * The stream of a file as the names in it: what this session wrote there, or what is there now. Only names that lead
 * out of the working directory are looked at; the others are names of its own.
 */
export function namesIn(run: Run, stream: Stream): Stream {
  if (stream.kind !== 'file' || stream.places.length !== 1) return stream
  const known = streamOfPlaces(run, stream.places)
  const [place] = stream.places
  if (known.kind !== 'file' || place?.kind !== 'path') return known
  const { world, surroundings } = run.context
  const below = (world.read(place.real, LONGEST_LIST) ?? '')
    .split(/[\n\0]/, MOST_NAMES)
    .map((line) => line.trim())
    .filter((line) => /^(?:\/[\w.]|~\/|\.\.\/)/.test(line))
    .map((line): Found => exactly(resolveText(line, hereIn(surroundings), surroundings, world)))
  return below.length === 0 ? stream : { kind: 'unknown', below }
}

function hereIn({ cwd }: Surroundings): Place {
  return { kind: 'path', path: cwd, real: cwd }
}

function exactly(place: Place): Found {
  if (place.kind !== 'path') return { below: '/', rewritten: true }
  return { below: parent(place.real), only: { is: 'place', pattern: place.real.replaceAll(/[*?[\\]/g, '\\$&') } }
}

const MOST_LINKS = 32

/** What is opened through a link that this call makes is what the link leads to. */
export function rememberLink(run: Run, link: Place, target: Place): void {
  if (link.kind !== 'path' || target.kind !== 'path' || isInside(target.real, link.path)) return
  if (++run.links > MOST_LINKS) return
  run.context = { ...run.context, world: linkedWorld(run.context.world, link.path, target.real) }
}

function appended(run: Run, path: string, text: string): Content | undefined {
  const memory = run.context.memory.written.get(path)
  const base = memory?.kind === 'text' ? memory.text : memory ? undefined : (run.context.world.read(path) ?? '')
  return base === undefined ? undefined : { kind: 'text', text: base + text }
}

function changed(
  run: Run,
  path: string,
  { removed, added }: Extract<Content, { kind: 'change' }>,
): Content | undefined {
  const before = run.written.get(path) ?? run.context.memory.written.get(path)
  const text = before === undefined ? run.context.world.read(path) : before.kind === 'text' ? before.text : undefined
  return text !== undefined && removed !== '' && text.includes(removed)
    ? { kind: 'text', text: text.replace(removed, () => added) }
    : undefined
}

/** A copy of a file that was written is what was written; a copy of another is a copy of that file. */
function copied(run: Run, of: Place): Content {
  return writtenAt(run, of) ?? { kind: 'copy', of }
}

/** What this call or the session wrote there. */
export function writtenAt(run: Run, place: Place): Content | undefined {
  return place.kind === 'path' ? (run.written.get(place.real) ?? run.context.memory.written.get(place.real)) : undefined
}

/** The stream of some files' content: what was written there in this call, where that is known. */
export function streamOfPlaces(run: Run, places: readonly Place[]): Stream {
  if (places.length === 1) {
    const written = writtenAt(run, places[0]!)
    if (written?.kind === 'text' || written?.kind === 'network') return written
    if (written?.kind === 'unknown' && written.below) return written
  }
  return { kind: 'file', places }
}
