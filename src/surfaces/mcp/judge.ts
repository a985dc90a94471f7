import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { isJsonObject, readJson } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { Incoming } from '../../results/incoming.ts'
import { type Decision, DECISIONS, type Reason } from '../../verdict.ts'
import { daemonPaths } from '../daemon/state.ts'
import { gatePlaces } from '../gate-places.ts'
import { NONCE_HEADER, proofText, readHookKey } from '../hook/proof.ts'

/** A call of an MCP client, as the proxy of one server sees it. */
export interface McpCall {
  /** The server's name in the client's settings. Left out: `tool` is the name of any tool, as its agent says it. */
  readonly server?: string
  readonly tool: string
  readonly input: JsonObject
  readonly cwd: string
  /** The connection: everything that is asked over it is one session. */
  readonly session: string
  /** The client's own id of the call, where it tells one: its hook names the same. */
  readonly use?: string
  /** The call is refused for this; it is only to be recorded. */
  readonly held?: Reason
}

/** All that whoever asked needs of a verdict. Only the very word `allow`, and no other input, lets a call go on. */
export interface Judgement {
  readonly decision: Decision
  readonly because: readonly Reason[]
  readonly stopAgent?: true
  readonly rewritten?: JsonObject
  /** A model reads everything that comes in: results are told also where nothing in them speaks to the model. */
  readonly readsAll?: true
}

/** Something a server said that a person may want to know of. */
export interface Remark {
  readonly server: string
  readonly session: string
  readonly tool: string
  readonly code: string
  readonly sentence: string
}

/** What a server gave back that speaks to the model, or that the session has to remember. */
export interface McpResult {
  readonly server: string
  readonly session: string
  readonly tool: string
  readonly text: string
}

/** What the settings say about a result: `say` stands before it, or in its place. */
export type ResultSaid = Pick<Incoming, 'say' | 'withhold'> & {
  /** Somebody found orders in it. */
  readonly injected?: boolean
}

export interface McpJudge {
  /** Rejects when nobody can judge: then nothing is allowed. */
  judge(call: McpCall, signal: AbortSignal): Promise<Judgement>
  /** Puts a remark on record. Rejects when it cannot be; nothing depends on it. */
  remark(remark: Remark): Promise<void>
  /** Records and remembers a result. Rejects when nobody can: then it is not shown. */
  resultOf(result: McpResult, signal: AbortSignal): Promise<ResultSaid>
  close(): Promise<void>
}

/** The name of a tool as agents with hooks write it. */
export function toolName({ server, tool }: Pick<McpCall, 'server' | 'tool'>): string {
  return server === undefined ? tool : `mcp__${server}__${tool}`
}

/** As clients write the name of a server into the names of its tools; two underscores in a row are the separator. */
export function plainServerName(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9_-]/g, '_')
      .replaceAll(/_{2,}/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 64) || 'server'
  )
}

/** No daemon runs here, it is stopping, or what answers is not the daemon. */
export class NoDaemon extends Error {}

/** Asks the daemon. Rejects with `NoDaemon` when none answers, or when the answer does not prove to be its own. */
export class DaemonJudge implements McpJudge {
  readonly #state: string
  readonly #patienceMs: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  /** Read again after every failure: they may be another daemon's by then. */
  #keys: { readonly key: Buffer; readonly token: string } | undefined

  constructor(state: string, patienceMs: number) {
    this.#state = state
    this.#patienceMs = patienceMs
  }

  async judge(call: McpCall, signal: AbortSignal): Promise<Judgement> {
    return judgementOf(await this.#post('/v1/mcp/call', { ...call }, signal))
  }

  async remark(remark: Remark): Promise<void> {
    await this.#post('/v1/mcp/remark', { ...remark }, AbortSignal.timeout(5000))
  }

  async resultOf(result: McpResult, signal: AbortSignal): Promise<ResultSaid> {
    const said = await this.#post('/v1/mcp/result', { ...result }, signal)
    const { say, withhold, injected } = isJsonObject(said) ? said : {}
    if (typeof say !== 'string' || typeof withhold !== 'boolean') throw new NoDaemon('the daemon said nothing of it')
    return { say, withhold, injected: injected === true }
  }

  close(): Promise<void> {
    this.#agent.destroy()
    return Promise.resolve()
  }

  #post(path: string, body: object, signal: AbortSignal): Promise<JsonValue> {
    const { promise, resolve, reject } = Promise.withResolvers<JsonValue>()
    const fail = (why: string, cause?: unknown): void => {
      this.#keys = undefined
      reject(new NoDaemon(why, { cause }))
    }
    const bytes = Buffer.from(JSON.stringify(body))
    const nonce = randomBytes(16).toString('hex')
    try {
      const paths = daemonPaths(this.#state)
      this.#keys ??= {
        key: readHookKey(gatePlaces(this.#state).hookKey),
        token: readFileSync(paths.agentToken, 'utf8').trim(),
      }
      const { key, token } = this.#keys
      const asked = request(
        {
          socketPath: paths.socket,
          method: 'POST',
          path,
          agent: this.#agent,
          signal,
          headers: {
            host: 'portcullis',
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'content-length': bytes.length,
            'x-portcullis-patience': String(Math.floor(this.#patienceMs / 1000)),
            [NONCE_HEADER]: nonce,
          },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', (error) => fail('the daemon broke off', error))
          response.on('end', () => {
            if (response.statusCode !== 200) return fail(`the daemon answered ${response.statusCode ?? 0}`)
            const answer = proven(Buffer.concat(pieces).toString('utf8'), key, nonce, bytes)
            return answer === undefined ? fail('what answers is not the daemon') : resolve(answer)
          })
        },
      )
      asked.on('error', (error) => fail(error.message, error))
      asked.end(bytes)
    } catch (error) {
      fail('there is no daemon', error)
    }
    return promise
  }
}

const PROOF = /,"proof":"([0-9a-f]{64})"\}$/

/** What the daemon said, if it was the daemon that said it, and about this very request. */
function proven(body: string, key: Uint8Array, nonce: string, request: Uint8Array): JsonValue | undefined {
  const [whole, proof] = PROOF.exec(body) ?? []
  if (whole === undefined || proof === undefined) return undefined
  const answer = `${body.slice(0, -whole.length)}}`
  const text = proofText({ agent: MCP, nonce, request, exit: 0, answer })
  const expected = createHmac('sha256', key).update(text).digest()
  if (!timingSafeEqual(expected, Buffer.from(proof, 'hex'))) return undefined
  const read = readJson(answer)
  return 'ok' in read ? read.ok : undefined
}

/** In the place of an agent's name in a proof. */
export const MCP = 'mcp'

/** Parsed once: what is no verdict is none, and `decision` is one of four words. */
function judgementOf(value: JsonValue): Judgement {
  const { decision, because, stopAgent, rewritten, readsAll } = isJsonObject(value) ? value : {}
  const known = DECISIONS.find((one) => one === decision)
  if (known === undefined) throw new NoDaemon('the daemon gave no verdict')
  const reasons = Array.isArray(because) ? because.flatMap(reasonIn) : []
  return {
    decision: known,
    because: reasons,
    ...(stopAgent === true ? { stopAgent } : {}),
    ...(isJsonObject(rewritten) ? { rewritten } : {}),
    ...(readsAll === true ? { readsAll } : {}),
  }
}

function reasonIn(value: JsonValue): readonly Reason[] {
  if (!isJsonObject(value)) return []
  const { code, sentence, clearedBy } = value
  if (typeof code !== 'string' || typeof sentence !== 'string') return []
  return [{ code, sentence, ...(typeof clearedBy === 'string' ? { clearedBy } : {}) }]
}
