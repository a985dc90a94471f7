import type { Failures } from '../product.ts'
import { within } from '../until.ts'
import type { Attempt } from './attempt.ts'
import { AS_SOMEBODY, AS_THE_GATE } from './attempts-impersonate.ts'
import { READS, STOPS } from './attempts-read.ts'
import { REPLACES } from './attempts-replace.ts'
import { harm, type Shape } from './intact.ts'
import type { Scene } from './scene.ts'

export const ATTEMPTS: readonly Attempt[] = [...READS, ...STOPS, ...REPLACES, ...AS_THE_GATE, ...AS_SOMEBODY]

/** What an attempt got hold of, or did to the gate; nothing when it did not work. */
export function tryOne(scene: Scene, attempt: Attempt, before: Shape): readonly string[] {
  const { stdout, stderr } = scene.runAs(scene.agent, attempt.script, attempt.environment?.(scene))
  const said = attempt.got?.(scene, stdout, stderr)
  return [
    ...(/^GOT/m.test(stdout) ? [`it worked: ${stdout.slice(0, 200)}`] : []),
    ...(said === undefined ? [] : [`it got: ${said.slice(0, 300)}`]),
    ...harm(scene, before),
  ]
}

/** The rows that work, by name. */
export async function whatWorks(scene: Scene, before: Shape, rows: readonly Attempt[]): Promise<Failures> {
  const failures: string[] = []
  for (const attempt of rows) {
    const found = await within(attempt.what, Promise.resolve(tryOne(scene, attempt, before)), 120_000)
    if (found.length > 0) failures.push(`${attempt.what}: ${found.join('; ')}`)
  }
  return failures
}
