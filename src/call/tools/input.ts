import type { JsonObject, JsonValue } from '../tool-call.ts'
import { UnreadableInput } from './tool.ts'

/**
 * Parameters of a tool, read by every name that agents give them. A missing or mistyped parameter throws; two names
 * with different values throw too: the agent would use one of them and we might judge the other.
 */
export function requiredText(input: JsonObject, ...names: string[]): string {
  const found = optionalText(input, ...names)
  if (found === undefined) throw new UnreadableInput(`parameter \`${names[0]}\` is missing`)
  return found
}

export function optionalText(input: JsonObject, ...names: string[]): string | undefined {
  const value = one(input, names)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new UnreadableInput(`parameter \`${names[0]}\` is not a text`)
  return value
}

/** A path that names something: not missing, not empty. */
export function requiredPath(input: JsonObject, ...names: string[]): string {
  const found = requiredText(input, ...names)
  if (found === '') throw new UnreadableInput(`parameter \`${names[0]}\` is empty`)
  return found
}

export function optionalList(input: JsonObject, ...names: string[]): readonly JsonValue[] | undefined {
  const value = one(input, names)
  if (value === undefined || value === null) return undefined
  if (!isList(value)) throw new UnreadableInput(`parameter \`${names[0]}\` is not a list`)
  return value
}

export function optionalFlag(input: JsonObject, ...names: string[]): boolean {
  const value = one(input, names)
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 'false') return value === 'true'
  throw new UnreadableInput(`parameter \`${names[0]}\` is not true or false`)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** `key1=val1 key2=val2`: how tools without an encoding of their own are shown to the classifier. */
export function pairs(input: JsonObject): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

function one(input: JsonObject, names: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined
  for (const name of names) {
    if (!Object.hasOwn(input, name)) continue
    const value = input[name]
    if (value === undefined) continue
    if (found !== undefined && JSON.stringify(found) !== JSON.stringify(value))
      throw new UnreadableInput(`two spellings of parameter \`${names[0]}\` have different values`)
    found = value
  }
  return found
}

/** The names agents give to the directory a search or listing starts from. */
export const DIRECTORY = [
  'path',
  'dir_path',
  'directory',
  'dirPath',
  'relative_workspace_path',
  'target_directory',
  'file_path',
] as const
