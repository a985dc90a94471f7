import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { type DaemonProduct, run, type Running } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { until } from '../until.ts'

async function recordsOf(running: Running): Promise<number> {
  const reader = openReader(statePaths(running.daemon.paths.directory).database)
  const { records } = await reader.stats({})
  reader.close()
  return records
}

/** What is remembered: records, sessions, counters of decisions. */
export async function remembered(running: Running): Promise<object> {
  const records = await recordsOf(running)
  const { sessions } = JSON.parse((await running.get('/v1/sessions')).body) as { sessions: readonly object[] }
  const counters = (await running.get('/v1/metrics')).body.match(/^portcullis_(?:decisions|judgement\w*).*$/gm)
  const listed = sessions.map((session) => ({ ...session, usedAt: 0 }))
  return { records, listed, counters, settings: (await running.get('/v1/settings')).body }
}

interface Trial {
  readonly name: string
  readonly act: (running: Running) => Promise<{ readonly status: number }>
}

const lab = (running: Running, command: string): ReturnType<Running['post']> =>
  running.post('/v1/lab', { ...running.call(command, 'known') })

/** Whatever only tries something out, or only shows something. */
const TRIALS: readonly Trial[] = [
  { name: 'an allowed call in the lab', act: (running) => lab(running, 'ls src && touch a.txt') },
  { name: 'a denied call in the lab', act: (running) => lab(running, 'X=rm; $X -rf ~') },
  { name: 'a call in the lab that a person would decide', act: (running) => lab(running, 'some-unknown-program') },
  {
    name: 'a preview of other settings',
    act: (running) => running.post('/v1/settings/preview', { text: '{"permissions":{"deny":["Bash(ls *)"]}}' }),
  },
  {
    name: 'the demo',
    act: async (running) => {
      const answer = await running.post('/v1/demo', { play: true, between: 0 })
      // Another play is refused until this one has ended.
      const isOver = async (): Promise<boolean> =>
        (await running.post('/v1/demo', { play: true, between: 0 })).status === 200
      await until('the first play has ended', isOver)
      return answer
    },
  },
]

/** Trying leaves no trace: not in the log, the sessions, the counters or the settings. */
export async function consoleTraces(product: DaemonProduct, only: RegExp = /^/): Promise<Failures> {
  const failures: string[] = []
  const running = await run(product)
  try {
    await running.post('/v1/judge', running.call('ls', 'known'))
    await running.post('/v1/judge', running.call('X=rm; $X -rf /', 'known'))
    // A deny may leave before its record is written.
    await until('both calls are on record', async () => (await recordsOf(running)) === 2)
    const insights = async (): Promise<string> => (await running.get('/v1/insights?from=0&to=8640000000000000')).body
    const [before, shown] = [JSON.stringify(await remembered(running)), await insights()]
    for (const { name, act } of TRIALS.filter((trial) => only.test(trial.name))) {
      const { status } = await act(running)
      if (status !== 200) failures.push(`${name}: ${status}`)
      const after = JSON.stringify(await remembered(running))
      if (after !== before) failures.push(`${name}: leaves a trace: ${before} became ${after}`)
    }
    if ((await insights()) !== shown) failures.push('insights count what was only tried')
  } finally {
    await running.end()
  }
  return failures
}
