import { type Command, InvalidArgumentError } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'

interface Options {
  readonly state?: string
  readonly wait: number
  readonly undo?: boolean
}

const LOOK_EVERY = 200

/** Takes a daemon out of service before it is stopped: first it is not ready, then those under way end. */
export function addDrain(program: Command): void {
  program
    .command('drain')
    .description('take the daemon out of service: not ready, then wait for the calls under way')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--wait <seconds>', 'how long to wait for calls under way; exit code 1 when some are left', readSeconds, 30)
    .option('--undo', 'put it back into service')
    .action((options: Options) => drain(options))
}

function readSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('a number of seconds is needed')
  return Number(text)
}

async function drain(options: Options): Promise<void> {
  const state = stateDirectory(options.state)
  const wanted = options.undo !== true
  const answer = await askDaemon(state, 'POST', '/v1/drain', { draining: wanted })
  if (answer.status !== 200) throw new Error(messageOf(answer))
  if (!wanted) {
    process.stdout.write('the daemon is in service again\n')
    return
  }
  const until = performance.now() + options.wait * 1000
  for (;;) {
    const { underWay, waiting } = await load(state)
    if (underWay === 0) {
      process.stdout.write(`drained: no call is under way${waiting > 0 ? `; ${waiting} wait for a person` : ''}\n`)
      return
    }
    if (performance.now() >= until) {
      process.exitCode = 1
      process.stdout.write(`not drained: ${underWay} calls are still under way after ${options.wait} seconds\n`)
      return
    }
    await sleep(LOOK_EVERY)
  }
}

async function load(state: string): Promise<{ readonly underWay: number; readonly waiting: number }> {
  const { value } = await askDaemon(state, 'GET', '/v1/health')
  const { underWay = 0, waiting = 0 } = value as { underWay?: number; waiting?: number }
  return { underWay, waiting }
}
