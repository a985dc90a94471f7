import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { carriers, leaks } from './suites/leaks.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'a whole environment is ordinary information',
    file: 'call/shell/programs/facts.ts',
    find: "context.invocation.where.kind === 'here' && context.invocation.sifted !== true",
    replace: 'context.invocation.sifted === undefined',
    noticedBy: leaks,
  },
  {
    bug: 'what a sourced file of secrets sets is known by its text alone',
    file: 'call/shell/builtins.ts',
    find: 'if (isSecret(scope, place)) keepSecrets(scope, before, showPlace(place))',
    replace: '',
    noticedBy: leaks,
  },
  {
    bug: 'a file of settings that is included is not looked into',
    file: 'call/shell/programs/git-options.ts',
    find: '    recordIncluded(context, key, value, kept)\n    return\n',
    replace: '    return\n',
    noticedBy: leaks,
  },
  {
    bug: 'what leaves is looked at as it is written, without undoing an encoding',
    file: 'categories/encoded-secrets.ts',
    find: 'for (const reading of readingsOf(text.slice(0, LONGEST_TEXT)))',
    replace: 'for (const reading of [text])',
    noticedBy: carriers,
  },
  {
    bug: 'encoded text in a path or a host name is a name like any other',
    file: 'categories/encoded-secrets.ts',
    find: 'if (part.length < 20) return false',
    replace: 'if (part.length >= 0) return false',
    noticedBy: leaks,
  },
  {
    bug: 'the words of a commit, a branch or a tag are not looked at',
    file: 'categories/block/credential-leakage.ts',
    find: '      keptSecret(deeds),\n',
    replace: '',
    noticedBy: carriers,
  },
  {
    bug: 'packed data is no content',
    file: 'categories/encoded-secrets.ts',
    find: "    if (PACKED.test(reading)) return 'packed data'\n",
    replace: '',
    noticedBy: carriers,
  },
  {
    bug: 'the filter of a search tool is not looked at',
    file: 'categories/block/credential-browsing.ts',
    find: "typeof value === 'string' && SECRET_FILE_NAMES.test(value)",
    replace: 'value === null',
    noticedBy: leaks,
  },
]

const scratch = scratchFor('leaks')

describe('a bug that is put back is noticed', () => {
  test.each(BUGS)('$bug', async ({ bug, file, find, replace, noticedBy }) => {
    const product = await loadProduct(putBack(scratch, bug, [{ file, find, replace }]))
    expect((await noticedBy(product)).length).toBeGreaterThan(0)
  })
})
