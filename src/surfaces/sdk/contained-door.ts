import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { processMark } from '../../containment/runs.node.ts'
import { loadHookKey, NONCE_HEADER, provenBody } from '../hook/proof.ts'
import type { Settled } from '../settle-contained.ts'

/** One run that this program gave leave for, as the runner and its proxy ask about it. */
export interface RunAtDoor {
  /** What it did is judged. Rejects when that cannot be done: then nothing of it was written. */
  readonly settle: (exit: number) => Promise<Settled>
  /** Whether it may still reach the hosts of its ticket. */
  readonly network: () => boolean
}

interface Open {
  readonly directory: string
  readonly server: Server
  readonly key: Buffer
  readonly token: Buffer
}

/** The runner cannot connect to a longer path. */
const LONGEST_DIRECTORY = 90
const MOST_BODY = 1024
const NAME = /^door-(\d+-\d+)-[0-9a-f]{8}$/
const ASKED = /^\/v1\/contained\/([0-9a-f]{12})\/(settle|network)$/

/**
 * Where tickets of a gate inside a program lie, and where what they ran is settled: by this very program, which has the
 * session. It speaks to the runner as the daemon does, on a socket of its own in a directory that only this account may
 * enter and that no judged call may touch. When the program is gone, nobody settles, and nothing is written.
 */
export class ContainedDoor {
  readonly #state: string
  readonly #runs = new Map<string, RunAtDoor>()
  #open: Open | undefined

  constructor(state: string) {
    this.#state = state
  }

  /** Opened when the first ticket is given. Throws when it cannot be: then there is no ticket. */
  directory(): string {
    const open = (this.#open ??= this.#opened())
    return open.directory
  }

  admit(run: string, at: RunAtDoor): void {
    this.#runs.set(run, at)
  }

  /** Whoever takes it settles it. Undefined: somebody did before. */
  take(run: string): RunAtDoor | undefined {
    const at = this.#runs.get(run)
    this.#runs.delete(run)
    return at
  }

  close(): void {
    this.#runs.clear()
    if (this.#open === undefined) return
    this.#open.server.close()
    this.#open.server.closeAllConnections()
    rmSync(this.#open.directory, { recursive: true, force: true })
    this.#open = undefined
  }

  #opened(): Open {
    removeLeftovers(this.#state)
    const name = `door-${processMark(process.pid).replace(':', '-')}-${randomBytes(4).toString('hex')}`
    const directory = join(this.#state, name)
    if (Buffer.byteLength(directory) > LONGEST_DIRECTORY)
      throw new Error(`the path of the state directory is too long for a socket in it: ${this.#state}`)
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const key = loadHookKey(join(directory, 'hook.key'))
    const token = randomBytes(32).toString('base64url')
    writeFileSync(join(directory, 'agent.token'), token, { mode: 0o600, flag: 'wx' })
    const server = createServer((request, response) => void this.#answer(request, response))
    const socket = join(directory, 'portcullis.sock')
    // Bound before this returns; nobody else can enter the directory meanwhile.
    server.listen(socket)
    chmodSync(socket, 0o600)
    // A program that is done does not wait for it.
    server.unref()
    return { directory, server, key, token: Buffer.from(`Bearer ${token}`) }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const open = this.#open
    const [, run = '', what] = ASKED.exec(request.url ?? '') ?? []
    const given = Buffer.from(request.headers.authorization ?? '')
    if (open === undefined || given.length !== open.token.length || !timingSafeEqual(given, open.token))
      return refuse(response, 401, 'this is for the runner')
    if (request.method !== 'POST' || what === undefined) return refuse(response, 404, 'there is nothing here')
    try {
      const body = await bodyOf(request)
      const { exit, answer } = what === 'network' ? this.#network(run) : await this.#settled(run, exitIn(body))
      const about = { agent: 'contained', request: body, exit, answer }
      const nonce = request.headers[NONCE_HEADER]
      response.setHeader('content-type', 'application/json')
      response.end(provenBody(open.key, about, typeof nonce === 'string' ? nonce : undefined))
    } catch (error) {
      refuse(response, 409, error instanceof Error ? error.message : String(error))
    }
  }

  #network(run: string): { readonly exit: number; readonly answer: string } {
    const at = this.#runs.get(run)
    return { exit: 0, answer: JSON.stringify({ network: at !== undefined && at.network() }) }
  }

  async #settled(run: string, code: number): Promise<{ readonly exit: number; readonly answer: string }> {
    const at = this.take(run)
    if (at === undefined) throw new Error('this program gave no leave for that run, or it is settled')
    const { exit, says } = await at.settle(code)
    return {
      exit,
      answer: JSON.stringify({ stdout: '', stderr: says.map((line) => `portcullis: ${line}\n`).join(''), exit }),
    }
  }
}

/** Of programs that ended without closing theirs. */
function removeLeftovers(state: string): void {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(state)) {
    const mark = NAME.exec(name)?.[1]?.replace('-', ':')
    if (mark !== undefined && processMark(Number.parseInt(mark, 10)) !== mark)
      rmSync(join(state, name), { recursive: true, force: true })
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MOST_BODY) throw new Error('too much was sent')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function exitIn(body: Buffer): number {
  const { exit } = JSON.parse(body.toString()) as { readonly exit?: unknown }
  if (typeof exit !== 'number' || !Number.isInteger(exit) || exit < 0 || exit > 255) throw new Error('no exit code')
  return exit
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  response.end(JSON.stringify({ error: { message } }))
}
