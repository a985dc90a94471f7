import { getLocation, type Location } from 'jsonc-parser'
import { asFields, type Fields, fieldsOf, textOf, textsOf } from './fields.ts'

/** Something that could stand where the caret is. */
export interface Suggestion {
  readonly word: string
  readonly does: string
  /** The text of the settings with it, and where the caret is then. */
  readonly text: string
  readonly caret: number
}

const MOST = 8

/**
 * What could stand at the caret by the schema of the settings: keys of the object it is in, or the words that a key
 * takes. `typing`: only where something was begun in quotes, so that the list does not come up by itself.
 */
export function suggestionsAt(
  text: string,
  caret: number,
  schema: Fields,
  when: 'typing' | 'asked',
): readonly Suggestion[] {
  const at = getLocation(text, caret)
  const begun = at.previousNode?.type === 'property' || at.previousNode?.type === 'string' ? at.previousNode : undefined
  if (when === 'typing' && begun === undefined) return []
  // An unclosed string goes to the end of its line: only what stands before the caret was begun.
  const start = begun?.offset ?? caret
  const closed = begun !== undefined && /^"(?:[^"\\\n]|\\.)*"$/.test(text.slice(start, start + begun.length))
  const end = begun === undefined ? caret : closed ? start + begun.length : caret
  if (caret < start || (closed && caret > end)) return []
  const prefix = text.slice(start, caret).replace(/^"/, '').toLowerCase()
  const fits = (word: string): boolean => word.toLowerCase().startsWith(prefix) && word.toLowerCase() !== prefix
  const replaced = (word: string, after: string, into: number): Pick<Suggestion, 'text' | 'caret'> => {
    const put = JSON.stringify(word) + after
    return { text: text.slice(0, start) + put + text.slice(end), caret: start + put.length + into }
  }
  if (at.isAtPropertyKey) {
    const here = siblings(text, at)
    return Object.entries(asFields(schemaAt(schema, at.path.slice(0, -1))['properties']))
      .filter(([key]) => fits(key) && !here.has(key) && key !== '$schema')
      .slice(0, MOST)
      .map(([key, value]) => {
        const [after, into] = /^\s*:/.test(text.slice(end)) ? (['', 0] as const) : skeletonOf(asFields(value))
        return { word: key, does: describe(asFields(value)), ...replaced(key, after, into) }
      })
  }
  const takes = schemaAt(schema, at.path)
  return wordsOf(takes)
    .filter(fits)
    .slice(0, MOST)
    .map((word) => ({ word, does: describe(takes), ...replaced(word, '', 0) }))
}

/** The keys that the object around the caret has already. */
function siblings(text: string, at: Location): ReadonlySet<string> {
  const found = new Set<string>()
  const parent = at.path.slice(0, -1)
  // Every key is asked for where it stands: the text may be broken in between.
  for (const match of text.matchAll(/"((?:[^"\\\n]|\\.)*)"\s*:/g)) {
    const other = getLocation(text, match.index + 1)
    if (match.index === at.previousNode?.offset) continue
    if (other.isAtPropertyKey && JSON.stringify(other.path.slice(0, -1)) === JSON.stringify(parent))
      found.add(match[1]!)
  }
  return found
}

function schemaAt(schema: Fields, path: readonly (string | number)[]): Fields {
  let now = schema
  for (const part of path) {
    const next = branches(now)
      .map((one) =>
        typeof part === 'number'
          ? asFields(one['items'])
          : asFields(asFields(one['properties'])[part] ?? one['additionalProperties']),
      )
      .find((one) => Object.keys(one).length > 0)
    if (next === undefined) return {}
    now = next
  }
  return branches(now).find((one) => 'properties' in one) ?? now
}

function branches(schema: Fields): readonly Fields[] {
  const several = [...fieldsOf(schema['anyOf']), ...fieldsOf(schema['oneOf'])]
  return several.length === 0 ? [schema] : several
}

function wordsOf(schema: Fields): readonly string[] {
  return branches(schema).flatMap((one) => (typeof one['const'] === 'string' ? [one['const']] : textsOf(one['enum'])))
}

function describe(schema: Fields): string {
  return textOf(schema['description'])
}

/** What follows a new key, and how far back from its end the caret goes. */
function skeletonOf(schema: Fields): readonly [after: string, into: number] {
  const first = branches(schema)[0] ?? {}
  if (wordsOf(schema).length > 0) return [': ""', -1]
  switch (textOf(first['type'])) {
    case 'object':
      return [': {}', -1]
    case 'array':
      return [': []', -1]
    case 'string':
      return [': ""', -1]
    case 'boolean':
      return [': true', 0]
    default:
      return [': ', 0]
  }
}
