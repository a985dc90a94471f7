import { readCallValue } from '../../call/read-call.ts'
import { AbortError } from '../../classifier/denials.ts'
import { answerTurn } from '../../classifier/transcript.ts'
import { judge } from '../../gate.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { type DeliveredBy, type Mode, newSession, type Session } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate, type GateOptions } from '../compose.ts'
import { stateDirectory } from '../state-directory.ts'
import { unreadableVerdict } from '../unreadable.ts'

export interface OpenGateOptions extends GateOptions {
  /** The directory the agent works in. Default: this process's. */
  readonly cwd?: string
  readonly mode?: Mode
  /** True when you will put `ask` verdicts before a person. Default false: an ask is a deny. */
  readonly interactive?: boolean
  readonly session?: string
  readonly agent?: string
  /** Where the audit log is kept. Default: `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state?: string
}

/** A gate for one agent session, for programs that build agents. */
export interface OpenGate {
  readonly session: Session
  /** What the user said: the review reads it, the agent's own prose never. */
  readonly userSaid: (text: string) => void
  /** What the user chose when the agent asked: it counts as said by the user. */
  readonly userAnswered: (question: string, answer: string) => void
  /** What arrived in the user's place: from a schedule, a webhook, another agent. It gives no consent. */
  readonly delivered: (from: DeliveredBy, text: string) => void
  /**
   * Judges one call. Run the tool only when `decision` is exactly `'allow'`. Throws AbortError, and nothing else, when
   * the agent has been denied too often and nobody is there to decide. The signal gives the call up: it is denied.
   */
  readonly judge: (tool: string, input: unknown, signal?: AbortSignal) => Promise<Verdict>
  /** Waits until every record is written, and closes the log. */
  readonly close: () => Promise<void>
}

export async function openGate(options: OpenGateOptions = {}): Promise<OpenGate> {
  const own = openSqliteJournal({ stateDirectory: stateDirectory(options.state) })
  const gate = await composeGate({ environment: process.env, journal: own, ...options })
  const cwd = options.cwd ?? process.cwd()
  const session = newSession(options.session ?? 'library', {
    mode: options.mode ?? gate.policyFor(cwd).defaultMode,
    interactive: options.interactive ?? false,
  })
  return {
    session,
    userSaid: (text) => void session.turns.push({ kind: 'user', text }),
    userAnswered: (question, answer) => void session.turns.push(answerTurn(question, answer)),
    delivered: (from, text) => void session.turns.push({ kind: 'delivery', from, text }),
    judge: async (tool, input, signal) => {
      const read = readCallValue(
        { tool, input },
        { id: 'call', cwd, session: session.id, agent: options.agent ?? 'library' },
      )
      const verdict =
        'unreadable' in read ? unreadableVerdict(read.unreadable) : await judge(gate, read.ok, session, signal)
      if (verdict.stopAgent) throw new AbortError()
      return verdict
    },
    close: () => own.close(),
  }
}
