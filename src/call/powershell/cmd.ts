import type { Place } from '../place.ts'
import { NOTHING, type Stream, UNKNOWN } from '../shell/stream.ts'
import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../word.ts'
import { type Token, tokenize } from './cmd-words.ts'
import { type Engine, record } from './engine.ts'
import { isShare } from './hosts.ts'
import { isHiddenStream } from './native/transfers.ts'
import { environmentValue, placeOf } from './places.ts'
import { runCode, startProgram } from './run.ts'
import { recordSpelling } from './spelling.ts'
import { setEnvironment } from './variables.ts'

/** Reads cmd.exe text and tells its deeds. */
export function lowerCmd(engine: Engine, text: string): void {
  // Line by line: a variable that one line sets is known to the next, and, to be safe, to the rest of its own.
  const joined = text.replace(/\^\r?\n[ \t]*/g, ' ')
  for (const line of joined.split('\n')) {
    if (engine.left <= 0) return
    const own = new Map<string, string>()
    for (const set of line.matchAll(/\bset\s+"?(\w+)=([^&|"%!]*)(?![%!])/gi))
      own.set(set[1]!.toLowerCase(), set[2]!.trimEnd())
    walk(
      engine,
      tokenize(line, (name) => lookup(engine, name) ?? own.get(name.toLowerCase())),
    )
  }
}

function lookup(engine: Engine, name: string): string | undefined {
  const set = engine.environment.get(name.toLowerCase())
  if (set) return textOf(set)
  return environmentValue(name, engine.context)
}

type Words = Extract<Token, { kind: 'word' }>

interface Simple {
  readonly words: Words[]
  readonly redirects: { readonly writes: boolean; readonly append: boolean; readonly word: Word }[]
}

function walk(engine: Engine, given: readonly Token[]): void {
  const tokens = [...given]
  let stdin: Stream = NOTHING
  let simple: Simple = { words: [], redirects: [] }
  let redirect: Extract<Token, { kind: 'redirect' }> | undefined
  const finish = (piped: boolean): void => {
    const output = runSimple(engine, simple, stdin)
    stdin = piped ? output : NOTHING
    simple = { words: [], redirects: [] }
    redirect = undefined
  }
  for (let at = 0; at < tokens.length && engine.left > 0; at++) {
    const token = tokens[at]!
    switch (token.kind) {
      case 'word':
        if (redirect) {
          simple.redirects.push({ writes: redirect.writes, append: redirect.append, word: token.word })
          redirect = undefined
        } else {
          simple.words.push(token)
          if (simple.words.length === 1 && /^@?for$/i.test(token.raw)) {
            at = walkFor(engine, tokens, at)
            simple.words.length = 0
          }
        }
        break
      case 'redirect':
        redirect = token
        break
      case 'operator':
        finish(token.text === '|')
        break
    }
  }
  finish(false)
}

/** `for %i in (set) do …`: the body is walked like any other command; `for /f … in ('command')` runs it. */
function walkFor(engine: Engine, tokens: Token[], at: number): number {
  let index = at + 1
  let functional = false
  let counting = false
  let name: string | undefined
  let root = ''
  const body: Words[] = []
  let depth = 0
  for (; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.kind === 'operator' && token.text === '(') depth++
    else if (token.kind === 'operator' && token.text === ')') {
      depth--
      if (depth <= 0) break
    } else if (token.kind === 'word') {
      if (depth > 0) body.push(token)
      else if (/^\/f$/i.test(token.raw)) functional = true
      else if (/^\/l$/i.test(token.raw)) counting = true
      else if (/^%%?[a-z]$/i.test(token.raw)) name = token.raw.at(-1)!
      else if (name === undefined && !token.raw.startsWith('/')) root = `${show(token.word).replace(/[\\/]$/, '')}/`
    }
  }
  if (functional && body.length > 0) {
    const source = body.map((token) => token.raw).join(' ')
    const command = /^['`](.*)['`]$/s.exec(source.trim())?.[1]
    if (command !== undefined) runCode(engine, 'cmd', literal(command), { via: 'for /f', evidence: source })
    else
      for (const token of body)
        record(
          engine,
          { does: 'read-file', place: placeOf(token.word, engine.cwd, engine.context), extent: 'content' },
          token.raw,
        )
  }
  const only = body.length === 1 ? textOf(body[0]!.word) : undefined
  if (name !== undefined && only !== undefined && !functional && !counting)
    standFor(tokens, index, name, `${root}${only}`)
  else if (name !== undefined && functional) standFor(tokens, index, name, '*', /[\\/]$/)
  const after = tokens[index + 1]
  return after?.kind === 'word' && /^do$/i.test(after.raw) ? index + 1 : index
}

/** How many words after a loop are looked at for its variable; further on it stays unknown. */
const LONGEST_BODY = 300

/**
 * In what follows, a loop variable stands for the names it goes through, or for any name after a text that ends like
 * `after`. Parts of a name (`%~nf`) stay unknown.
 */
function standFor(tokens: Token[], from: number, name: string, names: string, after?: RegExp): void {
  const variable = new RegExp(`^%%?~?${name}$`, 'i')
  for (let at = from; at < Math.min(tokens.length, from + LONGEST_BODY); at++) {
    const token = tokens[at]!
    if (token.kind !== 'word' || token.word.kind !== 'dynamic') continue
    const own = token.word.pieces
    const pieces = own.map((piece, place) => {
      const before = own[place - 1]
      const fits = after === undefined || (before !== undefined && 'known' in before && after.test(before.known))
      return fits && 'unknown' in piece && variable.test(piece.unknown) ? { known: names } : piece
    })
    const word: Word = pieces.every((piece) => 'known' in piece)
      ? literal(pieces.map((piece) => piece.known).join(''))
      : { ...token.word, pieces }
    tokens[at] = { ...token, word }
  }
}

function runSimple(engine: Engine, simple: Simple, stdin: Stream): Stream {
  const words = stripKeywords(engine, simple.words)
  let output: Stream = NOTHING
  const evidence = simple.words.map((word) => word.raw).join(' ')
  const redirects = simple.redirects.filter((redirect) => !isNothing(redirect.word))
  const fed = redirects.filter((redirect) => !redirect.writes)
  const input: Stream =
    fed.length === 0
      ? stdin
      : { kind: 'file', places: fed.map((redirect) => placeOf(redirect.word, engine.cwd, engine.context)) }
  if (words.length > 0) output = runWords(engine, words, input, evidence, redirects)
  for (const redirect of redirects) {
    const place = placeOf(redirect.word, engine.cwd, engine.context)
    if (redirect.writes) {
      record(
        engine,
        {
          does: 'write-file',
          place,
          how: redirect.append ? 'append' : 'overwrite',
          content:
            output.kind === 'text'
              ? { kind: 'text', text: output.text }
              : output.kind === 'network'
                ? { kind: 'network', host: output.host }
                : output.kind === 'file' && output.places[0]
                  ? { kind: 'copy', of: output.places[0] }
                  : { kind: 'unknown' },
        },
        `${evidence} > ${show(redirect.word)}`,
      )
      if (isHiddenStream(show(redirect.word)))
        record(engine, { does: 'change-system', deed: 'hide', target: show(redirect.word) }, evidence)
      if (isShare(show(redirect.word)))
        record(
          engine,
          {
            does: 'contact-host',
            host: { kind: 'named', name: show(redirect.word).split(/[\\/]/)[2] ?? '' },
            sends: 'data',
            purpose: 'copy',
            payload: { from: 'pipe' },
          },
          evidence,
        )
    } else record(engine, { does: 'read-file', place, extent: 'content' }, evidence)
  }
  return output
}

function isNothing(word: Word): boolean {
  return /^(?:nul|con|\$null|\/dev\/null)$/i.test(show(word))
}

/** Removes `@`, `if …`, `else`, `do`: the command behind a condition counts as if it ran. */
function stripKeywords(engine: Engine, tokens: readonly Words[]): readonly Word[] {
  let rest = [...tokens]
  for (let turns = 0; turns < 20 && rest.length > 0; turns++) {
    const raw = rest[0]!.raw
    if (/^@+$/.test(raw) || /^(?:else|do)$/i.test(raw)) rest.shift()
    else if (/^@?if$/i.test(raw)) rest = afterCondition(engine, rest.slice(1))
    else break
  }
  const [first, ...others] = rest
  if (!first) return []
  const name = first.word.kind === 'literal' ? literal(first.word.text.replace(/^@+/, '')) : first.word
  return splitSlash(name, first.quoted).concat(others.map((token) => token.word))
}

/** `del/f`, `dir/s`, `cd..` are a builtin and its first argument. */
function splitSlash(word: Word, quoted: boolean): Word[] {
  const text = textOf(word)
  if (text === undefined || quoted) return [word]
  const glued =
    /^(del|erase|dir|rd|rmdir|md|mkdir|copy|move|type|cd|chdir|echo|set|start|cmd|ren|attrib)([/.\\].*)$/i.exec(text)
  return glued && !/^\.(?:exe|com|bat|cmd)$/i.test(glued[2]!) ? [literal(glued[1]!), literal(glued[2]!)] : [word]
}

function afterCondition(engine: Engine, tokens: Words[]): Words[] {
  let rest = tokens
  if (/^\/i$/i.test(rest[0]?.raw ?? '')) rest = rest.slice(1)
  if (/^not$/i.test(rest[0]?.raw ?? '')) rest = rest.slice(1)
  const head = rest[0]?.raw ?? ''
  if (/^exist$/i.test(head)) {
    if (rest[1])
      record(
        engine,
        { does: 'read-file', place: placeOf(rest[1].word, engine.cwd, engine.context), extent: 'names' },
        rest[1].raw,
      )
    return rest.slice(2)
  }
  if (/^(?:errorlevel|defined|cmdextversion)$/i.test(head)) return rest.slice(2)
  if (head.includes('==')) return rest.slice(head.endsWith('==') ? 2 : 1)
  if (rest[1]?.raw.startsWith('==')) return rest.slice(rest[1].raw === '==' ? 3 : 2)
  if (/^(?:equ|neq|lss|leq|gtr|geq)$/i.test(rest[1]?.raw ?? '')) return rest.slice(3)
  return rest.slice(1)
}

function runWords(
  engine: Engine,
  words: readonly Word[],
  stdin: Stream,
  evidence: string,
  redirects: Simple['redirects'],
): Stream {
  const name = (textOf(words[0]) ?? '').toLowerCase()
  remember(engine, words, evidence, redirects)
  recordSpelling(engine, name, evidence)
  if (name.startsWith(':')) return NOTHING
  switch (name) {
    case 'rem':
    case 'goto':
      return NOTHING
    case 'echo':
    case 'echo.': {
      recorded(engine, 'echo', words, evidence)
      const texts = words.slice(1).map((word) => textOf(word))
      return texts.every((text) => text !== undefined) ? { kind: 'text', text: texts.join(' ') } : UNKNOWN
    }
    case 'set':
      recorded(engine, 'set', words, evidence)
      setVariable(engine, words.slice(1))
      return NOTHING
    case 'cd':
    case 'chdir':
    case 'pushd': {
      recorded(engine, 'cd', words, evidence)
      const target = words.slice(1).find((word) => !/^\/d$/i.test(show(word)))
      // The directory of the script itself, which is looked at as if it stood here.
      if (target && !/^%~dp0\\?$/i.test(show(target).replaceAll('"', '')))
        engine.cwd = placeOf(target, engine.cwd, engine.context)
      return NOTHING
    }
    case 'assoc':
    case 'ftype':
      recorded(engine, name, words, evidence)
      if (words.some((word) => show(word).includes('=')))
        record(engine, { does: 'change-system', deed: 'persist', target: evidence }, evidence)
      return NOTHING
    case 'date':
    case 'time':
      recorded(engine, name, words, evidence)
      if (words.slice(1).some((word) => !/^\/t$/i.test(show(word))))
        record(engine, { does: 'change-system', deed: 'change-clock', target: evidence }, evidence)
      return UNKNOWN
    default:
      return startProgram(engine, { words, evidence, stdin })
  }
}

function recorded(engine: Engine, program: string, words: readonly Word[], evidence: string): void {
  record(
    engine,
    { does: 'run-program', program, typed: words[0]!, args: words.slice(1), via: engine.scene.via, environment: [] },
    evidence,
  )
}

function setVariable(engine: Engine, args: readonly Word[]): void {
  const first = args[0]
  if (!first) return
  const start = knownPrefix(first)
  const equals = start.indexOf('=')
  if (/^\/[ap]$/i.test(start) || equals <= 0) {
    const name = /(\w+)=/.exec(args.map((word) => show(word)).join(' '))?.[1]
    if (name !== undefined) engine.environment.set(name.toLowerCase(), dynamic(name, 'variable'))
    return
  }
  const texts = args.map((word) => textOf(word))
  const name = start.slice(0, equals).toLowerCase()
  const whole = texts.every((text) => text !== undefined) ? texts.join(' ').slice(equals + 1) : undefined
  const value =
    whole === undefined
      ? args.length === 1
        ? withoutStart(first, equals + 1)
        : dynamic(name, 'variable')
      : literal(whole)
  setEnvironment(engine, name, value, show(first))
}

/** A word without its first characters, which are known. */
function withoutStart(word: Word, length: number): Word {
  const [head, ...pieces] = word.kind === 'dynamic' ? word.pieces : []
  return word.kind === 'dynamic' && head !== undefined && 'known' in head
    ? { ...word, pieces: [{ known: head.known.slice(length) }, ...pieces] }
    : word
}

function remember(engine: Engine, words: readonly Word[], evidence: string, redirects: Simple['redirects']): void {
  const { scene } = engine
  engine.commands.push({
    text: evidence,
    words,
    assignments: [],
    redirects: redirects.map((redirect) => ({
      reads: !redirect.writes,
      writes: redirect.writes,
      place: placeOf(redirect.word, engine.cwd, engine.context) satisfies Place,
      text: show(redirect.word),
    })),
    via: scene.via,
    ...(scene.inside === undefined ? {} : { inside: scene.inside }),
    cwd: engine.cwd,
  })
}

/**
 * Text that PowerShell refuses to the last line, because `if` and `for` must be followed by a bracket there and `@echo`
 * is no expression: it can only be meant for cmd.exe, and only cmd.exe would do anything.
 */
export function isOnlyCmd(text: string): boolean {
  return /^\s*(?:@(?:echo|setlocal|rem)\b|@?if\s+(?:\/i\s+)?(?:not\s+)?(?:(?:exist|defined|errorlevel)\s+[^\s(]|["%])|@?for\s+(?:\/[fdrl]\s+)?(?:"[^"\n]*"\s+)?%%?[a-z]\s+in\s*\()/i.test(
    text,
  )
}

/** Signs that a text is written for cmd.exe and not for PowerShell; `2>&1 | Tee-Object` is none. */
export function looksLikeCmd(text: string): boolean {
  return (
    /%[A-Za-z_][\w()]*(?::[^%\s]*)?%/.test(text) ||
    /(?:^|[\n&|(])\s*@?(?:echo\s+(?:on|off)|rem\s|if\s+(?:\/i\s+)?(?:not\s+)?(?:exist|defined|errorlevel)\s|for\s+(?:\/[fdrl]\s+)?%|setlocal|set\s+\/[ap]\s|set\s+"?\w+=)/i.test(
      text,
    ) ||
    /(?:^|[\n&|(])\s*(?:del|erase|rd|rmdir|copy|xcopy|move|dir|type|start|mklink|cd|date|time|md)\s*\/[a-z]/i.test(
      text,
    ) ||
    /[12]?>\s*nul\b/i.test(text) ||
    /^\s*[\w.]+(?:\s+\/\w)*\s*<\s*[^\s<#]/.test(text) ||
    /(?:^|[\n&|(])\s*(?:mklink|assoc|ftype|call|pushd\s+%|type\s+\S+\s*>)\s/i.test(text) ||
    /[^\s;|{(=&][^\S\n]*&[^\S\n]*[\w@%"\\]/.test(
      text.replaceAll(/&&|\d>&\d(?=\s*\|\s*[A-Z][a-z]+-[A-Z]\w+)/g, ' ').replaceAll(/'[^'\n]*'/g, "''"),
    ) ||
    /^\s*"[^"\n]+\.(?:exe|bat|cmd|com)"[^\S\n]+\S/im.test(text)
  )
}
