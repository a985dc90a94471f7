import type { Command } from 'commander'
import { z } from 'zod'
import { visible } from '../../call/visible.ts'
import { settlementWords } from '../../humans/channels/wording.ts'
import { settlementSchema } from '../../humans/questions/stored-question.ts'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

const STATES = z.object({
  channels: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['connecting', 'connected', 'trouble', 'unusable']),
      message: z.string().optional(),
    }),
  ),
})
const STARTED = z.object({ id: z.string(), expiresAt: z.number() })
const GOING = z.object({ settlement: settlementSchema().optional() })

const LOOK_EVERY = 300

export function addChannels(program: Command): void {
  const channels = program
    .command('channels')
    .description('the chats in which people are asked: what is set up, and whether it is connected')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--json', 'as JSON')
    .action((options: Options) => list(options))
  channels
    .command('test')
    .description('ask a real test question, which allows nothing, and wait for the answer')
    .argument('[name]', 'the channel (default: each one, one after the other)')
    .action((name: string | undefined, _options: object, command: Command) =>
      test(name, command.optsWithGlobals<Options>()),
    )
}

async function list(options: Options): Promise<void> {
  const states = await readStates(options)
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(states, undefined, 2)}\n`)
    return
  }
  if (states.length === 0) process.stdout.write('no channel is set up: see `channels` in docs/channels.md\n')
  for (const { name, state, message } of states)
    process.stdout.write(
      `${name.padEnd(10)}${state.padEnd(12)}${message === undefined ? '' : visible(message)}`.trimEnd().concat('\n'),
    )
  if (states.some(({ state }) => state === 'unusable' || state === 'trouble')) process.exitCode = 1
}

async function test(name: string | undefined, options: Options): Promise<void> {
  const states = await readStates(options)
  const chosen = states.filter((each) => name === undefined || each.name === name)
  if (chosen.length === 0)
    throw new Error(name === undefined ? 'no channel is set up' : `no channel ${visible(name)} is set up`)
  for (const { name: channel, state, message } of chosen) {
    if (state === 'unusable') {
      process.stdout.write(`${channel}: ${visible(message ?? 'cannot be used')}\n`)
      process.exitCode = 1
      continue
    }
    if (!(await testOne(channel, options))) process.exitCode = 1
  }
}

/** Whether somebody answered. */
async function testOne(channel: string, options: Options): Promise<boolean> {
  const state = stateDirectory(options.state)
  const asked = await askDaemon(state, 'POST', '/v1/channels/test', { channel })
  if (asked.status !== 200) throw new Error(messageOf(asked))
  const { id, expiresAt } = STARTED.parse(asked.value)
  process.stdout.write(`${channel}: question ${id} is on its way; answer it there\n`)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    const answer = await askDaemon(state, 'GET', `/v1/channels/test/${id}`)
    if (answer.status !== 200) throw new Error(messageOf(answer))
    const { settlement } = GOING.parse(answer.value)
    if (settlement === undefined && Date.now() < expiresAt + 5000) continue
    if (settlement?.how !== 'answered') {
      process.stdout.write(`${channel}: no answer came in time\n`)
      return false
    }
    process.stdout.write(`${channel}: it works. ${visible(settlementWords(settlement))}\n`)
    return true
  }
}

async function readStates(options: Options): Promise<z.infer<typeof STATES>['channels']> {
  const answer = await askDaemon(stateDirectory(options.state), 'GET', '/v1/channels')
  if (answer.status !== 200) throw new Error(messageOf(answer))
  return STATES.parse(answer.value).channels
}
