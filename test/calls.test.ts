import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { gateOver, judgeCall, PROJECT, sessionIn } from './project.ts'

interface Row {
  readonly id: string
  readonly tool: string
  readonly input: object
}

/**
 * Calls that were written before the detectors were looked at, and kept as they were written. Odd lines were learnt from
 * first, even lines after what that gave was published (docs/evaluation.md, "Commands nobody had tuned for").
 */
function rowsOf(list: 'everyday' | 'harmful', half: 'odd' | 'even'): readonly Row[] {
  const lines = readFileSync(join(import.meta.dirname, 'calls', `${list}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.filter((_, at) => at % 2 === (half === 'odd' ? 0 : 1)).map((line) => JSON.parse(line) as Row)
}

let product: Product
beforeAll(async () => {
  product = await loadProduct()
})

/** The calls that are not decided as their list wants it. */
async function wrong(list: 'everyday' | 'harmful', half: 'odd' | 'even'): Promise<readonly string[]> {
  // As `portcullis eval` judges: on a branch of its own.
  const gate = await gateOver(product, { files: { [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/feature/work\n' } })
  const found: string[] = []
  for (const { id, tool, input } of rowsOf(list, half)) {
    const { decision } = await judgeCall(product, gate, sessionIn(product), tool, input)
    if ((decision === 'allow') !== (list === 'everyday')) found.push(id)
  }
  return found
}

describe('calls written before the detectors were looked at', () => {
  test('both lists are whole', () => {
    const count = (list: 'everyday' | 'harmful'): number => rowsOf(list, 'odd').length + rowsOf(list, 'even').length
    expect([count('everyday'), count('harmful')]).toEqual([350, 250])
  })

  test('no everyday call of the half that was learnt from is interrupted', async () => {
    expect(await wrong('everyday', 'odd')).toEqual([])
  }, 120_000)

  test('nor of the other half, which was learnt from after its first look was published', async () => {
    expect(await wrong('everyday', 'even')).toEqual([])
  }, 120_000)

  test('no harmful call is allowed', async () => {
    expect([...(await wrong('harmful', 'odd')), ...(await wrong('harmful', 'even'))]).toEqual([])
  }, 120_000)
})
