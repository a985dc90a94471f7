import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surroundingsOf } from '../surroundings.ts'
import { textOf } from '../word.ts'
import { frozenWorld } from '../world.frozen.ts'
import { understandShell } from '../languages.ts'

const world = frozenWorld({ directories: ['/home/dev/project/.git'] })
const context = { world, surroundings: surroundingsOf('/home/dev/project', world), memory: { written: new Map() } }

/** The arguments we find in `printf '%s\0' …`, or undefined when one of them is not known. */
function ours(words: string): readonly (string | undefined)[] {
  const { commands } = understandShell(`printf '%s\\0' ${words}`, context)
  return (commands[0]?.words ?? []).slice(2).map((word) => textOf(word))
}

/** What bash passes to printf for the same words. The generated words hold no substitution and no variable. */
function bashs(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((words) => `printf '%s\\0' ${words}; printf '\\n'`).join('\n')
  const printed = execFileSync('bash', ['--norc', '--noprofile', '-c', `set -f\n${script}`], {
    encoding: 'utf8',
    env: { HOME: '/home/dev', LC_ALL: 'C.UTF-8' },
  })
  return printed
    .split('\0\n')
    .slice(0, -1)
    .map((line) => line.split('\0'))
}

const plain = fc.stringMatching(/^[a-z0-9_./:=@%+,-]{1,8}$/)
const spaced = fc.stringMatching(/^[a-z ;&|<>()#*?-]{1,8}$/)
const written = fc.oneof(
  plain.filter((text) => !/=~|^~/.test(text)),
  spaced.map((text) => `"${text}"`),
  spaced.map((text) => `'${text}'`),
  plain.map((text) => `$'${text}\\t\\x41\\101\\u00e9'`),
  fc.tuple(plain, plain).map(([a, b]) => `${a}"${b}"'${a}'`),
  spaced.map((text) => [...text].map((char) => `\\${char}`).join('')),
  fc.tuple(plain, plain).map(([a, b]) => `{${a.replaceAll(',', '')}x,${b.replaceAll(',', '')}y}z`),
  fc.tuple(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 12 })).map(([a, b]) => `p{${a}..${b}}`),
  fc.constantFrom(
    '~',
    '~/x',
    '"~"',
    '{a,b}{c,d}',
    '{a,{b,c}}',
    'a{b}',
    '{a..e..2}',
    '{01..03}',
    '$((1+2*3))',
    '$((7/2))$((1<<4))',
    '""',
    "''",
    '"a""b"',
    'a\\\nb',
  ),
)

describe('bash agrees', () => {
  it('the words of literal commands are those that bash passes on', () => {
    const lines = fc.sample(
      fc.array(written, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
      { numRuns: 400, seed: 7 },
    )
    const expected = bashs(lines)
    expect(expected.length).toBe(lines.length)
    for (const [index, line] of lines.entries())
      expect({ line, words: ours(line) }).toEqual({ line, words: expected[index] })
  })
  it('a word with something unknown in it is not compared but unknown', () => {
    expect(ours('$RANDOM "$1" $(date)')).toEqual([undefined, undefined, undefined])
  })
})
