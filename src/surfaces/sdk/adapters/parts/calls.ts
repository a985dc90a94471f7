import { reasonOf } from '../../../../agents/answers.ts'
import { canonical } from '../../../../call/canonical-json.ts'
import { copyJson } from '../../../../call/strict-json.ts'
import type { JsonValue } from '../../../../call/tool-call.ts'
import { AbortError } from '../../../../classifier/denials.ts'
import type { Reason, Verdict } from '../../../../verdict.ts'
import type { GatedSession, GatedSubagent, ResultForModel } from '../../gated-session.ts'
import type { ContainedResult } from '../../run-contained.ts'

/** A whole session, or one sub-agent of it. */
export type AgentGate = GatedSession | GatedSubagent

export interface AdapterOptions {
  /**
   * Who is asked when the gate says `ask`: whoever answers the framework's own approvals (the default), or the approver
   * of the gate (`openGate({ approver })`, the daemon's console and chats).
   */
  readonly approvals?: 'framework' | 'gate'
  /**
   * Tools that hand `input.command` to a shell in the session's directory, by name, and what makes their output of a run
   * behind walls. What is not understood may be contained then: a gate inside your program runs it, and the tool is not
   * called. `containedText` makes the usual text of it.
   */
  readonly contained?: Readonly<Record<string, (result: ContainedResult) => unknown>>
  /** Tools that do the same and are called with the command that stands in its place: the only way with a daemon's gate. */
  readonly runsRewritten?: readonly string[]
  /** Milliseconds that the gate may take for one call. What comes later is a refusal. Default: 330,000. */
  readonly patience?: number
}

/** One call as the framework gives it. */
export interface FrameworkCall {
  /** The framework's id of the call. Without one, nobody can be asked through the framework. */
  readonly id: string | undefined
  readonly tool: string
  readonly input: unknown
  readonly signal?: AbortSignal | undefined
  /** Where the tool works, when the framework says so. Left out: in the session's directory. */
  readonly cwd?: string | undefined
}

/** The input is a copy: whoever holds the original can no longer change what is judged, and then run. */
export function callOf({ input, ...rest }: FrameworkCall): FrameworkCall {
  const copied = copyJson(input)
  return { ...rest, input: 'ok' in copied ? copied.ok : input }
}

/** What an adapter does with a call. Nothing but `run` runs the tool; `contained`: only behind walls, by `perform`. */
export type Ruling =
  | { readonly says: 'run'; readonly contained?: Verdict }
  | { readonly says: 'ask'; readonly message: string }
  | { readonly says: 'refuse'; readonly message: string; readonly code: string }

/** When the tool is about to run, nobody is asked any more. */
export type Admission = Exclude<Ruling, { readonly says: 'ask' }>
export type Admitted = Extract<Ruling, { readonly says: 'run' }>

/** What the framework knows of a person's answer when the tool is about to run. */
export type PersonsAnswer = 'approved' | 'refused' | 'unasked'

/** What an adapter throws where the framework has no other way to refuse. The message is for the model. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly code: string

  constructor({ message, code }: { readonly message: string; readonly code: string }) {
    super(message)
    this.code = code
  }
}

/** Longer than a person has to answer the gate's own question, which is five minutes unless the settings say otherwise. */
const PATIENCE = 330_000

/** More calls than any framework leaves open at once. The oldest are forgotten, and judged again. */
const MOST_KEPT = 1_000

interface Kept {
  readonly text: string
  readonly ruling: Promise<Ruling>
}

/**
 * The calls of one agent on their way through a framework, which asks about a call in one place and runs it in another,
 * perhaps in another process. Nothing here rejects: whatever fails is a refusal.
 */
export class Calls {
  readonly #gate: AgentGate
  readonly #options: AdapterOptions
  readonly #whose: { readonly agent?: string }
  readonly #kept = new Map<string, Kept>()
  /** Of calls that the framework gives no name: known by the very object. */
  readonly #unnamed = new WeakMap<FrameworkCall, Promise<Ruling>>()
  #stopped: AbortError | undefined

  /** `agent`: whose built-in tools the calls may be, for a framework that brings its own. */
  constructor(gate: AgentGate, options: AdapterOptions = {}, agent?: string) {
    this.#gate = gate
    this.#options = options
    this.#whose = agent === undefined ? {} : { agent }
  }

  /** Ends the run of an agent that was told to stop. */
  throwIfStopped(): void {
    if (this.#stopped) throw this.#stopped
  }

  get stopped(): AbortError | undefined {
    return this.#stopped
  }

  /** What the user said. What a sub-agent is told comes from an agent, never from the user. */
  userSaid(text: string): void {
    if ('userSaid' in this.#gate && text !== '') this.#gate.userSaid(text)
  }

  /** What the gate says before a person is asked and before the tool runs. The same call is judged once. */
  before(call: FrameworkCall): Promise<Ruling> {
    const text = textOf(call)
    if (text === undefined || call.id === undefined) {
      const ruling = this.#judge(call, 'gate')
      this.#unnamed.set(call, ruling)
      return ruling
    }
    const kept = this.#kept.get(call.id)
    if (kept?.text === text) return kept.ruling
    const ruling = this.#judge(call, this.#options.approvals ?? 'framework')
    this.#kept.set(call.id, { text, ruling })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
    return ruling
  }

  /**
   * The last word before the tool runs. What was asked runs only once the gate took a person's answer for exactly this
   * id and input: the framework's own word that somebody approved is not enough.
   */
  async admit(call: FrameworkCall, answer: PersonsAnswer): Promise<Admission> {
    const admitted = await this.#admit(call, answer)
    return call.signal?.aborted ? refuse(GIVEN_UP) : admitted
  }

  async #admit(call: FrameworkCall, answer: PersonsAnswer): Promise<Admission> {
    const kept = await this.#take(call)
    if (kept?.says === 'refuse') return kept
    if (answer === 'refused') return this.#refusedByPerson(call)
    if (answer === 'unasked') return withoutPerson(kept ?? (await this.#judge(call, 'gate')))
    if (kept?.says === 'run') return kept
    const settled = await this.#settle(call, 'approved')
    if (kept !== undefined || settled.says !== 'refuse' || settled.code !== 'approval.unknown') return settled
    // The program asks its users about calls that the gate never asked about. Then the gate decides for itself.
    return withoutPerson(await this.#judge(call, 'gate'))
  }

  /** A person refused it in the framework: no later answer may allow it. */
  async refused(call: FrameworkCall): Promise<void> {
    const kept = await this.#take(call)
    if (kept === undefined || kept.says === 'ask') await this.#settle(call, 'refused')
  }

  /** Runs what was admitted: the tool with its own input or with what stands in its place, or behind walls without the tool. */
  async perform(call: FrameworkCall, ruling: Admitted, run: (input: unknown) => unknown): Promise<unknown> {
    const { contained } = ruling
    if (contained === undefined || !this.isRunHere(call, ruling)) return run(inputOf(call, ruling))
    return this.#options.contained![call.tool]!(await this.#gate.runContained!(contained, call.signal))
  }

  /** Whether it runs behind walls without the tool being called. */
  isRunHere({ tool }: FrameworkCall, { contained }: Admitted): boolean {
    return contained !== undefined && this.#outputOf(tool) !== undefined
  }

  /** What the model is to be given in place of a result. */
  async look(call: FrameworkCall, output: unknown): Promise<ResultForModel> {
    const { id, tool, input, signal } = call
    const result = { tool, input, output, ...(id === undefined ? {} : { id }) }
    const looked = await this.#inTime(signal, (until) => this.#gate.returned(result, until))
    if ('failed' in looked) return withheld(looked.failed)
    return isResultForModel(looked.came) ? looked.came : withheld(GARBAGE)
  }

  async #refusedByPerson(call: FrameworkCall): Promise<Admission> {
    const settled = await this.#settle(call, 'refused')
    return settled.says === 'refuse' ? settled : refuse(REFUSED_BY_PERSON)
  }

  async #take(call: FrameworkCall): Promise<Ruling | undefined> {
    const unnamed = this.#unnamed.get(call)
    if (call.id === undefined || unnamed !== undefined) {
      this.#unnamed.delete(call)
      return unnamed
    }
    const kept = this.#kept.get(call.id)
    if (kept === undefined || kept.text !== textOf(call)) return undefined
    this.#kept.delete(call.id)
    return kept.ruling
  }

  #judge(call: FrameworkCall, approvals: 'framework' | 'gate'): Promise<Ruling> {
    const { id, tool, input, signal, cwd } = call
    const interactive = approvals === 'framework' && id !== undefined
    const canRunRewritten = this.#outputOf(tool) !== undefined || this.#options.runsRewritten?.includes(tool) === true
    const ask = (until: AbortSignal): Promise<Verdict> =>
      this.#gate.judge(tool, input, {
        signal: until,
        interactive,
        ...this.#whose,
        ...(canRunRewritten ? { canRunRewritten } : {}),
        ...(cwd === undefined ? {} : { cwd }),
        ...(id === undefined ? {} : { id }),
      })
    return this.#ruled(signal, ask, canRunRewritten)
  }

  /** What makes a tool's output of a run behind walls, where the gate can run one itself. */
  #outputOf(tool: string): ((result: ContainedResult) => unknown) | undefined {
    const { contained } = this.#options
    const canRun = contained !== undefined && this.#gate.runContained !== undefined && Object.hasOwn(contained, tool)
    return canRun ? contained[tool] : undefined
  }

  async #settle(call: FrameworkCall, answer: 'approved' | 'refused'): Promise<Admission> {
    const { id, tool, input, signal, cwd } = call
    if (id === undefined) return refuse(NO_ID)
    const where = cwd === undefined ? {} : { cwd }
    const answered = { id, tool, input, approved: answer === 'approved', ...this.#whose, ...where }
    return withoutPerson(await this.#ruled(signal, (until) => this.#gate.settle(answered, until)))
  }

  async #ruled(
    signal: AbortSignal | undefined,
    ask: (until: AbortSignal) => Promise<Verdict>,
    canContain = false,
  ): Promise<Ruling> {
    const asked = await this.#inTime(signal, ask)
    return 'failed' in asked ? refuse(asked.failed) : rulingOf(asked.came, canContain)
  }

  /** What came within the time there is. Nobody can answer after it, and nobody waits for it. */
  async #inTime<T>(
    signal: AbortSignal | undefined,
    ask: (until: AbortSignal) => Promise<T>,
  ): Promise<{ readonly came: T } | { readonly failed: Reason }> {
    if (signal?.aborted) return { failed: GIVEN_UP }
    const given = new AbortController()
    const over = Promise.withResolvers<{ readonly failed: Reason }>()
    const end = (failed: Reason): void => {
      over.resolve({ failed })
      given.abort()
    }
    const giveUp = (): void => end(GIVEN_UP)
    signal?.addEventListener('abort', giveUp, { once: true })
    const timer = setTimeout(() => end(LATE), this.#options.patience ?? PATIENCE)
    try {
      const came = await Promise.race([ask(given.signal).then((value) => ({ came: value })), over.promise])
      return signal?.aborted ? { failed: GIVEN_UP } : came
    } catch (error) {
      return { failed: this.#failure(error) }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #failure(error: unknown): Reason {
    if (error instanceof AbortError) {
      this.#stopped = error
      return { code: 'denials.limit', sentence: `${error.message}. Stop here and tell the user` }
    }
    return {
      code: 'gate.crashed',
      sentence: `the gate could not be asked: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** Compares with the one safe value. An allow of another input than the one that was asked about is none for this call. */
function rulingOf(verdict: unknown, canContain: boolean): Ruling {
  if (!isVerdict(verdict)) return refuse(GARBAGE)
  if (verdict.decision === 'contain' && canContain && isTicket(verdict)) return { says: 'run', contained: verdict }
  if (verdict.decision === 'allow') {
    if (verdict.rewritten === undefined && verdict.stopAgent === undefined) return { says: 'run' }
    return refuse({ code: 'gate.crashed', sentence: 'the gate allowed another input than the one it was asked about' })
  }
  const message = reasonOf(verdict)
  if (verdict.decision === 'ask') return { says: 'ask', message }
  return { says: 'refuse', message, code: verdict.because[0]?.code ?? 'gate.silent' }
}

/** The input of the call, or what stands in its place behind walls. */
export function inputOf(call: FrameworkCall, { contained }: Admitted): unknown {
  return contained === undefined ? call.input : contained.rewritten
}

function isTicket({ rewritten, contained, stopAgent }: Verdict): boolean {
  return rewritten !== undefined && contained !== undefined && stopAgent === undefined
}

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false
  const { decision, because } = value as Partial<Verdict>
  return typeof decision === 'string' && Array.isArray(because)
}

function isResultForModel(value: unknown): value is ResultForModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'output' in value &&
    'note' in value &&
    typeof value.note === 'string'
  )
}

function withoutPerson(ruling: Ruling): Admission {
  if (ruling.says !== 'ask') return ruling
  return {
    says: 'refuse',
    code: 'humans.nobody',
    message: `${ruling.message}. A person has to approve it, and none was asked`,
  }
}

function refuse(reason: Reason): Admission {
  return { says: 'refuse', code: reason.code, message: reasonOf({ decision: 'deny', because: [reason] }) }
}

function withheld(reason: Reason): ResultForModel {
  const output = `${reasonOf({ decision: 'deny', because: [reason] })}. The tool ran; its result could not be looked at and is not shown`
  return { output, note: '', withheld: true }
}

/** Undefined: not JSON, which the gate refuses. */
function textOf({ tool, input }: FrameworkCall): string | undefined {
  const copied = copyJson([tool, input] as JsonValue)
  if ('unreadable' in copied) return undefined
  try {
    return canonical(copied.ok)
  } catch {
    return undefined
  }
}

const GIVEN_UP: Reason = { code: 'gate.given-up', sentence: 'the run was aborted while the gate was asked' }
const LATE: Reason = {
  code: 'gate.late',
  sentence: 'the gate did not answer in time',
  clearedBy: 'trying again in a moment',
}
const GARBAGE: Reason = { code: 'gate.crashed', sentence: 'the gate answered something that is no verdict' }
const NO_ID: Reason = { code: 'approval.unknown', sentence: 'the call has no id, so no answer can be for it' }
const REFUSED_BY_PERSON: Reason = { code: 'person.denied', sentence: 'a person refused this call' }
