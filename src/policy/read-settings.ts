import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { z } from 'zod'
import type { Problem } from './policy.ts'
import { settingsIssues, settingsSchema, type Settings } from './settings.ts'

/** Larger settings are refused before they are parsed. */
export const MOST_SETTINGS_CHARACTERS = 1_000_000
/** A signed bundle holds a settings file and what it is wrapped in. */
export const MOST_BUNDLE_BYTES = 2 * MOST_SETTINGS_CHARACTERS
const DEEPEST = 32

/** One settings text, read: its values, and the line on which each key stands. */
export interface ReadSettings<Value = Settings> {
  readonly settings: Value
  readonly lineOf: (path: readonly (string | number)[]) => number
}

export type Reading<Value = Settings> =
  | { readonly read: ReadSettings<Value>; readonly problems: readonly [] }
  | { readonly read: undefined; readonly problems: readonly Problem[] }

/** Reads JSON with comments. Never throws; every problem names file, line and key. */
export function readSettings(text: string, file: string): Reading {
  return readWith(settingsSchema(), text, file)
}

/** The same for a file of another shape. */
export function readWith<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): Reading<z.infer<Schema>> {
  try {
    return readBounded(schema, text, file)
  } catch (error) {
    // Nesting hidden from the bracket count, by comments for example, ends in a stack overflow of the parser.
    const message = error instanceof RangeError ? 'the file is nested too deep' : 'the file cannot be read'
    return { read: undefined, problems: [{ file, line: 1, key: '', message }] }
  }
}

function readBounded<Schema extends z.ZodType>(schema: Schema, text: string, file: string): Reading<z.infer<Schema>> {
  const fail = (line: number, key: string, message: string): Reading<z.infer<Schema>> => ({
    read: undefined,
    problems: [{ file, line, key, message }],
  })
  if (text.length > MOST_SETTINGS_CHARACTERS) return fail(1, '', 'the file is larger than 1 MB')
  const withoutMark = text.replace(/^\uFEFF/, '')
  if (withoutMark.trim() === '') return fail(1, '', 'the file is empty; write {} for no settings')
  if (nestedTooDeep(withoutMark)) return fail(1, '', `the file is nested deeper than ${DEEPEST} levels`)
  const errors: ParseError[] = []
  const root = parseTree(withoutMark, errors, { allowTrailingComma: true, disallowComments: false })
  const first = errors[0]
  if (first !== undefined)
    return fail(lineAt(withoutMark, first.offset), '', `not valid JSON: ${spell(printParseErrorCode(first.error))}`)
  if (root === undefined) return fail(1, '', 'the file is empty; write {} for no settings')
  const faults: Problem[] = []
  const value = valueOf(root, (node, key, message) =>
    faults.push({ file, line: lineAt(withoutMark, node.offset), key, message }),
  )
  if (faults.length > 0) return { read: undefined, problems: faults }
  const lineOf = (path: readonly (string | number)[]): number => lineAt(withoutMark, offsetOf(root, path))
  const checked = schema.safeParse(value)
  if (!checked.success)
    return {
      read: undefined,
      problems: settingsIssues(checked.error).map((issue) => ({
        file,
        line: lineOf(issue.path),
        key: showKey(issue.path),
        message: issue.message,
      })),
    }
  return { read: { settings: checked.data, lineOf }, problems: [] }
}

/** `file:line: key: message`, the form in which every settings problem is shown. */
export function showProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}: ${problem.key === '' ? '' : `${problem.key}: `}${problem.message}`
}

export function showKey(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')
}

/**
 * The value of a tree, built by hand: a key that stands twice is refused (the first `deny` list would vanish without
 * a word) and `__proto__` is an ordinary, unknown key.
 */
function valueOf(root: Node, refuse: (node: Node, key: string, message: string) => void): unknown {
  const build = (node: Node, path: readonly (string | number)[]): unknown => {
    if (node.type === 'array') return (node.children ?? []).map((child, index) => build(child, [...path, index]))
    if (node.type !== 'object') return node.value
    const seen = new Set<string>()
    const result: Record<string, unknown> = {}
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? []
      if (name === undefined || value === undefined) continue
      const key = String(name.value)
      const here = [...path, key]
      if (seen.has(key)) refuse(name, showKey(here), 'the key stands twice')
      if (key === '__proto__') refuse(name, showKey(here), 'unknown key')
      seen.add(key)
      Object.defineProperty(result, key, { value: build(value, here), enumerable: true, configurable: true })
    }
    return result
  }
  return build(root, [])
}

/** The offset of the deepest part of the path that exists. For a property: of its name. */
function offsetOf(root: Node, path: readonly (string | number)[]): number {
  let node = root
  let offset = root.offset
  for (const part of path) {
    if (typeof part === 'number') {
      const child = node.type === 'array' ? node.children?.[part] : undefined
      if (child === undefined) return offset
      node = child
      offset = child.offset
    } else {
      const property = node.children?.find((each) => each.type === 'property' && each.children?.[0]?.value === part)
      const value = property?.children?.[1]
      if (property === undefined || value === undefined) return offset
      node = value
      offset = property.offset
    }
  }
  return offset
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Counts brackets outside strings before the recursive parser sees the text. Comments may only raise the count. */
function nestedTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"' || char === '\n') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (++depth > DEEPEST) return true
    } else if (char === '}' || char === ']') depth--
  }
  return false
}

function spell(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
