import { expect, test } from 'vitest'
import { replacementsIn } from './replacements.ts'

test.each([
  ["s = s.replace('a', 'b')", [['a', 'b']]],
  ['s.replace("""x\ny\n""", """z\n""", 1)', [['x\ny\n', 'z\n']]],
  ['old = "one\\n"\nnew = r"two\\d"\ns = s.replace(old, new)', [['one\n', 'two\\d']]],
  [
    'const s = t.replaceAll("a", `b`).replace(\'c\', "d")',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['s.replace(found, "b")', []],
  ['s.replace("", "b")', []],
] as const)('%s', (code, pairs) => expect(replacementsIn(code)).toEqual(pairs))
