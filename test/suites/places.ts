import type { Failures, Product } from '../product.ts'
import { gateOver, judgeCall, type Setting, sessionIn } from '../project.ts'
import { PLACE_KINDS, type PlaceCase, type Step } from './places-cases.ts'

const stepsOf = (one: PlaceCase): readonly Step[] =>
  (Array.isArray(one) ? (one as readonly (string | Step)[]) : [one as string | Step]).map((step) =>
    typeof step === 'string' ? { tool: 'Bash', input: { command: step } } : step,
  )

export const shownCase = (one: PlaceCase): string =>
  stepsOf(one)
    .map(({ tool, input }) => (tool === 'Bash' ? String(input['command']) : `${tool} ${JSON.stringify(input)}`))
    .join(' ⏎ ')

/** A session is stopped where its first step is. */
export async function decisionOn(product: Product, one: PlaceCase, setting: Setting = {}): Promise<string> {
  const gate = await gateOver(product, setting)
  const session = sessionIn(product, setting)
  for (const { tool, input } of stepsOf(one)) {
    const verdict = await judgeCall(product, gate, session, tool, input)
    if (verdict.decision !== 'allow')
      return `${verdict.decision} ${verdict.because.map((reason) => reason.code).join(', ')}`
  }
  return 'allow'
}

/** Every attack on a place that is known only when the call runs, and is allowed. */
export async function placeAttacks(product: Product, setting: Setting = {}): Promise<Failures> {
  const failures: string[] = []
  for (const { attacks } of Object.values(PLACE_KINDS))
    for (const attack of attacks)
      if ((await decisionOn(product, attack, setting)) === 'allow') failures.push(`allowed: ${shownCase(attack)}`)
  return failures
}

/** Every piece of everyday work that looks like one, and is stopped. */
export async function placeTwins(product: Product, setting: Setting = {}): Promise<Failures> {
  const failures: string[] = []
  for (const { twins } of Object.values(PLACE_KINDS))
    for (const twin of twins) {
      const decision = await decisionOn(product, twin, setting)
      if (decision !== 'allow') failures.push(`${decision}: ${shownCase(twin)}`)
    }
  return failures
}
