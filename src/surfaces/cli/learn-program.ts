import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { join, resolve } from 'node:path'
import { ownCommand } from '../../call/own-command.ts'
import { optionsInHelp } from '../../call/programs/help-text.ts'
import { proposeEntry, type Proposal } from '../../call/programs/propose.ts'
import { programNamed } from '../../call/shell/programs/index.ts'
import { visible } from '../../call/visible.ts'
import { forget } from '../../containment/commit.node.ts'
import { jsonText } from '../../journal/export.ts'
import { composeGate } from '../compose.ts'
import { containmentTools, openContained } from '../contained.ts'
import { showChange } from '../install/install.ts'
import { planSetting, saveSetting } from '../save-setting.ts'
import { stateDirectory } from '../state-directory.ts'
import { UsageError } from './usage-error.ts'

export interface LearnOptions {
  readonly from?: string
  readonly uncontained?: boolean
  readonly save?: boolean
  readonly cwd?: string
  readonly state?: string
}

const SECONDS = 10
const MOST_TEXT = 4 * 1024 * 1024

/** Set by clients in the shells that they start for an agent. */
const AGENT_VARIABLES: readonly string[] = [
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'COPILOT_AGENT_SESSION_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'GOOSE_TERMINAL',
  'OPENCODE',
  'QWEN_CODE',
]

/**
 * Proposes an entry from a program's help. Starting a program that nobody knows yet is for a person to decide: the gate
 * refuses the command to agents by its text, and here it is refused in the shell of a client and without a terminal.
 */
export async function learn(name: string, options: LearnOptions): Promise<void> {
  if (!/^[\w.+@-]+$/.test(name) || name.startsWith('-'))
    throw new UsageError(`\`${visible(name)}\` is no name of a program: write it without a directory`)
  refuseAgents(options)
  const text = options.from === undefined ? await helpOf(name, options) : readHelp(options.from)
  const proposal = proposeEntry(optionsInHelp(text))
  if (Object.keys(proposal.entry).length === 0 && proposal.subcommands.length === 0)
    throw new Error(`nothing about options can be read in the help of ${name}: write its entry by hand`)
  process.stdout.write(`${jsonText({ programs: { [name]: proposal.entry } }, 2)}\n`)
  process.stderr.write(toReview(name, proposal))
  if (options.save === true) await save(name, proposal)
}

function refuseAgents(options: LearnOptions): void {
  const variable = AGENT_VARIABLES.find((one) => process.env[one] !== undefined)
  if (variable !== undefined)
    throw new UsageError(
      `this shell belongs to an agent (${variable} is set): a person learns programs, in a terminal of their own`,
    )
  const needsPerson = options.save === true || options.from === undefined
  if (needsPerson && process.stderr.isTTY !== true)
    throw new UsageError(
      'there is no terminal: a person runs this. Without one an entry is only proposed, from a text: add --from',
    )
}

function readHelp(file: string): string {
  return readFileSync(file === '-' ? 0 : file, 'utf8').slice(0, MOST_TEXT)
}

async function helpOf(name: string, options: LearnOptions): Promise<string> {
  const tools = containmentTools()
  if ('missing' in tools) {
    if (options.uncontained !== true)
      throw new Error(`${tools.missing}: nothing was run. ${tools.fix}. For a program that you trust: --uncontained`)
    const env = { PATH: process.env['PATH'], HOME: tmpdir(), TERM: 'dumb', NO_COLOR: '1' }
    return printed(spawnSync(name, ['--help'], { ...LIMITS, cwd: tmpdir(), env }), name)
  }
  const gate = await composeGate({ grammars: 'when needed' })
  const opened = openContained(gate, {
    command: [name, '--help'],
    cwd: resolve(options.cwd ?? process.cwd()),
    state: stateDirectory(options.state),
    environment: process.env,
    tools,
    limits: { seconds: SECONDS },
  })
  if ('refused' in opened) throw new Error(`not containable: ${opened.refused}; nothing was run`)
  const { run } = opened
  try {
    return printed(spawnSync(tools.runner, ['run', join(run.at, 'plan')], { ...LIMITS, cwd: run.cwd }), name)
  } finally {
    // Whatever it wrote is dropped unseen.
    forget(run)
  }
}

const LIMITS = {
  encoding: 'utf8',
  input: '',
  timeout: (SECONDS + 5) * 1000,
  killSignal: 'SIGKILL',
  maxBuffer: MOST_TEXT,
} as const

function printed({ stdout, stderr, error, status }: SpawnSyncReturns<string>, name: string): string {
  if (error !== undefined) throw new Error(`${name} --help did not run: ${error.message}`)
  const text = `${stdout}\n${stderr}`
  if (status !== 0 && !/^\s*-/m.test(text)) throw new Error(`${name} --help ended with ${status}: ${stderr.trim()}`)
  return text
}

function toReview(name: string, { undecided, subcommands }: Proposal): string {
  const known = programNamed(name) === undefined ? [] : [`${name} is known already: this would be added to it`]
  const lines = [
    ...known,
    'a proposal: the help tells spellings, not what happens. Before you save it, look at each flag and each text',
    'operands are left out: give `operands` a role, or a call with one is not understood',
    ...(undecided.length > 0 ? [`not followed until you give them a role: ${undecided.join(' ')}`] : []),
    ...(subcommands.length > 0 ? [`subcommands are left out, with what each does: ${subcommands.join(' ')}`] : []),
    `then try it: ${ownCommand(`programs test -- ${name} …`)}`,
  ]
  return `\n${lines.map((line) => `portcullis: ${visible(line)}\n`).join('')}`
}

async function save(name: string, { entry }: Proposal): Promise<void> {
  const plan = planSetting(homedir(), ['programs', name], entry)
  process.stderr.write(`\n${visible(showChange(plan), 'keep lines')}\n`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`Write this to ${visible(plan.path)}? [y/N] `)
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      process.stderr.write('portcullis: nothing was written\n')
      return
    }
  } finally {
    terminal.close()
  }
  saveSetting(plan, Date.now())
  process.stderr.write(`portcullis: written to ${visible(plan.path)}\n`)
}
