import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { PromptGuardian } from '../../results/prompt-guardian.ts'

/** Encoded bytes, which no model reads as text. */
const BYTES: ReadonlySet<string> = new Set(['data', 'blob'])
const MOST_TEXTS = 20_000

/** Every text in a value, keys too: models read both. */
export function textsIn(value: JsonValue): readonly string[] {
  const found: string[] = []
  const walk = (one: JsonValue): void => {
    if (found.length >= MOST_TEXTS) return
    if (typeof one === 'string') found.push(one)
    else if (Array.isArray(one)) for (const each of one) walk(each)
    else if (isJsonObject(one))
      for (const [key, each] of Object.entries(one)) {
        if (typeof each === 'string' && BYTES.has(key)) continue
        if (key.length > 40 || /\s/.test(key)) found.push(key)
        walk(each)
      }
  }
  walk(value)
  return found
}

const guardian = new PromptGuardian()

/** What in these texts speaks to the model as if it were the user; undefined when nothing does. */
export function injectedIn(value: JsonValue): readonly string[] | undefined {
  // One after the other and all together: signs of one message may stand in several pieces of it.
  const finding = guardian.check(textsIn(value).join('\n'))
  return finding.injected ? finding.evidence : undefined
}

/**
 * The answer of a server with a warning in front of what the model reads, in the shape of its method. Undefined: there is
 * no place for one, so that it must be withheld.
 */
export function withWarning(method: string, result: JsonObject, note: string): JsonObject | undefined {
  const first = { type: 'text', text: note }
  switch (method) {
    case 'tools/call':
    case 'tasks/result': {
      const content = listOf(result['content'])
      return content && { ...result, content: [first, ...content] }
    }
    case 'resources/read': {
      const contents = listOf(result['contents'])
      return (
        contents && {
          ...result,
          contents: [{ uri: 'portcullis:warning', mimeType: 'text/plain', text: note }, ...contents],
        }
      )
    }
    case 'prompts/get': {
      const messages = listOf(result['messages'])
      return messages && { ...result, messages: [{ role: 'user', content: first }, ...messages] }
    }
    default:
      return undefined
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (value === undefined) return []
  return Array.isArray(value) ? value : undefined
}
