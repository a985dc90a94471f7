import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ScriptedCall,
  type ScriptedModel,
  startScriptedModel,
  type Step,
} from '../../examples/support/scripted-model.ts'
import type * as AiSdk from '../../src/surfaces/sdk/adapters/ai-sdk.ts'
import type { AdapterOptions, AgentGate } from '../../src/surfaces/sdk/adapters/parts/calls.ts'
import type * as ClaudeAgentSdk from '../../src/surfaces/sdk/adapters/claude-agent-sdk.ts'
import type * as OpenAiAgents from '../../src/surfaces/sdk/adapters/openai-agents.ts'
import type { GatedSession } from '../../src/surfaces/sdk/gated-session.ts'
import type * as OpenGateModule from '../../src/surfaces/sdk/open-gate.ts'
import { containedText } from '../../src/surfaces/sdk/run-contained.ts'
import { containScene, runAsClient } from '../containment/contain-scene.ts'
import { removeScene } from '../containment/scene.ts'
import { loaderFor, SOURCES } from '../product.ts'

/** The adapters as a suite sees them: the real ones, or a copy with a bug put back. */
export interface Adapters {
  readonly root: string
  readonly load: <T>(file: string) => Promise<T>
  readonly openGate: typeof OpenGateModule.openGate
}

export type AiSdkAdapter = typeof AiSdk
export type OpenAiAgentsAdapter = typeof OpenAiAgents
export type ClaudeAdapter = typeof ClaudeAgentSdk

export async function loadAdapters(root: string = SOURCES): Promise<Adapters> {
  const load = loaderFor(root)
  const { openGate } = await load<typeof OpenGateModule>('surfaces/sdk/open-gate.ts')
  return { root, load, openGate }
}

/** What the framework shows a person. */
export interface Waiting {
  readonly id: string
  readonly command: string
}

/** One run, until it ended, failed, or waits for a person. */
export interface Turn {
  readonly waiting: readonly Waiting[]
  readonly failure: string
  /**
   * Brings a person's answer to all that waits, by the framework's own means, to the state that this turn ended in.
   * `elsewhere`: as another process does, with what was stored. `command`: what waits is changed before.
   */
  readonly resume: (
    answer: 'approve' | 'refuse',
    how?: { readonly elsewhere?: Scene; readonly command?: string },
  ) => Promise<Turn>
}

/** Everything one run needs. The tool is `bash` (for Claude `Bash`), and runs nothing: it notes what it would have run. */
export interface Scene {
  readonly adapters: Adapters
  readonly gate: AgentGate
  readonly session: GatedSession
  readonly model: ScriptedModel
  readonly ran: string[]
  readonly outputs: Readonly<Record<string, string>>
  readonly prompt: string
  readonly streaming: boolean
  readonly patience: number
  /** What the adapter is told about walls. */
  readonly walls: Pick<AdapterOptions, 'contained' | 'runsRewritten'>
  /** Where the agent works. */
  readonly cwd: string
  readonly home: string
  /** The tool hands what it is given to a shell. Left out: it runs nothing. */
  readonly shell?: (command: string) => Promise<string>
  readonly signal?: AbortSignal
  /** The agent has a sub-agent, which has the tool; the agent itself calls it by `helper`. */
  readonly withHelper: boolean
  readonly directory: string
}

export interface Framework {
  readonly name: string
  readonly tool: 'bash' | 'Bash'
  readonly start: (scene: Scene) => Promise<Turn>
  /** How its model calls a sub-agent. */
  readonly helper: (task: string) => ScriptedCall
  /** What it cannot show, and why. */
  readonly lacks?: Readonly<Record<string, string>>
}

/** What a tool of the tests does, in every framework. */
export function runNothing({ ran, outputs, shell }: Scene, command: string): string | Promise<string> {
  ran.push(command)
  if (shell !== undefined) return shell(command)
  const output = outputs[command] ?? `ran ${command}`
  if (output.startsWith('THROW ')) throw new Error(output.slice('THROW '.length))
  return output
}

export const helperTool = (task: string): ScriptedCall => ({ tool: 'helper', input: { task } })

export const FINISHED: Turn = { waiting: [], failure: '', resume: () => Promise.reject(new Error('nothing waits')) }

export function failed(error: unknown): Turn {
  return { ...FINISHED, failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

export const RULES = {
  permissions: {
    allow: ['Bash(greet *)', 'helper', 'Agent'],
    ask: ['Bash(deploy *)'],
    deny: ['Bash(wipe *)'],
  },
}

/** How an adapter is told to run behind walls what is not understood. */
export type Way = 'contained' | 'runsRewritten'

export interface Setting {
  readonly steps: readonly Step[]
  readonly stepsFor?: (body: string) => readonly Step[] | undefined
  /** Puts a fault around the gate. */
  readonly around?: (session: GatedSession) => AgentGate
  readonly outputs?: Readonly<Record<string, string>>
  readonly prompt?: string
  readonly streaming?: boolean
  readonly patience?: number
  readonly signal?: AbortSignal
  readonly withHelper?: boolean
  readonly changesSettings?: true
  /** On a machine of its own, where walls hold. Without a way the adapter says nothing of them. */
  readonly walls?: { readonly way?: Way }
}

export interface Stage {
  readonly scene: Scene
  /** The same as another process would have it: the session opened anew, the adapter made anew. */
  readonly another: () => Promise<Scene>
  /** The same with a session that has never asked anything. */
  readonly stranger: () => Promise<Scene>
  readonly settings: (value: object) => Promise<void>
  readonly close: () => Promise<void>
}

/** A real gate with a journal of its own. */
interface House {
  readonly home: string
  readonly cwd: string
  readonly open: (session: string) => Promise<OpenGateModule.EmbeddedGate>
  readonly settings: Stage['settings']
  readonly close: () => Promise<void>
}

async function buildHouse(adapters: Adapters): Promise<House> {
  const home = mkdtempSync(join(tmpdir(), 'adapters-'))
  const cwd = join(home, 'project')
  mkdirSync(join(cwd, '.git'), { recursive: true })
  mkdirSync(join(home, '.portcullis'))
  const gates: GatedSession[] = []
  const settings = async (value: object): Promise<void> => {
    writeFileSync(join(home, '.portcullis', 'settings.json'), JSON.stringify(value))
    // Seen from the next turn of the event loop on.
    await new Promise((later) => setImmediate(later))
  }
  await settings(RULES)
  return {
    home,
    cwd,
    settings,
    open: async (session) => {
      const place = { cwd, home, state: join(home, 'state'), managedDirectory: join(home, 'none'), environment: {} }
      const gate = await adapters.openGate({ ...place, session, recordWithinMs: 30_000 })
      gates.push(gate)
      return gate
    },
    close: async () => {
      for (const gate of gates) await gate.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A house in which walls were tried and hold, with a shell under a name that nobody knows. */
function buildWalledHouse(adapters: Adapters, scripts: Readonly<Record<string, string>>): House {
  const scene = containScene()
  const { workspace: cwd, home, state } = scene
  copyFileSync(realpathSync('/bin/sh'), join(cwd, 'run.bin'))
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(cwd, `${name}.dat`), `${text}\n`)
  const gates: GatedSession[] = []
  const before = { HOME: process.env['HOME'], SHELL: process.env['SHELL'] }
  Object.assign(process.env, { HOME: home, SHELL: '/bin/sh' })
  return {
    home,
    cwd,
    settings: () => Promise.reject(new Error('its settings stay as they are')),
    open: async (session) => {
      const gate = await adapters.openGate({ cwd, home, state, session, recordWithinMs: 30_000 })
      gates.push(gate)
      return gate
    },
    close: async () => {
      for (const gate of gates) await gate.close()
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      removeScene(scene)
    },
  }
}

/** What a shell tool of a program says of a command. */
async function inShell(command: string, { cwd, home }: House): Promise<string> {
  const { code, stdout, stderr } = await runAsClient(command, cwd, home)
  return `${stdout}${stderr}exit code ${code}`
}

/** Opening a gate takes most of the time of a case, so those that leave the settings alone share one. */
const shared = new Map<string, Promise<{ readonly house: House; readonly gate: OpenGateModule.EmbeddedGate }>>()
let stages = 0

async function sharedHouse(adapters: Adapters) {
  const made =
    shared.get(adapters.root) ??
    buildHouse(adapters).then(async (house) => ({ house, gate: await house.open('first') }))
  shared.set(adapters.root, made)
  return made
}

export async function closeShared(): Promise<void> {
  for (const made of shared.values()) await (await made).house.close()
  shared.clear()
}

/** A gate, and a model that plays its part. */
export async function setStage(
  adapters: Adapters,
  setting: Setting,
  tool: Framework['tool'],
  scripts: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const name = `tests-${++stages}`
  const walled = setting.walls === undefined ? undefined : buildWalledHouse(adapters, scripts)
  const own = walled ?? (setting.changesSettings ? await buildHouse(adapters) : undefined)
  const house = own ?? (await sharedHouse(adapters)).house
  const session = own ? await own.open(name) : (await sharedHouse(adapters)).gate.openSession(name)
  const model = await startScriptedModel(setting.steps, setting.stepsFor)
  const directory = mkdtempSync(join(house.home, 'scene-'))
  const scene: Scene = {
    adapters,
    session,
    gate: setting.around?.(session) ?? session,
    model,
    ran: [],
    outputs: setting.outputs ?? {},
    prompt: setting.prompt ?? 'please do it',
    streaming: setting.streaming ?? false,
    patience: setting.patience ?? 60_000,
    walls: wallsFor(setting.walls?.way, tool),
    cwd: house.cwd,
    home: house.home,
    ...(walled === undefined ? {} : { shell: (command: string) => inShell(command, walled) }),
    ...(setting.signal === undefined ? {} : { signal: setting.signal }),
    withHelper: setting.withHelper ?? false,
    directory,
  }
  const sceneOf = async (named: string): Promise<Scene> => {
    const opened = await house.open(named)
    return { ...scene, session: opened, gate: opened }
  }
  return {
    scene,
    settings: house.settings,
    another: () => sceneOf(name),
    stranger: () => sceneOf(`${name}-stranger`),
    close: async () => {
      await model.close()
      await own?.close()
    },
  }
}

function wallsFor(way: Way | undefined, tool: Framework['tool']): Scene['walls'] {
  if (way === undefined) return {}
  return way === 'contained' ? { contained: { [tool]: containedText } } : { runsRewritten: [tool] }
}
