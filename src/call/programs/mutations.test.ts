import { expect, test } from 'vitest'
import { programNamed } from '../shell/programs/index.ts'
import { described } from './described.testing.ts'
import { effectsOf } from './examples.testing.ts'
import { mutantsOf } from './mutants.testing.ts'
import { family } from './walk.ts'

const PICKED = process.env['PROGRAMS']?.split(',')

/** Every role and effect of every entry is taken away once: an example of that entry must notice. */
test('every role of every entry is held by one of its examples', () => {
  const survivors: string[] = []
  let count = 0
  for (const { program, name } of described(PICKED)) {
    if (program.entry === undefined) continue
    for (const { without, entry } of mutantsOf(program.entry)) {
      count++
      const [mutant] = family({ [program.names.join(' ')]: entry }, (like) => programNamed(like)?.entry)
      const programs = new Map(program.names.map((each) => [each, mutant!]))
      const noticed = Object.entries(program.entry.examples ?? {}).some(
        ([command, effects]) => effectsOf(command, programs).join('\n') !== effects.join('\n'),
      )
      if (!noticed) survivors.push(`${name}: ${without}`)
    }
  }
  process.stdout.write(`${count} roles taken away, ${survivors.length} unnoticed\n`)
  expect(survivors).toEqual([])
  expect(PICKED !== undefined || count > 100).toBe(true)
})
