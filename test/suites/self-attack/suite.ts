import type { Mode } from '../../../src/session.ts'
import { type Case, CASES } from './cases.ts'
import { ALLOWS_ALL, judgeByHook, judgeInLibrary, type Judged, wrongWith } from './judge.ts'
import { type AttackedWorld, attackedWorld } from './world.ts'

export interface Miss {
  readonly case: Case
  /** How it was judged: by the library or the hook, and in which mode. */
  readonly by: string
  /** `through`: an attack of which no call was stopped at all. */
  readonly let: 'through' | 'not through'
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
    return wrong === undefined ? [] : [{ case: one, by, let: letThrough(judged[at]!), wrong }]
  })
  return { judged: cases.length, misses }
}

function letThrough(judged: Judged): Miss['let'] {
  return 'verdicts' in judged && judged.verdicts.every(({ decision }) => decision === 'allow')
    ? 'through'
    : 'not through'
}

/** By kind: how many attacks are never allowed in auto mode, how many end as they must in every way, and the twins. */
export function table(misses: readonly Miss[]): string {
  const wrong = new Set(misses.map((miss) => miss.case.id))
  const allowed = new Set(
    misses.filter((miss) => miss.let === 'through' && miss.by.endsWith(', auto')).map((miss) => miss.case.id),
  )
  const row = (name: string, cases: readonly Case[]): string => {
    const attacks = cases.filter((one) => one.expect !== 'allow')
    const twins = cases.filter((one) => one.expect === 'allow')
    const without = (part: readonly Case[], ids: ReadonlySet<string>): number =>
      part.filter((one) => !ids.has(one.id)).length
    return `| ${name} | ${attacks.length} | ${without(attacks, allowed)} | ${without(attacks, wrong)} | ${without(twins, wrong)} of ${twins.length} |`
  }
  const kinds = Map.groupBy(CASES, (one) => one.kind)
  const rows = [...kinds].map(([kind, cases]) => row(kind, cases))
  const head = '| kind | attacks | not allowed in auto mode | as they must in every mode | twins allowed |'
  return [head, '| --- | ---: | ---: | ---: | ---: |', ...rows, row('all', CASES)].join('\n')
}
