import { dynamic, literal, type Piece, type Word } from '../../word.ts'
import type { Token } from './tokens.ts'

/** One call in a piece of code. */
export interface Call {
  /** With aliases resolved: `subprocess.run` also when written `sp.run` or `run`. */
  readonly name: string
  readonly args: readonly (readonly Token[])[]
  /** The call whose result it is a method of: `Path('x').unlink()`. */
  readonly receiver: Call | undefined
  readonly text: string
  /** Index of its name in the token list. */
  readonly index: number
}

export interface Program {
  readonly calls: readonly Call[]
  readonly constants: ReadonlyMap<string, Word>
  /** Functions and classes defined in the text. */
  readonly defined: ReadonlySet<string>
  /** Something is called that has no name: `x[0](…)`, `f()(…)`. */
  readonly computed: boolean
}

/** Finds the calls, resolving imports and names that were given a constant value once. */
export function findCalls(
  text: string,
  tokens: readonly Token[],
  aliases: ReadonlyMap<string, string>,
  defined: ReadonlySet<string>,
): Program {
  const renamed = new Map(aliases)
  const constants = new Map<string, Word>()
  const calls: Call[] = []
  /** Index of a closing bracket → the call that it ends. */
  const ended = new Map<number, Call>()
  /** Where the text of a call starts: a chain of methods starts with its first. */
  const starts = new Map<Call, number>()
  const closers = matchBrackets(tokens)
  let computed = false
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const next = tokens[index + 1]
    if (
      token.kind === 'name' &&
      isSign(next, '=') &&
      !isSign(tokens[index + 2], '=') &&
      !isSign(tokens[index - 1], '.')
    ) {
      remember(token.text, tokens, index + 2, renamed, constants, text)
      continue
    }
    if (token.kind === 'name' && token.text === 'for') listed(tokens, index, renamed, constants)
    if (isSign(token, '(') && index > 0) {
      const before = tokens[index - 1]!
      if (isSign(before, ']')) computed = true
      else if (isSign(before, ')') && ended.has(index - 1)) computed = true
      continue
    }
    if (token.kind !== 'name' || !isSign(next, '(')) continue
    const close = closers.get(index + 1) ?? tokens.length
    const method = token.text.startsWith('.')
    const receiver = method ? ended.get(index - 1) : undefined
    const start = (receiver && starts.get(receiver)) ?? token.at
    const call: Call = {
      name: method ? token.text : resolve(token.text, renamed),
      args: splitArguments(tokens, index + 2, close),
      receiver,
      text: text.slice(start, (tokens[close]?.at ?? text.length) + 1),
      index,
    }
    calls.push(call)
    starts.set(call, start)
    if (close < tokens.length) ended.set(close, call)
  }
  return { calls, constants, defined, computed }
}

export function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text
}

/** A name with the alias at its head put back: `sp.run` → `subprocess.run`. */
export function resolve(name: string, aliases: ReadonlyMap<string, string>): string {
  const whole = aliases.get(name)
  if (whole !== undefined) return whole
  const dot = name.search(/\.|::|->/)
  if (dot <= 0) return name
  const root = aliases.get(name.slice(0, dot))
  return root === undefined ? name : root + name.slice(dot)
}

function remember(
  name: string,
  tokens: readonly Token[],
  from: number,
  aliases: Map<string, string>,
  constants: Map<string, Word>,
  text: string,
): void {
  let end = from
  const furthest = Math.min(tokens.length, from + LONGEST_EXPRESSION)
  while (end < furthest && tokens[end]!.kind !== 'line' && !isSign(tokens[end], ';')) end++
  if (end - from === LONGEST_EXPRESSION) {
    constants.set(name, dynamic(name, 'variable'))
    return
  }
  const value = tokens.slice(from, end)
  const [only] = value
  if (value.length === 1 && only?.kind === 'name' && /[.:]/.test(only.text))
    aliases.set(name, resolve(only.text, aliases))
  // A second value makes it unknown: which of them is used where is not followed.
  const word = constants.has(name) ? undefined : constant(value, constants, text)
  if (word && word.kind === 'literal') constants.set(name, word)
  else constants.set(name, dynamic(name, 'variable'))
}

/** `for path in glob.glob('src/*.py')`: the name stands for something below the directory that is listed. */
function listed(
  tokens: readonly Token[],
  at: number,
  aliases: ReadonlyMap<string, string>,
  constants: Map<string, Word>,
): void {
  const [name, within, maker, bracket, text] = tokens.slice(at + 1, at + 6)
  if (name?.kind !== 'name' || within?.kind !== 'name' || within.text !== 'in' || maker?.kind !== 'name') return
  if (constants.has(name.text)) {
    constants.set(name.text, dynamic(name.text, 'variable'))
    return
  }
  if (!isSign(bracket, '(') || text?.kind !== 'string' || !text.whole || text.known.includes('..')) return
  if (!/^glob\.i?glob$/.test(resolve(maker.text, aliases))) return
  // A pattern that picks everything picks nothing.
  if (!/[A-Za-z0-9]/.test(text.known.slice(text.known.lastIndexOf('/') + 1))) return
  const wild = text.known.search(/[*?[]/)
  const directory = text.known.slice(0, text.known.lastIndexOf('/', wild < 0 ? undefined : wild) + 1)
  constants.set(name.text, {
    kind: 'dynamic',
    source: name.text,
    pieces: [{ known: directory === '' ? './' : directory }, { unknown: name.text, from: 'argument' }],
  })
}

/** In tokens. What is longer is not followed, so that `a=b=c=…` is not read again from every sign. */
const LONGEST_EXPRESSION = 256

function matchBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = []
  const closers = new Map<number, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue
    if (token.text === '(' || token.text === '[' || token.text === '{') open.push(index)
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const start = open.pop()
      if (start !== undefined) closers.set(start, index)
    }
  }
  return closers
}

export function splitArguments(tokens: readonly Token[], from: number, to: number): readonly (readonly Token[])[] {
  const args: Token[][] = []
  let current: Token[] = []
  let depth = 0
  for (let index = from; index < to; index++) {
    const token = tokens[index]!
    if (token.kind === 'line') continue
    if (token.kind === 'sign') {
      if ('([{'.includes(token.text)) depth++
      else if (')]}'.includes(token.text)) depth--
      else if (token.text === ',' && depth === 0) {
        args.push(current)
        current = []
        continue
      }
    }
    current.push(token)
  }
  if (current.length > 0) args.push(current)
  return args
}

/** The text an expression stands for: strings, known names, and their concatenation. */
export function constant(
  tokens: readonly Token[],
  constants: ReadonlyMap<string, Word>,
  source: string,
): Word | undefined {
  if (tokens.length === 0) return undefined
  const pieces: Piece[] = []
  for (const token of joinedPath(tokens)) {
    if (token.kind === 'string') {
      if (token.known !== '') pieces.push({ known: token.known })
      if (!token.whole) pieces.push({ unknown: '…', from: 'variable' })
    } else if (token.kind === 'name' && constants.get(token.text)) {
      const value = constants.get(token.text)!
      if (value.kind === 'literal') pieces.push({ known: value.text })
      else if (value.kind === 'dynamic' && value.pieces[0] && 'known' in value.pieces[0]) pieces.push(...value.pieces)
      else pieces.push({ unknown: token.text, from: 'variable' })
    } else if (
      token.kind === 'sign' &&
      (token.text === '+' || token.text === '.' || token.text === '(' || token.text === ')')
    )
      continue
    else if (token.kind === 'line') continue
    else pieces.push({ unknown: token.kind === 'name' ? token.text : '…', from: 'other' })
  }
  if (pieces.every((piece) => 'known' in piece))
    return literal(pieces.map((piece) => ('known' in piece ? piece.known : '')).join(''))
  const from = tokens[0]!.at
  return { kind: 'dynamic', source: source.slice(from, from + 80), pieces }
}

const PATH_MAKERS =
  /^(?:os\.path\.|path\.|posixpath\.|pathlib\.)?(?:expanduser|abspath|realpath|normpath|expandvars|join|resolve|Path|PurePath|fspath|str)$/
const HOME = /^(?:pathlib\.)?Path\.home$|^(?:os\.)?homedir$|^(?:Dir\.home)$/

/**
 * A path put together by the calls that make paths, as the strings it is made of: `os.path.join(os.environ['HOME'], 'x')`
 * and `Path.home() / 'x'` are `~/x`. Anything else is left as it was.
 */
function joinedPath(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length < 3 || !tokens.some((token) => token.kind === 'name' && isPathName(token.text))) return tokens
  const out: Token[] = []
  const text = (known: string, at: number): void => {
    out.push({ kind: 'string', known, whole: true, at })
  }
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const next = tokens[index + 1]
    if (token.kind === 'name' && HOME.test(token.text) && isSign(next, '(') && isSign(tokens[index + 2], ')')) {
      text('~', token.at)
      index += 2
    } else if (token.kind === 'name' && ENVIRONMENT.test(token.text) && (isSign(next, '[') || isSign(next, '('))) {
      const key = tokens[index + 2]
      const named = key?.kind === 'string' && key.whole && /^(?:HOME|USERPROFILE)$/.test(key.known)
      if (!named || !(isSign(tokens[index + 3], ']') || isSign(tokens[index + 3], ')'))) return tokens
      text('~', token.at)
      index += 3
    } else if (token.kind === 'name' && token.text === 'process.env.HOME') text('~', token.at)
    else if (token.kind === 'name' && PATH_MAKERS.test(token.text) && isSign(next, '(')) continue
    else if (isSign(token, ',') || isSign(token, '/')) text('/', token.at)
    else out.push(token)
  }
  return out
}

const ENVIRONMENT = /^(?:os\.environ(?:\.get)?|os\.getenv)$/

function isPathName(name: string): boolean {
  return PATH_MAKERS.test(name) || HOME.test(name) || ENVIRONMENT.test(name) || name === 'process.env.HOME'
}
