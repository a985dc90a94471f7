import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One line of the tables in this directory; README.md says what each field means. */
export interface Case {
  readonly id: string
  readonly kind: string
  readonly world?: 'custom'
  readonly cwd?: string
  readonly files?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly before?: readonly Call[]
  readonly subagent?: { readonly agent_id: string; readonly agent_type: string }
  readonly call: Call
  readonly expect: 'deny' | 'stop' | 'allow'
  readonly why: string
}

/** What the placeholders of a case stand for. */
export interface Names {
  readonly home: string
  readonly workspace: string
  readonly state: string
  readonly pid: string
  readonly port: string
  readonly package: string
  readonly node: string
}

export const CASES: readonly Case[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.jsonl'))
  .toSorted()
  .flatMap((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ ...(JSON.parse(line) as Omit<Case, 'kind'>), kind: file.split('.')[0]! })),
  )

/** The case with every placeholder filled in, in keys and values. A placeholder that nobody knows is a typing error. */
export function filled(one: Case, names: Names): Case {
  return fill(one, names) as Case
}

function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return fillText(value, names)
  if (Array.isArray(value)) return value.map((item) => fill(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, names), fill(item, names)]))
}

function fillText(text: string, names: Names): string {
  return text.replace(/\{\{([a-z]+)\}\}/g, (all, name: string) => {
    const known = names[name as keyof Names]
    if (known === undefined) throw new Error(`nothing is known of ${all} in: ${text}`)
    return known
  })
}
