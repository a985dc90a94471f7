import { describe, expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { gateOver, judgeCall, sessionIn } from './project.ts'
import { BEFORE, LEAKS } from './sessions/leaks.ts'

describe('secrets are followed, and git goes where it is configured to go', async () => {
  const product = await loadProduct()
  test.each(LEAKS)('$id is $wanted', async ({ steps, wanted }) => {
    const gate = await gateOver(product, { files: BEFORE })
    const session = sessionIn(product)
    const said: string[] = []
    for (const [tool, input] of steps) {
      const verdict = await judgeCall(product, gate, session, tool, input)
      if (verdict.decision !== 'allow')
        said.push(verdict.because.map(({ code, sentence }) => `${code}: ${sentence}`).join('; '))
    }
    if (wanted === 'free') expect(said).toEqual([])
    else expect(said).not.toEqual([])
  })
})
