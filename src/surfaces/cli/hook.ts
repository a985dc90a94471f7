import { ownCommand } from '../../call/own-command.ts'
import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import type { HookAnswer } from '../../agents/agent.ts'
import { refusal } from '../../agents/answers.ts'
import { agentNamed, AGENTS } from '../../agents/index.ts'
import { MOST_BYTES } from '../../call/strict-json.ts'
import { LATE } from '../../checks/working-time.ts'
import { GivenUp } from '../../verdict.ts'
import { answerInProcess, hookFile } from '../hook/in-process.ts'
import { startDaemon } from '../hook/start-daemon.ts'
import { LAUNCHER } from '../launcher.ts'
import { stateDirectory } from '../state-directory.ts'

interface HookOptions {
  readonly inProcess?: boolean
  readonly wire?: boolean
  readonly observe?: boolean
  readonly deadline: number
  readonly state?: string
  readonly settings?: string
}

export function addHook(program: Command): void {
  program
    .command('hook')
    .description("answer one event of an agent's hook: its JSON on standard input, its dialect on standard output")
    .argument('<agent>', AGENTS.map(({ name }) => name).join(', '))
    .option('--in-process', 'judge here instead of asking the daemon')
    .option('--observe', 'judge and record, but block nothing')
    .option('--deadline <seconds>', 'refuse when it takes longer', readSeconds, 96)
    .option('--wire', 'print the answer as one line of JSON instead of giving it')
    .option('--state <directory>', 'where the gate keeps what it remembers')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's; judges here")
    .action(async (agent: string, options: HookOptions) => {
      const state = stateDirectory(options.state)
      // The daemon knows only the settings it was started with.
      if (options.inProcess !== true && options.settings === undefined) {
        process.exitCode = viaDaemon(agent, state, options)
        return
      }
      give(await withDeadline(agent, state, options), options)
      startDaemon(LAUNCHER, state)
      process.exit()
    })
}

/** The small client asks the daemon, and comes back here with `--in-process` when there is none. */
function viaDaemon(agent: string, state: string, options: HookOptions): number {
  const flags = [
    ...(options.wire ? ['--wire'] : []),
    ...(options.observe ? ['--observe', 'yes'] : []),
    '--doctor',
    ownCommand('doctor'),
  ]
  const run = spawnSync(
    process.execPath,
    ['--disable-sigusr1', hookFile('hook.cjs'), agent, state, LAUNCHER, String(options.deadline), ...flags],
    { stdio: 'inherit' },
  )
  if (run.status === 0 || run.status === 2) return run.status
  process.stderr.write('portcullis: the hook could not run, so nothing is allowed\n')
  return 2
}

/** A ref'd timer: a process that runs out of work must not end with nothing said. */
function withDeadline(agent: string, state: string, options: HookOptions): Promise<HookAnswer> {
  const { promise, resolve } = Promise.withResolvers<HookAnswer>()
  const late = refusal('the gate did not answer in time')
  const givenUp = new AbortController()
  // The gate is told first, so that its record says what the agent is told.
  const deadlineMs = options.deadline * 900
  const first = setTimeout(() => givenUp.abort(new GivenUp(LATE)), deadlineMs)
  const timer = setTimeout(() => resolve(late), options.deadline * 1000)
  const fail = (error: unknown): void =>
    resolve(refusal(`the hook failed: ${error instanceof Error ? error.message : String(error)}`))
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  readInput(process.stdin)
    .then((input) =>
      agentNamed(agent)
        ? answerInProcess(agent, input, {
            state,
            signal: givenUp.signal,
            deadlineMs,
            ...(options.observe ? { observed: true } : {}),
            ...(options.settings === undefined ? {} : { settings: options.settings }),
          })
        : refusal(`no agent is known as \`${agent}\``),
    )
    .then(resolve, fail)
  return promise.finally(() => {
    clearTimeout(first)
    clearTimeout(timer)
  })
}

/** Everything the agent said, up to the size the gate reads at most; a byte more is enough to be refused as too large. */
async function readInput(input: NodeJS.ReadStream): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    size += piece.length
    pieces.push(piece)
    if (size > MOST_BYTES) break
  }
  return Buffer.concat(pieces)
}

/** Written at once, so that nothing is lost when the process ends. What cannot be handed over is no allow. */
function give(answer: HookAnswer, options: HookOptions): void {
  const { stdout, stderr, exit } = answer
  try {
    if (options.wire) {
      writeAll(1, JSON.stringify({ stdout, stderr, exit }))
      process.exitCode = 0
      return
    }
    process.exitCode = 2
    if (options.observe) process.exitCode = 0
    else {
      if (stdout !== '') writeAll(1, `${stdout}\n`)
      if (stderr !== '') writeAll(2, stderr)
      process.exitCode = exit
    }
  } catch {
    process.exitCode = 2
  }
}

function writeAll(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(stream, bytes, at)
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 3600)) throw new InvalidArgumentError('a number of seconds from 1 to 3600 is needed.')
  return seconds
}
