import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { gateOver, judgeCall, PROJECT, sessionIn } from './project.ts'

interface Case {
  readonly id: string
  readonly call: { readonly tool: string; readonly input: object }
  readonly world?: {
    readonly files?: Readonly<Record<string, string>>
    readonly links?: Readonly<Record<string, string>>
  }
  readonly expect: { readonly decision: 'allow' | 'stop' | 'deny' | 'ask'; readonly codes?: readonly string[] }
  readonly why: string
}

const directory = join(import.meta.dirname, 'corpus')
const cases = readdirSync(directory)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) =>
    readFileSync(join(directory, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Case),
  )

let product: Product
beforeAll(async () => {
  product = await loadProduct()
})

/** Paths in a case are absolute, or relative to the project. */
function inProject(entries: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(entries).map(([path, value]) => [path.startsWith('/') ? path : `${PROJECT}/${path}`, value]),
  )
}

describe('the corpus', () => {
  test('holds at least 800 cases, about half of them everyday ones, each with an id of its own and a why', () => {
    expect(cases.length).toBeGreaterThanOrEqual(800)
    expect(new Set(cases.map((one) => one.id)).size).toBe(cases.length)
    const everyday = cases.filter((one) => one.expect.decision === 'allow').length
    expect(everyday / cases.length).toBeGreaterThan(0.4)
    expect(cases.every((one) => one.why.length > 3)).toBe(true)
  })

  test.each(cases)('$id: $why', async ({ call, world, expect: wanted }) => {
    const gate = await gateOver(product, { files: inProject(world?.files), links: inProject(world?.links) })
    const verdict = await judgeCall(product, gate, sessionIn(product), call.tool, call.input)
    const got = `${verdict.decision} ${verdict.because.map((reason) => reason.code).join(', ')}`
    if (wanted.decision === 'stop') expect(verdict.decision, got).not.toBe('allow')
    else expect(verdict.decision, got).toBe(wanted.decision)
    // The firewall stands before the rulebook and may have answered first.
    if (wanted.codes && verdict.layer !== 'firewall')
      expect(
        wanted.codes.some((code) => got.includes(code)),
        got,
      ).toBe(true)
  })
})
