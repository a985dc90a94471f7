import { describe, expect, test } from 'vitest'
import { described } from './described.testing.ts'
import { effectsOf } from './examples.testing.ts'
import { mutantsOf } from './mutants.testing.ts'

/** `PROGRAMS=strace,eslint npx vitest run src/call/programs` looks at these only. */
const PICKED = process.env['PROGRAMS']?.split(',')
const UNKNOWN = /^unknown /

describe.each(described(PICKED))('$name', ({ program, name }) => {
  const examples = Object.entries(program.examples ?? program.entry?.examples ?? {})

  test('has an example of ordinary use, of each kind of effect, and of an option that it does not know', () => {
    const commands = examples.map(([command]) => command)
    expect(
      commands.filter((command) => !command.split(/[\s'"(]/).some((word) => program.names.includes(word))),
    ).toEqual([])
    const lines = examples.map(([, effects]) => effects)
    expect(
      lines.some((effects) => !effects.some((line) => /^(?:unknown|opaque) /.test(line))),
      'ordinary',
    ).toBe(true)
    expect(
      lines.some((effects) => effects.some((line) => UNKNOWN.test(line))),
      'unknown',
    ).toBe(true)
    if (program.entry && mutantsOf(program.entry).length > 0)
      expect(
        lines.some((effects) => effects.some((line) => !UNKNOWN.test(line))),
        'effectful',
      ).toBe(true)
  })

  test.each(examples)(`${name}: %s`, (command, effects) => {
    expect(effectsOf(command)).toEqual(effects)
  })
})
