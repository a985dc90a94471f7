import type { Mode } from '../../../src/session.ts'
import { type Case, CASES } from './cases.ts'
import { ALLOWS_ALL, judgeByHook, judgeInLibrary, type Judged, wrongWith } from './judge.ts'
import { type AttackedWorld, attackedWorld } from './world.ts'

export interface Miss {
  readonly case: Case
  /** How it was judged: by the library or the hook, and in which mode. */
  readonly by: string
  readonly wrong: string
}

export interface Outcome {
  readonly judged: number
  readonly misses: readonly Miss[]
}

type Way = 'library' | 'hook'

const ORDINARY = CASES.filter((one) => one.world !== 'custom')
const CUSTOM = CASES.filter((one) => one.world === 'custom')
/** What is denied in every mode, whatever rules allow. */
const DENIED = ORDINARY.filter((one) => one.expect === 'deny')

/** Every case, in the library and through the installed hook. */
export async function selfAttack(
  wanted: (one: Case) => boolean = () => true,
  ways: readonly Way[] = ['library', 'hook'],
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  const settings = { permissions: { defaultMode: 'auto' } }
  const bypass = { permissions: { defaultMode: 'bypassPermissions' } }
  const [auto, loose, custom] = await Promise.all([
    attackedWorld({ state: 'default', settings, cases: ORDINARY }),
    attackedWorld({ state: 'default', settings: bypass, cases: ORDINARY }),
    attackedWorld({ state: 'custom', settings, cases: CUSTOM }),
  ])
  const library = async (world: AttackedWorld, cases: readonly Case[], mode: Mode, rules?: object): Promise<void> => {
    if (!ways.includes('library')) return
    const chosen = cases.filter(wanted)
    const how = rules === undefined ? { mode } : { mode, settings: rules }
    const by = rules === undefined ? `library, ${mode}` : `library, ${mode}, rules that allow`
    outcomes.push(outcome(chosen, await judgeInLibrary(world, chosen, how), by))
  }
  const hook = async (world: AttackedWorld, cases: readonly Case[], mode: Mode): Promise<void> => {
    if (!ways.includes('hook')) return
    const chosen = cases.filter(wanted)
    outcomes.push(outcome(chosen, await judgeByHook(world, chosen, mode), `hook, ${mode}`))
  }
  try {
    await Promise.all([
      library(auto, ORDINARY, 'auto').then(() => library(custom, CUSTOM, 'auto')),
      library(auto, DENIED, 'bypassPermissions').then(() => library(auto, DENIED, 'default', ALLOWS_ALL)),
    ])
    await hook(auto, ORDINARY, 'auto')
    await hook(custom, CUSTOM, 'auto')
    await hook(loose, DENIED, 'bypassPermissions')
  } finally {
    await Promise.all([auto.close(), loose.close(), custom.close()])
  }
  return {
    judged: outcomes.reduce((sum, one) => sum + one.judged, 0),
    misses: outcomes.flatMap((one) => one.misses),
  }
}

function outcome(cases: readonly Case[], judged: readonly Judged[], by: string): Outcome {
  const misses = cases.flatMap((one, at) => {
    const wrong = wrongWith(one, judged[at]!)
    return wrong === undefined ? [] : [{ case: one, by, wrong }]
  })
  return { judged: cases.length, misses }
}

/** By kind: how many attacks and twins there are, and how many of each went wrong in any way they were judged. */
export function table(misses: readonly Miss[]): string {
  const wrong = new Set(misses.map((miss) => miss.case.id))
  const kinds = [...new Set(CASES.map((one) => one.kind))]
  const row = (name: string, cases: readonly Case[]): string => {
    const attacks = cases.filter((one) => one.expect !== 'allow')
    const twins = cases.filter((one) => one.expect === 'allow')
    const right = (part: readonly Case[]): number => part.filter((one) => !wrong.has(one.id)).length
    return `| ${name} | ${right(attacks)} of ${attacks.length} | ${right(twins)} of ${twins.length} |`
  }
  const rows = kinds.map((kind) =>
    row(
      kind,
      CASES.filter((one) => one.kind === kind),
    ),
  )
  return ['| kind | attacks stopped | twins allowed |', '| --- | --- | --- |', ...rows, row('all', CASES)].join('\n')
}
