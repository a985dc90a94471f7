import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startModel } from '../../src/surfaces/doctor/scripted-model.ts'
import type { Client } from './clients.ts'
import { environmentFor, makeScene, rowsOf, runPortcullis, startRealDaemon, stop } from './play-session.ts'
import { prepareProject, PROMPT } from './session-script.ts'

const LONGEST = 240_000

/** The rows that a client of the Agent Client Protocol shows. */
export const ACP_ROWS = ['in an editor (ACP): denied (must not run)', 'in an editor (ACP): allowed (must run)'] as const

/**
 * The agent as Zed and other editors start it, under an editor that says yes to whatever it is asked: only the hook that
 * `init` installed stands between the model and the machine. Returns what does not hold.
 */
export async function playInEditor(client: Client, cache: string, sources: string): Promise<readonly string[]> {
  if (client.acp === undefined) return []
  const scene = makeScene(client)
  prepareProject(client, scene)
  const calls = ['touch denied', "printf 'ALLOWED-%d' 42 > allowed.txt"].map((command) => client.tools.shell(command))
  let results: readonly string[] = []
  const model = await startModel((turn) => {
    if (turn.results.length > results.length) results = turn.results
    const call = calls[turn.calls]
    return call !== undefined && turn.tools.some(({ name }) => name === call.call) ? call : { say: 'done' }
  })
  const environment = environmentFor(client, scene, cache, model.url)
  let daemon: ChildProcess | undefined
  let editor: Editor | undefined
  try {
    client.prepare(scene.home, model.url, [process.execPath, join(import.meta.dirname, 'notes-server.ts'), scene.notes])
    runPortcullis(sources, environment, ['init', client.agent, '--yes', '--timeout', '60'])
    daemon = await startRealDaemon(sources, environment, scene)
    editor = new Editor(client.acp, environment, scene.project)
    const failure = await editor.play(scene.project)
    const [denied, allowed] = ACP_ROWS
    return [
      ...(failure === undefined ? [] : [`${denied}: ${failure}`]),
      ...(existsSync(join(scene.project, 'denied'))
        ? [`${denied}: it ran, and the gate was asked ${rowsOf(scene.state, 'audit_log').length} times`]
        : []),
      ...(results.some((result) => /portcullis.*rule\.deny/s.test(result))
        ? []
        : [`${denied}: the model was not told: ${JSON.stringify(results).slice(0, 200)}`]),
      ...(existsSync(join(scene.project, 'allowed.txt')) ? [] : [`${allowed}: it did not run`]),
    ]
  } finally {
    await editor?.end()
    await stop(daemon)
    await model.close()
    rmSync(scene.root, { recursive: true, force: true })
  }
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly options?: readonly { readonly optionId: string; readonly kind?: string }[] }
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

/** As little of an editor as an agent needs: JSON-RPC in lines over its standard streams. */
class Editor {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number | string, (message: Message) => void>()
  #next = 0

  constructor(command: readonly string[], environment: Readonly<Record<string, string>>, cwd: string) {
    const [program, ...args] = command
    this.#child = spawn(program!, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    this.#child.on('error', () => undefined)
    this.#child.stdin!.on('error', () => undefined)
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      try {
        this.#hear(JSON.parse(line) as Message)
      } catch {
        // Some agents also print what is no message.
      }
    })
  }

  async play(cwd: string): Promise<string | undefined> {
    const timer = Promise.withResolvers<'timeout'>()
    const timeout = setTimeout(() => timer.resolve('timeout'), LONGEST)
    this.#child.on('exit', () => timer.resolve('timeout'))
    try {
      const ended = await Promise.race([this.#converse(cwd), timer.promise])
      return ended === 'timeout' ? 'the session did not come to an end' : ended
    } finally {
      clearTimeout(timeout)
    }
  }

  async #converse(cwd: string): Promise<string | undefined> {
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
    const began = await this.#ask('initialize', { protocolVersion: 1, clientCapabilities })
    if (began.error) return `initialize: ${began.error.message}`
    const session = await this.#ask('session/new', { cwd, mcpServers: [] })
    if (session.error) return `session/new: ${session.error.message}`
    const sessionId = session.result?.['sessionId']
    const prompted = await this.#ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: PROMPT }] })
    return prompted.error ? `session/prompt: ${prompted.error.message}` : undefined
  }

  #ask(method: string, params: object): Promise<Message> {
    const id = this.#next++
    const { promise, resolve } = Promise.withResolvers<Message>()
    this.#waiting.set(id, resolve)
    this.#send({ jsonrpc: '2.0', id, method, params })
    return promise
  }

  #hear(message: Message): void {
    if (message.method === undefined) {
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
      return
    }
    if (message.id === undefined) return
    if (message.method !== 'session/request_permission')
      return this.#send({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'not here' } })
    const options = message.params?.options ?? []
    const yes = options.find(({ kind }) => kind === 'allow_once') ?? options[0]
    this.#send({
      jsonrpc: '2.0',
      id: message.id,
      result: { outcome: { outcome: 'selected', optionId: yes?.optionId } },
    })
  }

  #send(message: object): void {
    this.#child.stdin!.write(`${JSON.stringify(message)}\n`)
  }

  async end(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => this.#child.on('exit', () => resolve()))
    process.kill(-this.#child.pid, 'SIGKILL')
    await ended
  }
}
