import { surroundingsOf } from '../call/surroundings.ts'
import type { JsonObject, JsonValue, ToolCall } from '../call/tool-call.ts'
import { understand } from '../call/understand.ts'
import { frozenWorld } from '../call/world.frozen.ts'
import type { World } from '../call/world.ts'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { newSession } from '../session.ts'
import type { Deeds, Example } from './category.ts'

export const EXAMPLE_WORKSPACE = '/home/dev/project'

/** The machine in which examples are judged: a repository on branch `main` with remote `origin`, and the files given. */
export function exampleWorld(
  files: Readonly<Record<string, string>> = {},
  links: Readonly<Record<string, string>> = {},
): World {
  return frozenWorld({
    files: {
      [`${EXAMPLE_WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
      [`${EXAMPLE_WORKSPACE}/.git/config`]: '[remote "origin"]\n\turl = git@github.com:acme/project.git\n',
      ...files,
    },
    links,
  })
}

/** An example as the detectors see it, through the same understanding as every call. */
export function exampleDeeds(example: Example): Deeds {
  const given = typeof example === 'string' ? { tool: 'Bash', input: { command: example }, files: undefined } : example
  const world = exampleWorld(given.files)
  const surroundings = surroundingsOf(EXAMPLE_WORKSPACE, world, { trust: DEFAULT_TRUST })
  const session = newSession('example')
  const call: ToolCall = {
    id: 'example',
    session: session.id,
    agent: 'generic',
    tool: given.tool,
    input: asJson(given.input),
    cwd: EXAMPLE_WORKSPACE,
    fingerprint: 'example',
  }
  const { understanding } = understand(call, { surroundings, world, memory: { written: session.written } })
  return { call, actions: understanding.actions, surroundings, world, session }
}

function asJson(input: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, jsonValue(value)]))
}

function jsonValue(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(jsonValue)
  if (typeof value === 'object') return asJson({ ...value })
  return null
}
