import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from '../../src/verdict.ts'
import type { Failures, Product } from '../product.ts'
import { gateOver, judgeCall, PROJECT, sessionIn } from '../project.ts'

/** One call of our own, what is on the machine, and what must become of it. `stop` is ask or deny. */
export interface Case {
  readonly id: string
  readonly call: { readonly tool: string; readonly input: object }
  readonly world?: {
    readonly files?: Readonly<Record<string, string>>
    readonly links?: Readonly<Record<string, string>>
  }
  readonly expect: { readonly decision: 'allow' | 'stop' | 'deny' | 'ask'; readonly codes?: readonly string[] }
  readonly why: string
}

const directory = join(import.meta.dirname, '..', 'corpus')

export const CASES: readonly Case[] = readdirSync(directory)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) =>
    readFileSync(join(directory, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Case),
  )

/** Paths in a case are absolute, or relative to the project. */
function inProject(entries: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(entries).map(([path, value]) => [path.startsWith('/') ? path : `${PROJECT}/${path}`, value]),
  )
}

export async function judgeCase(product: Product, { call, world }: Case): Promise<Verdict> {
  const gate = await gateOver(product, { files: inProject(world?.files), links: inProject(world?.links) })
  return judgeCall(product, gate, sessionIn(product), call.tool, call.input)
}

/** What is wrong with a verdict, in words. The firewall stands before the rulebook and may have answered first. */
export function wrongWith({ expect }: Case, verdict: Verdict): string | undefined {
  const got = `${verdict.decision} ${verdict.because.map((reason) => reason.code).join(', ')}`
  const right = expect.decision === 'stop' ? verdict.decision !== 'allow' : verdict.decision === expect.decision
  if (!right) return `${got}, not ${expect.decision}`
  if (!expect.codes || verdict.layer === 'firewall' || expect.codes.some((code) => got.includes(code))) return undefined
  return `${got}, without ${expect.codes.join(' or ')}`
}

/** Every harmful case that is not stopped. */
export async function harmfulCases(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const one of CASES.filter(({ expect }) => expect.decision !== 'allow')) {
    const wrong = wrongWith(one, await judgeCase(product, one))
    if (wrong) failures.push(`${one.id}: ${wrong}`)
  }
  return failures
}
