/** A small reader of programming languages: strings, comments, dotted names, and everything else one sign at a time. */
export type Token =
  /** A name with what hangs on it: `os.path.join`, `$x->y`. A leading dot means a method of what stands before. */
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  /** `known` is the text up to the first interpolation; `whole` says that there is none. */
  | { readonly kind: 'string'; readonly known: string; readonly whole: boolean; readonly at: number }
  | { readonly kind: 'command'; readonly known: string; readonly whole: boolean; readonly at: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'line'; readonly at: number }

export interface Syntax {
  readonly lineComments: readonly string[]
  readonly blockComment?: readonly [string, string]
  readonly tripleQuotes?: true
  /** Regular expressions between slashes. */
  readonly expressions?: true
  /** Backticks: a shell command, a template, or nothing. */
  readonly backtick?: 'command' | 'template'
  /** Where interpolation starts in a double-quoted string or template. */
  readonly interpolation?: RegExp
  /** Letters before a quote: `r'…'`, `f"…"`. */
  readonly prefixes?: true
  /** What joins names. */
  readonly joints: RegExp
  readonly sigils?: string
}

export function tokenise(text: string, syntax: Syntax): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at]!
    if (char === '\n') {
      tokens.push({ kind: 'line', at: at++ })
      continue
    }
    if (char === ' ' || char === '\t' || char === '\r') {
      at++
      continue
    }
    if (char === '\\' && text[at + 1] === '\n') {
      at += 2
      continue
    }
    if (syntax.lineComments.some((mark) => text.startsWith(mark, at))) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      continue
    }
    if (syntax.blockComment && text.startsWith(syntax.blockComment[0], at)) {
      const end = text.indexOf(syntax.blockComment[1], at + 2)
      at = end < 0 ? text.length : end + syntax.blockComment[1].length
      continue
    }
    if (char === '/' && syntax.expressions && BEFORE_EXPRESSION.test(before(tokens))) {
      const found = EXPRESSION.exec(text.slice(at, at + 2000))?.[0]
      if (found !== undefined) {
        tokens.push({ kind: 'string', known: '', whole: false, at })
        at += found.length
        continue
      }
    }
    const prefix =
      syntax.prefixes && LETTERS_OF_PREFIXES.includes(char)
        ? /^(?:[rbuf]{1,2})(?=['"])/i.exec(text.slice(at, at + 3))?.[0]
        : undefined
    const quote = text[at + (prefix?.length ?? 0)]!
    if (quote === '"' || quote === "'" || (quote === '`' && syntax.backtick)) {
      at = readString(text, at, at + (prefix?.length ?? 0), prefix?.toLowerCase() ?? '', syntax, tokens)
      continue
    }
    const name = readName(text, at, syntax)
    if (name > at) {
      const written = text.slice(at, name)
      tokens.push({
        kind: 'name',
        text: /[\s?]/.test(written) ? written.replace(/\s+/g, '').replaceAll('?.', '.') : written,
        at,
      })
      at = name
      continue
    }
    tokens.push({ kind: 'sign', text: char, at: at++ })
  }
  return tokens
}

const LETTERS_OF_PREFIXES = 'rbufRBUF'

/** After these signs a slash cannot divide. */
const BEFORE_EXPRESSION = /^[(,=:[&|?;]$/
const EXPRESSION = /^\/(?![*/])(?:[^\n\\/[]|\\[^\n]|\[(?:[^\n\\\]]|\\[^\n])*\])+\/[a-z]*/

function before(tokens: readonly Token[]): string {
  const last = tokens.at(-1)
  return last?.kind === 'sign' ? last.text : ''
}

function readString(
  text: string,
  start: number,
  open: number,
  prefix: string,
  syntax: Syntax,
  tokens: Token[],
): number {
  const quote = text[open]!
  const triple = syntax.tripleQuotes === true && text.startsWith(quote.repeat(3), open)
  const closer = triple ? quote.repeat(3) : quote
  const raw = prefix.includes('r')
  let at = open + closer.length
  let value = ''
  while (at < text.length && !text.startsWith(closer, at)) {
    if (text[at] === '\\' && at + 1 < text.length) {
      const [decoded, length] = raw ? [text.slice(at, at + 2), 2] : escape(text, at)
      value += decoded
      at += length
    } else value += text[at++]
  }
  const formatted = prefix.includes('f')
    ? /\{(?!\{)/
    : quote === "'" || syntax.prefixes
      ? undefined
      : syntax.interpolation
  // In languages with templates only the template interpolates.
  const pattern = syntax.backtick === 'template' && quote !== '`' ? undefined : formatted
  const cut = pattern ? value.search(pattern) : -1
  const kind = quote === '`' && syntax.backtick === 'command' ? 'command' : 'string'
  tokens.push({ kind, known: cut < 0 ? value : value.slice(0, cut), whole: cut < 0, at: start })
  return at + closer.length
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', '\n': '' }

function escape(text: string, at: number): readonly [string, number] {
  const coded = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{2,3}))/.exec(
    text.slice(at, at + 12),
  )
  if (coded) {
    const hex = coded[1] ?? coded[2] ?? coded[3]
    const code = hex === undefined ? Number.parseInt(coded[4]!, 8) : Number.parseInt(hex, 16)
    return [String.fromCodePoint(Math.min(code, 0x10ffff)), coded[0].length]
  }
  const next = text[at + 1]!
  return [ESCAPES[next] ?? next, 2]
}

/** Where the dotted name that starts here ends; `at` itself when none does. */
function readName(text: string, at: number, syntax: Syntax): number {
  const first = syntax.sigils?.includes(text[at]!) ? WITH_SIGIL : PLAIN_NAME
  first.lastIndex = at
  if (!first.test(text)) return at
  let end = first.lastIndex
  const last = text.charCodeAt(end - 1)
  if (last === 33 || last === 63) end--
  const joint = jointOf(syntax)
  for (;;) {
    joint.lastIndex = end
    if (!joint.test(text)) return end
    end = joint.lastIndex
  }
}

const WITH_SIGIL = /[A-Za-z_$@%\u0080-\uffff][\w$\u0080-\uffff]*[!?]?/y
const PLAIN_NAME = /\.?[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y

const joints = new WeakMap<Syntax, RegExp>()

/** What joins two names, with the second of them. */
function jointOf(syntax: Syntax): RegExp {
  const known = joints.get(syntax)
  if (known !== undefined) return known
  const joint = new RegExp(`(?:${syntax.joints.source})[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*`, 'y')
  joints.set(syntax, joint)
  return joint
}
