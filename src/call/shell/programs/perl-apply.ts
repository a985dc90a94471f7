/**
 * What `perl -pi -e` and `perl -ni -e` make of a text, for what agents write: substitutions one after the other, and
 * lines that are printed when they have a pattern or not. Undefined: a script that is not followed to the letter, or
 * that would take too long.
 */
export function applyPerl(script: string, text: string, way: { prints: boolean; whole: boolean }): string | undefined {
  if (!way.prints) return printed(script, text)
  const substitutions = readSubstitutions(script)
  if (substitutions === undefined) return undefined
  const units = way.whole ? [text] : text.split(/(?<=\n)/)
  const steps = units.reduce(
    (sum, unit) => sum + substitutions.reduce((all, { repeats }) => all + (unit.length + 1) ** (repeats + 1), 0),
    0,
  )
  if (steps > MOST_STEPS) return undefined
  return units.map((unit) => substitutions.reduce((now, { pattern, by }) => now.replace(pattern, by), unit)).join('')
}

const MOST_STEPS = 50_000_000

interface Substitution {
  readonly pattern: RegExp
  readonly by: string
  readonly repeats: number
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' }

function readSubstitutions(script: string): readonly Substitution[] | undefined {
  const found: Substitution[] = []
  let at = 0
  const part = (open: string): string | undefined => {
    const close = CLOSES[open] ?? open
    let depth = 0
    const start = at
    for (; at < script.length; at++) {
      const char = script[at]!
      if (char === '\\') at++
      else if (char === open && close !== open) depth++
      else if (char === close && depth-- === 0) return script.slice(start, at++)
    }
    return undefined
  }
  while (at < script.length) {
    if (/[\s;]/.test(script[at]!)) {
      at++
      continue
    }
    if (script[at] !== 's' || /[\w\s]/.test(script[at + 1] ?? ' ')) return undefined
    const open = script[at + 1]!
    at += 2
    const pattern = part(open)
    if (CLOSES[open] !== undefined && pattern !== undefined) {
      while (/\s/.test(script[at] ?? '')) at++
      at++
    }
    const by = part(CLOSES[open] === undefined ? open : (script[at - 1] ?? ''))
    const flags = /^[a-z]*/.exec(script.slice(at))![0]
    at += flags.length
    const read = pattern === undefined || by === undefined ? undefined : substitution(pattern, by, flags, open)
    if (read === undefined) return undefined
    found.push(read)
  }
  return found.length === 0 ? undefined : found
}

/** What JavaScript's patterns read as Perl's do. */
const NOT_ALIKE = /\(\?[^:=!<]|\\[KGQELUhHRXz]|\[\[:|[*+?}]\+|\$\w|\$\{|@\w|\\p\{|\(\?<[^=!]/

function substitution(pattern: string, by: string, flags: string, delimiter: string): Substitution | undefined {
  if (/[^gimsr]/.test(flags) || flags.includes('r') || NOT_ALIKE.test(pattern)) return undefined
  const repeats = pattern.match(/(?<!\\)(?:[*+]|\{\d+,\d*\})/g)?.length ?? 0
  // A repetition of a repetition may take for ever.
  if (/\([^()]*[*+][^()]*\)[*+{]/.test(pattern) || repeats > 3) return undefined
  const replacement = readReplacement(by, delimiter)
  if (replacement === undefined) return undefined
  // Perl's `$` also stands before the last line end.
  const ends = flags.includes('m') ? pattern : pattern.replaceAll(/(?<!\\)\$(?=$|[)|])/g, String.raw`(?=\n?(?![\s\S]))`)
  try {
    return {
      pattern: new RegExp(ends.replaceAll(String.raw`\A`, '^').replaceAll(String.raw`\Z`, '$'), flags),
      by: replacement,
      repeats,
    }
  } catch {
    return undefined
  }
}

function readReplacement(by: string, delimiter: string): string | undefined {
  let text = ''
  for (let at = 0; at < by.length; at++) {
    const char = by[at]!
    if (char === '\\') {
      const next = by[++at] ?? ''
      if (/\d/.test(next)) text += `$${next}`
      else if (next === 'n') text += '\n'
      else if (next === 't') text += '\t'
      else if (/[a-zA-Z]/.test(next) && next !== delimiter) return undefined
      else text += next === '$' ? '$$' : next
    } else if (char === '$') {
      const group = /^\$(?:(\d)|\{(\d)\}|&)/.exec(by.slice(at))
      if (group === null) return undefined
      text += `$${group[1] ?? group[2] ?? '&'}`
      at += group[0].length - 1
    } else if (char === '@') return undefined
    else text += char
  }
  return text
}

/** `print unless /x/`: lines that go or stay by a pattern. */
function printed(script: string, text: string): string | undefined {
  const found = /^\s*print\s+(unless|if)\s+\/((?:[^/\\]|\\.)+)\/(i?)\s*;?\s*$/.exec(script)
  if (found === null || NOT_ALIKE.test(found[2]!) || /[*+].*[*+].*[*+]|\([^()]*[*+][^()]*\)[*+{]/.test(found[2]!))
    return undefined
  try {
    const pattern = new RegExp(found[2]!, found[3])
    return text
      .split(/(?<=\n)/)
      .filter((line) => pattern.test(line.replace(/\n$/, '')) === (found[1] === 'if'))
      .join('')
  } catch {
    return undefined
  }
}
