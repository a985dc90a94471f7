import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import {
  honestOnes,
  type Negative,
  negatives as negativesOf,
  refusedAs,
  text,
} from '../../src/surfaces/selftest/hostile-requests.ts'
import { type DaemonProduct, run, type Running, sendRaw } from '../daemon/client.ts'
import type { Failures } from '../product.ts'

function target(running: Running) {
  return { ...running, portNumber: running.daemon.port!, call: (command: string) => running.call(command) }
}

export function negatives(running: Running): readonly Negative[] {
  return negativesOf(target(running))
}

/**
 * Sends every refused request over real sockets. None may be answered, leave a trace, or get a CORS header. `only`: just
 * those whose name it matches.
 */
export async function daemonDoor(product: DaemonProduct, only: RegExp = /^/): Promise<Failures> {
  const running = await run(product)
  const failures: string[] = []
  try {
    await running.post('/v1/judge', running.call('ls', 'kept'))
    for (const honest of honestOnes(target(running)).filter((one) => one.name !== 'forget')) {
      const answer = await sendRaw(honest.where, text(honest))
      if (typeof answer === 'string' || answer.status !== 200) failures.push(`${honest.name}: an honest one is refused`)
    }
    const before = await traces(running)
    const queue = negatives(running).filter((row) => only.test(row.what))
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
          const problem = await refusedAs(row)
          if (problem !== undefined) failures.push(`${row.what}: ${problem}`)
        }
      }),
    )
    const after = await traces(running)
    if (after !== before) failures.push(`refused requests left a trace: ${before} became ${after}`)
    for (const line of running.logged)
      if (line.includes(running.agent) || line.includes(running.operator)) failures.push('a token is in the log')
  } finally {
    await running.end()
  }
  return failures
}

/** Records in the log and sessions in memory: what a request that is not refused would change. */
export async function traces(running: Running): Promise<string> {
  const reader = openReader(statePaths(running.daemon.paths.directory).database)
  const { records } = await reader.stats({})
  reader.close()
  const sessions = (await running.get('/v1/sessions')).body
  return `${records} records, ${sessions.replaceAll(/"usedAt":\d+/g, '')}`
}
