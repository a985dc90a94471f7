import { fingerprintOf } from './fingerprint.ts'
import { normalise, windowsPath } from './paths.ts'
import { copyJson, isJsonObject, type Limits, LIMITS, type Read, readJson, refuse } from './strict-json.ts'
import type { JsonValue, ToolCall } from './tool-call.ts'

/** What a call says about itself, after the JSON was read and before its fields are trusted. */
export interface CallParts {
  readonly tool: JsonValue | undefined
  readonly input: JsonValue | undefined
  readonly cwd: JsonValue | undefined
  readonly id?: JsonValue | undefined
  readonly session?: JsonValue | undefined
  readonly agent?: JsonValue | undefined
  readonly subagent?: { readonly id: string; readonly type: string }
}

/** What stands in for fields that a call may leave out. */
export interface CallDefaults {
  /** Left out: the start of the fingerprint. */
  readonly id?: string
  readonly session: string
  readonly agent: string
  readonly cwd: string
}

/** A row `{tool, input, cwd?, id?, session?, agent?}` as text or bytes. Never throws. */
export function readCallText(
  raw: Uint8Array | string,
  defaults: CallDefaults,
  limits: Limits = LIMITS,
): Read<ToolCall> {
  const read = readJson(raw, limits)
  return 'unreadable' in read ? read : fromRow(read.ok, defaults)
}

/** The same row as an object that somebody else made. Never throws. */
export function readCallValue(value: unknown, defaults: CallDefaults, limits: Limits = LIMITS): Read<ToolCall> {
  const read = copyJson(value, limits)
  return 'unreadable' in read ? read : fromRow(read.ok, defaults)
}

function fromRow(row: JsonValue, defaults: CallDefaults): Read<ToolCall> {
  if (!isJsonObject(row)) return refuse('call.unreadable', 'The call is not an object.')
  const { tool, input, cwd = defaults.cwd, id, session, agent } = row
  return toToolCall({ tool, input, cwd, id, session, agent }, defaults)
}

/** The one way to make a ToolCall: every field is checked, and a field of the wrong type is never replaced. */
export function toToolCall(parts: CallParts, defaults: CallDefaults): Read<ToolCall> {
  const { tool, input } = parts
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (typeof tool !== 'string' || tool === '' || tool.length > 256 || /[\u0000-\u001f\u007f]/.test(tool))
    return refuse('call.unreadable', 'The call does not say which tool it is for.')
  if (!isJsonObject(input)) return refuse('call.unreadable', `The input of \`${tool}\` is not an object.`)
  const cwd = absolute(parts.cwd)
  if (cwd === undefined) return refuse('call.unreadable', 'The working directory of the call is not an absolute path.')
  const fingerprint = fingerprintOf(tool, input, cwd)
  const id = name(parts.id, defaults.id ?? fingerprint.slice(0, 16))
  const session = name(parts.session, defaults.session)
  const agent = name(parts.agent, defaults.agent)
  if (id === undefined || session === undefined || agent === undefined)
    return refuse('call.unreadable', 'The id, session or agent of the call is not a short text.')
  const call = { id, session, agent, tool, input, cwd, fingerprint }
  return { ok: parts.subagent ? { ...call, subagent: parts.subagent } : call }
}

function absolute(cwd: JsonValue | undefined): string | undefined {
  if (typeof cwd !== 'string' || cwd.length > 4096) return undefined
  return cwd.startsWith('/') ? normalise(cwd) : windowsPath(cwd)
}

function name(value: JsonValue | undefined, otherwise: string): string | undefined {
  if (value === undefined) return otherwise
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= 512 ? value : undefined
}
