import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type * as EmbeddedJudge from '../../src/surfaces/mcp/embedded-judge.ts'
import type * as Ends from '../../src/surfaces/mcp/ends.ts'
import type { Judgement, McpJudge } from '../../src/surfaces/mcp/judge.ts'
import type * as PinsModule from '../../src/surfaces/mcp/pins.ts'
import type * as ProxyModule from '../../src/surfaces/mcp/proxy.ts'
import { loaderFor, SOURCES } from '../product.ts'
import { unhurried, until } from '../until.ts'
import type { Act, GateFault, ServerFault, Step } from './fault-table.ts'

/** The parts of the proxy as a suite sees them: the real ones, or a copy with a bug put back. */
export interface McpProduct {
  readonly proxy: typeof ProxyModule
  readonly ends: typeof Ends
  readonly pins: typeof PinsModule
  readonly embedded: typeof EmbeddedJudge
}

export async function loadMcp(root: string = SOURCES): Promise<McpProduct> {
  const load = loaderFor(root)
  return {
    proxy: await load('surfaces/mcp/proxy.ts'),
    ends: await load('surfaces/mcp/ends.ts'),
    pins: await load('surfaces/mcp/pins.ts'),
    embedded: await load('surfaces/mcp/embedded-judge.ts'),
  }
}

export const RULES = JSON.stringify({
  permissions: { allow: ['mcp__notes__get_note'], deny: ['mcp__notes__delete_note'] },
})

/** A machine of its own with a real gate in it. */
export interface Stage {
  readonly product: McpProduct
  readonly root: string
  readonly state: string
  readonly judge: McpJudge
  close(): Promise<void>
}

export async function openStage(product: McpProduct, settings: string = RULES): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-mcp-'))
  const home = join(root, 'home')
  const state = join(home, '.portcullis', 'state')
  mkdirSync(join(home, 'project'), { recursive: true })
  const managedDirectory = join(root, 'etc')
  const judge = await product.embedded.embeddedJudge(state, {
    home,
    managedDirectory,
    settings,
    environment: {},
    // What a busy disk does is not what is tried here.
    journalDeadlineMs: 60_000,
  })
  return {
    product,
    root,
    state,
    judge,
    close: async () => {
      await judge.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

interface Answer {
  readonly id?: unknown
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

/** A client's end of a connection through the proxy to a real server process. */
export class Wire {
  readonly input = new PassThrough()
  readonly output = new PassThrough()
  readonly log: string
  readonly said: string[] = []
  #received = ''
  ended: string | undefined
  readonly #running: Promise<string>
  readonly #server: InstanceType<typeof Ends.ChildEnd>
  #pings = 0

  constructor(stage: Stage, name: string, server: ServerFault = {}, gate?: GateFault, deadlineMs: number = 30_000) {
    const { ends, proxy, pins } = stage.product
    this.log = join(stage.root, `${name}.log`)
    const script = [join(import.meta.dirname, 'recording-server.ts'), this.log, JSON.stringify(server)]
    const command = server.starts === 'not at all' ? join(stage.root, 'nothing-here') : process.execPath
    this.#server = new ends.ChildEnd({ command, args: script, env: { ...process.env, NODE_NO_WARNINGS: '1' } })
    this.output.on('data', (piece: Buffer) => (this.#received += piece.toString()))
    const running = new proxy.McpProxy({
      client: ends.streamEnd(this.input, this.output),
      server: this.#server,
      judge: gate === undefined ? stage.judge : brokenJudge(stage.judge, gate),
      // Every row sees the server for the first time.
      pins: new pins.Pins(join(stage.root, 'pins', name)),
      identity: { name: 'notes', runs: 'notes-server' },
      cwd: join(stage.root, 'home', 'project'),
      deadlineMs,
      say: (sentence) => this.said.push(sentence),
    })
    this.#running = running.run()
    void this.#running.then((why) => (this.ended = why))
  }

  send(line: string | object): void {
    const text = typeof line === 'string' ? line : JSON.stringify(line)
    this.input.write(text.startsWith('\0') ? text.slice(1) : `${text}\n`)
  }

  /** Everything the client got, one message each; batches taken apart. */
  get messages(): readonly Answer[] {
    return this.#received
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => JSON.parse(line) as Answer | readonly Answer[])
  }

  get bytes(): string {
    return this.#received
  }

  /** The last answer to an id, as JSON writes it. */
  answer(id: string): Answer | undefined {
    return this.messages.findLast((message) => !('method' in message) && JSON.stringify(message.id ?? null) === id)
  }

  answers(id: string): readonly Answer[] {
    return this.messages.filter((message) => !('method' in message) && JSON.stringify(message.id ?? null) === id)
  }

  /** Lines that the server got. */
  get lines(): readonly string[] {
    return existsSync(this.log)
      ? readFileSync(this.log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  }

  /** Tools whose calls the server got. */
  get reached(): readonly string[] {
    return this.lines
      .flatMap((line) => JSON.parse(line) as { method?: string; params?: { name?: string } }[])
      .filter(({ method }) => method?.toLowerCase().trim() === 'tools/call')
      .map(({ params }) => String(params?.name))
  }

  async play(step: Step): Promise<void> {
    if (typeof step === 'object' && 'do' in step) await this.#act((step as { do: Act }).do)
    else this.send(step)
  }

  async #act(act: Act): Promise<void> {
    switch (act) {
      case 'end input':
        return void this.input.end()
      case 'close output':
        return void this.output.destroy()
      case 'kill server':
        await until('the server runs', () => this.#server.pid)
        return void process.kill(this.#server.pid!, 'SIGKILL')
      case 'list':
        this.send({ jsonrpc: '2.0', id: 'list', method: 'tools/list' })
        await until('the tools are listed', () => this.answer('"list"'))
        return
      case 'wait':
        await this.#quiet()
        return this.settle()
    }
  }

  /** The first call was answered, or has had the time for it. */
  async #quiet(): Promise<void> {
    const began = performance.now()
    while (this.answer('1') === undefined && this.ended === undefined && performance.now() - began < unhurried(200))
      await new Promise((resolve) => setTimeout(resolve, 10))
  }

  /** Whatever was sent before has been seen by the server and answered as far as it ever will be. */
  async settle(): Promise<void> {
    if (this.ended !== undefined || this.input.writableEnded) return
    const id = `settled-${++this.#pings}`
    this.send({ jsonrpc: '2.0', id, method: 'ping' })
    await until('the server answers a ping, or is gone', () => this.answer(`"${id}"`) ?? this.ended ?? false)
  }

  /**
   * What is still being judged has had its verdict: a denied call that was sent after it has one. Where the gate is broken
   * or the server does not list, nothing but time helps.
   */
  async drain(how: 'judged' | 'some time'): Promise<void> {
    if (this.ended === undefined && !this.input.writableEnded) {
      if (how === 'judged') {
        const id = `drained-${++this.#pings}`
        this.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'delete_note', arguments: {} } })
        await until('a later call is denied', () => this.answer(`"${id}"`) ?? this.ended ?? false, 1000).catch(
          () => undefined,
        )
      } else await new Promise((resolve) => setTimeout(resolve, unhurried(150)))
    }
    await this.settle()
  }

  async close(): Promise<string> {
    this.input.end()
    return this.#running
  }
}

/** The real gate, with one thing broken at its edge. */
function brokenJudge(real: McpJudge, fault: GateFault): McpJudge {
  const because = [{ code: 'rule.allow', sentence: 'it is allowed' }]
  const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const answers: Readonly<Record<GateFault, () => Promise<Judgement>>> = {
    throws: () => {
      throw new Error('the gate threw')
    },
    rejects: () => Promise.reject(new Error('the gate rejected')),
    hangs: () => Promise.withResolvers<never>().promise,
    'says nothing': () => Promise.resolve(undefined as unknown as Judgement),
    'says yes': () => Promise.resolve({ decision: 'yes', because } as unknown as Judgement),
    asks: () => Promise.resolve({ decision: 'ask', because }),
    rewrites: () => Promise.resolve({ decision: 'allow', because, rewritten: { id: 'b' } }),
    late: async () => {
      await later(120)
      return { decision: 'allow', because }
    },
  }
  return { ...real, judge: (call, signal) => (call.held ? real.judge(call, signal) : answers[fault]()) }
}
