import type { Mode } from '../../session.ts'
import type { GateOptions } from '../compose.ts'
import type { GateEventName, GateListener } from './gate-events.ts'
import type { GatedSession } from './gated-session.ts'
import type { LibraryChannels } from './library-chats.ts'
import type { AskPerson } from './library-approver.ts'

/** What one session of an agent is. */
export interface SessionOptions {
  /** The directory the agent works in. Default: this process's. */
  readonly cwd?: string
  /** Default: `defaultMode` of the settings, which is `auto` unless they say otherwise. */
  readonly mode?: Mode
  /**
   * True when whoever calls shows an `ask` to a person itself: then `judge` may answer `'ask'`, and `settle` takes what the
   * person said. Default false: with neither this nor an `approver`, whatever a person would have to decide is denied
   * with code `humans.nobody`.
   */
  readonly interactive?: boolean
  /** Puts an `ask` before a person and waits for what they choose: `promptInTerminal()`, or a function of your own. */
  readonly approver?: AskPerson
  /** The agent's name in every record. Default `library`. */
  readonly agent?: string
  /** The person or service account the agent works for: it stands in every record. Default: whose process this is. */
  readonly user?: string
}

/** A gate inside this process, and its first session. */
export interface OpenGateOptions extends GateOptions, SessionOptions {
  /**
   * The session's name. A named session is kept beside the audit log: opened again, by this process or the next, it
   * knows its turns, its denials, the files the agent wrote and the questions that wait for an answer. Without a name it
   * ends with the gate.
   */
  readonly session?: string
  /** Where the audit log is kept. Default: `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state?: string
  /**
   * Chats in which people are asked, for every session of this gate: as the `channels` of the settings describe them, or
   * services of your own. Together with `approver`, the first answer counts.
   */
  readonly channels?: LibraryChannels
  /** How long a record may take to become durable before its call is denied, in milliseconds. Default 2,000. */
  readonly recordWithinMs?: number
}

/** A gate, and its first session. */
export interface OpenGate extends GatedSession {
  /**
   * A further session on the same journal and settings. What is not said of it is as in the options of `openGate`. A name
   * that is open already gives the session that is open.
   */
  readonly openSession: (name: string, options?: SessionOptions) => GatedSession
  /** Tells you what happens, after it happened. Returns how to stop listening. */
  readonly on: <Name extends GateEventName>(name: Name, listener: GateListener<Name>) => () => void
  /** Closes every session, waits until every record is written, and closes the log. */
  readonly close: () => Promise<void>
}
