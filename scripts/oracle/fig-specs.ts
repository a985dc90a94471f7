/**
 * Prints what the completion specifications in a directory tell, one program a line. Their code is loaded: started by
 * `fig.ts` without the right to write, to start processes or to read anything else.
 */
import { pathToFileURL } from 'node:url'
import { readdirSync } from 'node:fs'
import type { ValueKind } from '../../src/call/programs/help-text.ts'
import { type Facts, nothing, together } from './facts.ts'

interface Argument {
  readonly name?: string
  readonly isOptional?: boolean
  readonly isCommand?: boolean
  readonly isScript?: boolean
  readonly isModule?: string
  readonly template?: string | readonly string[]
}
interface Named {
  readonly name: string | readonly string[]
  readonly args?: Argument | readonly Argument[]
}
interface Spec extends Named {
  readonly options?: readonly Named[]
  readonly subcommands?: readonly Spec[]
  readonly loadSpec?: unknown
}

const folder = process.argv[2]!
/** Whole clouds: their parts are thousands of files. */
const DEPTH = 3

const listOf = <Item>(items: Item | readonly Item[] | undefined): readonly Item[] =>
  items === undefined ? [] : Array.isArray(items) ? (items as readonly Item[]) : [items as Item]

function kindOf(argument: Argument): ValueKind {
  if (argument.isCommand || argument.isScript) return 'command'
  const templates = listOf(argument.template)
  if (templates.includes('filepaths')) return 'file'
  if (templates.includes('folders')) return 'directory'
  if (argument.isModule !== undefined) return 'file'
  return /^ur[li]$/i.test(argument.name ?? '') ? 'url' : 'value'
}

async function factsOf(spec: Spec, name: string, depth: number): Promise<Facts> {
  const flags: string[] = []
  const optionalValue: string[] = []
  const valued: Record<string, ValueKind> = {}
  for (const option of listOf(spec.options)) {
    const [first] = listOf(option.args)
    for (const spelling of listOf(option.name)) {
      if (typeof spelling !== 'string' || !/^[-+]/.test(spelling)) continue
      if (first === undefined || first.isOptional) flags.push(spelling.replace(/=$/, ''))
      if (first?.isOptional) optionalValue.push(spelling.replace(/=$/, ''))
      if (first !== undefined && !first.isOptional) valued[spelling.replace(/=$/, '')] = kindOf(first)
    }
  }
  const subcommands: Record<string, Facts> = {}
  if (depth < DEPTH)
    for (const subcommand of listOf(spec.subcommands))
      for (const word of listOf(subcommand.name))
        if (typeof word === 'string' && /^[\w@:.-]+$/.test(word))
          subcommands[word] = await factsOf(subcommand, word, depth + 1)
  const own: Facts = {
    ...nothing(name),
    sources: ['fig'],
    flags: [...new Set(flags)].toSorted(),
    valued,
    optionalValue: optionalValue.toSorted(),
    ...(Object.keys(subcommands).length > 0 ? { subcommands } : {}),
  }
  const loaded = typeof spec.loadSpec === 'string' && depth === 1 ? await load(spec.loadSpec) : undefined
  return loaded === undefined ? own : together(own, await factsOf(loaded, name, depth))
}

async function load(name: string): Promise<Spec | undefined> {
  try {
    const loaded = ((await import(pathToFileURL(`${folder}/${name}.js`).href)) as { default?: unknown }).default
    return typeof loaded === 'object' && loaded !== null && 'name' in loaded ? (loaded as Spec) : undefined
  } catch {
    return undefined
  }
}

for (const file of readdirSync(folder).toSorted()) {
  if (!file.endsWith('.js') || file === 'index.js') continue
  const spec = await load(file.slice(0, -3))
  if (spec === undefined) continue
  const facts = await factsOf(spec, file.slice(0, -3), 0)
  for (const name of new Set([...listOf(spec.name), file.slice(0, -3)]))
    process.stdout.write(`${JSON.stringify({ ...facts, name })}\n`)
}
