import { fingerprintOf } from '../call/fingerprint.ts'
import { type Read, readJson, refuse, isJsonObject, LIMITS, type Unreadable } from '../call/strict-json.ts'
import { type CallParts, toToolCall } from '../call/read-call.ts'
import type { JsonObject, JsonValue, ToolCall } from '../call/tool-call.ts'
import type { AgentEvent, AgentName, DeliveredEvent, SaidEvent } from './agent.ts'

class UnreadableEvent extends Error {
  readonly unreadable: Unreadable
  constructor(unreadable: Unreadable) {
    super(unreadable.sentence)
    this.unreadable = unreadable
  }
}

/** Runs a reader over the payload of a hook; whatever it cannot read is a refusal, never an empty event. */
export function readingEvent(payload: JsonValue, read: (payload: JsonObject) => AgentEvent): Read<AgentEvent> {
  if (!isJsonObject(payload)) return refuse('call.unreadable', 'The hook was not given a JSON object.')
  try {
    return { ok: read(payload) }
  } catch (error) {
    if (error instanceof UnreadableEvent) return { unreadable: error.unreadable }
    throw error
  }
}

export function unreadable(sentence: string): never {
  throw new UnreadableEvent({ code: 'call.unreadable', sentence })
}

/** A text that must be there and not be empty. */
export function textField(payload: JsonObject, name: string): string {
  const value = own(payload, name)
  if (typeof value !== 'string' || value === '') unreadable(`The hook's \`${name}\` is missing or not a text.`)
  return value
}

/** Absent and null are the same; any other type is refused. */
export function optionalTextField(payload: JsonObject, name: string): string | undefined {
  const value = own(payload, name)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') unreadable(`The hook's \`${name}\` is not a text.`)
  return value
}

/** An object, or the same object as JSON text: several agents send either. */
export function objectField(payload: JsonObject, name: string): JsonObject {
  const value = own(payload, name)
  if (typeof value === 'string') {
    const read = readJson(value, LIMITS)
    if ('ok' in read && isJsonObject(read.ok)) return read.ok
    unreadable(`The hook's \`${name}\` is a text that is not a JSON object.`)
  }
  if (!isJsonObject(value)) unreadable(`The hook's \`${name}\` is missing or not an object.`)
  return value
}

/** A tool's result as text, whatever shape it came in. */
export function resultText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The ToolCall of an event. `session` must not be empty; without an id the call is known by its fingerprint. */
export function callOf(agent: AgentName, parts: Omit<CallParts, 'agent'>): ToolCall {
  const session = parts.session
  if (typeof session !== 'string' || session === '') unreadable('The hook does not say which session it is for.')
  const read = toToolCall({ ...parts, agent }, { session, agent, cwd: '' })
  if ('unreadable' in read) throw new UnreadableEvent(read.unreadable)
  return read.ok
}

/** By name, or as an object with an id. Anything else names none: what it is for is only whom to ask for a review. */
export function modelOf({ model }: JsonObject): { readonly model?: string } {
  const name = isJsonObject(model) ? model['id'] : model
  return typeof name === 'string' && name !== '' && name.length <= 200 ? { model: name } : {}
}

/**
 * Which call a result is of: by the client's id, else by its fingerprint, here as before it ran. A result of no call that
 * can be told belongs to none: it says that somebody is there, and no more.
 */
export function ranCall(ran: {
  readonly id?: JsonValue | undefined
  readonly tool: string
  readonly input: JsonValue | undefined
  readonly cwd: JsonValue | undefined
}): { readonly call?: string } {
  const { id, tool, input, cwd } = ran
  if (typeof id === 'string' && id !== '') return { call: id }
  const given = typeof input === 'string' ? readJson(input, LIMITS) : { ok: input }
  const read = 'ok' in given ? given.ok : undefined
  if (!isJsonObject(read) || typeof cwd !== 'string') return {}
  return { call: fingerprintOf(tool, read, cwd).slice(0, 16) }
}

/** What the user said, and where the agent works. A directory that cannot be read is left out: nothing runs there. */
export function saidBy(
  kind: SaidEvent['kind'],
  name: string,
  session: string,
  text: string,
  cwd: JsonValue | undefined,
): SaidEvent {
  return { kind, name, session, text, ...(typeof cwd === 'string' && cwd.startsWith('/') ? { cwd } : {}) }
}

/** The client reports what a sub-agent in the background did as a prompt, and says of it what it says of a typed one. */
const MADE_BY_THE_CLIENT = /^\s*<(?:task-notification|teammate-message|system-reminder)\b/

/** Nobody typed it, whatever the client says. */
export function isMadeByClient(prompt: string): boolean {
  return MADE_BY_THE_CLIENT.test(prompt)
}

/** A prompt: the user's word, or what one agent told another. */
export function promptOf(
  payload: JsonObject,
  name: string,
  session: string,
  from: 'user' | 'agent',
): SaidEvent | DeliveredEvent {
  const text = optionalTextField(payload, 'prompt') ?? ''
  return from === 'agent' || isMadeByClient(text)
    ? { kind: 'delivered', name, session, text }
    : saidBy('user-prompt', name, session, text, payload['cwd'])
}

/** Sub-agents with an id of their own inside the same session. */
export function subagentOf(payload: JsonObject): { readonly id: string; readonly type: string } | undefined {
  const id = optionalTextField(payload, 'agent_id')
  if (id === undefined || id === '') return undefined
  return { id, type: optionalTextField(payload, 'agent_type') ?? 'unknown' }
}

/**
 * What the user answered to questions the agent asked. The question is the agent's own prose, so it is quoted: it gives
 * the answer its meaning and can never pass for the user's words.
 */
export function answersText(result: JsonValue | undefined, input: JsonValue | undefined): string | undefined {
  for (const place of [result, input]) {
    const answers = isJsonObject(place) ? place['answers'] : undefined
    if (!isJsonObject(answers)) continue
    const lines = Object.entries(answers).map(
      ([question, answer]) => `Asked ${JSON.stringify(question)}, the user answered: ${resultText(answer)}`,
    )
    if (lines.length > 0) return lines.join('\n')
  }
  return undefined
}

function own(payload: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(payload, name) ? payload[name] : undefined
}
