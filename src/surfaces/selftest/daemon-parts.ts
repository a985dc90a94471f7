import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agentNamed } from '../../agents/index.ts'
import { type Daemon, startDaemon } from '../daemon/daemon.ts'
import { canaryPayload, installedCommand, judgeCanary, runEntry } from '../doctor/canary.ts'
import { examineContainment } from '../doctor/containment.ts'
import { hookMark } from '../install/hook-script.ts'
import { install, planInstall } from '../install/install.ts'
import { builtNative, compileNative, takePrebuilt } from '../install/native-client.ts'
import { DEFAULT_TIMEOUT, nativePath, type Place, type Wanted } from '../install/place.ts'
import { type Recipe, RECIPES } from '../install/recipes.ts'
import { LAUNCHER } from '../launcher.ts'
import { honestOnes, negatives, refusedAs, type Target, text } from './hostile-requests.ts'
import {
  control,
  held,
  letThrough,
  messageOf,
  notTried,
  type Part,
  type SelftestPlace,
  severalAtOnce,
  type Tried,
} from './part.ts'
import { sendRaw } from './raw-request.ts'

const AT_ONCE = 8

async function withDaemon<T>(place: SelftestPlace, act: (daemon: Daemon) => Promise<T>): Promise<T> {
  const daemon = await startDaemon({
    stateDirectory: place.state,
    home: place.home,
    managedDirectory: '/nonexistent',
    port: 0,
    log: () => undefined,
  })
  try {
    return await act(daemon)
  } finally {
    await daemon.stop()
  }
}

/** Requests that are forged, malformed or of somebody who may not: none is answered. */
export const doorPart: Part = {
  name: 'door',
  title: "hostile requests at the daemon's door",
  run: (place, progress) =>
    withDaemon(place, async (daemon) => {
      const target = targetOf(daemon, place)
      const honest = honestOnes(target).filter(({ name }) => name !== 'forget')
      const sound = await severalAtOnce(
        honest,
        1,
        async (one) => {
          const answer = await sendRaw(one.where, text(one))
          const fails = typeof answer === 'string' || answer.status !== 200 ? 'it was refused' : undefined
          return control(`an honest request is answered: ${one.name}`, fails)
        },
        () => undefined,
      )
      const hostile = await severalAtOnce(
        negatives(target),
        AT_ONCE,
        async (row): Promise<Tried> => {
          const problem = await refusedAs(row)
          return problem === undefined ? held(row.what) : letThrough(row.what, problem)
        },
        progress,
      )
      return [...sound, ...hostile]
    }),
}

function targetOf(daemon: Daemon, { project }: SelftestPlace): Target {
  const token = (file: string): string => readFileSync(file, 'utf8').trim()
  return {
    agent: token(daemon.paths.agentToken),
    operator: token(daemon.paths.operatorToken),
    port: { port: daemon.port! },
    portNumber: daemon.port!,
    socket: { path: daemon.paths.socket },
    project,
    call: (command) => ({ tool: 'Bash', input: { command }, cwd: project, session: 'selftest' }),
  }
}

/** The hook of every client, installed below a home of the self-test's own, and what it makes of a planted call. */
export const hooksPart: Part = {
  name: 'hooks',
  title: "a planted call through every client's hook",
  run: async (place, progress) => {
    const machine: Place = {
      home: place.home,
      root: place.directory,
      environment: { PORTCULLIS_STATE: place.state, PATH: process.env['PATH'] },
      node: process.execPath,
      launcher: LAUNCHER,
      platform: process.platform,
    }
    const native = nativeIn(machine)
    const clients = [...(native === undefined ? [] : [{ ...machine, client: 'native' as const }]), machine]
    const rows = clients.flatMap((one) => RECIPES.map((recipe) => ({ one, recipe })))
    const judged = await withDaemon(place, () =>
      severalAtOnce(
        rows,
        1,
        ({ one, recipe }) => canary(recipe, one, 'is judged', place),
        (done) => progress(done, rows.length * 2),
      ),
    )
    // No daemon, and no program that could judge in its place.
    const broken = await severalAtOnce(
      rows,
      2,
      ({ one, recipe }) =>
        canary(recipe, { ...one, launcher: join(place.directory, 'gone.cjs') }, 'has no gate', place),
      (done) => progress(rows.length + done, rows.length * 2),
    )
    const absent =
      native === undefined
        ? [notTried('the native client of the hooks', 'none is prebuilt, and there is no C compiler')]
        : []
    return [...judged, ...broken, ...absent]
  },
}

async function canary(
  recipe: Recipe,
  machine: Place,
  how: 'is judged' | 'has no gate',
  place: SelftestPlace,
): Promise<Tried> {
  const { title } = agentNamed(recipe.agent)!
  const what = `${title}, ${machine.client ?? 'script'}: a planted call ${how === 'is judged' ? 'is denied' : 'is denied without any gate'}`
  const wanted: Wanted = { scope: 'user', observe: false, timeout: how === 'is judged' ? DEFAULT_TIMEOUT : 30 }
  try {
    install(planInstall([recipe], machine, wanted), machine, wanted)
    const settings = recipe.edits(machine, wanted).at(-1)!.path
    const command = installedCommand(recipe.agent, settings, hookMark(machine, wanted))
    if (command === undefined) return letThrough(what, 'the settings hold no entry of ours')
    const run = await runEntry(command, canaryPayload(recipe.agent, place.project), place.project, 120)
    if (how === 'is judged') {
      const { state, says } = judgeCanary(title, run)
      if (state === 'yellow') return control(what, says)
      return state === 'green' ? held(what) : letThrough(what, says)
    }
    const blocked = run.exit === 2 && run.stderr.trim() !== '' && !/"allow"/.test(run.stdout) && !run.timedOut
    return blocked ? held(what) : letThrough(what, `exit ${run.exit}: ${run.stdout.slice(0, 200)}`)
  } catch (error) {
    return letThrough(what, messageOf(error))
  }
}

/** Puts the native client where the hooks look for it. Undefined: there is none for this machine. */
function nativeIn(machine: Place): string | undefined {
  const path = nativePath(machine, 'user')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const known = builtNative()
  if (known !== undefined) {
    copyFileSync(known, path)
    chmodSync(path, 0o755)
    return path
  }
  if ('binary' in takePrebuilt(path)) return path
  return 'binary' in compileNative(path) ? path : undefined
}

/** What is not understood runs behind walls that hold, or not at all. */
export const wallsPart: Part = {
  name: 'containment',
  title: 'a canary behind the walls',
  run: async (_place, progress) => {
    const home = mkdtempSync(join(tmpdir(), 'portcullis-walls-'))
    try {
      const { state, says } = await examineContainment(home)
      progress(1, 1)
      const rows = ['reads no secret', 'reaches no listener', 'writes nothing outside', 'does not live on'].map(
        (row) => `a contained program ${row}`,
      )
      if (state === 'green') return rows.map(held)
      return rows.map((row) =>
        state === 'yellow' ? notTried(row, `nothing is contained here: ${says}`) : letThrough(row, says),
      )
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}
