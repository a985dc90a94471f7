import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import type { DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import { Pins } from '../../src/surfaces/mcp/pins.ts'
import { type DaemonProduct, run, type Running } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { unhurried, until } from '../until.ts'
import { holdWriteLock } from '../write-lock.ts'

interface Act {
  readonly code: string
  readonly path: string
  readonly body: object
}

const SETTINGS = '{"permissions":{"deny":["Bash(terraform *)"]}}\n'

const ACTS: readonly Act[] = [
  { code: 'operator.said', path: '/v1/session/said', body: { id: 'watched', text: 'clean up' } },
  { code: 'operator.mode', path: '/v1/session/mode', body: { id: 'watched', mode: 'acceptEdits' } },
  { code: 'operator.paused', path: '/v1/session/pause', body: { id: 'watched', paused: true } },
  { code: 'operator.resumed', path: '/v1/session/pause', body: { id: 'watched', paused: false } },
  { code: 'operator.stopped', path: '/v1/session/stop', body: { id: 'watched' } },
  { code: 'operator.forgot', path: '/v1/session/forget', body: { id: 'watched' } },
]

/** Whatever an operator changes stands in the log, under its own code and with the session it was done to. */
export async function actsAreRecorded(product: DaemonProduct): Promise<Failures> {
  return using(product, {}, async (running) => {
    const failures: string[] = []
    await running.post('/v1/judge', running.call('ls', 'watched'))
    for (const { code, path, body } of ACTS) {
      const { status } = await running.post(path, body)
      if (status !== 200) failures.push(`${code} was answered ${status}`)
      const found = (await recorded(running)).filter((one) => one.code === code && one.session === 'watched')
      if (found.length !== 1) failures.push(`${code} stands in the log ${found.length} times`)
    }
    const base = (JSON.parse((await running.get('/v1/settings')).body) as { digest: string }).digest
    await running.post('/v1/settings/save', { text: SETTINGS, base })
    const pins = new Pins(running.daemon.paths.directory)
    hold(pins)
    await running.post('/v1/mcp/approve', heldBy(pins))
    if (!(await recorded(running)).some(({ code }) => code === 'operator.mcp-approved'))
      failures.push('an accepted description of an MCP tool does not stand in the log')
    const saved = (await recorded(running)).find(({ code }) => code === 'operator.settings')
    if (!JSON.stringify(saved?.body ?? '').includes('settings.json'))
      failures.push('saved settings do not stand in the log')
    return failures
  })
}

/** With a log that cannot be written, nothing that may loosen the gate is done. */
export async function unrecordedIsNotDone(product: DaemonProduct): Promise<Failures> {
  const journalDeadlineMs = 500
  return using(product, { journalDeadlineMs }, async (running) => {
    const failures: string[] = []
    const file = join(running.directory, 'home', '.portcullis', 'settings.json')
    writeFileSync(file, SETTINGS)
    const base = (JSON.parse((await running.get('/v1/settings')).body) as { digest: string }).digest
    const pins = new Pins(running.daemon.paths.directory)
    hold(pins)
    const held = await holdWriteLock(statePaths(running.daemon.paths.directory).database)
    try {
      const loosened = await running.post('/v1/settings/save', { text: '{}\n', base })
      if (loosened.status < 500) failures.push(`settings were saved without a record: ${loosened.status}`)
      const accepted = await running.post('/v1/mcp/approve', heldBy(pins))
      if (accepted.status < 500) failures.push(`a description was accepted without a record: ${accepted.status}`)
      // A commit that still waits for the lock when it is given back would be done after all.
      await sleep(unhurried(journalDeadlineMs * 2))
    } finally {
      held.release()
    }
    const now = JSON.parse((await running.get('/v1/settings')).body) as { text: string }
    if (pins.list()[0]?.held.size !== 1) failures.push('a description was accepted')
    if (now.text !== SETTINGS) failures.push('the settings are no longer what they were')
    failures.push(...(await onlySaidNotDone(running)))
    return failures
  })
}

/** When the log can be written again it does not say that they were done: only that they were not. */
async function onlySaidNotDone(running: Running): Promise<Failures> {
  const codes = async (): Promise<readonly string[]> => (await recorded(running)).map(({ code }) => code)
  const notDone = async (): Promise<number> => (await codes()).filter((code) => code === 'audit.not-done').length
  try {
    await until('the log says that both were not done', async () => (await notDone()) === 2, 15_000)
  } catch (error) {
    return [String(error)]
  }
  const others = (await codes()).filter((code) => code !== 'audit.not-done')
  return others.map((code) => `${code} stands in the log and was not done`)
}

/** A description that changed. */
function hold(pins: Pins): void {
  for (const description of ['Reads.', 'Reads and writes.'])
    pins.examine({ name: 'files', runs: 'files' }, [{ name: 'read', definition: { name: 'read', description } }])
}

function heldBy(pins: Pins): object {
  const [server] = pins.list()
  return { server: server?.key, tool: 'read', hash: server?.held.get('read')?.hash }
}

interface Recorded {
  readonly code: string
  readonly session: string
  readonly body: object
}

async function recorded(running: Running): Promise<readonly Recorded[]> {
  const { body } = await running.get('/v1/audit?event=operator_action&limit=100')
  return (JSON.parse(body) as { records: Recorded[] }).records
}

async function using(
  product: DaemonProduct,
  options: Partial<DaemonOptions>,
  look: (running: Running) => Promise<Failures>,
): Promise<Failures> {
  const running = await run(product, options)
  try {
    return await look(running)
  } finally {
    await running.end()
  }
}
