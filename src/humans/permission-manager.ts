import { fingerprintOf } from '../call/fingerprint.ts'
import { copyJson, isJsonObject } from '../call/strict-json.ts'
import type { JsonObject, ToolCall } from '../call/tool-call.ts'
import { toolNamed } from '../call/tools/index.ts'
import type { Mode } from '../session.ts'
import { textOf } from './call-text.ts'
import type { ChannelPermissionGate } from './channel-gate.ts'
import { truthful } from './look-alikes.ts'
import { makeQuestion } from './questions/make-question.ts'
import { memoryQueue } from './queue/memory-queue.ts'
import { type Choice, type Question, QUESTION_TIMEOUT_MS, type Settlement } from './questions/question.ts'
import type { NotAsked, Queue } from './queue/queue.ts'

export interface PermissionResult {
  readonly behavior: 'allow' | 'deny' | 'allowSession'
  readonly message?: string
}

/** What the window that asks is told. `question.text` is what a person is to be shown. */
export interface PermissionRequest {
  readonly requestId: string
  readonly sessionId: string
  readonly toolName: string
  readonly toolInput: JsonObject
  readonly question: Question
}

/** Where a question is put on a screen: a window of a desktop program. */
export interface PermissionSender {
  send(event: 'permission-request', request: PermissionRequest): void
}

/** Where the session's user writes from, when that is a chat. */
export interface ChannelContext {
  readonly channelId: string
  readonly chatId: string
  readonly senderId: string
}

export type PermissionCallback = (toolName: string, toolInput: unknown) => Promise<PermissionResult>

export interface PermissionManagerOptions {
  readonly queue?: Queue
  readonly now?: () => number
  readonly timeoutMs?: number
  /** Where relative paths of the tools start: part of what an approval is bound to. */
  readonly cwd?: string
  /** Questions of one session that may wait. Default 5; only for a queue of its own. */
  readonly mostPerSession?: number
}

/** Tools that change a file and nothing else, which `acceptEdits` spares. */
const EDITS: readonly string[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit']

/** Whether a person is asked about a tool. One that nobody told us about may do anything. */
export function isSensitiveTool(toolName: string, mode: Mode): boolean {
  const tool = toolNamed(toolName)
  if (tool === undefined) return true
  if (mode === 'acceptEdits' && EDITS.includes(tool.name)) return false
  return tool.safe !== true
}

/**
 * Asks the person at a desktop or in a chat, tool by tool. An answer for the session holds for exactly the call that was
 * shown, never for the tool's name. Whatever fails is a deny.
 */
export class PermissionManager {
  readonly #queue: Queue
  readonly #options: PermissionManagerOptions
  /** Session → fingerprints of calls the person allowed for the session. */
  readonly #allowed = new Map<string, Set<string>>()
  /** Sessions that ended while something of theirs was asked. */
  readonly #ended = new Set<string>()
  #calls = 0

  constructor(options: PermissionManagerOptions = {}) {
    this.#options = options
    this.#queue = options.queue ?? memoryQueue(options.mostPerSession ?? 5, options.now)
  }

  async requestPermission(
    session: string,
    sender: PermissionSender | undefined,
    toolName: string,
    toolInput: unknown,
  ): Promise<PermissionResult> {
    const call = this.#callOf(session, toolName, toolInput)
    if (call === undefined) return denied(UNREADABLE)
    if (this.#allowed.get(session)?.has(call.fingerprint)) return { behavior: 'allow' }
    this.#ended.delete(session)
    try {
      const settlement = await this.#ask(call, sender)
      if (this.#ended.has(session)) return denied('the session has ended')
      const result = resultOf(settlement)
      if (result.behavior === 'allowSession') this.#allow(session, call.fingerprint)
      return result
    } catch (error) {
      return denied(`nobody could be asked: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** The person's answer. Only the two words that allow do; anything else is a no. */
  resolvePermission(requestId: string, result: PermissionResult): void {
    const question = this.#queue.find(requestId)
    const { behavior, message } = result
    const choice: Choice =
      behavior === 'allow'
        ? { says: 'once' }
        : behavior === 'allowSession'
          ? { says: 'session' }
          : { says: 'deny', ...(typeof message === 'string' ? { message } : {}) }
    const shown = question?.shown ?? ''
    this.#queue.answer(requestId, { choice, shown, by: 'desktop', channel: 'desktop' }).catch(() => undefined)
  }

  /** Forgets what was allowed for the session and denies what it still asks. */
  cleanupSession(session: string): void {
    this.#allowed.delete(session)
    this.#ended.add(session)
    this.#queue.withdrawSession(session, 'the session has ended').catch(() => undefined)
  }

  /**
   * What to call before a tool runs. Undefined in `bypassPermissions`: every tool passes. With a chat context and its
   * gate, the chat is asked, else the window of `sender`.
   */
  buildPermissionCallback(
    session: string,
    sender: PermissionSender | undefined,
    permissionMode: Mode,
    channelContext?: ChannelContext,
    channelPermissionGate?: ChannelPermissionGate,
  ): PermissionCallback | undefined {
    if (permissionMode === 'bypassPermissions') return undefined
    return async (toolName, toolInput) => {
      if (!isSensitiveTool(toolName, permissionMode)) return { behavior: 'allow' }
      if (permissionMode === 'dontAsk') return denied('this mode does not ask')
      if (channelContext === undefined) return this.requestPermission(session, sender, toolName, toolInput)
      if (channelPermissionGate === undefined) return denied('no chat can be asked')
      return this.#askChat(session, channelContext, channelPermissionGate, toolName, toolInput)
    }
  }

  async #askChat(
    session: string,
    { channelId, chatId, senderId }: ChannelContext,
    gate: ChannelPermissionGate,
    toolName: string,
    toolInput: unknown,
  ): Promise<PermissionResult> {
    const call = this.#callOf(session, toolName, toolInput)
    if (call === undefined) return denied(UNREADABLE)
    const text = textOf(call, toolNamed(toolName), [])
    const details = { input: call.input, cwd: call.cwd, session }
    const confirmed = await gate.requestConfirmation(channelId, chatId, senderId, toolName, text, details)
    return confirmed === true ? { behavior: 'allow' } : denied('it was not confirmed in the chat')
  }

  async #ask(call: ToolCall, sender: PermissionSender | undefined): Promise<Settlement | NotAsked> {
    const { id, session, agent, tool, cwd, fingerprint, input } = call
    const texts = { session, agent, call: id, tool: truthful(tool), cwd: truthful(cwd), fingerprint, policyDigest: '' }
    const asked = { ...texts, text: textOf(call, toolNamed(tool), []), deeds: [], why: [], offers: [] }
    const now = (this.#options.now ?? Date.now)()
    const question = makeQuestion(asked, now, this.#options.timeoutMs ?? QUESTION_TIMEOUT_MS)
    const deaf = this.#queue.listen((event) => {
      if (event.what !== 'asked' || event.question.key !== question.key) return
      const about = { sessionId: session, toolName: tool, toolInput: input }
      sender?.send('permission-request', { requestId: event.question.id, ...about, question: event.question })
    })
    try {
      return await this.#queue.ask(question)
    } finally {
      deaf()
    }
  }

  /** A copy of what was asked; nothing that happens to the original later changes it. */
  #callOf(session: string, tool: string, asked: unknown): ToolCall | undefined {
    const read = copyJson(asked)
    if ('unreadable' in read || !isJsonObject(read.ok)) return undefined
    const input = read.ok
    const cwd = this.#options.cwd ?? '/'
    const fingerprint = fingerprintOf(tool, input, cwd)
    return { id: `call-${++this.#calls}`, session, agent: 'library', tool, input, cwd, fingerprint }
  }

  #allow(session: string, fingerprint: string): void {
    const allowed = this.#allowed.get(session)
    if (allowed === undefined) this.#allowed.set(session, new Set([fingerprint]))
    else allowed.add(fingerprint)
  }
}

const UNREADABLE = 'the input of the tool is not readable'

function denied(message: string): PermissionResult {
  return { behavior: 'deny', message }
}

function resultOf(settlement: Settlement | NotAsked): PermissionResult {
  if (!('how' in settlement)) return denied(settlement.message)
  switch (settlement.how) {
    case 'answered': {
      const { choice } = settlement
      if (choice.says === 'deny') return denied(choice.message ?? 'the person said no')
      return { behavior: choice.says === 'session' ? 'allowSession' : 'allow' }
    }
    case 'expired':
      return denied('no answer came in time')
    case 'withdrawn':
      return denied(settlement.because)
  }
}
