/** One change of the workspace, as the overlay holds it. Paths are relative to the workspace. */
export interface Change {
  readonly kind: 'file' | 'link' | 'directory' | 'delete' | 'mode' | 'other'
  readonly path: string
  /** Permission bits. */
  readonly mode: number
  readonly size: number
  /** Seconds and nanoseconds, as the runner writes them. */
  readonly time: string
  /** What was there: `-`, or inode, size, time and mode as one text. */
  readonly before: string
  /** Somebody else changed it since the run began. */
  readonly meanwhile: boolean
  /** Of a link: what it names. */
  readonly target: string
  /** What was there is a directory. */
  readonly overDirectory: boolean
}

/** What a contained command tried, as the one who watched wrote it down. */
export type Event =
  | { readonly kind: 'program'; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: 'host'; readonly host: string; readonly port: number }
  /** Policy let it through. */
  | { readonly kind: 'reached'; readonly host: string; readonly port: number }
  | { readonly kind: 'name'; readonly host: string }
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string }
  | { readonly kind: 'limit'; readonly what: 'processes' | 'memory' | 'disk' | 'time' }
  /** There was more than is kept; or nothing could be seen of programs and hosts. */
  | { readonly kind: 'more' }
  | { readonly kind: 'unseen' }

export interface Watched {
  readonly events: readonly Event[]
  /** Undefined: it was not run, or the runner was cut off. */
  readonly exit: number | undefined
}

const LIMITS = ['processes', 'memory', 'disk', 'time'] as const

/** Lines that are not known are left out: they could only say more. */
export function readEvents(text: string): Watched {
  const events: Event[] = []
  let exit: number | undefined
  for (const line of text.split('\n')) {
    const [kind, ...rest] = line.split(' ').map(unescape)
    const [first, second] = rest
    if (kind === 'end') exit = Number(first)
    else if (kind === 'exec' && first !== undefined) events.push({ kind: 'program', path: first, args: rest.slice(1) })
    else if (kind === 'connect' && first !== undefined) events.push({ kind: 'host', host: first, port: Number(second) })
    else if (kind === 'reached' && first !== undefined) events.push({ kind, host: first, port: Number(second) })
    else if (kind === 'name' && first !== undefined) events.push({ kind: 'name', host: first.toLowerCase() })
    else if (kind === 'socket' && first !== undefined) events.push({ kind: 'socket', path: first })
    else if (kind === 'refused' && first !== undefined) events.push({ kind: 'refused', path: first })
    else if (kind === 'more' || kind === 'unseen') events.push({ kind })
    else if (kind === 'limit') {
      const what = LIMITS.find((limit) => limit === first)
      if (what !== undefined) events.push({ kind, what })
    }
  }
  return { events: withoutDoubles(events), exit: Number.isInteger(exit) ? exit : undefined }
}

function withoutDoubles(events: readonly Event[]): readonly Event[] {
  const seen = new Set<string>()
  return events.filter((event) => {
    const key = JSON.stringify(event)
    if (event.kind === 'program' || !seen.has(key)) {
      seen.add(key)
      return true
    }
    return false
  })
}

function unescape(word: string): string {
  if (!word.includes('%')) return word
  const bytes = word.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
}

const KINDS = ['file', 'link', 'directory', 'delete', 'mode', 'other'] as const
const FIELDS = 8

/** The words of `portcullis-run changes`. Throws when they are not whole: half a list is no list. */
export function readChanges(bytes: Uint8Array): readonly Change[] {
  const words = splitWords(bytes)
  if (words.pop() !== '' || words.pop() !== 'done' || words.length % FIELDS !== 0)
    throw new Error('the list of changes is not complete')
  const changes: Change[] = []
  for (let at = 0; at < words.length; at += FIELDS) {
    const [named, path, mode, size, time, before, meanwhile, target] = words.slice(at, at + FIELDS)
    // A name that is no text cannot be shown as it is, nor written down: somebody else has to look at it.
    const kind = isText(path) && isText(target) ? KINDS.find((one) => one === named) : 'other'
    if (kind === undefined || path === undefined || path === '') throw new Error('the list of changes cannot be read')
    changes.push({
      kind,
      path,
      mode: Number.parseInt(mode!, 8),
      size: Number(size),
      time: time!,
      before: before!,
      meanwhile: meanwhile !== 'same',
      target: kind === 'link' ? target! : '',
      overDirectory: kind !== 'link' && target === 'directory',
    })
  }
  // In the order of their names: parents before what is in them, and a deletion before what takes its place.
  return changes.toSorted((one, other) => compare(one.path, other.path) || order(one) - order(other))
}

const REPLACEMENT = '\uFFFD'

function isText(word: string | undefined): boolean {
  return word !== undefined && !word.includes(REPLACEMENT)
}

function splitWords(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder()
  const words: string[] = []
  let from = 0
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
    words.push(decoder.decode(bytes.subarray(from, at)))
    from = at + 1
  }
  return [...words, decoder.decode(bytes.subarray(from))]
}

function order({ kind }: Change): number {
  return kind === 'delete' ? 0 : 1
}

/** By segments, so that everything below a directory follows it at once. */
function compare(one: string, other: string): number {
  const [left, right] = [one.replaceAll('/', '\u0000'), other.replaceAll('/', '\u0000')]
  return left < right ? -1 : left > right ? 1 : 0
}
