import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../call/code/grammar.node.ts'
import type { Example } from './category.ts'
import { exampleDeeds } from './example-deeds.ts'
import { rulebook } from './rulebook.ts'

/** Everyday commands of one kind beside their twins that must not pass: the reason has to tell them apart. */
export type Kinds = Readonly<
  Record<string, { readonly fine: readonly Example[]; readonly stopped: readonly Example[] }>
>

/** One test for every command: those that are fine are harmless to the rulebook, their twins are not. */
export function tellApart(kinds: Kinds): void {
  beforeAll(() => loadGrammars())

  describe.each(Object.entries(kinds))('%s', (_, { fine, stopped }) => {
    test.each(fine.map((example) => [shown(example), example] as const))('lets %s pass', (_shown, example) => {
      expect(says(example)).toBe('harmless')
    })

    test.each(stopped.map((example) => [shown(example), example] as const))(
      'does not let %s pass',
      (_shown, example) => {
        expect(says(example)).not.toBe('harmless')
      },
    )
  })
}

function says(example: Example): string {
  return rulebook(exampleDeeds(example)).says
}

function shown(example: Example): string {
  return typeof example === 'string' ? example : JSON.stringify(example.input)
}
