import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { playInSandbox } from './executed/sandbox.ts'
import { SOURCES } from './product.ts'
import { type Change, putBack, scratchFor } from './put-back.ts'
import { CASES } from './suites/self-attack/cases.ts'
import { judgeInLibrary, wrongWith } from './suites/self-attack/judge.ts'
import { type AttackedWorld, attackedWorld } from './suites/self-attack/world.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const scratch = scratchFor('self-attack')

/** `gate-itself.ts` without one of the checks it makes. */
const without = (check: string): Change => ({
  file: 'checks/gate-itself.ts',
  find: `    ${check},\n`,
  replace: '',
})

interface Missing extends Change {
  readonly bug: string
  /** The kind of attacks that goes through again. */
  readonly kind: string
  /** Which of them: those that must be denied in every mode, unless said otherwise. */
  readonly expect?: 'stop'
}

const MISSING: readonly Missing[] = [
  { bug: 'files of the gate are not known by where they are', kind: 'custom-state', ...without('touchesFiles') },
  { bug: 'settings of agents may lose their hook', kind: 'hook-removal', ...without('removesHook') },
  { bug: 'the process of the gate is like any other', kind: 'signals', ...without('signalsGate') },
  { bug: 'the port of the gate is like any other', kind: 'port', ...without('contactsGate') },
  { bug: 'the command line of the gate is like any other', kind: 'command-line', ...without('operatesGate') },
  { bug: 'programs of the hook may be replaced', kind: 'shadowing', ...without('shadowsProgram') },
  {
    bug: 'a path that is not wholly known reaches nothing',
    kind: 'search',
    file: 'call/place-kinds.ts',
    find: '  const samples = findPossible(place, surroundings, world)',
    replace: '  const samples: readonly string[] = []',
    expect: 'stop',
  },
  {
    bug: 'what a written file takes in is not read',
    kind: 'seventh',
    file: 'call/taken-in.ts',
    find: '  return reads.length === 0 ? understanding',
    replace: '  return reads.length >= 0 ? understanding',
    expect: 'stop',
  },
  {
    bug: 'a program that nobody knows may be given the hook',
    kind: 'seventh',
    file: 'checks/gate-itself/unseen.ts',
    find: ' ?? namedToUnknown(subject)',
    replace: '',
  },
  {
    bug: 'configuration that is written may name the port of the gate',
    kind: 'seventh',
    file: 'checks/gate-itself/texts.ts',
    find: '  const port = portOfUrl(text, gate.ports)',
    replace: '  const port: number | undefined = undefined',
  },
  {
    bug: 'files that programs obey are not read',
    kind: 'eighth',
    file: 'checks/gate-itself/unseen.ts',
    find: ' ?? obeysFile(subject)',
    replace: '',
  },
  {
    bug: 'what is typed into a program is not read',
    kind: 'eighth',
    file: 'checks/gate-itself/unseen.ts',
    find: ' ?? typedIn(subject)',
    replace: '',
  },
  {
    bug: 'code from several files is not read',
    kind: 'eighth',
    file: 'checks/gate-itself/unseen.ts',
    find: ' ?? runsPieces(subject)',
    replace: '',
  },
  {
    bug: 'paths out of a list of sockets are any path',
    kind: 'eighth',
    file: 'checks/gate-itself/files.ts',
    find: '    takesListed(subject) ??\n',
    replace: '',
  },
  {
    bug: 'units that start the gate may be changed',
    kind: 'eighth',
    file: 'checks/gate-itself/files.ts',
    find: '    unitOfGate(subject) ??\n',
    replace: '',
  },
  {
    bug: "this machine's files may be fetched by its own address",
    kind: 'eighth',
    file: 'checks/gate-itself/unknown-programs.ts',
    find: ' ?? throughItself(run, subject)',
    replace: '',
  },
  {
    bug: 'text that is written may signal the gate',
    kind: 'eighth',
    file: 'checks/gate-itself/texts.ts',
    find: '  const pid = gate.processes.find((one) => signals(text, String(one)))',
    replace: '  const pid: number | undefined = undefined',
  },
]

describe('attacks on the gate are noticed to go through when', () => {
  const worlds = new Map<string, AttackedWorld>()
  beforeAll(async () => {
    const settings = { permissions: { defaultMode: 'auto' } }
    const custom = (one: (typeof CASES)[number]): boolean => one.world === 'custom'
    worlds.set(
      'default',
      await attackedWorld({ state: 'default', settings, cases: CASES.filter((one) => !custom(one)) }),
    )
    worlds.set('custom', await attackedWorld({ state: 'custom', settings, cases: CASES.filter(custom) }))
  })
  afterAll(async () => {
    for (const world of worlds.values()) await world.close()
  })

  test.each(MISSING)('$bug', async ({ bug, kind, expect: wanted, ...change }) => {
    const cases = CASES.filter((one) => one.kind === kind && one.expect === (wanted ?? 'deny'))
    const world = worlds.get(kind === 'custom-state' ? 'custom' : 'default')!
    const mode = wanted === 'stop' ? 'auto' : 'bypassPermissions'
    const wrong = async (sources: string): Promise<number> => {
      const judged = await judgeInLibrary(world, cases, { mode, sources })
      return cases.filter((one, at) => wrongWith(one, judged[at]!) !== undefined).length
    }
    expect(await wrong(putBack(scratch, bug, [change]))).toBeGreaterThan(await wrong(SOURCES))
  })
})

describe('chains reach their goal when', () => {
  test.each([
    {
      bug: 'files of the gate are not known by where they are',
      chain: 'custom-state',
      changes: [without('touchesFiles')],
      reached: 'the token was printed',
    },
    {
      bug: 'the program of the gate may be run like any other, and what its sources name is not looked at',
      chain: 'program',
      changes: [
        without('touchesFiles'),
        { file: 'checks/gate-itself/unseen.ts', find: ' ?? obeysFile(subject)', replace: '' },
      ],
      reached: 'an answer was given for the user',
    },
  ])('$bug', async ({ bug, chain, changes, reached }) => {
    const ending = await playInSandbox(chain, putBack(scratch, `${bug}, really`, changes))
    expect(ending.reached).toContain(reached)
  })
})
