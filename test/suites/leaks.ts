import { gateOver, judgeCall, sessionIn } from '../project.ts'
import type { Failures, Product } from '../product.ts'
import { BEFORE, LEAKS } from '../sessions/leaks.ts'
import { CARRIERS, ENCODINGS } from '../sessions/secret-carriers.ts'

/** Every session that should be stopped and is not. */
export async function leaks(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const { id, steps, wanted } of LEAKS) {
    if (wanted !== 'stopped') continue
    const gate = await gateOver(product, { files: BEFORE })
    const session = sessionIn(product)
    let stopped = false
    for (const [tool, input] of steps)
      if ((await judgeCall(product, gate, session, tool, input)).decision !== 'allow') stopped = true
    if (!stopped) failures.push(id)
  }
  return failures
}

/** Every encoding of a secret that leaves by some carrier. */
export async function carriers(product: Product): Promise<Failures> {
  const failures: string[] = []
  const gate = await gateOver(product, { files: { ...BEFORE } })
  for (const encoding of ENCODINGS)
    for (const carrier of CARRIERS) {
      const [tool, input] = carrier.call(encoding.of(['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dcXq90'].join('_')))
      const { decision } = await judgeCall(product, gate, sessionIn(product), tool, input)
      if (decision === 'allow') failures.push(`${encoding.name} by ${carrier.name}`)
    }
  return failures
}
