import type * as GuardianModule from '../../src/classifier/guardian.ts'
import type * as Frozen from '../../src/call/world.frozen.ts'
import type { Failures } from '../product.ts'

/** The part of the product that this suite needs. */
export interface GuardianProduct {
  readonly guardian: typeof GuardianModule
  readonly frozen: typeof Frozen
}

type Complete = GuardianModule.LLMAdapter['complete']

const says =
  (risk: string): Complete =>
  async () => ({ text: JSON.stringify({ risk, reason: 'said so' }), ended: true })
const fails: Complete = () => Promise.reject(new Error('503'))
const hangs: Complete = () => new Promise(() => undefined)
const cut: Complete = async () => ({ text: '{"risk":"none","reason":"x"}', ended: false })
const prose: Complete = async () => ({ text: 'Fine: {"risk":"none","reason":"x"}', ended: true })

/** What each mode must make of what a model says, or does not say. */
const TABLE: readonly {
  readonly mode: GuardianModule.GuardianMode
  readonly complete: Complete
  readonly command: string
  readonly allowed: boolean
}[] = [
  { mode: 'guard', complete: says('low'), command: 'some-program', allowed: true },
  { mode: 'guard', complete: says('medium'), command: 'some-program', allowed: true },
  { mode: 'guard', complete: says('high'), command: 'some-program', allowed: false },
  { mode: 'guard', complete: says('none'), command: 'rm -rf src', allowed: false },
  { mode: 'guard', complete: says('none'), command: 'sudo ls', allowed: false },
  { mode: 'guard', complete: fails, command: 'rm -rf src', allowed: false },
  { mode: 'guard', complete: fails, command: 'some-program', allowed: true },
  { mode: 'guard', complete: hangs, command: 'some-program', allowed: true },
  { mode: 'strict', complete: says('low'), command: 'some-program', allowed: true },
  { mode: 'strict', complete: says('medium'), command: 'some-program', allowed: false },
  { mode: 'strict', complete: fails, command: 'some-program', allowed: false },
  { mode: 'strict', complete: hangs, command: 'some-program', allowed: false },
  { mode: 'strict', complete: cut, command: 'some-program', allowed: false },
  { mode: 'strict', complete: prose, command: 'some-program', allowed: false },
  { mode: 'monitor', complete: says('critical'), command: 'some-program', allowed: true },
]

/** The guardian's modes keep their word, and it remembers nothing but allows. */
export async function guardianDuties(product: GuardianProduct): Promise<Failures> {
  const failures: string[] = []
  for (const { mode, complete, command, allowed } of TABLE) {
    const { guardian, problems } = guardianWith(product, mode, complete)
    const result = await guardian.review('Bash', { command })
    if (result.allowed !== allowed) failures.push(`${mode}: \`${command}\` is ${result.allowed ? '' : 'not '}allowed`)
    if (result.failure !== undefined && problems.length === 0) failures.push(`${mode}: a failure went unreported`)
  }
  return [...failures, ...(await remembers(product))]
}

async function remembers(product: GuardianProduct): Promise<Failures> {
  const failures: string[] = []
  for (const { risk, cached } of [
    { risk: 'low', cached: true },
    { risk: 'medium', cached: false },
  ]) {
    const { guardian } = guardianWith(product, 'strict', says(risk))
    await guardian.review('Bash', { command: 'some-program' })
    const again = await guardian.review('Bash', { command: 'some-program' })
    if (again.cached !== cached) failures.push(`${risk} is ${cached ? 'not ' : ''}remembered`)
    const other = await guardian.review('Bash', { command: 'some-program --else' })
    if (other.cached) failures.push('another call is taken for the same')
  }
  return failures
}

/** Failures of the service in a row open the circuit; then nobody waits, and one trial closes it. */
export async function guardianCircuit(product: GuardianProduct): Promise<Failures> {
  const failures: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || failures.push(what))
  for (const mode of ['guard', 'strict'] as const) {
    let now = 0
    let asked = 0
    let complete: Complete = fails
    const guardian = new product.guardian.GuardianAgent(
      { mode, world: product.frozen.frozenWorld(), timeoutMs: 20, onProblem: () => undefined, now: () => now },
      { complete: (request, signal) => ((asked += 1), complete(request, signal)) },
      undefined,
      'test',
      '/home/dev/project',
    )
    const review = (command: string) => guardian.review('Bash', { command })
    for (let time = 0; time < 3; time++) {
      now += 15_000
      await review(`program-${time}`)
    }
    must(asked === 3, `${mode}: ${asked} questions before the circuit opens`)
    const open = await review('program-open')
    must(asked === 3, `${mode}: somebody is asked while the circuit is open`)
    must(open.allowed === (mode === 'guard'), `${mode}: an open circuit is ${open.allowed ? '' : 'not '}let through`)
    must(open.failure !== undefined, `${mode}: an open circuit is not told`)
    must(!(await review('rm -rf src')).allowed, `${mode}: an open circuit lets through what is certain`)
    now += 30_001
    complete = hangs
    const trial = review('program-trial')
    must((await review('program-beside')).failure !== undefined, `${mode}: two trials at once`)
    await trial
    must(asked === 4, `${mode}: ${asked - 3} trials`)
    await review('program-after-a-failed-trial')
    must(asked === 4, `${mode}: a failed trial closes the circuit`)
    now += 30_001
    complete = says('low')
    must((await review('program-good')).failure === undefined, `${mode}: the circuit stays open for good`)
    must((await review('program-better')).failure === undefined, `${mode}: a trial that succeeded does not close it`)
    // What the call itself can bring about must not switch the guardian off for the next call.
    for (const bad of [cut, prose, cut, prose]) {
      complete = bad
      await review('program-that-confuses')
    }
    complete = says('critical')
    must(!(await review('program-after')).allowed, `${mode}: unreadable answers open the circuit`)
  }
  return failures
}

function guardianWith(
  product: GuardianProduct,
  mode: GuardianModule.GuardianMode,
  complete: Complete,
): { readonly guardian: GuardianModule.GuardianAgent; readonly problems: string[] } {
  const problems: string[] = []
  const guardian = new product.guardian.GuardianAgent(
    { mode, world: product.frozen.frozenWorld(), timeoutMs: 20, onProblem: (problem) => problems.push(problem) },
    { complete },
    undefined,
    'test',
    '/home/dev/project',
  )
  return { guardian, problems }
}
