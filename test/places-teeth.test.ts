import { beforeAll, describe, expect, test } from 'vitest'
import { loaderFor, loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { placeAttacks, placeTwins, scratchHome } from './suites/places.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'an unknown rest below home is not possibly forbidden',
    file: 'call/place-kinds.ts',
    find: 'const found = protectedBelow(within, { surroundings, world })',
    replace: "const found = protectedBelow('/nowhere', { surroundings, world })",
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'what a search cannot decide counts as left out',
    file: 'call/place-condition.ts',
    find: "holds(only, candidate) !== 'no'",
    replace: "holds(only, candidate) === 'yes'",
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'whatever a search asks for, it may yield everything',
    file: 'call/place-condition.ts',
    find: "return only === undefined || holds(only, candidate) !== 'no'",
    replace: 'return true',
    noticedBy: (product) => placeTwins(product, 'at the first'),
  },
  {
    bug: 'names that something rewrote are forgotten',
    file: 'call/shell/stream.ts',
    find: 'below: stream.below.map(({ below }) => ({ below, rewritten: true })) }',
    replace: 'below: [] }',
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'an act on a directory does not reach what lies below',
    file: 'call/place-reach.ts',
    find: "if (extent === 'itself') return own",
    replace: 'return own',
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'a link made in the call is not followed',
    file: 'call/shell/written.ts',
    find: 'run.context = { ...run.context, world: linkedWorld(run.context.world, link.path, target.real) }',
    replace: '',
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'names in a list are not read',
    file: 'call/shell/programs/listed-input.ts',
    find: 'for (const word of listFiles(program, args)) readNames(context, namesIn(context, word))',
    replace: 'void listFiles(program, args)',
    noticedBy: (product) => placeAttacks(product, 'at the first'),
  },
  {
    bug: 'scratch space wins over a home directory in it',
    file: 'call/place-kinds.ts',
    find: ' && !isInside(path, home)) ||',
    replace: ') ||',
    noticedBy: scratchHome,
  },
]

const scratch = scratchFor('places')

beforeAll(async () => {
  const grammar = await loaderFor(`${import.meta.dirname}/../src`)<{ loadGrammars(): Promise<unknown> }>(
    'call/code/grammar.node.ts',
  )
  await grammar.loadGrammars()
})

describe('a bug that is put back is noticed', () => {
  test.each(BUGS)('$bug', async ({ bug, file, find, replace, noticedBy }) => {
    const product = await loadProduct(putBack(scratch, bug, [{ file, find, replace }]))
    expect((await noticedBy(product)).length).toBeGreaterThan(0)
  })
})
