import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GatedSession } from '../../src/surfaces/sdk/gated-session.ts'
import type { Failures } from '../product.ts'
import type { Case } from './conformance.ts'
import type { Framework, Setting, Stage, Way } from './stage.ts'

/** What every adapter does with a call that the gate answers with `contain`. */
const WAYS: readonly Way[] = ['contained', 'runsRewritten']

/** Scripts for a shell that nobody knows as one: nothing speaks against them but doubt. */
export const SCRIPTS = {
  fine: 'echo "out of it"; echo made > made.txt; exit 3',
  outside: 'echo harm > ../outside.txt; echo harm > "$HOME/outside.txt"; echo tried',
  held: 'rm notes.txt; echo removed',
} as const

type Script = keyof typeof SCRIPTS

const commandOf = (script: Script): string => `./run.bin ${script}.dat`

function calling(framework: Framework, script: Script, more: Partial<Setting> = {}): Setting {
  return { steps: [[{ tool: framework.tool, input: { command: commandOf(script) } }], 'finished'], walls: {}, ...more }
}

const isThere = ({ scene }: Stage, name: string): boolean => existsSync(join(scene.cwd, name))

function unless(holds: boolean, what: string): Failures {
  return holds ? [] : [what]
}

function read({ scene }: Stage, wanted: RegExp): Failures {
  const texts = scene.model.results()
  return unless(
    texts.some((text) => wanted.test(text)),
    `the model read no ${wanted.source} in ${JSON.stringify(texts)}`,
  )
}

/** The tool was not called, or with what stands in the place of the command; never with the command itself. */
function ranOnly(way: Way, { scene }: Stage, script: Script): Failures {
  // What the shell of a client is given, nobody notes; what it does is looked at.
  if (scene.walls.runsRewritten?.includes('Bash')) return []
  const wanted = way === 'contained' ? 0 : 1
  return [
    ...unless(scene.ran.length === wanted, `the tool was called ${scene.ran.length} times, not ${wanted}`),
    ...unless(!scene.ran.includes(commandOf(script)), 'the tool was called with the command itself'),
  ]
}

type Faulty = (session: GatedSession) => GatedSession

const judged = (then: (session: GatedSession) => Promise<void>): Faulty => {
  return (session) => ({
    ...session,
    judge: async (...given) => {
      const verdict = await session.judge(...given)
      await then(session)
      return verdict
    },
  })
}

const without = (field: 'rewritten' | 'contained'): Faulty => {
  return (session) => ({
    ...session,
    judge: async (...given) => {
      const { [field]: _left, ...verdict } = await session.judge(...given)
      return verdict as Awaited<ReturnType<GatedSession['judge']>>
    },
  })
}

/** With each of them nothing runs, or nothing of it is written. */
const FAULTS: Readonly<Record<string, Faulty>> = {
  'is closed between verdict and run': judged((session) => session.close()),
  'gives no ticket': without('rewritten'),
  'gives a ticket for no run': without('contained'),
  'tells the agent to stop': (session) => ({
    ...session,
    judge: async (...given) => ({ ...(await session.judge(...given)), stopAgent: true }),
  }),
}

export const CONTAINED: readonly Case[] = [
  ...WAYS.flatMap((way): readonly Case[] => [
    {
      name: `${way}: what is not understood runs behind walls, and output and exit code reach the model`,
      kind: 'case',
      setting: (framework) => calling(framework, 'fine', { walls: { way } }),
      play: async (framework, stage) => {
        const { failure, waiting } = await framework.start(stage.scene)
        const made = isThere(stage, 'made.txt') ? readFileSync(join(stage.scene.cwd, 'made.txt'), 'utf8') : ''
        return [
          ...unless(failure === '', `failed: ${failure}`),
          ...unless(waiting.length === 0, 'somebody was asked'),
          ...ranOnly(way, stage, 'fine'),
          ...read(stage, /out of it/),
          ...read(stage, /exit code 3/i),
          ...unless(made === 'made\n', `what it made is ${JSON.stringify(made)}`),
        ]
      },
    },
    {
      name: `${way}: a write outside the workspace is not there afterwards`,
      kind: 'case',
      setting: (framework) => calling(framework, 'outside', { walls: { way } }),
      play: async (framework, stage) => {
        await framework.start(stage.scene)
        return [
          ...ranOnly(way, stage, 'outside'),
          ...read(stage, /tried/),
          ...unless(!isThere(stage, '../outside.txt'), 'it wrote beside the workspace'),
        ]
      },
    },
    {
      name: `${way}: a run that is held writes nothing, and the model reads that`,
      kind: 'case',
      setting: (framework) => calling(framework, 'held', { walls: { way } }),
      play: async (framework, stage) => {
        const { failure } = await framework.start(stage.scene)
        return [
          ...unless(failure === '', `failed: ${failure}`),
          ...ranOnly(way, stage, 'held'),
          ...read(stage, /held [0-9a-f]{12}, nothing was written/),
          ...read(stage, /exit code 75/i),
          ...unless(isThere(stage, 'notes.txt'), 'the file is gone'),
        ]
      },
    },
    ...Object.entries(FAULTS).map(([what, around]): Case => ({
      name: `${way}: the gate ${what}: nothing is written`,
      kind: 'fault',
      setting: (framework) => calling(framework, 'fine', { walls: { way }, around }),
      play: async (framework, stage) => {
        await framework.start(stage.scene)
        return [
          ...unless(!stage.scene.ran.includes(commandOf('fine')), 'the tool was called with the command itself'),
          ...unless(!isThere(stage, 'made.txt'), 'it made its file'),
        ]
      },
    })),
  ]),
  {
    name: 'contained: the gate cannot run it: nothing runs, and the model learns it',
    kind: 'fault',
    setting: (framework) =>
      calling(framework, 'fine', {
        walls: { way: 'contained' },
        around: (session) => ({ ...session, runContained: () => Promise.reject(new Error('no walls today')) }),
      }),
    play: async (framework, stage) => {
      await framework.start(stage.scene)
      return [
        ...unless(stage.scene.ran.length === 0, 'the tool was called'),
        ...unless(!isThere(stage, 'made.txt'), 'it made its file'),
        ...read(stage, /no walls today/),
      ]
    },
  },
  {
    name: 'without the option: what is not understood is asked about, and nothing runs',
    kind: 'case',
    setting: (framework) => calling(framework, 'fine'),
    play: async (framework, stage) => {
      const { waiting } = await framework.start(stage.scene)
      return [
        ...unless(waiting.length === 1 && waiting[0]!.command === commandOf('fine'), 'nobody was asked'),
        ...unless(stage.scene.ran.length === 0, 'the tool was called'),
        ...unless(!isThere(stage, 'made.txt'), 'it made its file'),
      ]
    },
  },
]
