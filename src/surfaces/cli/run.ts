import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { forget, type Recovered, recover } from '../../containment/commit.node.ts'
import type { Did } from '../../containment/effects.ts'
import { type Run, startRun, type Tools } from '../../containment/runs.node.ts'
import { jsonText } from '../../journal/export.ts'
import { newSession } from '../../session.ts'
import type { Reason } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import {
  commitAndForget,
  containmentTools,
  discardHeld,
  heldRun,
  hold,
  openContained,
  outcomeOf,
  type Outcome,
} from '../contained.ts'
import { HELD } from '../settle-contained.ts'
import { settleInProcess } from '../settle-in-process.ts'
import { containedNetwork } from '../contained-network.ts'
import { stateDirectory } from '../state-directory.ts'
import { triedHosts } from '../tried-hosts.ts'
import { joinCommand, readTypedCall } from './call-from-arguments.ts'
import { paintFor } from './paint.ts'
import { showDid, showDiff, showHeld } from './show-contained.ts'
import { UsageError } from './usage-error.ts'

/** Nothing was run: as `env` and `timeout` end when they themselves fail. */
const NOT_RUN = 125

interface Options {
  readonly cwd?: string
  readonly state?: string
  readonly settings?: string
  readonly commit?: boolean
  readonly discard?: boolean
  readonly decide?: string
  readonly ticket?: string
  readonly settle?: string
  readonly exit?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly shellCommand?: readonly string[]
}

export function addRun(program: Command): void {
  program
    .command('run')
    .description(
      'run a command contained (no secrets, no network, writes are proposals), then commit or discard its changes',
    )
    .option('--commit', 'commit the changes when nothing speaks against them; otherwise they are held')
    .option('--discard', 'only show what it did')
    .option('--decide <id>', 'answer for a run that was held, with --commit or --discard; alone it shows the diff')
    .option('--ticket <id>', 'run the very command that the gate gave this ticket for, once')
    .addOption(new Option('--settle <run>').hideHelp())
    .addOption(new Option('--exit <code>').hideHelp())
    .option('--cwd <directory>', 'run it there (default: this directory)')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .option('--state <directory>', "the gate's state directory")
    .option('--json', 'print what it did as JSON, on standard error after the command ended')
    .option('--quiet', 'say only what has to be decided')
    .addHelpText(
      'after',
      `\nThe command has its own exit code; ${HELD}: its changes are held; ${NOT_RUN}: the walls could not be built, and nothing ran.`,
    )
    .action(async (options: Options) => {
      if (options.commit && options.discard) throw new UsageError('--commit and --discard exclude each other')
      const tools = containmentTools()
      if ('missing' in tools) {
        say(`${tools.missing}: nothing was run. ${tools.fix}`)
        process.exitCode = NOT_RUN
        return
      }
      const state = stateDirectory(options.state)
      for (const one of recover(state, tools)) say(recovered(one))
      process.exitCode = await act(options, state, tools)
    })
}

function act(options: Options, state: string, tools: Tools): Promise<number> | number {
  if (options.ticket !== undefined) return useTicket(options.ticket, state, tools)
  if (options.settle !== undefined) return settleTicket(options.settle, options, state, tools)
  if (options.decide !== undefined) return decideHeld(options.decide, options, state, tools)
  return runAndDecide(options, state, tools)
}

/** The runner does it all: hooks start it without us. */
function useTicket(id: string, state: string, tools: Tools): number {
  const { status } = spawnSync(tools.runner, ['ticket', state, id], { stdio: 'inherit' })
  return status ?? NOT_RUN
}

/** What a run of the gate's changed, where no daemon is there to judge it. */
async function settleTicket(id: string, options: Options, state: string, tools: Tools): Promise<number> {
  const { exit, says } = await settleInProcess(state, tools, id, Number(options.exit ?? NOT_RUN))
  for (const line of says) say(line)
  return exit
}

function recovered({ id, workspace, did }: Recovered): string {
  switch (did) {
    case 'completed':
      return `a commit of run ${id} that had been cut off is complete now: ${visible(workspace)}`
    case 'undone':
      return `a commit of run ${id} that had been cut off was undone: ${visible(workspace)} is as it was before`
    case 'removed':
      return `leftovers of run ${id} were removed; nothing of it was committed`
    case 'failed':
      return `a commit of run ${id} was cut off and cannot be finished now: ${visible(workspace)}`
  }
}

async function runAndDecide(options: Options, state: string, tools: Tools): Promise<number> {
  const words = options.shellCommand ?? []
  if (words.length === 0) throw new UsageError('nothing to run: give a command after `--` (`run -- npm test`)')
  const cwd = resolve(options.cwd ?? process.cwd())
  const gate = await composeGate({
    grammars: 'when needed',
    state,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  const command = words.length === 1 ? ['/bin/sh', '-c', words[0]!] : words
  const network = containedNetwork(gate.policyFor(cwd), newSession('run', { mode: 'auto', interactive: true }))
  const opened = openContained(gate, { command, cwd, state, environment: process.env, tools, network })
  if ('refused' in opened) {
    say(`not containable: ${opened.refused}; nothing was run`)
    return NOT_RUN
  }
  const { run } = opened
  const { exit } = await startRun(run)
  if (exit === undefined) {
    forget(run)
    return NOT_RUN
  }
  const session = newSession('run', { mode: 'auto', interactive: true })
  const read = readTypedCall({ tool: 'Bash', input: joinCommand(words) }, cwd, session.id)
  if ('unreadable' in read) {
    forget(run)
    throw new Error(`${read.unreadable.sentence}; nothing was committed`)
  }
  const outcome = outcomeOf(gate, run, read.ok, session)
  show(options, run, outcome.did, outcome.held, outcome.hash)
  return settle(options, run, outcome, exit)
}

async function settle(options: Options, run: Run, outcome: Outcome, exit: number): Promise<number> {
  const { did, held } = outcome
  if (did.changes.length === 0 || options.discard) {
    forget(run)
    if (did.changes.length > 0) say('discarded: nothing was written')
    return exit
  }
  if (options.commit && held.length === 0) return commitNow(run, did, exit)
  const answer = options.commit || !isTerminal() ? 'keep' : await askPerson(run, did)
  if (answer === 'commit') return commitNow(run, did, exit)
  if (answer === 'discard') {
    forget(run)
    say('discarded: nothing was written')
    return exit
  }
  hold(run, outcome)
  say(
    `held ${run.id}: nothing was written. Commit it with \`${ownCommand(`run --decide ${run.id} --commit`)}\`, or drop it with --discard`,
  )
  return HELD
}

function commitNow(run: Run, did: Did, exit: number): number {
  const done = commitAndForget(run, did)
  if (done.ended === 'committed') {
    say(
      `committed: ${did.changes.length} ${did.changes.length === 1 ? 'change' : 'changes'} in ${visible(run.workspace)}`,
    )
    return exit
  }
  say(`${visible(done.why)}: nothing was committed`)
  return HELD
}

/** The answer counts for exactly what was shown: `heldRun` refuses when anything is different now. */
async function decideHeld(id: string, options: Options, state: string, tools: Tools): Promise<number> {
  if (options.discard && discardHeld(id, state, tools)) {
    say('discarded: nothing was written')
    return 0
  }
  const held = heldRun(id, state, tools)
  if (typeof held === 'string') {
    say(held)
    return HELD
  }
  if (options.commit) return commitNow(held.run, held.did, 0)
  show(options, held.run, held.did, held.because, '')
  return HELD
}

function show(options: Options, run: Run, did: Did, held: readonly Reason[], hash: string): void {
  if (options.json) {
    const { workspace, changes, events } = did
    process.stderr.write(`${jsonText({ id: run.id, hash, workspace, changes, events, held }, 2)}\n`)
    return
  }
  const paint = paintFor(process.stderr)
  if (!options.quiet) {
    say(`ran contained in ${visible(run.workspace)}`)
    process.stderr.write(`${showDid(did, paint)}\n`)
    if (did.changes.length > 0) process.stderr.write(`${showDiff(did, paint)}\n`)
  } else if (triedHosts(did).length > 0)
    say(
      `contained: no network; tried ${triedHosts(did)
        .map((host) => visible(host))
        .join(', ')}`,
    )
  if (held.length > 0) process.stderr.write(`${showHeld(held, paint)}\n`)
}

function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

async function askPerson(run: Run, { changes }: Did): Promise<'commit' | 'discard' | 'keep'> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const text = await lines.question(
      `commit ${changes.length} ${changes.length === 1 ? 'change' : 'changes'} to ${visible(run.workspace)}? [c]ommit, [d]iscard, [k]eep for later: `,
    )
    const word = text.trim().toLowerCase()
    if (word === 'c' || word === 'commit') return 'commit'
    return word === 'd' || word === 'discard' ? 'discard' : 'keep'
  } finally {
    lines.close()
  }
}

function say(text: string): void {
  process.stderr.write(`portcullis: ${text}\n`)
}
