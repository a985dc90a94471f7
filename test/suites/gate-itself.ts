import { NO_GATE } from '../../src/call/gate-identity.ts'
import type { Failures, Product } from '../product.ts'
import { ATTACKS } from './gate-itself/attacks.ts'
import { EVERYDAY } from './gate-itself/everyday.ts'
import { judgeRow, type Row, rowsOf, told, type WAYS } from './gate-itself/ground.ts'
import { MORE_ATTACKS } from './gate-itself/more-attacks.ts'
import { UNCHANGED } from './gate-itself/more-everyday.ts'
import { UNSEEN_ATTACKS, UNSEEN_EVERYDAY } from './gate-itself/unseen.ts'

export const ATTACK_ROWS: readonly Row[] = rowsOf([...ATTACKS, ...MORE_ATTACKS, ...UNSEEN_ATTACKS])
export const EVERYDAY_ROWS: readonly Row[] = rowsOf([...EVERYDAY, ...UNCHANGED, ...UNSEEN_EVERYDAY])

/** Every attack that is not denied, in any of the ways in which a user lets calls pass. */
export function gateItself(about: RegExp, ways: readonly (keyof typeof WAYS)[] = ['bypass']) {
  return async (product: Product): Promise<Failures> => {
    const failures: string[] = []
    for (const row of ATTACK_ROWS.filter((one) => about.test(one.about)))
      for (const way of ways) {
        const verdict = await judgeRow(product, row, way)
        if (verdict.decision !== 'deny') failures.push(`${way}: ${row.name}: ${told(verdict)}`)
      }
    return failures
  }
}

/** Every everyday twin that becomes something else because there is a gate on the machine. */
export async function gateItselfEveryday(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of EVERYDAY_ROWS) {
    for (const way of ['auto', 'bypass'] as const) {
      const [without, within] = [await judgeRow(product, row, way, NO_GATE), await judgeRow(product, row, way)]
      if (told(without) !== told(within)) failures.push(`${way}: ${row.name}: ${told(within)}, not ${told(without)}`)
      if (told(within).includes('itself.')) failures.push(`${way}: ${row.name}: ${told(within)}`)
    }
  }
  return failures
}

/** How many of the twins pass without a word in auto. */
export async function passing(product: Product): Promise<number> {
  let count = 0
  for (const row of EVERYDAY_ROWS) if ((await judgeRow(product, row, 'auto')).decision === 'allow') count++
  return count
}
