import { type ArithmeticExpression, parse, type Word as Written, type WordPart } from 'unbash'
import { expandTilde } from '../paths.ts'
import { dynamic, literal, textOf, type Word } from '../word.ts'
import { calculate } from './arithmetic.ts'
import { expandBraces } from './braces.ts'
import { Fields } from './fields.ts'
import { joinWords } from './join-words.ts'
import { expandParameter, lookUp } from './parameters.ts'
import { inSubshell, LIMITS, type Scope, recordOpaque } from './state.ts'
import { readSince } from './secret-reads.ts'
import { searchOf, type Stream } from './stream.ts'
import { namesIn } from './written.ts'

/** The words that one written word becomes: none, one or several. Commands in substitutions are lowered on the way. */
export function expandWord(scope: Scope, written: Written): readonly Word[] {
  const { parts } = written
  if (!parts) return [literal(written.text.startsWith('~') ? tilde(scope, written.value) : written.value)]
  if (parts.some((part) => part.type === 'BraceExpansion')) return expandBraced(scope, written)
  const fields = new Fields(written.text, separators(scope))
  expandParts(scope, parts, fields)
  fields.next()
  return scope.shell.dotglob ? fields.words.map(withHidden) : fields.words
}

function withHidden(word: Word): Word {
  return word.kind === 'glob' ? { ...word, hidden: true } : word
}

export function expandWords(scope: Scope, written: readonly Written[]): readonly Word[] {
  return written.flatMap((word) => expandWord(scope, word))
}

/** The one word it becomes where the shell neither splits nor looks for files. */
export function expandJoined(scope: Scope, written: Written, place: 'plain' | 'assignment' = 'plain'): Word {
  const { parts } = written
  if (!parts) {
    if (place === 'plain' || !written.text.includes('~')) return literal(written.value)
    return literal(
      written.value
        .split(':')
        .map((piece) => (piece.startsWith('~') ? tilde(scope, piece) : piece))
        .join(':'),
    )
  }
  const fields = new Fields(written.text, undefined)
  expandParts(scope, parts, fields)
  fields.quoted('')
  fields.next()
  return fields.words.length === 1 ? fields.words[0]! : joinWords(fields.words, written.text)
}

/** The pattern a written word stands for in `case`, `[[ == ]]` and `${x#…}`: quoted wildcards escaped. */
export function expandPattern(scope: Scope, written: Written): string | undefined {
  const { parts } = written
  if (!parts) return written.text === written.value ? written.value : written.value.replace(/[*?[\]\\]/g, '\\$&')
  const fields = new Fields(written.text, '')
  expandParts(scope, parts, fields)
  fields.quoted('')
  fields.next()
  const [word] = fields.words
  if (!word || word.kind === 'dynamic') return undefined
  return word.kind === 'glob' ? word.pattern : word.text.replace(/[*?[\]\\]/g, '\\$&')
}

/** Text of a here-document or other part list, unsplit. */
export function expandTextParts(scope: Scope, parts: readonly WordPart[], source: string): Word {
  const fields = new Fields(source, undefined)
  for (const part of parts) expandPart(scope, part, fields, true, false)
  fields.quoted('')
  fields.next()
  return fields.words[0] ?? literal('')
}

function expandBraced(scope: Scope, written: Written): readonly Word[] {
  const texts = expandBraces(written.text, LIMITS.braceWords)
  if (!texts) return [dynamic(written.text)]
  const words: Word[] = []
  for (const text of texts) {
    const first = parse(`_ ${text}`).commands[0]?.command
    const again = first?.type === 'Command' ? first.suffix[0] : undefined
    if (text === '') words.push(literal(''))
    else if (!again || again.type !== 'Word') words.push(dynamic(text))
    else if (again.parts?.some((part) => part.type === 'BraceExpansion')) words.push(literal(again.value))
    else words.push(...expandWord({ ...scope, source: `_ ${text}` }, again))
  }
  return words
}

function expandParts(scope: Scope, parts: readonly WordPart[], fields: Fields): void {
  for (const [index, part] of parts.entries())
    expandPart(
      scope,
      part,
      fields,
      false,
      index === 0 && part.text.startsWith('~') && (parts.length === 1 || part.text.includes('/')),
    )
}

/** `quoted`: between double quotes. `home`: an unquoted tilde may open it. */
function expandPart(scope: Scope, part: WordPart, fields: Fields, quoted: boolean, home: boolean): void {
  switch (part.type) {
    case 'Literal':
      fields.quoted(home ? tilde(scope, part.value) : part.value)
      return
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      fields.quoted(part.value)
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      // `"$@"` of nothing is no word at all; any other pair of quotes is one.
      if (!(part.parts.length === 1 && isAllArguments(part.parts[0]!))) fields.quoted('')
      for (const child of part.parts) expandPart(scope, child, fields, true, false)
      return
    case 'Glob':
      if (part.kind === 'bracket' && /[$`]/.test(part.text)) {
        for (const child of part.parts) expandPart(scope, child, new Fields(part.text, undefined), false, false)
        fields.wild('?')
      } else fields.wild(part.text)
      return
    case 'ExtendedGlob':
      for (const child of part.parts ?? []) expandPart(scope, child, new Fields(part.text, undefined), false, false)
      if (RUNS_CODE.test(part.text)) recordOpaque(scope, 'dynamic-code', part.text)
      fields.wild('*')
      return
    case 'BraceExpansion':
      fields.quoted(part.text)
      return
    case 'SimpleExpansion':
      expandParameter(scope, { text: part.text, parameter: part.text.slice(1) }, fields, quoted)
      return
    case 'ParameterExpansion':
      expandParameter(scope, part, fields, quoted)
      return
    case 'ArithmeticExpansion': {
      const number = part.expression ? arithmetic(scope, part.expression) : undefined
      if (number === undefined) fields.unknown(part.text, 'arithmetic')
      else fields.quoted(String(number))
      return
    }
    case 'CommandExpansion': {
      // Past the caps nothing is looked at any more, so it need not even be parsed.
      if (scope.run.exhausted) {
        fields.unknown(part.text, 'substitution')
        return
      }
      const seen = scope.run.actions.length
      const output = part.script && scope.run.reader.script(inSubstitution(scope, part.script.source), part.script)
      const found = output && searchOf(namesIn(scope.run, output))
      if (found !== undefined) fields.found(found, part.text)
      else if (output?.kind !== 'text' && output?.kind !== 'nothing')
        fields.unknown(part.text, 'substitution', readSince(scope, seen))
      else {
        const text = output.kind === 'text' ? output.text.replace(/\n+$/, '') : ''
        if (quoted) fields.quoted(text)
        else fields.unquoted(text)
      }
      return
    }
    case 'ProcessSubstitution': {
      const stream: Stream = part.script
        ? scope.run.reader.script(inSubstitution(scope, part.script.source), part.script)
        : { kind: 'unknown' }
      fields.next()
      const word = dynamic(part.text, 'substitution')
      scope.run.streams.set(word, part.operator === '<' ? stream : { kind: 'unknown' })
      fields.words.push(word)
      return
    }
  }
}

/** To zsh these are no alternatives but qualifiers: `*(e:'code':)` and `*(+function)` run code for each file. */
const RUNS_CODE = /^[*?+@!]\((?:[^)]*e[^\w\s|)]|\+\w)/

function isAllArguments(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@'
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.text === '@')
}

/** Commands of a substitution belong to the command around it. */
function inSubstitution(scope: Scope, source: string | undefined): Scope {
  const inner = inSubshell(scope)
  return {
    ...inner,
    source: source ?? scope.source,
    frame: {
      ...scope.frame,
      inside: scope.run.current ?? scope.frame.inside,
      depth: scope.frame.depth + 1,
      sifted: false,
    },
  }
}

/** The value of an arithmetic expression, and the commands in it lowered. */
export function arithmetic(scope: Scope, expression: ArithmeticExpression): number | undefined {
  return calculate(expression, {
    variable: (name) => {
      const value = lookUp(scope, name)
      const text = value && value.kind !== 'array' ? textOf(value) : undefined
      return text === undefined
        ? undefined
        : text.trim() === ''
          ? 0
          : /^-?\d+$/.test(text.trim())
            ? Number(text)
            : undefined
    },
    assign: (name, value) => {
      scope.shell.variables.set(name, value === undefined ? dynamic(`$${name}`, 'arithmetic') : literal(String(value)))
    },
    parts: (parts) => textOf(expandTextParts(scope, parts, '')),
    script: (script) => {
      if (script) scope.run.reader.script(inSubstitution(scope, script.source), script)
    },
  })
}

function separators(scope: Scope): string {
  const value = scope.shell.variables.get('IFS')
  return value?.kind === 'literal' ? value.text : ' \t\n'
}

function tilde(scope: Scope, text: string): string {
  return expandTilde(text, scope.run.context.surroundings)
}
