import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { dangerousOptions } from './suites/options.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'a plugin of a compiler is a flag like any other',
    file: 'call/programs/families/c-compilers.ts',
    find: "'-fno-*, ",
    replace: "'-f*, ",
    noticedBy: dangerousOptions,
  },
  {
    bug: 'what tar hands each member to is a text',
    file: 'call/programs/families/tar.ts',
    find: "    '--to-command',\n",
    replace: '',
    noticedBy: dangerousOptions,
  },
  {
    bug: 'what the options of a package manager do is not recorded',
    file: 'call/programs/walk.ts',
    find: '  recordOptions(entryRun, entry, read)\n  recordVariables(entryRun, entry)\n  return read',
    replace: '  return read',
    noticedBy: dangerousOptions,
  },
  {
    bug: 'an unknown option of a program with code is a flag',
    file: 'call/programs/walk.ts',
    find: '  for (const option of read.unknown) unknownOption(context, option, program)\n',
    replace: '',
    noticedBy: dangerousOptions,
  },
  {
    bug: 'declared packages are declared, whoever delivers them',
    file: 'call/shell/programs/packages-javascript.ts',
    find: 'packages.length === 0 && elsewhere ?',
    replace: 'packages.length > 0 && elsewhere ?',
    noticedBy: dangerousOptions,
  },
  {
    bug: 'the files that statements write to are not told',
    file: 'call/shell/programs/databases.ts',
    find: '  recordFilesIn(context, statements, host)\n',
    replace: '',
    noticedBy: dangerousOptions,
  },
]

const scratch = scratchFor('dangerous-options')

describe('with a bug put back, the list of dangerous options goes red', () => {
  test.each(BUGS)(
    '$bug',
    async (row) => {
      expect(await row.noticedBy(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
    },
    120_000,
  )
})
