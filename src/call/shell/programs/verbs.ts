import type { ServiceDeed } from '../../action.ts'
import { show, textOf, type Word } from '../../word.ts'
import { type Arity, type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { namesProduction, onlyAsks, service } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

export type Verbs = ReadonlyMap<string, ServiceDeed>

/** A table of verbs from lists: `{ read: 'get list', delete: 'rm' }`. */
export function verbs(table: Partial<Readonly<Record<ServiceDeed, string>>>): Verbs {
  const found = new Map<string, ServiceDeed>()
  for (const deed of STRENGTH) for (const verb of (table[deed] ?? '').split(' ')) if (verb !== '') found.set(verb, deed)
  return found
}

/** From the weakest to the strongest. Where two words of a command are verbs, the stronger one is what it does. */
const STRENGTH: readonly ServiceDeed[] = [
  'read',
  'local-only',
  'log-in',
  'create',
  'update',
  'copy-in',
  'copy-out',
  'review',
  'send',
  'execute',
  'publish',
  'merge',
  'deploy',
  'purchase',
  'write-secret',
  'grant',
  'disable-protection',
  'delete',
  'mass-delete',
]

export function strongest(deeds: readonly ServiceDeed[]): ServiceDeed | undefined {
  return STRENGTH.findLast((deed) => deeds.includes(deed))
}

/** The strongest verb among the first words. Names that come after the verb can only make it look stronger. */
export function strongestVerb(words: readonly Word[], table: Verbs, depth = 4): ServiceDeed | undefined {
  return strongest(words.slice(0, depth).flatMap((word) => table.get(textOf(word) ?? '') ?? []))
}

export interface ServiceTool {
  readonly names: string
  readonly service: string
  readonly verbs: Verbs
  /** Options that take a value. */
  readonly values?: ReadonlyMap<string, Arity>
  readonly style?: 'gnu' | 'single-dash'
  /** What it does with no words at all; undefined: it prints help. */
  readonly alone?: ServiceDeed
  /** How many words may hold the verb. */
  readonly depth?: number
  /** More to say; true when it has said all. */
  readonly also?: (context: ProgramContext, read: ReadArguments, deed: ServiceDeed | undefined) => boolean
}

/** A tool that talks to a service with nouns and verbs. An unlisted verb is opaque. */
export function serviceTool(tool: ServiceTool): Program {
  return {
    names: tool.names.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const read = readOptions(context, args, { arity: tool.values ?? new Map(), style: tool.style ?? 'gnu' })
      if (args.some((word) => /^--?help$/.test(show(word)))) return
      const deed = read.operands.length === 0 ? tool.alone : strongestVerb(read.operands, tool.verbs, tool.depth)
      if (tool.also?.(context, read, deed)) return
      if (
        read.operands.length === 0 &&
        (tool.alone !== undefined || read.given.every(({ name }) => /^(-v|-V|--version)$/.test(name)))
      ) {
        if (tool.alone) context.record(service(tool.service, tool.alone, []))
        return
      }
      if (deed === undefined)
        context.opaque('unknown-subcommand', `${program} ${read.operands.slice(0, 3).map(show).join(' ')}`)
      else context.record(service(tool.service, deed, read.operands, namesProduction(args)))
    },
  }
}
