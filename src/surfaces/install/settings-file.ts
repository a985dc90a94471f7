import { applyEdits, type FormattingOptions, modify, parse, type ParseError, printParseErrorCode } from 'jsonc-parser'

/** A settings file of the user's that cannot be read is left alone. */
export class BrokenSettings extends Error {
  override readonly name = 'BrokenSettings'
}

/** Where a list stands: `hooks.PreToolUse`, or `PreToolUse` in a file that holds nothing but hooks. */
type ListPath = readonly [string, string] | readonly [string]

/** Where one of our entries stands, and how to know it again. */
export interface Entry {
  readonly path: ListPath
  readonly value: object
}

/**
 * Puts our entries into a settings file, each behind what is there, and replaces those that an earlier version wrote.
 * Comments, order and indentation of everything else stay as they are.
 */
export function withEntries(
  text: string | undefined,
  entries: readonly Entry[],
  mark: string,
  first: object = {},
): string {
  let result = text ?? `${JSON.stringify(first, undefined, 2)}\n`
  read(result)
  const format = formatOf(result)
  for (const [key, value] of Object.entries(first))
    if (read(result)[key] === undefined) result = change(result, [key], value, format)
  for (const { path, value } of entries) {
    const list = listAt(result, path)
    const own = list.findIndex((item) => isOurs(item, mark))
    if (own >= 0) {
      if (JSON.stringify(list[own]) !== JSON.stringify(value)) result = change(result, [...path, own], value, format)
    } else if (listMissing(result, path)) result = change(result, [...path], [value], format)
    else result = change(result, [...path, list.length], value, format, true)
  }
  return withoutEntries(result, mark, new Set(entries.map(({ path }) => path.join('.'))))
}

/** Takes our entries out again, except for the events in `keep`. Lists and objects that held nothing else go too. */
export function withoutEntries(text: string, mark: string, keep: ReadonlySet<string> = new Set()): string {
  let result = text
  const format = formatOf(text)
  const events = Object.keys(objectAt(result, 'hooks'))
  for (const path of [...events.map((event) => ['hooks', event] as const), ...topLists(result, mark)]) {
    if (keep.has(path.join('.'))) continue
    for (let list = listAt(result, path), at = list.length - 1; at >= 0; at--) {
      if (!isOurs(list[at], mark)) continue
      result = change(result, list.length === 1 ? [...path] : [...path, at], undefined, format)
      list = listAt(result, path)
    }
  }
  if (events.length > 0 && Object.keys(objectAt(result, 'hooks')).length === 0)
    result = change(result, ['hooks'], undefined, format)
  return result
}

/** Lists beside `hooks` that hold an entry of ours: a file that is all hooks has its events there. */
function topLists(text: string, mark: string): readonly (readonly [string])[] {
  return Object.entries(read(text))
    .filter(([, value]) => Array.isArray(value) && value.some((item) => isOurs(item, mark)))
    .map(([key]) => [key] as const)
}

/** Puts one more text at the end of a list, which is made if it is not there. */
export function withListed(text: string | undefined, path: readonly [string, string], value: string): string {
  const before = text ?? '{}\n'
  const list = listAt(before, path)
  if (list.includes(value)) return before
  const format = formatOf(before)
  return listMissing(before, path)
    ? change(before, path, [value], format)
    : change(before, [...path, list.length], value, format, true)
}

/** Puts one value under a key of its own, and leaves everything else as it is. */
export function withValue(text: string | undefined, key: readonly [string, ...string[]], value: object): string {
  const before = text ?? '{}\n'
  if (key.length > 1) objectAt(before, key[0])
  else read(before)
  return change(before, key, value, formatOf(before))
}

/** Ours is what calls our script, wherever it is written in the entry. */
function isOurs(item: unknown, mark: string): boolean {
  return JSON.stringify(item ?? null).includes(JSON.stringify(mark).slice(1, -1))
}

function read(text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new BrokenSettings(`line ${line}: ${printParseErrorCode(error.error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BrokenSettings('it is not an object')
  return value as Record<string, unknown>
}

function objectAt(text: string, key: string): Readonly<Record<string, unknown>> {
  const value = read(text)[key]
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BrokenSettings(`\`${key}\` is not an object`)
  return value as Record<string, unknown>
}

function valueAt(text: string, path: ListPath): unknown {
  const [first, second] = path
  return second === undefined ? read(text)[first] : objectAt(text, first)[second]
}

function listMissing(text: string, path: ListPath): boolean {
  return valueAt(text, path) === undefined
}

function listAt(text: string, path: ListPath): readonly unknown[] {
  const value = valueAt(text, path)
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new BrokenSettings(`\`${path.join('.')}\` is not a list`)
  return value
}

function change(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  formattingOptions: FormattingOptions,
  isArrayInsertion = false,
): string {
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }))
}

/** The file's own indentation and line ends. */
function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)["}/]/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
