import { randomUUID } from 'node:crypto'
import { reasonOf } from '../../agents/answers.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import type { Reason } from '../../verdict.ts'
import type { End } from './ends.ts'
import { AnswerReader, type Asked } from './from-server.ts'
import type { Judgement, McpCall, McpJudge } from './judge.ts'
import {
  CALL,
  callOf,
  CLIENT_LIMITS,
  deniedAnswer,
  elementsOf,
  errorAnswer,
  type Id,
  keyOf,
  type Line,
  type Malformed,
  type Message,
  messageOf,
  readLine,
} from './messages.ts'
import type { Pins, ServerIdentity } from './pins.ts'
import { textsIn } from './texts.ts'
import { ToolBook } from './tool-book.ts'

export interface ProxyOptions {
  readonly client: End
  readonly server: End
  readonly judge: McpJudge
  readonly pins: Pick<Pins, 'examine' | 'hold' | 'isApproved'>
  readonly identity: ServerIdentity
  /** The directory the client works in. */
  readonly cwd: string
  /** A call that is not allowed within so many milliseconds is denied. */
  readonly deadlineMs: number
  /** Tells a person, on standard error. */
  readonly say: (sentence: string) => void
}

/** What becomes of one message of the client. */
type Outcome = 'forward' | 'drop' | { readonly answer: JsonObject }

const MOST_IN_BATCH = 100
/** For so long a result that speaks to the model waits for what the settings say. */
const RESULT_MS = 30_000
const DROP = 'drop'
export const CLIENT_GONE = 'the client is gone'
/** Of the proxy's own requests: no client may use it. */
const OWN_ID = 'portcullis:'

/**
 * Between an MCP client and a server. A call goes on to the server, byte for byte as it came, only after the gate said
 * `allow` to exactly what is in it. Everything else passes untouched, but for what the server lists and answers, which
 * is looked at first. What is not understood is not passed on.
 */
export class McpProxy {
  readonly #options: ProxyOptions
  readonly #session = `mcp-${randomUUID()}`
  readonly #book: ToolBook
  readonly #answers: AnswerReader
  /** Calls that the gate has not answered yet. */
  readonly #judging = new Map<string, AbortController>()
  /** What the server was asked and has not answered yet: by the client, and by us. */
  readonly #asked = new Map<string, Asked & { readonly id: Id }>()
  readonly #own = new Map<string, (answer: JsonObject | Error) => void>()
  /** What the client was asked. */
  readonly #askedClient = new Set<string>()
  /** Answers about which the gate is still asked. */
  readonly #passing = new Set<Promise<void>>()
  readonly #ended = Promise.withResolvers<string>()
  #count = 0
  /** As the gate said with its last verdict. */
  #readsAll = false
  #closed = false

  constructor(options: ProxyOptions) {
    this.#options = options
    this.#book = new ToolBook(
      options.identity,
      options.pins,
      (cursor) => this.#listPage(cursor),
      (name, definition) => this.#readDescription(name, definition),
    )
    this.#answers = new AnswerReader({
      book: this.#book,
      name: options.identity.name,
      asked: (id) => this.#asked.get(keyOf(id)),
      say: options.say,
      remark: (code, tool, sentence) =>
        void options.judge
          .remark({ server: options.identity.name, session: this.#session, tool, code, sentence })
          .catch(() => undefined),
      resultOf: (tool, text) =>
        options.judge.resultOf(
          { server: options.identity.name, session: this.#session, tool, text },
          AbortSignal.timeout(RESULT_MS),
        ),
      readsAll: () => this.#readsAll,
    })
  }

  /** Runs until one side ends; says which and why. Never rejects. */
  async run(): Promise<string> {
    const { client, server } = this.#options
    server.start({
      message: (line) => this.#guarded(() => this.#fromServer(line)),
      tooLong: () => this.#end('the server sent a message that exceeds the size limit'),
      closed: (why) => this.#end(`the server is gone: ${why}`),
    })
    client.start({
      message: (line) => this.#guarded(() => this.#fromClient(line)),
      tooLong: () => this.#tell(errorAnswer(null, 'unreadable', 'the message exceeds the size limit')),
      closed: (why) => this.#end(`${CLIENT_GONE}: ${why}`),
    })
    const why = await this.#ended.promise
    await server.close()
    if (!why.startsWith(CLIENT_GONE)) await Promise.all(this.#passing)
    await client.close()
    return why
  }

  stop(why: string): void {
    this.#end(why)
  }

  /** A bug of ours ends the connection; it lets nothing through. */
  #guarded(act: () => void): void {
    if (this.#closed) return
    try {
      act()
    } catch (error) {
      this.#end(`the proxy failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** From here on nothing reaches the server, whatever the gate still says. */
  #end(why: string): void {
    if (this.#closed) return
    this.#closed = true
    const waiting = [...this.#judging.keys()].map((key) => JSON.parse(key) as Id)
    for (const waits of this.#judging.values()) waits.abort()
    if (!why.startsWith(CLIENT_GONE))
      for (const id of [...waiting, ...[...this.#asked.values()].map((asked) => asked.id)])
        this.#tell(errorAnswer(id, 'internal', why))
    for (const end of this.#own.values()) end(new Error(why))
    this.#judging.clear()
    this.#asked.clear()
    this.#own.clear()
    this.#ended.resolve(why)
  }

  // --- from the client ---

  #fromClient(line: Line): void {
    const read = readLine(line, CLIENT_LIMITS)
    if ('unreadable' in read) return this.#tell(errorAnswer(null, 'unreadable', read.unreadable.sentence))
    if (Array.isArray(read.ok)) return this.#batch(line, read.ok)
    const message = messageOf(read.ok as JsonObject)
    this.#when(this.#take(message), (outcome) => {
      if (outcome === 'forward') this.#forward(message, line)
      else if (outcome !== DROP) this.#tell(outcome.answer)
    })
  }

  /** Judged call by call: what is allowed goes on as a batch, the rest is answered as one. */
  #batch(line: Line, values: readonly JsonValue[]): void {
    const messages = values.map(messageOf)
    const refusal = wrongBatch(messages)
    if (refusal !== undefined) {
      for (const answer of refusal) this.#tell(answer)
      return
    }
    void Promise.all(messages.map((message) => this.#take(message))).then((outcomes) =>
      this.#guarded(() => {
        const texts = elementsOf(typeof line === 'string' ? line : Buffer.from(line).toString('utf8'))
        const going = outcomes.flatMap((outcome, at) => (outcome === 'forward' ? [at] : []))
        for (const at of going) this.#note(messages[at]!)
        if (going.length === messages.length) this.#options.server.send(line)
        else if (going.length > 0) this.#options.server.send(`[${going.map((at) => texts[at]).join(',')}]`)
        const answers = outcomes.flatMap((outcome) => (typeof outcome === 'object' ? [outcome.answer] : []))
        if (answers.length > 0) this.#tell(answers)
      }),
    )
  }

  /** At once where nothing has to be waited for: messages keep their order. */
  #when(outcome: Outcome | Promise<Outcome>, act: (outcome: Outcome) => void): void {
    if (outcome instanceof Promise) void outcome.then((settled) => this.#guarded(() => act(settled)))
    else act(outcome)
  }

  #take(message: Message | Malformed): Outcome | Promise<Outcome> {
    switch (message.kind) {
      case 'malformed':
        return { answer: errorAnswer(message.id, 'invalid', message.why) }
      case 'response':
        // Only what the server asked for: an answer to nothing is nobody's.
        return this.#askedClient.delete(keyOf(message.id)) ? 'forward' : DROP
      case 'notification':
        return this.#notified(message.method, message.body)
      case 'request': {
        const key = keyOf(message.id)
        if (this.#judging.has(key) || this.#asked.has(key))
          return { answer: errorAnswer(message.id, 'invalid', 'the id is in use') }
        if (typeof message.id === 'string' && message.id.startsWith(OWN_ID))
          return { answer: errorAnswer(message.id, 'invalid', `ids that begin with ${OWN_ID} are not for clients`) }
        return message.method === CALL ? this.#call(message.id, message.body) : 'forward'
      }
    }
  }

  #notified(method: string, body: JsonObject): Outcome {
    // Nobody would hear the answer, so nobody asks the gate.
    if (method === CALL) {
      this.#options.say('a call without an id was not passed on')
      return DROP
    }
    if (method !== 'notifications/cancelled') return 'forward'
    const { requestId } = isJsonObject(body['params']) ? body['params'] : {}
    const key = typeof requestId === 'string' || typeof requestId === 'number' ? keyOf(requestId) : ''
    const waits = this.#judging.get(key)
    if (waits === undefined) return 'forward'
    // The server never heard of the call. Whoever cancels waits for no answer.
    this.#judging.delete(key)
    waits.abort()
    return DROP
  }

  async #call(id: Id, body: JsonObject): Promise<Outcome> {
    const called = callOf(body)
    if (typeof called === 'string') return { answer: errorAnswer(id, 'invalid', called) }
    const key = keyOf(id)
    const waits = new AbortController()
    this.#judging.set(key, waits)
    const denied = await this.#denial({ ...called, ...useOf(body) }, waits)
    // Cancelled, or the connection ended: it was answered, or nobody waits. The same id may be another call by now.
    if (this.#judging.get(key) !== waits || this.#closed) return DROP
    this.#judging.delete(key)
    return denied === undefined
      ? 'forward'
      : { answer: deniedAnswer(id, reasonOf(denied), denied.because[0]?.code ?? 'gate.silent') }
  }

  /** Undefined only when the gate, asked about exactly this call, said `allow` in time. Never rejects. */
  async #denial(
    called: Pick<McpCall, 'tool' | 'input' | 'use'>,
    waits: AbortController,
  ): Promise<Judgement | undefined> {
    const { identity, cwd, deadlineMs } = this.#options
    const late = Promise.withResolvers<Judgement>()
    const timer = setTimeout(() => {
      late.resolve(refusing({ code: 'gate.late', sentence: 'the gate did not answer in time' }))
      waits.abort()
    }, deadlineMs)
    try {
      const call: McpCall = { server: identity.name, ...called, cwd, session: this.#session }
      const judged = await Promise.race([this.#judgement(call, waits.signal), late.promise])
      if (judged?.decision === 'allow' && judged.rewritten === undefined) return undefined
      return judged?.decision === 'deny' || judged?.decision === 'ask' ? judged : refusing(NO_VERDICT)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return refusing({ code: 'gate.crashed', sentence: `the gate could not judge this call: \`${visible(why)}\`` })
    } finally {
      clearTimeout(timer)
    }
  }

  /** What the gate says of a description that is not clearly clean: a model may read it there. */
  async #readDescription(tool: string, definition: JsonObject): Promise<string | undefined> {
    const { identity, judge, say } = this.#options
    const text = textsIn(definition).join('\n')
    const about = { server: identity.name, session: this.#session, tool }
    try {
      const { injected } = await judge.resultOf({ ...about, text }, AbortSignal.timeout(RESULT_MS))
      if (injected !== true) return undefined
    } catch {
      // Nobody said anything: it stays as the scanner left it.
      return undefined
    }
    const objection = 'the reviewing model reads an order in the description'
    say(`mcp.model-objects: the tool \`${tool}\` is held: ${objection}`)
    void judge.remark({ ...about, code: 'mcp.model-objects', sentence: objection }).catch(() => undefined)
    return objection
  }

  async #judgement(call: McpCall, signal: AbortSignal): Promise<Judgement> {
    const held = await this.#book.whyHeld(call.tool)
    if (held === undefined) {
      const judged = await this.#options.judge.judge(call, signal)
      this.#readsAll = judged.readsAll === true
      return judged
    }
    // On record as what it is; it stays refused whatever comes back.
    await this.#options.judge.judge({ ...call, held }, signal).catch(() => undefined)
    return refusing(held)
  }

  #forward(message: Message | Malformed, line: Line): void {
    this.#note(message)
    this.#options.server.send(line)
  }

  #note(message: Message | Malformed): void {
    if (message.kind !== 'request') return
    const { id, method, body } = message
    const called = method === CALL ? callOf(body) : ''
    this.#asked.set(keyOf(id), { id, method, tool: typeof called === 'string' ? undefined : called.tool })
  }

  #tell(answer: JsonObject | readonly JsonObject[]): void {
    this.#options.client.send(JSON.stringify(answer))
  }

  // --- from the server ---

  #fromServer(line: Line): void {
    const heard = this.#answers.read(line)
    for (const { key, answer } of heard.own) this.#own.get(key)?.(answer)
    for (const key of heard.answered) this.#asked.delete(key)
    for (const key of heard.asks) this.#askedClient.add(key)
    for (const answer of heard.toServer) this.#options.server.send(JSON.stringify(answer))
    const { toClient } = heard
    if (toClient instanceof Promise) this.#passLater(toClient)
    else if (toClient !== undefined) this.#options.client.send(toClient)
  }

  /** Also when the server is gone by then: it has answered. */
  #passLater(line: Promise<Line | undefined>): void {
    const passed = line.then(
      (known) => {
        if (known !== undefined) this.#options.client.send(known)
      },
      (error: unknown) => this.#end(`the proxy failed: ${error instanceof Error ? error.message : String(error)}`),
    )
    this.#passing.add(passed)
    void passed.then(() => this.#passing.delete(passed))
  }

  async #listPage(cursor: string | undefined): Promise<JsonObject> {
    const id = `${OWN_ID}${++this.#count}`
    const key = keyOf(id)
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>()
    this.#own.set(key, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    this.#answers.expectOwn(key)
    const params = cursor === undefined ? {} : { params: { cursor } }
    this.#options.server.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', ...params }))
    try {
      const { result, error } = await promise
      if (!isJsonObject(result)) throw new Error(isJsonObject(error) ? String(error['message']) : 'it gave no list')
      return result
    } finally {
      this.#own.delete(key)
    }
  }
}

const NO_VERDICT: Reason = { code: 'gate.silent', sentence: 'the gate gave no verdict that this call could run on' }

function refusing(reason: Reason): Judgement {
  return { decision: 'deny', because: [reason] }
}

/** The answers to a batch of which nothing is passed on. */
function wrongBatch(messages: readonly (Message | Malformed)[]): readonly JsonObject[] | undefined {
  if (messages.length === 0) return [errorAnswer(null, 'invalid', 'the batch is empty')]
  if (messages.length > MOST_IN_BATCH)
    return [errorAnswer(null, 'invalid', `a batch has at most ${MOST_IN_BATCH} messages`)]
  const ids = messages.flatMap((message) => (message.kind === 'request' ? [message.id] : []))
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
  if (twice.length === 0) return undefined
  return [...new Set(ids)].map((id) => errorAnswer(id, 'invalid', 'an id is there twice in the batch'))
}

/** Claude Code tells which tool use a call belongs to; its hook tells the same. */
function useOf(body: JsonObject): { readonly use?: string } {
  const meta = isJsonObject(body['params']) ? body['params']['_meta'] : undefined
  const use = isJsonObject(meta) ? meta['claudecode/toolUseId'] : undefined
  return typeof use === 'string' && use.length <= 256 ? { use } : {}
}
