/**
 * What an in-place sed makes of a text, for the commands that agents use: `s`, `d`, `a`, `i`, `c` with addresses by line
 * number, `$` and pattern. Undefined: a script that we do not follow to the letter, or that would take too long.
 */
export function applySed(script: string, text: string, syntax: 'basic' | 'extended'): string | undefined {
  const commands = readCommands(script, syntax)
  if (commands === undefined || commands.length === 0) return undefined
  const ends = text.endsWith('\n')
  const lines = (ends ? text.slice(0, -1) : text).split('\n')
  if (!commands.every((command) => isCheap(command, lines))) return undefined
  const open = new Map<Command, boolean>()
  const result: string[] = []
  for (const [at, line] of lines.entries()) {
    const number = at + 1
    let now: string | undefined = line
    const after: string[] = []
    for (const command of commands) {
      if (now === undefined) break
      if (!isAddressed(command, now, number, lines.length, open)) continue
      switch (command.does) {
        case 's':
          now = substitute(command, now)
          break
        case 'd':
          now = undefined
          break
        case 'i':
          result.push(command.text)
          break
        case 'a':
          after.push(command.text)
          break
        case 'c':
          result.push(command.text)
          now = undefined
          break
      }
    }
    if (now !== undefined) result.push(now)
    result.push(...after)
  }
  return result.length === 0 ? '' : `${result.join('\n')}${ends ? '\n' : ''}`
}

/**
 * What a script of replacements takes away and brings in, by its own words: all that can be said of a file that nobody
 * has. Undefined: it does something else as well.
 */
export function replacedBySed(script: string): { readonly removed: string; readonly added: string } | undefined {
  const reader = new Reader(script)
  const [removed, added]: [string[], string[]] = [[], []]
  while ((reader.skip(/[\s;]+/), reader.at < script.length)) {
    const delimiter = /^s([^\\\n\w\s])/.exec(script.slice(reader.at))?.[1]
    if (delimiter === undefined) return undefined
    reader.at += 2
    const source = reader.until(delimiter, 'brackets')
    const by = source === undefined ? undefined : reader.until(delimiter, 'plain')
    if (source === undefined || by === undefined) return undefined
    reader.skip(/[gIi\d]*/)
    if (!/^(?:[\s;]|$)/.test(script.slice(reader.at))) return undefined
    removed.push(source.replaceAll(/\\([^\w])/g, '$1'))
    added.push(by.replaceAll(/\\([^\w])/g, '$1'))
  }
  return removed.length === 0 ? undefined : { removed: removed.join('\n'), added: added.join('\n') }
}

/** The lines that differ, with enough before them that they are found where they stand and nowhere else. */
export function changeOf(before: string, after: string): { kind: 'change'; removed: string; added: string } {
  if (before === after) return { kind: 'change', removed: before, added: after }
  const [old, now] = [before.split('\n'), after.split('\n')]
  let first = 0
  while (first < old.length && first < now.length && old[first] === now[first]) first++
  let same = 0
  while (same < old.length - first && same < now.length - first && old.at(-1 - same) === now.at(-1 - same)) same++
  const removed = (): string => old.slice(first, old.length - same).join('\n')
  const place = (): number => old.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0)
  // Lines that go take their line ends with them: a line that stays stands beside.
  const goes = (): boolean => now.length - same <= first
  while (first > 0 && (goes() || removed() === '' || before.indexOf(removed()) !== place())) first--
  if (goes() && same > 0) same--
  if (removed() === '') return { kind: 'change', removed: before, added: after }
  return { kind: 'change', removed: removed(), added: now.slice(first, now.length - same).join('\n') }
}

type Address =
  | { readonly line: number }
  | { readonly last: true }
  | { readonly pattern: RegExp; readonly repeats: number }

interface Addressed {
  readonly from?: Address
  readonly to?: Address
  readonly inverted: boolean
}

type Command = Addressed &
  (
    | {
        readonly does: 's'
        readonly pattern: RegExp
        readonly repeats: number
        readonly by: string
        readonly nth: number
      }
    | { readonly does: 'd' }
    | { readonly does: 'a' | 'i' | 'c'; readonly text: string }
  )

/** A pattern with so many unbounded repetitions over such lines may take this many steps. */
const MOST_STEPS = 20_000_000

function isCheap(command: Command, lines: readonly string[]): boolean {
  const patterns = [command.from, command.to].flatMap((address) =>
    address && 'pattern' in address ? [address.repeats] : [],
  )
  if (command.does === 's') patterns.push(command.repeats)
  const most = Math.max(0, ...patterns)
  return lines.reduce((steps, line) => steps + (line.length + 1) ** (most + 1), 0) <= MOST_STEPS
}

function isAddressed(
  command: Command,
  line: string,
  number: number,
  last: number,
  open: Map<Command, boolean>,
): boolean {
  const { from, to, inverted } = command
  const meets = (address: Address): boolean =>
    'line' in address ? address.line === number : 'last' in address ? number === last : address.pattern.test(line)
  let within: boolean
  if (from === undefined) within = true
  else if (to === undefined) within = meets(from)
  else if (open.get(command) === true) {
    within = true
    if (meets(to) || ('line' in to && to.line <= number)) open.set(command, false)
  } else {
    within = meets(from)
    if (within && !('line' in to && to.line <= number)) open.set(command, true)
  }
  return within !== inverted
}

function substitute(command: Extract<Command, { does: 's' }>, line: string): string {
  if (command.nth <= 1) return line.replace(command.pattern, command.by)
  let count = 0
  return line.replace(command.pattern, (...found) =>
    ++count === command.nth ? expand(command.by, found) : String(found[0]),
  )
}

function expand(by: string, found: readonly unknown[]): string {
  return by.replace(/\$(\$|&|\d)/g, (_, what: string) =>
    what === '$' ? '$' : what === '&' ? String(found[0]) : String(found[Number(what)] ?? ''),
  )
}

// --- reading ---

class Reader {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  get next(): string | undefined {
    return this.text[this.at]
  }
  skip(what: RegExp): string {
    const found = new RegExp(what.source, 'y')
    found.lastIndex = this.at
    const match = found.exec(this.text)?.[0] ?? ''
    this.at += match.length
    return match
  }
  /** Up to an unescaped delimiter, which is passed; inside brackets it is plain. */
  until(delimiter: string, brackets: 'brackets' | 'plain'): string | undefined {
    let found = ''
    while (this.at < this.text.length) {
      const char = this.text[this.at++]!
      if (char === delimiter) return found
      if (char === '\\') {
        const escaped = this.text[this.at++]
        if (escaped === undefined) return undefined
        found += escaped === delimiter && !/[|(){}+?^$.*[\]&\\\d]/.test(delimiter) ? delimiter : `\\${escaped}`
      } else if (char === '[' && brackets === 'brackets') {
        const close = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/y
        close.lastIndex = this.at - 1
        const whole = close.exec(this.text)?.[0]
        if (whole === undefined) return undefined
        found += whole
        this.at += whole.length - 1
      } else found += char
    }
    return undefined
  }
}

function readCommands(script: string, syntax: 'basic' | 'extended'): readonly Command[] | undefined {
  const reader = new Reader(script)
  const commands: Command[] = []
  while ((reader.skip(/[\s;]+/), reader.at < script.length)) {
    if (reader.next === '#') {
      reader.skip(/[^\n]*/)
      continue
    }
    const addressed = readAddresses(reader, syntax)
    const command = addressed && readCommand(reader, addressed, syntax)
    if (command === undefined) return undefined
    commands.push(command)
    if (!/^(?:[\s;]|$)/.test(script.slice(reader.at))) return undefined
  }
  return commands
}

function readAddresses(reader: Reader, syntax: 'basic' | 'extended'): Addressed | undefined {
  const from = readAddress(reader, syntax)
  if (from === 'unreadable') return undefined
  let to: Address | undefined
  if (from !== undefined && reader.next === ',') {
    reader.at++
    const end = readAddress(reader, syntax)
    if (end === undefined || end === 'unreadable') return undefined
    to = end
  }
  reader.skip(/ +/)
  const inverted = reader.skip(/! */) !== ''
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), inverted }
}

function readAddress(reader: Reader, syntax: 'basic' | 'extended'): Address | undefined | 'unreadable' {
  const digits = reader.skip(/\d+/)
  if (digits !== '') return digits === '0' || /[~+]/.test(reader.next ?? '') ? 'unreadable' : { line: Number(digits) }
  if (reader.next === '$') {
    reader.at++
    return { last: true }
  }
  if (reader.next !== '/') return undefined
  reader.at++
  const source = reader.until('/', 'brackets')
  const flags = reader.skip(/[IM]+/)
  const pattern =
    source === undefined || flags.includes('M') ? undefined : toPattern(source, syntax, flags === '' ? '' : 'i')
  return pattern ?? 'unreadable'
}

function readCommand(reader: Reader, addressed: Addressed, syntax: 'basic' | 'extended'): Command | undefined {
  const letter = reader.text[reader.at++]
  switch (letter) {
    case 'd':
      return { ...addressed, does: 'd' }
    case 'a':
    case 'i':
    case 'c': {
      reader.skip(/ *\\?\n?/)
      const text = reader.skip(/[^\n]*/)
      return text.includes('\\') ? undefined : { ...addressed, does: letter, text: text.trimStart() }
    }
    case 's': {
      const delimiter = reader.text[reader.at++]
      if (delimiter === undefined || /[\\\n]/.test(delimiter)) return undefined
      const source = reader.until(delimiter, 'brackets')
      const by = source === undefined ? undefined : reader.until(delimiter, 'plain')
      const flags = reader.skip(/[a-zA-Z0-9]*/)
      if (source === undefined || by === undefined || !/^(?:g|[iI]|\d)*$/.test(flags)) return undefined
      const nth = Number(/\d+/.exec(flags)?.[0] ?? '0')
      if (nth > 0 && flags.includes('g')) return undefined
      const every = flags.includes('g') || nth > 1 ? 'g' : ''
      const pattern = toPattern(source, syntax, `${every}${/[iI]/.test(flags) ? 'i' : ''}`)
      const replacement = toReplacement(by)
      if (pattern === undefined || replacement === undefined) return undefined
      return { ...addressed, does: 's', ...pattern, by: replacement, nth }
    }
    default:
      return undefined
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:space:]': '\\s',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': 'A-Za-z0-9',
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:blank:]': ' \\t',
  '[:xdigit:]': '0-9A-Fa-f',
}

/** The pattern in our syntax. Undefined: one that repeats a repetition, or has what we do not follow. */
function toPattern(
  source: string,
  syntax: 'basic' | 'extended',
  flags: string,
): { readonly pattern: RegExp; readonly repeats: number } | undefined {
  let made = ''
  let repeats = 0
  let last: 'group' | 'other' = 'other'
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!
    const escaped = char === '\\'
    const what = escaped ? source[++at] : char
    if (what === undefined) return undefined
    const special = /[(){}+?|]/.test(what) && escaped === (syntax === 'basic')
    if (special || (!escaped && what === '*')) {
      if (what === '*' && /^(?:\^?|.*\()$/.test(made)) {
        made += '\\*'
        continue
      }
      // A repeated group may take for ever.
      if (/[*+?{]/.test(what) && last === 'group') return undefined
      if (what === '*' || what === '+') repeats++
      if (what === '{' && !/^\d+(?:,\d+)?(?:\\?\})/.test(source.slice(at + 1))) return undefined
      made += what
      last = what === ')' ? 'group' : 'other'
      continue
    }
    last = 'other'
    if (escaped) {
      const known = /[nt]/.test(what)
        ? `\\${what}`
        : /[wWsSbB]/.test(what)
          ? `\\${what}`
          : what === '<' || what === '>'
            ? '\\b'
            : undefined
      if (known === undefined && /[a-zA-Z0-9'`]/.test(what)) return undefined
      made += known ?? `\\${what}`
    } else if (what === '[') {
      const whole = /^\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/.exec(source.slice(at))?.[0]
      if (whole === undefined || /\[[.=]/.test(whole.slice(1))) return undefined
      at += whole.length - 1
      const inner = whole
        .slice(1, -1)
        .replace(/\\/g, '\\\\')
        .replace(/^(\^?)\]/, '$1\\]')
      made += `[${inner.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? name).replace(/(?<!\\)\[/g, '\\[')}]`
    } else if (/[.^$]/.test(what)) made += what
    else made += /[(){}+?|/]/.test(what) ? `\\${what}` : what
  }
  try {
    return { pattern: new RegExp(made, flags), repeats }
  } catch {
    return undefined
  }
}

function toReplacement(by: string): string | undefined {
  let made = ''
  for (let at = 0; at < by.length; at++) {
    const char = by[at]!
    if (char === '\\') {
      const what = by[++at]
      if (what === undefined) return undefined
      if (/[1-9]/.test(what)) made += `$${what}`
      else if (what === 'n') made += '\n'
      else if (what === 't') made += '\t'
      else if (/[a-zA-Z0-9]/.test(what)) return undefined
      else made += what === '$' ? '$$' : what
    } else made += char === '&' ? '$&' : char === '$' ? '$$' : char
  }
  return made
}
