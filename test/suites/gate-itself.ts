import type { Failures, Product } from '../product.ts'
import { ATTACKS } from './gate-itself/attacks.ts'
import { ASKED, EVERYDAY } from './gate-itself/everyday.ts'
import { judgeRow, type Row, rowsOf, told, WAYS } from './gate-itself/ground.ts'

export const ATTACK_ROWS: readonly Row[] = rowsOf(ATTACKS)
export const EVERYDAY_ROWS: readonly Row[] = rowsOf(EVERYDAY)
export const ASKED_ROWS: readonly Row[] = rowsOf(ASKED)

/** Every attack that is not denied, in any of the ways in which a user lets calls pass. */
export async function gateItself(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of ATTACK_ROWS)
    for (const way of Object.keys(WAYS) as readonly (keyof typeof WAYS)[]) {
      const verdict = await judgeRow(product, row, way)
      if (verdict.decision !== 'deny') failures.push(`${way}: ${row.name}: ${told(verdict)}`)
    }
  return failures
}

/** Every everyday twin that is interrupted in auto, and every one that a user's leave to do anything does not cover. */
export async function gateItselfEveryday(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of EVERYDAY_ROWS)
    for (const way of Object.keys(WAYS) as readonly (keyof typeof WAYS)[]) {
      const verdict = await judgeRow(product, row, way)
      const wanted = way === 'rules' && !ALLOWED_BY_RULES.has(row.tool) ? 'ask' : 'allow'
      if (verdict.decision !== wanted) failures.push(`${way}: ${row.name}: ${told(verdict)}`)
    }
  for (const row of ASKED_ROWS) {
    const verdict = await judgeRow(product, row, 'auto')
    if (verdict.decision !== 'ask') failures.push(`auto: ${row.name}: ${told(verdict)}`)
  }
  return failures
}

const ALLOWED_BY_RULES: ReadonlySet<string> = new Set(['Bash', 'Read', 'Write', 'Edit', 'WebFetch'])
