import { literal, type Piece, textOf, type Word } from '../word.ts'
import { either, joined, piecesOf, type Value, wordsOf } from './values.ts'

/** Paths put together as `os.path.join` and `path.join` do: a part that begins at the root starts anew. */
export function joinPaths(parts: readonly Value[], source: string): Value {
  let results: Word[] = [literal('')]
  for (const part of parts) {
    const words = wordsOf(part, source)
    if (words.length * results.length > 12)
      return { kind: 'text', word: { kind: 'dynamic', source, pieces: [{ unknown: source, from: 'variable' }] } }
    results = results.flatMap((before) => words.map((word) => below(before, word, source)))
  }
  return either(results.map((word) => ({ kind: 'text', word })))
}

function below(base: Word, part: Word, source: string): Word {
  const start = piecesOf(part)[0]
  if (start !== undefined && 'known' in start && /^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])/.test(start.known)) return part
  const pieces = piecesOf(base)
  if (pieces.length === 0) return part
  const last = pieces.at(-1)!
  if ('known' in last && last.known === '.' && pieces.length === 1 && start !== undefined && 'known' in start)
    return part
  const slash = 'known' in last && last.known.endsWith('/') ? '' : '/'
  return joined([base, literal(slash), part], source)
}

/** The directory a path lies in. */
export function parentOf(path: Value, source: string): Value {
  return either(wordsOf(path, source).map((word) => ({ kind: 'text', word: parentWord(word) })))
}

function parentWord(word: Word): Word {
  const known = textOf(word)
  if (known !== undefined) {
    const bare = known.replace(/(?<=.)\/+$/, '')
    const slash = bare.lastIndexOf('/')
    if (bare === '..' || bare.endsWith('/..')) return literal(`${bare}/..`)
    if (slash < 0) return literal(bare === '.' ? '..' : bare === '~' ? '~/..' : '.')
    return literal(slash === 0 ? '/' : bare.slice(0, slash))
  }
  const pieces = piecesOf(word)
  const last = pieces.at(-1)
  // `out/{name}.txt` lies in `out`, or deeper.
  if (last !== undefined && 'known' in last && !last.known.includes('/'))
    return joined([{ ...dynamicOf(word), pieces: pieces.slice(0, -1) }], '…')
  return word
}

function dynamicOf(word: Word): Extract<Word, { kind: 'dynamic' }> {
  return word.kind === 'dynamic' ? word : { kind: 'dynamic', source: '…', pieces: piecesOf(word) }
}

/** The last name of a path; of one that is not wholly known, something unknown. */
export function nameOf(path: Value, source: string): Value {
  return either(
    wordsOf(path, source).map((word) => {
      const known = textOf(word)
      if (known !== undefined) return { kind: 'text', word: literal(known.slice(known.lastIndexOf('/') + 1)) }
      const plain = isFound(word) ? 'name' : 'part'
      return { kind: 'text', word: { kind: 'dynamic', source, pieces: [{ unknown: source, from: 'argument', plain }] } }
    }),
  )
}

/** Whether a search yields it: then its last name is one. */
function isFound(word: Word): boolean {
  const last = piecesOf(word).at(-1)
  return last !== undefined && ('known' in last ? /[^/.]$/.test(last.known) : last.from === 'argument')
}

/** A path beside another: `with_suffix('.txt')`, `with_name(…)`. */
export function besides(path: Value, source: string): Value {
  const name: Value = {
    kind: 'text',
    word: { kind: 'dynamic', source, pieces: [{ unknown: source, from: 'argument' }] },
  }
  return joinPaths([parentOf(path, source), name], source)
}

/** What a pattern finds below a directory. The part from its first wildcard to the last name is not known. */
export function foundBelow(base: Value, pattern: string, source: string): Value {
  return either(wordsOf(base, source).map((word) => ({ kind: 'text', word: patternWord(word, pattern, source) })))
}

function patternWord(base: Word, pattern: string, source: string): Word {
  const wild = pattern.search(/[*?[{]/)
  if (wild < 0) return below(base, literal(pattern), source)
  const start = pattern.slice(0, pattern.lastIndexOf('/', wild) + 1)
  const directory = start === '' ? base : below(base, literal(start.replace(/(?<=.)\/$/, '')), source)
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  const end = last.includes('{') ? '' : last
  const before = piecesOf(directory)
  const known = before.at(-1)
  const slash: readonly Piece[] =
    known !== undefined && 'known' in known && known.known.endsWith('/')
      ? []
      : [{ known: before.length === 0 ? './' : '/' }]
  const pieces: Piece[] = [...before, ...slash, { unknown: pattern, from: 'argument' }]
  if (end !== '' && !/^\*+$/.test(end)) pieces.push({ known: /^[*?[]/.test(end) ? end : `/${end}` })
  return joined([{ kind: 'dynamic', source: pattern, pieces }], pattern)
}
