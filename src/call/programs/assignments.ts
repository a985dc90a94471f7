import { changeYaml } from '../yaml.ts'

/**
 * What `jq` or `yq` makes of a text, for the expressions with which settings are changed: `.a.b = value`, `del(.a.b)`, several
 * of them with `|` between. Undefined: an expression that we do not follow to the letter, or a text that is not of the
 * format.
 */
export function assigned(expression: string, text: string, format: 'json' | 'yaml'): string | undefined {
  const steps = split(expression).map(readStep)
  if (steps.length === 0 || !steps.every((step) => step !== undefined)) return undefined
  try {
    return format === 'json' ? inJson(steps, text) : inYaml(steps, text)
  } catch {
    return undefined
  }
}

type Key = string | number

interface Step {
  readonly path: readonly Key[]
  /** Undefined: what stands there goes. */
  readonly value: { readonly is: unknown } | undefined
}

function inJson(steps: readonly Step[], text: string): string | undefined {
  const root: unknown = JSON.parse(text)
  for (const { path, value } of steps) {
    const last = path.at(-1)!
    let at: unknown = root
    for (const key of path.slice(0, -1)) {
      if (typeof at !== 'object' || at === null) return undefined
      const holder = at as Record<Key, unknown>
      if (!Object.hasOwn(holder, key)) {
        if (value === undefined) return undefined
        Object.defineProperty(holder, key, { value: {}, configurable: true, enumerable: true, writable: true })
      }
      at = holder[key]
    }
    if (typeof at !== 'object' || at === null) return undefined
    if (value === undefined) delete (at as Record<Key, unknown>)[last]
    else Object.defineProperty(at, last, { value: value.is, configurable: true, enumerable: true, writable: true })
  }
  return `${JSON.stringify(root, undefined, 2)}\n`
}

function inYaml(steps: readonly Step[], text: string): string | undefined {
  return changeYaml(text, (document) => {
    for (const { path, value } of steps)
      if (value === undefined) document.deleteIn(path)
      else document.setIn(path, value.is)
  })
}

const PATH = /^(?:\.(?:[A-Za-z_][\w-]*|"[^"\\]+"))?(?:\.[A-Za-z_][\w-]*|\.?"[^"\\]+"|\.?\[(?:\d+|"[^"\\]+")\])*$/
const KEY = /\.?(?:([A-Za-z_][\w-]*)|"([^"\\]+)"|\[(\d+)\]|\["([^"\\]+)"\])/g

function readStep(text: string): Step | undefined {
  const gone = /^del\(\s*(\S+)\s*\)$/.exec(text)
  if (gone) return withPath(gone[1]!, undefined)
  const [, path, value] = /^(\.(?:[^="]|"[^"]*")*?)\s*=(?![=~])\s*(.+)$/s.exec(text) ?? []
  if (path === undefined || value === undefined) return undefined
  try {
    return withPath(path, { is: JSON.parse(value) as unknown })
  } catch {
    return undefined
  }
}

function withPath(path: string, value: Step['value']): Step | undefined {
  if (!PATH.test(path)) return undefined
  const keys = [...path.matchAll(KEY)].map(([, word, quoted, index, bracketed]) =>
    index === undefined ? (word ?? quoted ?? bracketed)! : Number(index),
  )
  return keys.length === 0 ? undefined : { path: keys, value }
}

/** The parts between `|`, outside of quotes and brackets. */
function split(expression: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < expression.length; at++) {
    const char = expression[at]!
    if (char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === '|' && depth === 0) {
      parts.push(expression.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, expression.slice(start)].map((part) => part.trim()).filter((part) => part !== '')
}
