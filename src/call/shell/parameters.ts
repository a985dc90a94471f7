import { type ParameterExpansionPart, type ParameterOperation, parse, type Word as Written } from 'unbash'
import { dynamic, knownPrefix, literal, type Piece, textOf, type Word } from '../word.ts'
import { joinWords } from './join-words.ts'
import type { Fields } from './fields.ts'
import { removed, replaced } from './patterns.ts'
import { type Scope, recordOpaque, type Value } from './state.ts'

type Parameter = Pick<ParameterExpansionPart, 'text' | 'parameter'> &
  Partial<Pick<ParameterExpansionPart, 'prefix' | 'index' | 'operation'>>

/** What a variable holds, when anything is known about it. An unset variable is unknown, never empty. */
export function lookUp(scope: Scope, name: string): Value | undefined {
  const held = scope.shell.variables.get(name)
  if (held) return held
  const given = scope.frame.environment.get(name)
  if (given) return given
  if (/^\d+$/.test(name)) return positional(scope, Number(name))
  const { world, surroundings } = scope.run.context
  switch (name) {
    case 'HOME':
      return literal(surroundings.home)
    case 'PWD':
      return scope.shell.cwd.kind === 'path' ? literal(scope.shell.cwd.path) : undefined
    case 'OLDPWD':
      return scope.shell.previous?.kind === 'path' ? literal(scope.shell.previous.path) : undefined
    case 'USER':
    case 'LOGNAME':
      return world.user === '' ? undefined : literal(world.user)
    case 'TMPDIR':
      return literal('/tmp')
    case 'IFS':
      return literal(' \t\n')
    case '#':
      return scope.shell.positional && literal(String(scope.shell.positional.length))
    default:
      return undefined
  }
}

function positional(scope: Scope, index: number): Word | undefined {
  if (index === 0) return scope.shell.name
  return scope.shell.positional && (scope.shell.positional[index - 1] ?? literal(''))
}

/** Expands `$x`, `${x…}`, `$@`, `${a[@]}` into the fields. */
export function expandParameter(scope: Scope, part: Parameter, fields: Fields, quoted: boolean): void {
  const { parameter, index, operation } = part
  const many = parameter === '@' || parameter === '*' || index?.text === '@' || index?.text === '*'
  if (many && !part.prefix) {
    const words = manyWords(scope, part)
    if (!words) fields.unknown(part.text, parameter === '@' || parameter === '*' ? 'argument' : 'variable')
    else if (quoted && (parameter === '*' || index?.text === '*')) fields.value(joinWords(words, part.text), true)
    else
      for (const [at, word] of words.entries()) {
        if (at > 0) fields.next()
        fields.value(word, quoted)
      }
    return
  }
  const value = operation
    ? operate(scope, part, operation)
    : part.prefix === '#'
      ? lengthOf(scope, part)
      : single(scope, part)
  if (value) fields.value(value, quoted)
  else if (lookUp(scope, parameter)) fields.unknown(part.text, 'other')
  else fields.unknown(part.text, /^[\d#]/.test(parameter) ? 'argument' : 'variable')
}

/** `"$@"`, `"${a[@]}"` and their slices. */
function manyWords(scope: Scope, part: Parameter): readonly Word[] | undefined {
  const ofArguments = part.parameter === '@' || part.parameter === '*'
  const held = ofArguments ? undefined : lookUp(scope, part.parameter)
  const all = ofArguments ? scope.shell.positional : held && (held.kind === 'array' ? held.items : [held])
  const { operation } = part
  if (!all || !operation) return all
  if (operation.type !== 'Slice') return undefined
  const offset = integer(scope, operation.offset)
  const length = operation.length ? integer(scope, operation.length) : undefined
  if (offset === undefined || offset < 0 || (operation.length && (length === undefined || length < 0))) return undefined
  const from = ofArguments ? Math.max(0, offset - 1) : offset
  return all.slice(from, length === undefined ? undefined : from + length)
}

function single(scope: Scope, part: Parameter): Word | undefined {
  if (part.prefix === '!') {
    const name = lookUp(scope, part.parameter)
    const target = name && name.kind !== 'array' ? textOf(name) : undefined
    // `${!v}` of an unknown name is any variable at all, secrets too. `${!list[@]}` is only the keys.
    if (target === undefined && !part.index) recordOpaque(scope, 'dynamic-code', part.text)
    return target === undefined ? undefined : firstOf(lookUp(scope, target))
  }
  const held = lookUp(scope, part.parameter)
  if (!part.index) return firstOf(held)
  const index = integer(scope, part.index)
  if (!held) return undefined
  // Whichever element it is: there is but one word, perhaps a wildcard.
  if (index === undefined) return held.kind === 'array' && held.items.length === 1 ? held.items[0] : undefined
  if (held.kind !== 'array') return index === 0 ? held : undefined
  return held.items.at(index)
}

function firstOf(value: Value | undefined): Word | undefined {
  return value?.kind === 'array' ? (value.items[0] ?? literal('')) : value
}

function lengthOf(scope: Scope, part: Parameter): Word | undefined {
  const held = part.parameter === '@' || part.parameter === '*' ? undefined : lookUp(scope, part.parameter)
  if (part.parameter === '@' || part.parameter === '*')
    return scope.shell.positional && literal(String(scope.shell.positional.length))
  if (!held) return undefined
  if (held.kind === 'array') return part.index ? literal(String(held.items.length)) : undefined
  const text = textOf(held)
  return text === undefined ? undefined : literal(String(text.length))
}

function operate(scope: Scope, part: Parameter, operation: ParameterOperation): Word | undefined {
  const word = part.prefix === '#' ? undefined : single(scope, part)
  const text = textOf(word)
  switch (operation.type) {
    case 'Default':
      return orDefault(scope, part, operation, word)
    case 'Remove': {
      const pattern = scope.run.reader.pattern(scope, operation.operand)
      if (pattern === undefined) return undefined
      if (text === undefined)
        return word && operation.operator.startsWith('%') ? shortened(word, pattern, part.text) : undefined
      return wrap(removed(text, pattern, operation.operator))
    }
    case 'Replace': {
      const pattern = scope.run.reader.pattern(scope, operation.pattern)
      const replacement = textOf(scope.run.reader.word(scope, operation.replacement))
      if (text === undefined && word && replacement !== undefined && !/[/.]/.test(replacement))
        return shortened(word, pattern ?? '/', part.text)
      if (text === undefined || pattern === undefined || replacement === undefined) return undefined
      return wrap(replaced(text, pattern, replacement, operation.operator))
    }
    case 'Slice': {
      const offset = integer(scope, operation.offset)
      const length = operation.length ? integer(scope, operation.length) : undefined
      if (text === undefined || offset === undefined || (operation.length && length === undefined)) return undefined
      const from = offset < 0 ? Math.max(0, text.length + offset) : offset
      if (length === undefined) return literal(text.slice(from))
      return literal(length < 0 ? text.slice(from, length) : text.slice(from, from + length))
    }
    case 'CaseModification':
      if (operation.operand && operation.operand.text !== '') {
        scope.run.reader.pattern(scope, operation.operand)
        return undefined
      }
      return text === undefined ? undefined : literal(changeCase(text, operation.operator))
    case 'Transform':
      return transform(scope, operation.operand.text, text, part.text)
    case 'Names':
    case 'Unknown':
      return undefined
  }
}

/** A path that loses or changes some of its name lies where it lay, unless what goes holds a slash. */
function shortened(word: Word, ending: string, source: string): Word | undefined {
  if (ending.includes('/')) return undefined
  const prefix = knownPrefix(word)
  const directory = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  if (directory === '' && word.kind !== 'glob') return undefined
  const pieces: readonly Piece[] = [{ known: directory === '' ? './' : directory }, { unknown: source, from: 'other' }]
  return { kind: 'dynamic', source, pieces }
}

function orDefault(
  scope: Scope,
  part: Parameter,
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  word: Word | undefined,
): Word | undefined {
  const operator = operation.operator.replace(':', '')
  const empty = word === undefined || textOf(word) === ''
  if (operator === '+') {
    const alternative = scope.run.reader.word(scope, operation.operand)
    if (word === undefined) return dynamic(part.text, 'variable')
    return empty ? literal('') : alternative
  }
  if (operator === '?') return empty ? undefined : word
  if (!empty) return word
  const value = scope.run.reader.word(scope, operation.operand)
  // The environment may hold anything where this script sets nothing: the default is only one of the possible values.
  const result = word === undefined ? dynamic(part.text, 'variable') : value
  if (operator === '=') scope.shell.variables.set(part.parameter, result)
  return result
}

/** `${x@P}` expands its value like a prompt, and so runs the commands in it. */
function transform(scope: Scope, operator: string, text: string | undefined, source: string): Word | undefined {
  if (operator === 'P') {
    if (text === undefined) recordOpaque(scope, 'dynamic-code', source)
    else if (/[$`]/.test(text)) scope.run.reader.text(scope, `: "${text.replaceAll('"', '\\"')}"`, '${…@P}')
    return undefined
  }
  if (text === undefined) return undefined
  if (operator === 'U') return literal(text.toUpperCase())
  if (operator === 'L') return literal(text.toLowerCase())
  return undefined
}

function changeCase(text: string, operator: '^' | '^^' | ',' | ',,'): string {
  switch (operator) {
    case '^^':
      return text.toUpperCase()
    case ',,':
      return text.toLowerCase()
    case '^':
      return text.slice(0, 1).toUpperCase() + text.slice(1)
    case ',':
      return text.slice(0, 1).toLowerCase() + text.slice(1)
  }
}

function integer(scope: Scope, written: Written): number | undefined {
  const text = textOf(scope.run.reader.word(scope, written))?.trim()
  if (text === undefined) return undefined
  if (/^-?\d+$/.test(text)) return Number(text)
  const command = parse(`((${text}))`).commands[0]?.command
  return command?.type === 'ArithmeticCommand' && command.expression
    ? scope.run.reader.arithmetic(scope, command.expression)
    : undefined
}

function wrap(text: string | undefined): Word | undefined {
  return text === undefined ? undefined : literal(text)
}
