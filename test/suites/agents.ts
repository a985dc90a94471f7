import { HOSTS } from '../../src/agents/hosts.ts'
import type { Failures, Product } from '../product.ts'

/** Every adapter against the client it speaks to. */
export function agents(product: Product): Promise<Failures> {
  return Promise.resolve(
    HOSTS.flatMap(([, host]) => product.conformance.conformance(product.agents.agentNamed(host.name)!, host)),
  )
}
