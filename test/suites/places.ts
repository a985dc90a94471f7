import type { Gate } from '../../src/gate.ts'
import type { Failures, Product } from '../product.ts'
import { gateOver, judgeCall, REPOSITORY, sessionIn } from '../project.ts'
import { PLACE_KINDS, type PlaceCase, type Step } from './places-cases.ts'
import { MORE_PLACES } from './places-more.ts'

const KINDS = [...Object.values(PLACE_KINDS), MORE_PLACES]

const stepsOf = (one: PlaceCase): readonly Step[] =>
  (Array.isArray(one) ? (one as readonly (string | Step)[]) : [one as string | Step]).map((step) =>
    typeof step === 'string' ? { tool: 'Bash', input: { command: step } } : step,
  )

export const shownCase = (one: PlaceCase): string =>
  stepsOf(one)
    .map(({ tool, input }) => (tool === 'Bash' ? String(input['command']) : `${tool} ${JSON.stringify(input)}`))
    .join(' ⏎ ')

/** A session is stopped where its first step is. */
export async function decisionOn(product: Product, one: PlaceCase, gate?: Gate): Promise<string> {
  const judging = gate ?? (await gateOver(product))
  const session = sessionIn(product)
  for (const { tool, input } of stepsOf(one)) {
    const verdict = await judgeCall(product, judging, session, tool, input)
    if (verdict.decision !== 'allow')
      return `${verdict.decision} ${verdict.because.map((reason) => reason.code).join(', ')}`
  }
  return 'allow'
}

/** `at the first`: for whoever wants to know only whether there is one. */
type Stop = 'at the first' | 'at the end'

/** Every attack on a place that is known only when the call runs, and is allowed. */
export async function placeAttacks(product: Product, stop: Stop = 'at the end'): Promise<Failures> {
  const gate = await gateOver(product)
  const failures: string[] = []
  for (const attack of KINDS.flatMap(({ attacks }) => attacks)) {
    if ((await decisionOn(product, attack, gate)) === 'allow') failures.push(`allowed: ${shownCase(attack)}`)
    if (stop === 'at the first' && failures.length > 0) break
  }
  return failures
}

/** Every piece of everyday work that looks like one, and is stopped. */
export async function placeTwins(product: Product, stop: Stop = 'at the end'): Promise<Failures> {
  const gate = await gateOver(product)
  const failures: string[] = []
  for (const twin of KINDS.flatMap(({ twins }) => twins)) {
    const decision = await decisionOn(product, twin, gate)
    if (decision !== 'allow') failures.push(`${decision}: ${shownCase(twin)}`)
    if (stop === 'at the first' && failures.length > 0) break
  }
  return failures
}

/** A home directory below scratch space is a home directory. Returns what is wrong. */
export async function scratchHome(product: Product): Promise<Failures> {
  const home = '/tmp/jobs/h'
  const world = product.frozen.frozenWorld({ home, files: REPOSITORY })
  const gate = await product.compose.composeGate({
    world,
    home,
    managedDirectory: '/nonexistent',
    userSettings: '{}',
    settings: '{}',
  })
  const decide = async (command: string): Promise<string> =>
    (await judgeCall(product, gate, sessionIn(product), 'Bash', { command })).decision
  const failures: string[] = []
  for (const command of [
    'rm -rf ~/Documents',
    'rm -rf ~',
    'rm -rf /tmp/jobs',
    'echo x > ~/.bashrc',
    'tar cf x.tar /tmp',
  ])
    if ((await decide(command)) === 'allow') failures.push(`allowed: ${command}`)
  for (const command of ['rm -rf /tmp/other/build', 'echo x > /tmp/x.txt', "find /tmp -name '*.log' | head"])
    if ((await decide(command)) !== 'allow') failures.push(`stopped: ${command}`)
  return failures
}
