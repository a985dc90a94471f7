import { createHash } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'
import { loadPowerShell } from '../call/powershell/grammar.node.ts'
import { readCallValue } from '../call/read-call.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { toolNamed } from '../call/tools/index.ts'
import { UnreadableInput } from '../call/tools/tool.ts'
import { understand } from '../call/understand.ts'
import { shorten, visible } from '../call/visible.ts'
import { realWorld } from '../call/world.node.ts'
import type { World } from '../call/world.ts'
import type { Deeds } from '../categories/category.ts'
import { newSession } from '../session.ts'
import { GUARDIAN_PROMPT, guardianQuestion, MOST_SHOWN, readGuardianAnswer } from './guardian-prompt.ts'
import { atLeast, knownRisk, type RiskLevel } from './guardian-risks.ts'
import type { Usage } from './reviewer.ts'

/** After this long without an answer the model is taken to have failed. */
export const GUARDIAN_TIMEOUT_MS = 15_000

/** What `monitor` and `guard` look at. */
export const SENSITIVE_TOOLS: ReadonlySet<string> = new Set(['Bash', 'Write', 'Edit', 'Agent'])

/** The same deeds under other names: a second shell is still a shell. */
const SENSITIVE_KIN: ReadonlySet<string> = new Set(
  'PowerShell Cmd Monitor REPL WriteStdin MultiEdit TextEditor ApplyPatch NotebookEdit Delete SaveMemory'.split(' '),
)

/**
 * `off` looks at nothing. `monitor` records and never blocks. `guard` blocks high and critical calls of sensitive tools
 * and, when its model fails, lets the call pass and says so. `strict` looks at every tool, blocks from medium on, and
 * blocks when its model fails.
 */
export type GuardianMode = 'off' | 'monitor' | 'guard' | 'strict'

export const GUARDIAN_MODES: readonly GuardianMode[] = ['off', 'monitor', 'guard', 'strict']

/** The least level that each mode blocks. */
const BLOCKS_FROM: Readonly<Record<GuardianMode, RiskLevel | undefined>> = {
  off: undefined,
  monitor: undefined,
  guard: 'high',
  strict: 'medium',
}

export interface GuardianAgentConfig {
  readonly mode: GuardianMode
  /** Default `GUARDIAN_TIMEOUT_MS`. */
  readonly timeoutMs?: number
  /** Default: the words of `guardian-prompt.ts`. The form of the answer stays the same. */
  readonly systemPrompt?: string
  /** Digest of the policy in force: an allow given under one policy is not remembered under another. */
  readonly policyDigest?: string
  /** Default: this machine. */
  readonly world?: World
  /** Everything that went wrong, as a sentence. Default: a warning of the process. */
  readonly onProblem?: (problem: string) => void
}

/** The model that the guardian asks. Rejects when there is no answer. */
export interface LLMAdapter {
  complete(request: LLMRequest, signal: AbortSignal): Promise<LLMReply>
}

export interface LLMRequest {
  readonly system: string
  readonly user: string
  /** Whose call it is, for the bill. */
  readonly session: string
}

export interface LLMReply {
  readonly text: string
  /** True only when the model ended its answer by itself: not cut, not refused. */
  readonly ended: boolean
  readonly usage?: Usage
}

/** Where the guardian's events go. An event that cannot be recorded is a problem, and then nothing is let through. */
export interface GuardianAuditLogger {
  log(event: GuardianEvent): void | Promise<void>
}

export interface GuardianEvent {
  readonly type: 'guardian_review'
  readonly severity: 'info' | 'warn' | 'critical'
  readonly sessionId: string
  readonly toolName: string
  readonly details: GuardianReviewResult & { readonly mode: GuardianMode; readonly inputDigest: string }
}

export interface GuardianReviewResult {
  readonly allowed: boolean
  readonly riskLevel: RiskLevel
  readonly reason: string
  readonly cached: boolean
  /** Absent when the mode does not look at this tool. */
  readonly reviewed?: true
  /** Why no level could be found out. The call then counts as high; `allowed` is what the mode makes of that. */
  readonly failure?: string
  /** What the model was paid for its answer, when it was asked and says. */
  readonly usage?: Usage
}

/** Stands in for a workspace that nobody named: every absolute path lies outside of it. */
const NO_WORKSPACE = '/no-workspace'

/** Remembered allows at most; the oldest is forgotten first. */
const MOST_REMEMBERED = 2_000

/**
 * Assesses the risk of single tool calls with a model of its own, after everything that is certain without one. Works
 * alone; the gate asks it in the modes where a person decides.
 */
export class GuardianAgent {
  readonly #config: GuardianAgentConfig
  readonly #llm: LLMAdapter
  readonly #audit: GuardianAuditLogger | undefined
  readonly #session: string
  readonly #workspace: string
  readonly #allowed = new Map<string, { level: RiskLevel; reason: string }>()
  #world: World | undefined

  constructor(
    config: GuardianAgentConfig,
    llmAdapter: LLMAdapter,
    auditLogger?: GuardianAuditLogger,
    sessionId: string = 'guardian',
    workspacePath: string = NO_WORKSPACE,
  ) {
    this.#config = config
    this.#llm = llmAdapter
    this.#audit = auditLogger
    this.#session = sessionId
    this.#workspace = workspacePath
  }

  get mode(): GuardianMode {
    return this.#config.mode
  }

  /** Never throws. A call that cannot be read counts as high. */
  async review(toolName: string, args: Record<string, unknown>): Promise<GuardianReviewResult> {
    if (!this.#looksAt(toolName)) return passed(this.#config.mode)
    const deeds = await this.#understand(toolName, args)
    const digest = this.#config.policyDigest ?? ''
    return 'unreadable' in deeds
      ? this.#settle({ tool: toolName, session: this.#session, digest: '' }, 'high', deeds.unreadable)
      : this.reviewDeeds(deeds, digest)
  }

  /** The same for a call that is already understood. `signal` ends the waiting: an abort is a failure. */
  async reviewDeeds(deeds: Deeds, policyDigest: string, signal?: AbortSignal): Promise<GuardianReviewResult> {
    const { call } = deeds
    if (!this.#looksAt(call.tool)) return passed(this.#config.mode)
    const key = keyOf(deeds, policyDigest)
    const about = { tool: call.tool, session: call.session, digest: key }
    const known = knownRisk(deeds)
    if (known) return this.#settle(about, known.level, known.reason)
    const remembered = this.#allowed.get(key)
    if (remembered) return this.#settle(about, remembered.level, remembered.reason, { cached: true })
    const question = guardianQuestion({
      tool: call.tool,
      input: call.input,
      workspace: deeds.surroundings.workspace,
      cwd: call.cwd,
    })
    if (question.length > MOST_SHOWN) return this.#settle(about, 'high', 'the call is too long to be assessed')
    const { usage, ...asked } = await this.#ask(question, call.session, signal)
    const paid = usage === undefined ? {} : { usage }
    if ('failure' in asked) return this.#settle(about, 'high', asked.failure, { failure: asked.failure, ...paid })
    const result = await this.#settle(about, asked.level, asked.reason, paid)
    if (result.allowed && !atLeast(asked.level, 'high')) this.#remember(key, asked)
    return result
  }

  /** Ends what the session was allowed before. */
  clearCache(): void {
    this.#allowed.clear()
  }

  #looksAt(toolName: string): boolean {
    const { mode } = this.#config
    if (mode === 'off') return false
    if (mode === 'strict') return true
    const name = toolNamed(toolName)?.name ?? toolName
    return SENSITIVE_TOOLS.has(name) || SENSITIVE_KIN.has(name)
  }

  async #understand(tool: string, input: unknown): Promise<Deeds | { readonly unreadable: string }> {
    try {
      if (toolNamed(tool)?.name === 'PowerShell') await loadPowerShell()
      const defaults = { session: this.#session, agent: 'generic', cwd: this.#workspace }
      const read = readCallValue({ tool, input }, defaults)
      if ('unreadable' in read) return { unreadable: read.unreadable.sentence }
      const world = (this.#world ??= this.#config.world ?? realWorld())
      const surroundings = surroundingsOf(read.ok.cwd, world)
      const session = newSession(this.#session)
      const { understanding } = understand(read.ok, { surroundings, world, memory: session })
      return { call: read.ok, actions: understanding.actions, surroundings, world, session, trusted: { hosts: [] } }
    } catch (error) {
      if (!(error instanceof UnreadableInput)) this.#report(`a call could not be understood: ${messageOf(error)}`)
      return { unreadable: `the call does not have the shape of its tool: ${messageOf(error)}` }
    }
  }

  /** One question, one deadline. An answer that comes later is not waited for and not used. */
  async #ask(user: string, session: string, signal?: AbortSignal): Promise<Meaning & { usage?: Usage | undefined }> {
    const millis = this.#config.timeoutMs ?? GUARDIAN_TIMEOUT_MS
    const ending = new AbortController()
    const system = this.#config.systemPrompt ?? GUARDIAN_PROMPT
    let timer: NodeJS.Timeout | undefined
    let stop: (() => void) | undefined
    try {
      const ended = new Promise<{ failure: string }>((resolve) => {
        timer = setTimeout(() => resolve({ failure: `no answer within ${millis} ms` }), millis)
        stop = () => resolve({ failure: 'the review was aborted' })
        if (signal?.aborted === true) stop()
        else signal?.addEventListener('abort', stop, { once: true })
      })
      const answered = this.#llm.complete({ system, user, session }, ending.signal).then(
        (reply) => ({ ...meaningOf(reply), usage: reply.usage }),
        (error: unknown) => ({ failure: `the model failed: ${messageOf(error)}` }),
      )
      return await Promise.race([answered, ended])
    } catch (error) {
      return { failure: `the model failed: ${messageOf(error)}` }
    } finally {
      clearTimeout(timer)
      if (stop) signal?.removeEventListener('abort', stop)
      ending.abort()
    }
  }

  #remember(key: string, answer: { level: RiskLevel; reason: string }): void {
    this.#allowed.set(key, answer)
    for (const oldest of this.#allowed.keys()) {
      if (this.#allowed.size <= MOST_REMEMBERED) break
      this.#allowed.delete(oldest)
    }
  }

  /** What the mode makes of a level, recorded before it is said. */
  async #settle(
    about: { readonly tool: string; readonly session: string; readonly digest: string },
    riskLevel: RiskLevel,
    reason: string,
    how: { readonly cached?: true; readonly failure?: string; readonly usage?: Usage } = {},
  ): Promise<GuardianReviewResult> {
    const { mode } = this.#config
    const least = blocksFrom(mode)
    const opens = how.failure !== undefined && mode === 'guard'
    const result: GuardianReviewResult = {
      allowed: opens || least === undefined || !atLeast(riskLevel, least),
      riskLevel,
      reason: opens ? `let through without an assessment, as mode guard does: ${reason}` : reason,
      cached: how.cached === true,
      reviewed: true,
      ...(how.failure === undefined ? {} : { failure: how.failure }),
      ...(how.usage === undefined ? {} : { usage: how.usage }),
    }
    if (how.failure !== undefined)
      this.#report(
        `${about.tool} was ${result.allowed ? 'let through' : 'blocked'} without an assessment: ${how.failure}`,
      )
    try {
      await this.#audit?.log({
        type: 'guardian_review',
        severity: severityOf(result),
        sessionId: about.session,
        toolName: about.tool,
        details: { ...result, mode, inputDigest: about.digest },
      })
      return result
    } catch (error) {
      const failure = `the event could not be recorded: ${messageOf(error)}`
      this.#report(failure)
      return least === undefined ? result : { ...result, allowed: false, reason: failure, failure }
    }
  }

  #report(problem: string): void {
    const say = this.#config.onProblem ?? ((text: string) => process.emitWarning(text, 'GuardianWarning'))
    try {
      say(`guardian: ${problem}`)
    } catch {
      // Whoever listens must not be able to change the verdict.
    }
  }
}

type Meaning = { level: RiskLevel; reason: string } | { failure: string }

function meaningOf(reply: LLMReply): Meaning {
  if (reply.ended !== true) return { failure: 'the answer was cut or refused' }
  return readGuardianAnswer(reply.text) ?? { failure: 'the answer was not the one JSON object that was asked for' }
}

/** SHA-256 over the call, where it runs, the policy and the session. */
function keyOf({ call }: Deeds, policyDigest: string): string {
  const { tool, input, cwd, session } = call
  return createHash('sha256').update(canonical({ cwd, input, policyDigest, session, tool })).digest('hex')
}

function blocksFrom(mode: GuardianMode): RiskLevel | undefined {
  return BLOCKS_FROM[mode]
}

function passed(mode: GuardianMode): GuardianReviewResult {
  const reason = mode === 'off' ? 'the guardian is off' : `mode ${mode} does not look at this tool`
  return { allowed: true, riskLevel: 'none', reason, cached: false }
}

function severityOf(result: GuardianReviewResult): GuardianEvent['severity'] {
  if (!result.allowed || result.riskLevel === 'critical') return 'critical'
  return result.failure !== undefined || atLeast(result.riskLevel, 'medium') ? 'warn' : 'info'
}

function messageOf(error: unknown): string {
  return shorten(visible(error instanceof Error ? error.message : String(error)), 300)
}
