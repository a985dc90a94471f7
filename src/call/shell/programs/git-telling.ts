import type { RepositoryDeed } from '../../action.ts'
import { textOf, type Word } from '../../word.ts'
import type { Arity } from '../options.ts'
import type { Kit } from './program.ts'

/** Arities from names in one string. */
export function arity(values: string, optional = ''): ReadonlyMap<string, Arity> {
  return new Map<string, Arity>([
    ...values.split(' ').map((name) => [name, 'value'] as const),
    ...optional
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, 'optional'] as const),
  ])
}

export function tell(
  kit: Kit,
  deed: RepositoryDeed,
  more: { remote?: string; url?: string; branch?: string } = {},
): void {
  kit.tell({ does: 'change-repository', deed, ...more })
}

export function has(args: readonly Word[], ...names: string[]): boolean {
  return args.some((word) => names.includes(textOf(word) ?? ''))
}

/** What stands after `--`, or looks like a file that exists: enough to see that a secret is read or staged. */
export function tellFiles(kit: Kit, args: readonly Word[]): void {
  for (const word of args) {
    const text = textOf(word)
    if (text === undefined || text.startsWith('-')) continue
    const place = kit.place(word)
    if (place.kind === 'path' && kit.world.look(place.real) === 'file') kit.reads(word)
  }
}
