import type { Action, Payload } from '../action.ts'
import { parseTarget } from '../hosts.ts'
import { readStatements } from '../shell/code/sql.ts'
import { namesProduction } from '../shell/programs/facts.ts'
import type { JsonObject, JsonValue } from '../tool-call.ts'
import type { Understanding } from '../understanding.ts'
import { literal } from '../word.ts'
import { shellCommand } from './bash.ts'
import { deed, deletes, placeOf, reads, searches, writes } from './deeds.ts'
import { ROLES, type Role, type ToolDescription } from './description.ts'
import { pairs } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'
import { fetches } from './web-fetch.ts'
import { lookUp } from './web-search.ts'

const tools = new WeakMap<ToolDescription, Map<string, Tool>>()

/** The tool that a description makes of a name. */
export function describedTool(name: string, description: ToolDescription): Tool {
  const known = tools.get(description) ?? new Map<string, Tool>()
  tools.set(description, known)
  const tool = known.get(name) ?? makeTool(name, new Described(name, description))
  known.set(name, tool)
  return tool
}

function makeTool(name: string, described: Described): Tool {
  return {
    name,
    aliases: [],
    encode: (input) => pairs(input) || '(no parameters)',
    understand: (input, context) => new Call(described, input, context).understanding(),
    neverAsEdit: true,
    specifier: 'none',
  }
}

interface Parameter {
  readonly name: string
  readonly path: readonly string[]
  readonly optional: boolean
}

/** A description, read once. */
class Described {
  readonly tool: string
  readonly description: ToolDescription
  readonly roles: ReadonlyMap<Role, readonly Parameter[]>
  readonly #known: readonly Parameter[]

  constructor(tool: string, description: ToolDescription) {
    this.tool = tool
    this.description = description
    this.roles = new Map(ROLES.map((role) => [role, parametersIn(description[role])]))
    const { harmless } = description
    this.#known = [...[...this.roles.values()].flat(), ...(harmless === true ? [] : parametersIn(harmless))]
  }

  /** Everything in an input that no parameter of the description covers. */
  undescribed(input: JsonObject): readonly string[] {
    if (this.description.harmless === true) return []
    const found: string[] = []
    const walk = (value: JsonValue, path: readonly string[]): void => {
      if (this.#known.some((parameter) => covers(parameter.path, path))) return
      if (Array.isArray(value) && value.length > 0) for (const one of value as readonly JsonValue[]) walk(one, path)
      else if (value !== null && typeof value === 'object' && !Array.isArray(value) && this.#leadsOn(path))
        for (const [key, one] of Object.entries(value)) walk(one, [...path, key])
      else found.push(path.join('.'))
    }
    for (const [key, value] of Object.entries(input)) walk(value, [key])
    return [...new Set(found)]
  }

  #leadsOn(path: readonly string[]): boolean {
    return this.#known.some((parameter) => covers(path, parameter.path))
  }
}

function covers(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((part, index) => part === inner[index])
}

export function parametersIn(names: ToolDescription['harmless']): readonly Parameter[] {
  if (names === undefined || names === true) return []
  const list: readonly string[] = typeof names === 'string' ? [names] : names
  return list.map((written) => {
    const optional = written.endsWith('?')
    const name = optional ? written.slice(0, -1) : written
    return { name, path: name.split('.'), optional }
  })
}

/** One call of a described tool. */
class Call {
  readonly #described: Described
  readonly #input: JsonObject
  readonly #context: Context

  constructor(described: Described, input: JsonObject, context: Context) {
    this.#described = described
    this.#input = input
    this.#context = context
  }

  understanding(): Understanding {
    const { tool } = this.#described
    const commands = this.#commands()
    const unknown = this.#described
      .undescribed(this.#input)
      .map((name) => `parameter ${name} of ${tool} is not described`)
      .map((text) => deed({ does: 'something-opaque', text, because: 'unknown-option' }, text))
    return {
      actions: [
        ...this.#files(),
        ...commands.flatMap(({ actions }) => actions),
        ...this.#network(),
        ...this.#others(),
        ...unknown,
      ],
      commands: commands.flatMap((one) => one.commands),
      parsed: commands.every(({ parsed }) => parsed),
    }
  }

  #files(): readonly Action[] {
    const context = this.#context
    const content = this.#has('content') ? this.#values('content').map(asText).join('\n') : undefined
    return [
      ...this.#paths('reads').map((path) => reads(path, context, 'content')),
      ...this.#paths('lists').map((path) => reads(path, context, 'names')),
      ...this.#paths('searches').map((path) => searches(path, [], [], context)),
      ...this.#paths('writes').map((path) =>
        content === undefined ? writesUnknown(path, context) : writes(path, content, context),
      ),
      ...this.#paths('deletes').map((path) => deletes(path, context)),
    ]
  }

  #commands(): readonly Understanding[] {
    const [directory] = this.#paths('directory')
    return this.#texts('command').map((command) => shellCommand(command, this.#in(directory)))
  }

  #in(directory: string | undefined): Context {
    if (directory === undefined) return this.#context
    const place = placeOf(directory, this.#context)
    if (place.kind !== 'path') throw new UnreadableInput(`\`${directory}\` is not a directory`)
    return { ...this.#context, surroundings: { ...this.#context.surroundings, cwd: place.path } }
  }

  /** What is sent goes to every recipient that is named; with none, nobody knows where it goes. */
  #network(): readonly Action[] {
    const { tool } = this.#described
    const sent = this.#has('sends') ? this.#values('sends').map(asText).join('\n') : undefined
    const payload: Payload | undefined = sent === undefined ? undefined : { from: 'text', text: sent }
    const body: JsonObject = sent === undefined ? {} : { method: 'POST', body: sent }
    const named = [
      ...this.#texts('url').map((url) => fetches(url, body, this.#context)),
      ...this.#texts('host').map((host) => this.#connects(host, payload)),
      ...this.#texts('to').map((to) => messages(to, sent ?? '')),
    ]
    if (payload === undefined || named.length > 0) return named
    const host = { kind: 'unknown', source: tool } as const
    return [deed({ does: 'contact-host', host, sends: 'data', purpose: 'upload', payload }, payload.text ?? tool)]
  }

  #connects(text: string, payload: Payload | undefined): Action {
    const host = parseTarget(text)
    const sends = payload === undefined ? 'unknown' : 'data'
    const bare = { does: 'contact-host', host, sends, purpose: 'other', ...(payload ? { payload } : {}) } as const
    return deed(bare, text)
  }

  #others(): readonly Action[] {
    const { tool, description } = this.#described
    const { service, deed: does } = description
    const target = this.#values('target').map(asText).join(' ')
    return [
      ...this.#texts('query').map(lookUp),
      ...this.#texts('sql').flatMap((text) => queries(tool, text)),
      ...this.#texts('code').flatMap(runs),
      ...this.#texts('task').map((task) =>
        deed({ does: 'spawn-agent', task, type: tool, permissions: 'inherited', unattended: false }, task),
      ),
      ...(service === undefined || does === undefined
        ? []
        : [
            deed(
              {
                does: 'change-service',
                service,
                deed: does,
                target,
                production: namesProduction([literal(target), literal(service)]),
              },
              `${tool} ${target}`.trim(),
            ),
          ]),
    ]
  }

  #has(role: Role): boolean {
    return (this.#described.roles.get(role) ?? []).length > 0
  }

  #paths(role: Role): readonly string[] {
    const paths = this.#texts(role)
    if (paths.includes('')) throw new UnreadableInput(`a parameter of \`${this.#described.tool}\` (${role}) is empty`)
    return paths
  }

  #texts(role: Role): readonly string[] {
    return this.#values(role).map((value) => {
      if (typeof value === 'string') return value
      throw new UnreadableInput(`a parameter of \`${this.#described.tool}\` that is described as ${role} is not a text`)
    })
  }

  /** Lists stand for their elements. */
  #values(role: Role): readonly JsonValue[] {
    return (this.#described.roles.get(role) ?? []).flatMap((parameter) => {
      const found = valuesAt(this.#input, parameter.path)
      if (found.length > 0 || parameter.optional) return found
      const { tool } = this.#described
      throw new UnreadableInput(`parameter \`${parameter.name}\` of \`${tool}\` is missing; it is described as ${role}`)
    })
  }
}

function valuesAt(value: JsonValue | undefined, path: readonly string[]): readonly JsonValue[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((one) => valuesAt(one, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  if (typeof value !== 'object') return []
  const object = value as JsonObject
  return Object.hasOwn(object, key) ? valuesAt(object[key], rest) : []
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function writesUnknown(path: string, context: Context): Action {
  const place = placeOf(path, context)
  return deed({ does: 'write-file', place, how: 'overwrite', content: { kind: 'unknown' } }, path)
}

function messages(to: string, text: string): Action {
  const through = /^[^\s@]+@[^\s@]+$/.test(to) ? 'mail' : /^[#@]/.test(to) ? 'chat' : 'other'
  return deed({ does: 'send-message', to, text, through }, text === '' ? to : `to ${to}: ${text}`)
}

function queries(tool: string, text: string): readonly Action[] {
  const host = { kind: 'unknown', source: tool } as const
  return readStatements(text).map((statement) =>
    deed({ does: 'change-database', deed: statement.deed, target: statement.target, host }, statement.text),
  )
}

function runs(code: string): readonly Action[] {
  return [
    deed({ does: 'run-code', language: 'other', origin: 'inline', seenThrough: false }, code),
    deed({ does: 'something-opaque', text: code, because: 'unreadable-code' }, code),
  ]
}
