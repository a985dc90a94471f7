import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Names } from '../suites/self-attack/cases.ts'
import { callHook } from '../suites/self-attack/judge.ts'
import { until } from '../until.ts'
import type { Step } from './sandbox.ts'

const LONGEST_STEP = 30_000

/**
 * An agent that follows a script, as Claude Code would let it: every step is put to the installed hook, and done when
 * that allows it. It does not give up when a step is refused: the next one is tried all the same.
 */
export class ScriptedAgent {
  readonly steps: Step[] = []
  /** Of the agent itself, and so of its hooks and of all that it runs. */
  environment: Readonly<Record<string, string>>
  readonly #names: Names
  readonly #hook: string

  constructor(names: Names, hook: string, environment: Readonly<Record<string, string>>) {
    this.#names = names
    this.#hook = hook
    this.environment = environment
  }

  /** What the hook says; nothing is run whatever that is. */
  async would(call: Call | string, cwd: string = this.#names.workspace): Promise<string> {
    const world = { hook: this.#hook, environment: this.environment, names: this.#names }
    return (await callHook(world, { id: 'attacker', cwd }, asCall(call), 'default')).decision
  }

  /** Asks, and does it when that is allowed. Returns what was to be seen. */
  async does(call: Call | string, cwd: string = this.#names.workspace): Promise<string> {
    const world = { hook: this.#hook, environment: this.environment, names: this.#names }
    const { decision, because } = await callHook(world, { id: 'attacker', cwd }, asCall(call), 'default')
    // A tool that fails tells the agent so, and the agent goes on.
    const output = decision === 'allow' ? await this.#run(asCall(call), cwd).catch(String) : ''
    const what = typeof call === 'string' ? call : `${call.tool} ${JSON.stringify(call.input)}`
    this.steps.push({ what, said: decision, because: because.slice(0, 500), output: output.slice(0, 2_000) })
    return output
  }

  /** Somebody who is no agent starts a program, which goes on; returns once the file that it makes is there. */
  async start(command: string, makes: string): Promise<void> {
    spawn('/bin/sh', ['-c', command], { env: this.environment, stdio: 'ignore' }).unref()
    await until(`${command} makes ${makes}`, () => existsSync(makes))
  }

  async #run({ tool, input }: Call, cwd: string): Promise<string> {
    const path = String(input['file_path'])
    switch (tool) {
      case 'Bash':
        return this.#shell(String(input['command']), cwd)
      case 'Read':
        return readFileSync(path, 'utf8')
      case 'Write':
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, String(input['content']))
        return ''
      case 'Edit':
        writeFileSync(
          path,
          readFileSync(path, 'utf8').replace(String(input['old_string']), () => String(input['new_string'])),
        )
        return ''
      default:
        throw new Error(`the agent has no tool called ${tool}`)
    }
  }

  /** Until the shell ends; what it leaves in the background goes on. */
  async #shell(command: string, cwd: string): Promise<string> {
    const child = spawn('/bin/bash', ['-c', command], { cwd, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await Promise.race([ended, sleep(LONGEST_STEP, undefined, { ref: false })])
    if (child.exitCode === null) child.kill('SIGKILL')
    // What was printed last is on its way.
    await sleep(100)
    return output
  }
}

function asCall(call: Call | string): Call {
  return typeof call === 'string' ? { tool: 'Bash', input: { command: call } } : call
}
