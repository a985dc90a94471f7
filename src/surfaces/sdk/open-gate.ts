import { homedir } from 'node:os'
import { visible } from '../../call/visible.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteApprovals } from '../../journal/stores/sqlite-approvals.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { composeGate } from '../compose.ts'
import { journalFor } from '../journal-places.ts'
import { keptAdmission } from '../kept-admission.ts'
import { changeSentence, type PolicyChange } from '../policies.ts'
import { stateDirectory } from '../state-directory.ts'
import { ContainedDoor } from './contained-door.ts'
import { type EmbeddedSession, embeddedSession, type SharedParts } from './embedded-session.ts'
import { Emitter } from './gate-events.ts'
import type { LibraryChats } from './library-chats.ts'
import type { OpenGate, OpenGateOptions, SessionOptions } from './gate-options.ts'
import { embeddedWalls } from './run-contained.ts'
import { openRemoteGate } from './remote/remote-gate.ts'
import type { RemoteGateOptions } from './remote/remote-options.ts'

/** A gate inside this process. */
export interface EmbeddedGate extends Omit<OpenGate, 'runContained'>, EmbeddedSession {
  readonly openSession: (name: string, options?: SessionOptions) => EmbeddedSession
}

/**
 * Opens a gate for an agent of yours: every call of its tools is judged by `judge`, or by a function that `wrap` made.
 *
 * Who answers when a person has to decide? Your `approver`; or you, with `interactive: true` and `settle`. With neither
 * nobody can be asked, and such a call is denied with code `humans.nobody`.
 */
export function openGate(options: RemoteGateOptions): Promise<OpenGate>
export function openGate(options?: OpenGateOptions): Promise<EmbeddedGate>
export async function openGate(options: OpenGateOptions | RemoteGateOptions = {}): Promise<OpenGate> {
  return 'remote' in options && options.remote !== undefined ? openRemoteGate(options) : openHere(options)
}

async function openHere(options: OpenGateOptions): Promise<EmbeddedGate> {
  const events = new Emitter()
  const home = options.home ?? homedir()
  const state = stateDirectory(options.state, process.env, options.home)
  const deadlineMs = options.recordWithinMs ?? 2_000
  const own = openSqliteJournal({ ...journalFor(state, options.home), deadlineMs })
  const audit = new AuditLogger(own)
  const onPolicyChange = (change: PolicyChange): void => {
    events.emit('settings', change)
    if (options.onPolicyChange) options.onPolicyChange(change)
    else if (!events.has('settings')) sayLoudly(change)
  }
  const { database } = statePaths(state)
  // Whoever brings a journal of their own keeps all of it themselves.
  const kept = options.journal === undefined ? keptAdmission(own, database) : undefined
  const counted = kept === undefined ? {} : { users: kept.users, limits: kept.limits }
  const door = new ContainedDoor(state)
  const gate = await composeGate({
    walls: embeddedWalls(state, home, door),
    journal: own,
    audit,
    ...counted,
    ...options,
    onPolicyChange,
  })
  const chats = await chatsOf(options, { gate, audit, state, home, events }).catch(async (error: unknown) => {
    await own.close()
    throw error
  })
  // The first call should not pay for making the log. What is wrong with it, that call is told.
  if (options.journal === undefined) await own.check().catch(() => undefined)
  const sessions = new SqliteSessions(own, database)
  const approvals = new SqliteApprovals(own, database)
  // Whoever brings a journal of their own keeps their sessions themselves.
  const stores = options.journal === undefined ? { stores: { sessions, approvals } } : {}
  const record: SharedParts['record'] = (draft) => own.append(draft)
  const shared: SharedParts = { gate, audit, record, home, state, events, door, chats }
  const first =
    options.session === undefined
      ? embeddedSession('library', options, shared)
      : embeddedSession(options.session, options, { ...shared, ...stores })
  const open = new Map<string, EmbeddedSession>([[first.id, first]])
  return {
    ...first,
    openSession: (name, more = {}) => {
      const known = open.get(name)
      if (known !== undefined) return known
      const made = embeddedSession(name, { ...sessionOptions(options), ...more }, { ...shared, ...stores })
      const session = { ...made, close: () => made.close().finally(() => open.delete(name)) }
      open.set(name, session)
      return session
    },
    on: (name, listener) => events.on(name, listener),
    close: async () => {
      const ids = [...open.keys()]
      await Promise.all(Array.from(open.values(), (session) => session.close()))
      open.clear()
      door.close()
      await chats?.close()
      sessions.close()
      approvals.close()
      await kept?.close().catch(() => undefined)
      await own.close()
      events.emit('close', { sessions: ids })
    },
  }
}

/** Most programs ask in no chat: what speaks to one is loaded for those that do. */
async function chatsOf(
  { channels, environment = {} }: OpenGateOptions,
  { gate, audit, state, home, events }: Pick<SharedParts, 'gate' | 'audit' | 'home' | 'events'> & { state: string },
): Promise<LibraryChats | undefined> {
  if (channels === undefined) return undefined
  const { openChats } = await import('./library-chats.ts')
  return openChats(channels, {
    audit,
    environment,
    approvals: gate.policyFor(home).approvals,
    stateDirectory: state,
    onTrouble: (message) => {
      events.emit('trouble', { message })
      if (!events.has('trouble')) process.stderr.write(`portcullis: ${message}\n`)
    },
  })
}

/** What further sessions share with the first. */
function sessionOptions({ cwd, mode, interactive, approver, agent, user }: SessionOptions): SessionOptions {
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(mode === undefined ? {} : { mode }),
    ...(interactive === undefined ? {} : { interactive }),
    ...(approver === undefined ? {} : { approver }),
    ...(agent === undefined ? {} : { agent }),
    ...(user === undefined ? {} : { user }),
  }
}

/** Unless the program wants to hear of it itself, whoever watches it does. */
function sayLoudly(change: PolicyChange): void {
  if (change.problems.length > 0) process.stderr.write(`portcullis: ${visible(changeSentence(change))}\n`)
}
