import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import type { ProgramContext, Program } from './program.ts'
import { sketch, textAt } from './project.ts'
import { applySed, changeOf, replacedBySed } from './sed-apply.ts'

/** sed: `e` and `s///e` run commands, `w` writes files, `r` reads them, `-i` edits in place. */
export const sed: readonly Program[] = [{ names: ['sed', 'gsed', 'ssed'], means }]

function means(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: new Map([
      ...(['-e', '--expression', '-f', '--file', '-l', '--line-length'] as const).map(
        (name) => [name, 'value'] as const,
      ),
      ['-i', 'optional'],
      ['--in-place', 'optional'],
    ]),
    style: 'gnu',
  })
  const inline = read.values('-e', '--expression')
  const scripts = read.values('-f', '--file')
  const given = inline.length + scripts.length > 0
  // BSD's -i takes the suffix as its own word, often an empty one.
  const bsd = read.has('-i') && /^(\.\w+)?$/.test(textOf(read.operands[0]) ?? 'x')
  const words = bsd ? read.operands.slice(1) : read.operands
  for (const script of scripts) {
    context.reads(script)
    const place = context.place(script)
    const text = place.kind === 'path' ? context.world.read(place.real) : undefined
    if (context.written(place) || text === undefined) context.file(script, 'other')
    else recordScript(context, literal(text))
  }
  // Several -e are lines of one script.
  if (inline.length > 0) {
    const known = inline.every((word) => word.kind === 'literal')
    if (known) recordScript(context, literal(inline.map(show).join('\n')))
    else for (const word of inline) recordScript(context, word)
  } else if (!given) {
    const script = words[0]
    if (script) recordScript(context, script)
  }
  const operands = given ? words : words.slice(1)
  const edits = read.has('-i', '--in-place')
  const known = scripts.length > 0 ? [] : given ? inline : words.slice(0, 1)
  const whole =
    known.length > 0 && known.every((word) => textOf(word) !== undefined) ? known.map(show).join('\n') : undefined
  const syntax = read.has('-E', '-r', '--regexp-extended') ? 'extended' : 'basic'
  const follows = whole !== undefined && !read.has('-n', '--quiet', '--silent', '-s', '-z', '--separate', '--null-data')
  for (const word of operands) {
    if (textOf(word) === '-') continue
    context.reads(word)
    if (edits) {
      const before = follows ? textAt(context, context.place(word)) : undefined
      const after = before === undefined ? undefined : applySed(whole!, before, syntax)
      // What nobody can follow still brings in what stands in the script.
      const added = inline.concat(words.slice(0, 1)).map(show).join('\n')
      const stated = before === undefined && whole !== undefined ? replacedBySed(whole) : undefined
      if (after !== undefined) context.writes(word, 'edit', changeOf(before!, after))
      else
        context.writes(word, 'edit', { kind: 'change', removed: stated?.removed ?? '', added: stated?.added ?? added })
    }
  }
  const { stdin } = context.invocation
  if (operands.length > 0) context.puts({ kind: 'file', places: operands.map((word) => context.place(word)) })
  else context.puts(stdin.kind === 'text' ? { kind: 'unknown' } : stdin)
}

function recordScript(context: ProgramContext, script: Word): void {
  const text = sketch(script)
  if (script.kind === 'dynamic' && !script.pieces.some((piece) => 'known' in piece && /[a-z=]/.test(piece.known))) {
    // A whole script in a variable; an address such as `${n}p` has its command in the known part.
    context.opaque('dynamic-code', `sed ${show(script)}`)
    return
  }
  const deeds = readScript(text)
  if (!deeds) {
    context.opaque('unreadable-code', `sed ${show(script)}`)
    return
  }
  for (const command of deeds.runs)
    if (command === '') context.opaque('dynamic-code', `sed ${show(script)}`)
    else context.code('shell', literal(command), { via: 'sed e' })
  for (const file of deeds.writes) if (!/^\/dev\/std(out|err)$/.test(file)) context.writes(literal(file), 'overwrite')
  for (const file of deeds.reads) if (file !== '/dev/stdin') context.reads(literal(file))
}

interface Deeds {
  /** Commands that run; empty text when what runs is the input itself. */
  readonly runs: string[]
  readonly writes: string[]
  readonly reads: string[]
}

/** Just after a `[:name:]` inside a bracket expression. */
function classEnd(script: string, open: number): number {
  const close = script.indexOf(`${script[open + 1]}]`, open + 2)
  return close < 0 ? open + 1 : close + 2
}

/** What a sed script does beside transforming text; undefined when it is not sed as we know it. */
export function readScript(script: string): Deeds | undefined {
  const deeds: Deeds = { runs: [], writes: [], reads: [] }
  let at = 0
  const line = (): string => {
    const end = script.indexOf('\n', at)
    const text = script.slice(at, end < 0 ? script.length : end).trim()
    at = end < 0 ? script.length : end + 1
    return text
  }
  /** Skips to just after the next unescaped delimiter; a delimiter inside `[…]` is plain. False at the end of the script. */
  const past = (delimiter: string, classes: boolean): boolean => {
    while (at < script.length) {
      const char = script[at++]!
      if (char === '\\') at++
      else if (char === delimiter) return true
      else if (char === '[' && classes) {
        if (script[at] === '^') at++
        if (script[at] === ']') at++
        while (at < script.length && script[at] !== ']')
          at = script[at] === '[' && /[:.=]/.test(script[at + 1] ?? '') ? classEnd(script, at) : at + 1
        at++
      }
    }
    return false
  }
  const address = (): boolean => {
    if (script[at] === '/' || script[at] === '\\') {
      const delimiter = script[at] === '\\' ? script[++at] : '/'
      at++
      if (delimiter === undefined || !past(delimiter, true)) return false
      while (/[IM]/.test(script[at] ?? '')) at++
    } else {
      const number = /^([0-9]+|\$|x)?([~+][0-9x]+)?/.exec(script.slice(at))!
      // `x` stands for an unknown number, and is also the exchange command: only an address when a command follows.
      if (number[1] === 'x' && !/^x+\s*([,!{]|[a-zA-Z=]\s*($|[;}\n]))/.test(script.slice(at))) return true
      at += number[0].length
    }
    return true
  }
  while (at < script.length) {
    if (/[\s;{}]/.test(script[at]!)) {
      at++
      continue
    }
    if (script[at] === '#') {
      line()
      continue
    }
    if (!address()) return undefined
    while (/[ \t]/.test(script[at] ?? '')) at++
    if (script[at] === ',') {
      at++
      while (/[ \t]/.test(script[at] ?? '')) at++
      if (!address()) return undefined
    }
    while (/[ \t!]/.test(script[at] ?? '')) at++
    const command = script[at++]
    switch (command) {
      case undefined:
      case '{':
      case '}':
      case ';':
        break
      case 's': {
        const delimiter = script[at++]
        if (delimiter === undefined || !past(delimiter, true) || !past(delimiter, false)) return undefined
        const flags = /^[gpiImM0-9e]*/.exec(script.slice(at))![0]
        at += flags.length
        if (flags.includes('e')) deeds.runs.push('')
        if (script[at] === 'w') {
          at++
          deeds.writes.push(line())
        }
        break
      }
      case 'y': {
        const delimiter = script[at++]
        if (delimiter === undefined || !past(delimiter, false) || !past(delimiter, false)) return undefined
        break
      }
      case 'a':
      case 'i':
      case 'c': {
        let text = line()
        while (text.endsWith('\\') && at < script.length) text = line()
        break
      }
      case 'e':
        deeds.runs.push(line())
        break
      case 'w':
      case 'W':
        deeds.writes.push(line())
        break
      case 'r':
      case 'R':
        deeds.reads.push(line())
        break
      case ':':
      case 'b':
      case 't':
      case 'T':
      case 'v':
        at += /^[^;\n}]*/.exec(script.slice(at))![0].length
        break
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        at += /^[ \t]*[0-9]*/.exec(script.slice(at))![0].length
        break
      default:
        if (!/[=dDgGhHnNpPxzF]/.test(command)) return undefined
    }
    if (
      !/^[ \t]*($|[;}\n#])/.test(script.slice(at)) &&
      !/[{}:aicerRwW]/.test(command ?? '{') &&
      script[at - 1] !== '\n'
    )
      return undefined
  }
  return deeds
}
