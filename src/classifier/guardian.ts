import { createHash } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'
import { withGrammars } from '../call/code/grammar.node.ts'
import { readCallValue } from '../call/read-call.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { toolNamed } from '../call/tools/index.ts'
import { UnreadableInput } from '../call/tools/tool.ts'
import { understand } from '../call/understand.ts'
import { realWorld } from '../call/world.node.ts'
import type { World } from '../call/world.ts'
import type { Deeds } from '../categories/category.ts'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { newSession } from '../session.ts'
import { usageAsJson } from '../journal/records.ts'
import type { Action } from '../call/action.ts'
import { GuardianAsking, messageOf } from './guardian-asking.ts'
import type {
  GuardianAgentConfig,
  GuardianAuditLogger,
  GuardianEvent,
  GuardianMode,
  GuardianReviewResult,
  LLMAdapter,
} from './guardian-contract.ts'
import { GUARDIAN_PROMPT, guardianQuestion, MOST_SHOWN } from './guardian-prompt.ts'
import { atLeast, knownRisk, type RiskLevel } from './guardian-risks.ts'
import type { Usage } from './reviewer.ts'

export { GUARDIAN_TIMEOUT_MS } from './guardian-asking.ts'
export { GUARDIAN_MODES, NotAsked } from './guardian-contract.ts'
export type {
  GuardianAgentConfig,
  GuardianAuditLogger,
  GuardianEvent,
  GuardianMode,
  GuardianReviewResult,
  LLMAdapter,
  LLMReply,
  LLMRequest,
} from './guardian-contract.ts'

/** What `monitor` and `guard` look at. */
export const SENSITIVE_TOOLS: ReadonlySet<string> = new Set(['Bash', 'Write', 'Edit', 'Agent'])

/** The same deeds under other names: a second shell is still a shell. */
const SENSITIVE_KIN: ReadonlySet<string> = new Set(
  'PowerShell Cmd Monitor REPL WriteStdin MultiEdit TextEditor ApplyPatch NotebookEdit Delete SaveMemory'.split(' '),
)

/** What these tools do. A tool of a program's own that does the same is as sensitive, whatever it is called. */
const SENSITIVE_DEEDS: ReadonlySet<Action['does']> = new Set<Action['does']>([
  'run-program',
  'run-code',
  'write-file',
  'delete-file',
  'change-access',
  'spawn-agent',
])

/** The least level that each mode blocks. */
const BLOCKS_FROM: Readonly<Record<GuardianMode, RiskLevel | undefined>> = {
  off: undefined,
  monitor: undefined,
  guard: 'high',
  strict: 'medium',
}

/** Stands in for a workspace that nobody named: every absolute path lies outside of it. */
const NO_WORKSPACE = '/no-workspace'

/** Remembered allows at most; the oldest is forgotten first. */
const MOST_REMEMBERED = 2_000

/** What the gate asks. */
export type Guardian = Pick<GuardianAgent, 'mode' | 'reviewDeeds' | 'certainOnly' | 'clearCache'>

/**
 * Assesses the risk of single tool calls with a model of its own, after everything that is certain without one. Works
 * alone; the gate asks it in every mode, before anything is allowed.
 */
export class GuardianAgent {
  readonly #config: GuardianAgentConfig
  readonly #model: GuardianAsking
  readonly #audit: GuardianAuditLogger | undefined
  readonly #session: string
  readonly #workspace: string
  readonly #allowed = new Map<string, Remembered>()
  #world: World | undefined

  constructor(
    config: GuardianAgentConfig,
    llmAdapter: LLMAdapter,
    auditLogger?: GuardianAuditLogger,
    sessionId: string = 'guardian',
    workspacePath: string = NO_WORKSPACE,
  ) {
    this.#config = config
    this.#model = new GuardianAsking(llmAdapter, config.timeoutMs, config.now)
    this.#audit = auditLogger
    this.#session = sessionId
    this.#workspace = workspacePath
  }

  get mode(): GuardianMode {
    return this.#config.mode
  }

  /** Never throws. A call that cannot be read counts as high. The reason of a refusal begins with `[guardian] Blocked`. */
  async review(toolName: string, args: Record<string, unknown>): Promise<GuardianReviewResult> {
    const result = await this.#reviewNamed(toolName, args)
    return result.allowed ? result : { ...result, reason: `[guardian] Blocked: ${result.reason}` }
  }

  async #reviewNamed(toolName: string, args: Record<string, unknown>): Promise<GuardianReviewResult> {
    if (this.#config.mode === 'off') return passed('off')
    const deeds = await this.#understand(toolName, args)
    const digest = this.#config.policyDigest ?? ''
    if (!('unreadable' in deeds)) return this.reviewDeeds(deeds, digest)
    if (!this.#looksAt(toolName, [])) return passed(this.#config.mode)
    return this.#settle({ tool: toolName, session: this.#session, digest: '' }, 'high', deeds.unreadable)
  }

  /** The same for a call that is already understood. `signal` ends the waiting: an abort is a failure. */
  async reviewDeeds(deeds: Deeds, policyDigest: string, signal?: AbortSignal): Promise<GuardianReviewResult> {
    const { call } = deeds
    if (!this.#looksAt(call.tool, deeds.actions)) return passed(this.#config.mode)
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
    const system = this.#config.systemPrompt ?? GUARDIAN_PROMPT
    const { usage, ...asked } = await this.#model.ask({ system, user: question, session: call.session }, signal)
    const paid = usage === undefined ? {} : { usage }
    if ('failure' in asked) return this.#settle(about, 'high', asked.failure, { failure: asked.failure, ...paid })
    const result = await this.#settle(about, asked.level, asked.reason, paid)
    if (result.allowed && !atLeast(asked.level, 'high')) this.#remember(key, { ...asked, session: call.session })
    return result
  }

  /** The same without a model: what is certain is blocked, and nothing else. For a call that was assessed before. */
  certainOnly(): Guardian {
    const { mode } = this.#config
    const certain: Guardian = {
      mode,
      reviewDeeds: async (deeds, policyDigest) =>
        this.#looksAt(deeds.call.tool, deeds.actions) && knownRisk(deeds) !== undefined
          ? this.reviewDeeds(deeds, policyDigest)
          : { ...passed(mode), reason: 'nothing about it is certain, and no model is asked again' },
      certainOnly: () => certain,
      clearCache: (sessionId) => this.clearCache(sessionId),
    }
    return certain
  }

  /** Ends what was allowed before: in one session, or in all. */
  clearCache(sessionId?: string): void {
    for (const [key, { session }] of this.#allowed)
      if (sessionId === undefined || session === sessionId) this.#allowed.delete(key)
  }

  #looksAt(toolName: string, actions: readonly Action[]): boolean {
    const { mode } = this.#config
    if (mode === 'off') return false
    if (mode === 'strict') return true
    const known = toolNamed(toolName)
    if (known === undefined) return actions.some(({ does }) => SENSITIVE_DEEDS.has(does))
    return SENSITIVE_TOOLS.has(known.name) || SENSITIVE_KIN.has(known.name)
  }

  async #understand(tool: string, input: unknown): Promise<Deeds | { readonly unreadable: string }> {
    try {
      const defaults = { session: this.#session, agent: 'generic', cwd: this.#workspace }
      const read = readCallValue({ tool, input }, defaults)
      if ('unreadable' in read) return { unreadable: read.unreadable.sentence }
      const world = (this.#world ??= this.#config.world ?? realWorld())
      const surroundings = surroundingsOf(read.ok.cwd, world, { trust: DEFAULT_TRUST })
      const session = newSession(this.#session)
      const { understanding } = await withGrammars(() => understand(read.ok, { surroundings, world, memory: session }))
      return { call: read.ok, actions: understanding.actions, surroundings, world, session }
    } catch (error) {
      if (!(error instanceof UnreadableInput)) this.#report(`a call could not be understood: ${messageOf(error)}`)
      return { unreadable: `the call does not have the shape of its tool: ${messageOf(error)}` }
    }
  }

  #remember(key: string, answer: Remembered): void {
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
      await this.#audit?.log(eventOf(about, mode, result))
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

interface Remembered {
  readonly level: RiskLevel
  readonly reason: string
  readonly session: string
}

function eventOf(
  { tool, session, digest }: { readonly tool: string; readonly session: string; readonly digest: string },
  mode: GuardianMode,
  result: GuardianReviewResult,
): GuardianEvent {
  const { allowed, riskLevel, reason, cached, failure, usage } = result
  return {
    type: 'guardian_review',
    severity: severityOf(result),
    session,
    tool,
    code: allowed ? 'guardian.risk' : 'guardian.blocked',
    sessionId: session,
    toolName: tool,
    details: {
      allowed,
      riskLevel,
      reason,
      cached,
      mode,
      inputDigest: digest,
      ...(failure === undefined ? {} : { failure }),
      ...(usage === undefined ? {} : { usage: usageAsJson(usage) }),
    },
  }
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
