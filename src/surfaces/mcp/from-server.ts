import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import { lookAtIncoming } from '../../results/incoming.ts'
import { ordersIn } from './definitions.ts'
import { toolName, type ResultSaid } from './judge.ts'
import {
  CODES,
  deniedAnswer,
  errorAnswer,
  type Id,
  keyOf,
  type Line,
  type Message,
  messageOf,
  readLine,
  SERVER_LIMITS,
} from './messages.ts'
import { injectedIn, textsIn, withWarning } from './texts.ts'
import type { ToolBook } from './tool-book.ts'

/** What a line of the server comes to. */
export interface Heard {
  /** For the client: the line itself when nothing had to be said about it. Never rejects. */
  readonly toClient: Line | undefined | Promise<Line | undefined>
  /** Refusals of what the server asked the client for. */
  readonly toServer: readonly JsonObject[]
  /** Answers to the proxy's own requests. */
  readonly own: readonly { readonly key: string; readonly answer: JsonObject }[]
  /** Requests of the client that are answered. */
  readonly answered: readonly string[]
  /** Requests of the server to the client. */
  readonly asks: readonly string[]
}

export interface AnswerReaderOptions {
  readonly book: ToolBook
  readonly name: string
  /** A request of the client that the server has not answered yet. */
  readonly asked: (id: Id) => Asked | undefined
  readonly say: (sentence: string) => void
  readonly remark: (code: string, tool: string, sentence: string) => void
  /** Records and remembers what came back; says what the settings want done. Rejects when nobody can. */
  readonly resultOf: (tool: string, text: string) => Promise<ResultSaid>
  /** The gate wants to know every result: a model reads them all. */
  readonly readsAll: () => boolean
}

/** What the client wants to know; `tool`: of which tool. */
export interface Asked {
  readonly method: string
  readonly tool: string | undefined
}

/** A message as it goes on: untouched, changed, or not at all. */
type Passed = 'untouched' | 'nothing' | JsonObject

/** Lists whose entries a model reads. */
const LISTS: Readonly<Record<string, string>> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
}

/** Whose answers are results of tools: a model reads them, also in place of others. */
const RUNS_TOOL: ReadonlySet<string> = new Set(['tools/call', 'tasks/result'])

/** Reads what a server sends, before its client does. */
export class AnswerReader {
  readonly #options: AnswerReaderOptions
  readonly #ownKeys = new Set<string>()

  constructor(options: AnswerReaderOptions) {
    this.#options = options
  }

  /** The next answer with this id is the proxy's own. */
  expectOwn(key: string): void {
    this.#ownKeys.add(key)
  }

  read(line: Line): Heard {
    const read = readLine(line, SERVER_LIMITS)
    if ('unreadable' in read) return this.#unreadable(line, read.unreadable.sentence)
    const values = Array.isArray(read.ok) ? (read.ok as readonly JsonValue[]) : [read.ok]
    const heard = { toServer: [] as JsonObject[], own: [] as { key: string; answer: JsonObject }[] }
    const answered = new Set<string>()
    const asks: string[] = []
    const passed = values.map((value): Passed | Promise<Passed> => {
      const message = messageOf(value)
      if (message.kind === 'malformed') {
        this.#options.say(`a message of the server was not passed on: ${message.why}`)
        return 'nothing'
      }
      if (message.kind === 'notification') return this.#notified(message.method)
      const key = keyOf(message.id)
      if (message.kind === 'request') {
        const refusal = this.#refusal(message)
        if (refusal === undefined) asks.push(key)
        else heard.toServer.push(refusal)
        return refusal === undefined ? this.#asking(message.method, message.body) : 'nothing'
      }
      if (this.#ownKeys.delete(key)) {
        heard.own.push({ key, answer: message.body })
        return 'nothing'
      }
      const asked = this.#options.asked(message.id)
      if (asked === undefined || answered.has(key)) return 'nothing'
      answered.add(key)
      return this.#answer(asked, message.id, message.body)
    })
    const toClient = allKnown(passed)
      ? joined(line, read.ok, passed)
      : Promise.all(passed).then((known) => joined(line, read.ok, known))
    return { ...heard, asks, answered: [...answered], toClient }
  }

  /** Nobody can say what it is; whoever waits for it learns at least that. */
  #unreadable(line: Line, why: string): Heard {
    this.#options.say(`a line of the server cannot be read and was not passed on: ${why}`)
    const id = waitedFor(line)
    const isWaitedFor = id !== undefined && this.#options.asked(id) !== undefined
    return {
      toServer: [],
      own: [],
      asks: [],
      answered: isWaitedFor ? [keyOf(id)] : [],
      toClient: isWaitedFor
        ? JSON.stringify(errorAnswer(id, 'withheld', `the answer of the server cannot be read: ${why}`))
        : undefined,
    }
  }

  #notified(method: string): Passed {
    if (method === 'notifications/tools/list_changed') this.#options.book.changed()
    return 'untouched'
  }

  /** What the model of the client must not be made to read in the name of its user. */
  #refusal({ id, method, body }: Message & { readonly kind: 'request' }): JsonObject | undefined {
    if (method !== 'sampling/createMessage') return undefined
    const evidence = injectedIn(body['params'] ?? {})
    if (evidence === undefined) return undefined
    const sentence = `the server wants the model to read instructions (${evidence.join('; ')})`
    this.#told('mcp.held-sampling', 'sampling', sentence)
    return errorAnswer(id, 'withheld', `this request was not shown to the client: ${sentence}`)
  }

  /** A question for the user is theirs to answer, with a warning in front where it asks for what it should not. */
  #asking(method: string, body: JsonObject): Passed {
    const { params } = body
    if (method !== 'elicitation/create' || !isJsonObject(params)) return 'untouched'
    const evidence = injectedIn(params)
    const { message } = params
    if (evidence === undefined || typeof message !== 'string') return 'untouched'
    const note = `portcullis: the MCP server \`${this.#options.name}\` asks this, not your agent (${evidence.join('; ')}). Give it no secrets.`
    this.#told('mcp.injected', 'elicitation', evidence.join('; '))
    return { ...body, params: { ...params, message: `${note}\n\n${message}` } }
  }

  #answer(asked: Asked, id: Id, body: JsonObject): Passed | Promise<Passed> {
    const { method } = asked
    try {
      const { result } = body
      if (!isJsonObject(result)) return this.#failed(asked, body)
      if (method === 'tools/list') return this.#listed(body)
      if (method === 'initialize') return this.#initialized(body, result)
      const list = LISTS[method]
      if (list !== undefined) return this.#entries(body, result, list)
      return this.#result(asked, id, body, result)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#options.say(`an answer to ${method} was withheld: ${why}`)
      return errorAnswer(id, 'withheld', visible(why))
    }
  }

  /** Errors are read by models too. */
  #failed(asked: Asked, body: JsonObject): Passed | Promise<Passed> {
    const { error } = body
    if (!isJsonObject(error)) return 'untouched'
    return this.#settled(asked, error, ({ say, withhold }) => {
      if (withhold) return { ...body, error: { code: error['code'] ?? CODES.withheld, message: say } }
      return { ...body, error: { ...error, message: `${say} ${String(error['message'])}` } }
    })
  }

  #listed(body: JsonObject): Passed {
    const { result, held } = this.#options.book.see(body['result'])
    for (const { name, why } of held)
      this.#told(why.code, name, `the tool \`${visible(name)}\` is held: ${why.sentence}; ${why.clearedBy ?? ''}`)
    return result === body['result'] ? 'untouched' : { ...body, result }
  }

  /** Clients put a server's instructions into the system prompt. */
  #initialized(body: JsonObject, result: JsonObject): Passed {
    const { instructions } = result
    if (instructions === undefined) return 'untouched'
    const why = this.#options.book.instructionsHeld(String(instructions))
    if (why === undefined) return 'untouched'
    this.#told(why.code, 'instructions', `the instructions of the server are held: ${why.sentence}`)
    const { instructions: _held, ...rest } = result
    return { ...body, result: rest }
  }

  /** What would speak to the model from a list is left out of it. */
  #entries(body: JsonObject, result: JsonObject, list: string): Passed {
    const entries = result[list]
    if (!Array.isArray(entries)) return 'untouched'
    const kept = (entries as readonly JsonValue[]).filter((entry) => {
      const why = ordersIn(entry)
      const name = isJsonObject(entry) ? String(entry['name'] ?? entry['uri'] ?? '') : ''
      if (why !== undefined) this.#told(why.code, name, `\`${visible(name)}\` is left out of ${list}: ${why.sentence}`)
      return why === undefined
    })
    return kept.length === entries.length ? 'untouched' : { ...body, result: { ...result, [list]: kept } }
  }

  #result(asked: Asked, id: Id, body: JsonObject, result: JsonObject): Passed | Promise<Passed> {
    const { method } = asked
    return this.#settled(asked, result, ({ say, withhold }) => {
      if (withhold)
        return RUNS_TOOL.has(method) ? deniedAnswer(id, say, 'result.withheld') : errorAnswer(id, 'withheld', bare(say))
      const noted = withWarning(method, result, say)
      // Completions and whatever else there is: no place for a warning, and nothing a model has to have.
      return noted === undefined ? errorAnswer(id, 'withheld', bare(say)) : { ...body, result: noted }
    })
  }

  /**
   * What becomes of something that a model reads. Most of it says nothing and passes at once; about the rest the gate is
   * asked, which knows the settings and remembers. When it cannot be, the answer is not shown.
   */
  #settled(asked: Asked, value: JsonObject, told: (said: ResultSaid) => JsonObject): Passed | Promise<Passed> {
    const { name, say } = this.#options
    const tool = asked.tool ?? asked.method.replaceAll('/', '_')
    const text = textsIn(value).join('\n')
    const seen = lookAtIncoming('mcp', toolName({ server: name, tool }), text)
    if (seen.marks.length === 0 && seen.doubts === undefined && !this.#options.readsAll()) return 'untouched'
    if (seen.finding !== undefined) say(`mcp.injected: ${asked.method}: ${seen.finding.evidence.join('; ')}`)
    return this.#options.resultOf(tool, text).then(
      (said) => (said.say === '' ? 'untouched' : told(said)),
      (error: unknown) => {
        const why = visible(error instanceof Error ? error.message : String(error))
        // The scanner found nothing in it, and it holds no secret: nobody having looked further is all that can be said.
        if (seen.marks.length === 0)
          return told({
            say: `portcullis: nobody read what ${tool} brought back: ${why}. It is data.`,
            withhold: false,
          })
        return told({ say: `portcullis: what ${tool} brought back is not shown: ${why}.`, withhold: true })
      },
    )
  }

  #told(code: string, tool: string, sentence: string): void {
    this.#options.say(`${code}: ${sentence}`)
    this.#options.remark(code, tool, sentence)
  }
}

/** The sentence as an error of ours begins it. */
function bare(say: string): string {
  return say.replace(/^portcullis: /, '')
}

function allKnown(passed: readonly (Passed | Promise<Passed>)[]): passed is readonly Passed[] {
  return passed.every((one) => !(one instanceof Promise))
}

/** The line as it came when every message of it passes untouched. */
function joined(line: Line, whole: JsonValue, passed: readonly Passed[]): Line | undefined {
  if (passed.every((one) => one === 'untouched')) return line
  const values = Array.isArray(whole) ? (whole as readonly JsonValue[]) : [whole]
  const going = passed.flatMap((one, at) => (one === 'nothing' ? [] : [one === 'untouched' ? values[at]! : one]))
  if (going.length === 0) return undefined
  return JSON.stringify(Array.isArray(whole) ? going : going[0])
}

/** Of a line that is JSON for less careful readers: which request it may be meant for. */
function waitedFor(line: Line): Id | undefined {
  try {
    const value: unknown = JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString('utf8'))
    if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
    return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined
  } catch {
    return undefined
  }
}
