import type { Piece, Word } from '../../word.ts'
import type { Effect } from './effects.ts'

/**
 * Code that lists directories and then acts on names that it made: what it acts on may be anything below a directory
 * that it names. Which list goes with which act is not followed, so every such act is told for every such directory.
 */
export function recordWalks(text: string, effects: Effect[]): void {
  if (text.length > LONGEST || !LISTS.test(text)) return
  const acts = effects.filter(actsOnUnknown)
  if (acts.length === 0) return
  const recorded = new Set<string>()
  for (const path of walkedIn(text))
    for (const act of acts.slice(0, MOST_ACTS)) {
      const key = `${act.does} ${JSON.stringify(path)}`
      if (!recorded.has(key)) effects.push(onPath(act, path))
      recorded.add(key)
    }
}

const LONGEST = 64 * 1024
const MOST_ACTS = 8
const MOST_ROOTS = 8

const LISTER = String.raw`(?:i|r)?glob(?:Sync|by|bySync|\.sync)?|walk(?:Sync)?|fwalk|scandir|listdir|iterdir|readdir(?:Sync)?|opendir(?:Sync)?|fg\.sync|fdir|klaw(?:Sync)?|Dir\.(?:glob|entries|children|each_child|foreach)|entries|find`
const LISTS = new RegExp(String.raw`(?:^|[^\w])(?:${LISTER})\s*\(`)

type FileEffect = Extract<Effect, { readonly path: Word }>
type Transfer = Extract<Effect, { readonly from: Word }>

function actsOnUnknown(effect: Effect): effect is FileEffect | Transfer {
  switch (effect.does) {
    case 'read':
    case 'write':
    case 'append':
    case 'delete':
    case 'delete-tree':
    case 'access':
      return isMade(effect.path)
    case 'move':
    case 'copy':
      return isMade(effect.from)
    default:
      return false
  }
}

/** Not written out, or a stand-in for what a listing yields. */
function isMade(path: Word): boolean {
  return path.kind !== 'literal' || /(?:^|\/)_(?:\/|$)/.test(path.text)
}

function onPath(effect: FileEffect | Transfer, path: Word): Effect {
  return 'from' in effect ? { ...effect, from: path } : { ...effect, path }
}

const HOME =
  /\bPath\.home\(\)|\bhomedir\(\)|\bDir\.home\b|\bexpanduser\(\s*(?:['"]~\/?['"]|\w+)?|\benviron(?:\.get)?\s*[[(]\s*['"](?:HOME|USERPROFILE)['"]|\bgetenv\(\s*['"]HOME['"]|\benv\.HOME\b|\bENV\[['"]HOME['"]\]|['"]~\/?['"]/
/** The root or the parent, given straight to what lists or makes a path. */
const NAMED_ROOT = new RegExp(
  String.raw`(?:^|[^\w])(?:${LISTER}|Path|chdir|resolve|join)\s*\(\s*(?:['"\x60](\/|\.\.(?:\/\.\.)*\/?)['"\x60]|(os\.sep|path\.sep))`,
  'g',
)
const ABOVE = /\b(?:getcwd|cwd)\(\)[^\n;]{0,40}\.parents?\b|\bdirname\(\s*(?:os\.getcwd|process\.cwd)\(\)/
const TEXTS = /(?:"([^"\n\\]{1,300})"|'([^'\n\\]{1,300})'|\x60([^\x60\n\\$]{1,300})\x60)/g

/** Patterns below the working directory that ask for hidden names or for keys. */
const HIDDEN = /^(?:[\w./-]*\/)?(?:\.[\w.-]*[*?[][\w.*?-]*|\*\.(?:pem|key|p12|pfx|kdbx))$/

/** The paths that a walk in the text may yield: each directory that it names, with the patterns it looks for. */
function walkedIn(text: string): readonly Word[] {
  const roots = new Set<string>()
  const patterns: string[] = []
  const hidden: string[] = []
  if (HOME.test(text)) roots.add('~')
  if (ABOVE.test(text)) roots.add('..')
  for (const found of text.matchAll(NAMED_ROOT)) roots.add(found[2] ? '/' : found[1]!.replace(/(?<=.)\/$/, ''))
  for (const found of text.matchAll(TEXTS)) {
    const known = (found[1] ?? found[2] ?? found[3])!
    if (/^(?:\/[\w.*?[]|~\/|\.\.\/)/.test(known)) {
      if (/[*?[]/.test(known)) patterns.push(known)
      else roots.add(known.replace(/\/+$/, ''))
    } else if (HIDDEN.test(known)) hidden.push(known)
  }
  const named = relativePatterns(text)
  const words = patterns.slice(0, MOST_ROOTS).map(patternWord)
  for (const pattern of hidden.slice(0, MOST_ROOTS)) words.push({ kind: 'glob', pattern })
  for (const root of [...roots].slice(0, MOST_ROOTS))
    for (const pattern of named ?? ['**']) words.push(patternWord(`${root === '/' ? '' : root}/${pattern}`))
  return words
}

/**
 * The patterns of all calls that list by pattern, when nothing else lists: `Path.home().rglob('x')` yields only x.
 * Undefined when a directory is listed as a whole.
 */
function relativePatterns(text: string): readonly string[] | undefined {
  const patterns: string[] = []
  for (const found of text.matchAll(EVERY_LISTER)) {
    const pattern = found[3]
    if (!/glob/i.test(found[1]!) || pattern === undefined || pattern.includes('..')) return undefined
    if (!/^[/~]/.test(pattern))
      patterns.push(/r?glob/.test(found[1]!) && !pattern.includes('/') ? `**/${pattern}` : pattern)
  }
  return patterns.length === 0 ? undefined : patterns.slice(0, MOST_ROOTS)
}

const EVERY_LISTER = new RegExp(
  String.raw`(?:^|[^\w])(${LISTER})\s*\(\s*(?:[\w.()]*?(['"])([^'"\n]*)\2(?=\s*[,)]))?`,
  'g',
)

/** A pattern as a path of which the part from its first wildcard to the end of that name is not known. */
function patternWord(pattern: string): Word {
  const wild = pattern.search(/[*?[{]/)
  if (wild < 0) return { kind: 'literal', text: pattern }
  const start = pattern.slice(0, pattern.lastIndexOf('/', wild) + 1)
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  // Of what stands between nothing is used; the last name says most.
  const end = last.includes('{') ? '' : last
  const pieces: Piece[] = [{ known: start === '' ? './' : start }, { unknown: pattern, from: 'argument' }]
  if (end !== '' && !/^\*+$/.test(end)) pieces.push({ known: /^[*?[]/.test(end) ? end : `/${end}` })
  return { kind: 'dynamic', source: pattern, pieces }
}
