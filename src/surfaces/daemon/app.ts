import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { type Described, document } from './openapi.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { Gate } from '../../gate.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { ForeignChains } from '../../journal/machines.ts'
import type { LogPlace } from '../../journal/stores/store.ts'
import type { UserStore } from '../../journal/users.ts'
import type { StateVerification } from '../../journal/stores/verify-state.ts'
import type { Approvals } from './approvals.ts'
import type { AuditReader } from './audit-reader.ts'
import type { Channels } from './channels.ts'
import type { ContainedRuns } from './contained-runs.ts'
import type { ConsoleLogins } from './console-logins.ts'
import type { SignOn } from '../oidc/sign-on.ts'
import type { Readiness } from './readiness.ts'
import type { Events } from './events.ts'
import type { Arrival, Judging } from './judging.ts'
import type { Taken } from './listen.ts'
import type { Metrics } from './metrics.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { BundleStatus } from '../bundles/status.ts'
import type { Policies } from '../policies.ts'
import type { Actor } from '../user-admin.ts'
import type { Siem } from '../siem/siem.ts'
import type { Follower } from '../team/follower.ts'
import type { Reviews } from './reviews.ts'

export interface Bindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly taken: Taken
}

export type App = OpenAPIHono<{ Bindings: Bindings }>

/** Any object that was read from JSON. */
export const JSON_OBJECT: z.ZodType<JsonObject> = z
  .custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'not an object')
  .openapi({ type: 'object' })

/** What a hook of an agent is answered: exactly what the hook program prints, and its exit code. */
export interface HookAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** An agent's own words in, its own words out. Undefined: no such agent is known. */
export type AnswerHook = (
  agent: string,
  payload: JsonObject,
  judging: Judging,
  arrival: Pick<Arrival, 'arrived' | 'patience' | 'gone' | 'user'> & { readonly observed?: true },
) => Promise<HookAnswer | 'stopping' | undefined>

/** The parts that routes are made of. */
export interface Parts {
  readonly version: string
  readonly stateDirectory: string
  /** The gate itself, for what only tries something out. */
  readonly gate: Gate
  /** Whose settings a rule is saved in. */
  readonly home: string
  readonly judging: Judging
  readonly sessions: OpenSessions
  readonly approvals: Approvals
  /** What ran behind walls, and what becomes of it. */
  readonly contained: ContainedRuns
  readonly channels: Channels
  /** Those to whom the log is sent. */
  readonly siem: Siem
  readonly policies: Policies
  readonly events: Events
  readonly metrics: Metrics
  readonly audit: AuditReader
  /** The whole log, and what its witnesses say. */
  readonly verifyLog: () => Promise<StateVerification>
  /** For what is no verdict. */
  readonly recorder: AuditLogger
  readonly answerHook: AnswerHook
  /** With which answers to hooks are proven. */
  readonly hookKey: Uint8Array
  readonly logins: ConsoleLogins
  readonly signOn: SignOn
  readonly readiness: Readiness
  /** For what went wrong where nobody else hears of it. */
  readonly onTrouble: (error: unknown) => void
  readonly reviews: Reviews
  /** A new one-time link to the console; undefined when there is no port. */
  readonly consoleLink: (user?: string) => string | undefined
  readonly users: UserStore
  /** Logs of machines that joined this gate. */
  readonly machines: ForeignChains
  /** Where the gate's own log is. */
  readonly log: LogPlace
  /** This machine as a member of a team. */
  readonly follower: Follower
  /** Rejects when nothing can be made durable now. */
  readonly checkJournal: () => Promise<void>
  readonly backlog: () => { readonly kept: number; readonly lost: number }
  /** Where the record of what reviews cost is kept. */
  readonly costDirectory: string
  /** The policy bundle that this machine follows. */
  readonly bundleStatus: () => BundleStatus
  readonly startedAt: number
}

/** One file of routes. */
export type RouteGroup = (app: App, parts: Parts) => void

export type AskContext = Context<{ Bindings: Bindings }>

type Handled = Response | Promise<Response>

/** Adds a GET to the application and to its OpenAPI document. */
export function addGet<Q extends z.ZodObject>(
  app: App,
  described: Omit<Described, 'method' | 'query'> & { readonly query?: Q },
  handle: (context: Context<{ Bindings: Bindings }>, query: z.infer<Q>) => Handled,
): void {
  document(app, { ...described, method: 'get' })
  app.get(described.path, (context) => {
    const read = readQuery(context.req.url)
    if (read === undefined) return problem(400, 'daemon.query', 'a parameter is there twice')
    const parsed = described.query?.safeParse(read)
    if (parsed && !parsed.success) return problem(400, 'daemon.query', issues(parsed.error))
    // Without a schema there are no parameters to read.
    return handle(context, (parsed?.data ?? {}) as z.infer<Q>)
  })
}

/** Adds a POST with a JSON body. The body is read strictly, once; what does not fit the schema is refused. */
export function addPost<B extends z.ZodType>(
  app: App,
  described: Omit<Described, 'method' | 'query'> & { readonly body: B },
  handle: (context: Context<{ Bindings: Bindings }>, body: z.infer<B>) => Handled,
): void {
  document(app, { ...described, method: 'post' })
  app.post(described.path, (context) => {
    const read = readJson(context.env.taken.body)
    if ('unreadable' in read) return problem(400, read.unreadable.code, read.unreadable.sentence)
    const parsed = described.body.safeParse(read.ok)
    if (!parsed.success) return problem(400, 'daemon.body', issues(parsed.error))
    return handle(context, parsed.data)
  })
}

/** Who sends the request, as records name them. */
export function actorOf(context: AskContext): Actor {
  const { user, entrance } = context.env.taken
  const through = entrance === 'socket' ? 'socket' : 'port'
  return user === undefined ? { user: 'operator', role: 'owner', through } : { user: user.id, role: user.role, through }
}

/** For routes by which agents ask: whose they are, where a user's own token says so. */
export function askingUser(context: AskContext): { readonly user?: string } {
  const { user } = context.env.taken
  return user === undefined ? {} : { user: user.id }
}

/** With a user's own token, only of that user's sessions is anything told. */
export async function claimOwn(context: AskContext, { judging }: Parts, session: string): Promise<void> {
  const { user } = askingUser(context)
  if (user !== undefined) await judging.host.claim(session, user)
}

export function problem(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status })
}

export function json(value: JsonValue | object, status: number = 200): Response {
  return Response.json(value, { status })
}

/** Aborted when the client hangs up before it has its answer. */
export function goneSignal(context: Context<{ Bindings: Bindings }>): AbortSignal {
  const { outgoing } = context.env
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  return gone.signal
}

/** How many seconds the client says it waits. What cannot be read is as if it had said nothing. */
export function patienceOf(context: Context<{ Bindings: Bindings }>): { readonly patience?: number } {
  const said = context.req.header('x-portcullis-patience')
  return said !== undefined && /^\d{1,5}$/.test(said) ? { patience: Number(said) * 1000 } : {}
}

/** The hook only watches: whatever it is answered, its agent is told nothing. */
export function observedIn(context: Context<{ Bindings: Bindings }>): { readonly observed?: true } {
  return context.req.header('x-portcullis-observe') === 'yes' ? { observed: true } : {}
}

function readQuery(url: string): Record<string, string> | undefined {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const pairs = [...new URLSearchParams(url.slice(start + 1))]
  const read = new Map(pairs)
  return read.size === pairs.length ? Object.fromEntries(read) : undefined
}

function issues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
    .join('; ')
}
