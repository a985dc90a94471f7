import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { skills } from './suites/skills.ts'

const BUGS: readonly Omit<Bug<Product>, 'noticedBy'>[] = [
  {
    bug: 'skills are harmless',
    file: 'call/tools/skill.ts',
    find: 'return joined(files.flatMap((file) => meaningOf(file, context)))',
    replace: 'return joined([])',
  },
  {
    bug: 'a skill that is not found is harmless',
    file: 'call/tools/skill.ts',
    find: 'if (files.length === 0)',
    replace: 'if (files.length < 0)',
  },
  {
    bug: 'a file that cannot be read is harmless',
    file: 'call/tools/skill.ts',
    find: 'if (!file.readable)',
    replace: 'if (file.path === "")',
  },
  {
    bug: 'inline shell is not seen',
    file: 'call/tools/skill.ts',
    find: 'const INLINE = /!`([^`]+)`/g',
    replace: 'const INLINE = /!!`([^`]+)`/g',
  },
  {
    bug: 'blocks of shell are not seen',
    file: 'call/tools/skill.ts',
    find: 'const BLOCK = /```+!',
    replace: 'const BLOCK = /```+!!',
  },
  {
    bug: 'arguments are not put in',
    file: 'call/tools/skill.ts',
    find: 'const given = [body, filled(body, args, words, 1), filled(body, args, words, 0)]',
    replace: 'const given = [body]',
  },
  {
    bug: 'wide permissions are not seen',
    file: 'call/tools/skill.ts',
    find: 'const wide = shell.length > 0 ? widest(allowed) : undefined',
    replace: 'const wide = shell.length < 0 ? widest(allowed) : undefined',
  },
  {
    bug: 'hooks in a skill are not seen',
    file: 'call/tools/skill.ts',
    find: "if (hooks !== undefined && hooks !== '' && hooks !== '{}')",
    replace: "if (hooks === '')",
  },
  {
    bug: 'files that are referred to are not seen',
    file: 'call/tools/skill.ts',
    find: 'for (const path of new Set(file.bodies.flatMap(filesIn)))',
    replace: 'for (const path of new Set(file.bodies.slice(9).flatMap(filesIn)))',
  },
  {
    bug: 'what the session wrote is not seen',
    file: 'call/tools/skill-files.ts',
    find: "if (written !== undefined) return written.kind === 'text' ? written.text : undefined",
    replace: '',
  },
  {
    bug: 'only the first file of a name counts',
    file: 'call/tools/skill-files.ts',
    find: 'return (named.length > 0 ? named : [...paths])',
    replace: 'return (named.length > 0 ? named : [...paths]).slice(0, 1)',
  },
  {
    bug: 'the name in front matter is ignored',
    file: 'call/tools/skill-files.ts',
    find: 'return /^---\\r?\\n(?:[^\\n]*\\n)*?name:',
    replace: 'return /^----\\r?\\n(?:[^\\n]*\\n)*?name:',
  },
  {
    bug: 'rules for the shell do not hold for skills',
    file: 'checks/rules.ts',
    find: 'const shell = shellOf(subject) ?? shellWithin(subject)',
    replace: 'const shell = shellOf(subject)',
  },
]

const scratch = scratchFor('skills')

describe('with a bug put back it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await skills(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
