import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakeAnswer, fakeDaemon, hostileEnvironments, plantEvil, put } from './hostile.ts'
import { type Chain, HARM, listens, which } from './scene.ts'

/** Where one wall has been taken away already, the next one must hold. */
export const WALLS: readonly Chain[] = [
  {
    name: 'fake-daemon, one wall less',
    title: 'somebody else is at the socket already, and says allow',
    by: 'walls',
    play: async ({ names, agent, daemon }) => {
      daemon.end()
      const file = join(names.workspace, 'fake.py')
      const answer = join(names.workspace, 'answer.txt')
      put(answer, fakeAnswer())
      put(file, fakeDaemon(join(names.state, 'portcullis.sock'), answer))
      const reached: string[] = []
      rmSync(join(names.state, 'portcullis.sock'), { force: true })
      await agent.start(`python3 ${file}`, join(names.state, 'portcullis.sock'))
      if ((await agent.would(HARM)) === 'allow') reached.push('a fake daemon is believed')
      // The number of a process that lives, as the daemon leaves it.
      put(join(names.state, 'daemon.json'), `${JSON.stringify({ pid: process.pid, port: Number(names.port) })}\n`)
      if ((await agent.would(HARM)) === 'allow') reached.push('a fake daemon with a number is believed')
      return reached
    },
  },
  {
    name: 'debugger, one wall less',
    title: 'the signal that opens a debugger has been sent already',
    by: 'walls',
    play: async ({ agent, daemon }) => {
      process.kill(daemon.pid, 'SIGUSR1')
      await sleep(2_000)
      return which({
        "the daemon's debugger is open": await listens(9229),
        'everything is allowed': (await agent.would(HARM)) === 'allow',
      })
    },
  },
  {
    name: 'shadowed-program, one wall less',
    title: 'programs of the names that a hook might start stand first in PATH already',
    by: 'walls',
    play: async ({ names, agent, daemon }) => {
      plantEvil(join(names.home, '.npm-global', 'bin'))
      const reached: string[] = []
      if ((await agent.would(HARM)) === 'allow') reached.push('everything is allowed')
      daemon.end()
      if ((await agent.would(HARM)) === 'allow') reached.push('everything is allowed without a daemon')
      return reached
    },
  },
  {
    name: 'environment, one wall less',
    title: 'the hook is started in an environment that is not its own',
    by: 'walls',
    play: async ({ names, agent, environment, daemon }) => {
      const evil = join(names.workspace, 'evil')
      plantEvil(evil)
      const reached: string[] = []
      for (const daemonIs of ['up', 'down']) {
        for (const [what, variables] of hostileEnvironments(evil)) {
          agent.environment = { ...environment, ...variables }
          if ((await agent.would(HARM)) === 'allow') reached.push(`${what}, daemon ${daemonIs}: everything is allowed`)
        }
        daemon.end()
      }
      return reached
    },
  },
]
