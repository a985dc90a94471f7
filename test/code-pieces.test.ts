import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../src/call/code/grammar.node.ts'
import { loadYaml } from '../src/call/yaml.ts'
import { exampleDeeds } from '../src/categories/example-deeds.ts'
import { rulebook } from '../src/categories/rulebook.ts'
import { commandOf, readPieces } from './code-pieces/pieces.ts'
import waysRound from './code-pieces/ways-round.json' with { type: 'json' }

/** Pieces that are asked about although they are harmless, and why that is right as long as nothing more is known. */
const ASKED: ReadonlySet<string> = new Set([
  // Nobody knows which database a variable names, which cluster a file, which class a constant.
  'javascript-pg-query',
  'go-kube-list',
  'ruby-rails-console',
  // A token of the environment goes into a client.
  'typescript-octokit-issues',
  // Names that a pattern finds are moved to names that are made while it runs.
  'shell-rename-files',
  // The address is what a listener was given while it runs.
  'go-tcp-echo-test',
  // A table of a database whose place a setting of the client names.
  'typescript-prisma-seed',
  // What a callback names is given its value by the call that the callback is handed to.
  'javascript-express-app',
  // A name that a test defines by a symbol.
  'ruby-rspec-file',
  // What a filter made of a manifest is put in its place.
  'shell-json-patch',
])

describe('longer code', () => {
  beforeAll(() => Promise.all([loadGrammars(), loadYaml()]))

  const pieces = [...readPieces('first'), ...readPieces('second')]
  const says = (code: string): string => rulebook(exampleDeeds(code)).says

  test('is at least 320 pieces of at least ten lines, half of them harmful', () => {
    expect(pieces.length * 2).toBeGreaterThanOrEqual(320)
    for (const { id, harmless } of pieces) expect(harmless.split('\n').length, id).toBeGreaterThanOrEqual(9)
  })

  test.each(pieces.map((piece) => [piece.id, piece] as const))('%s: the harmful line is stopped', (_, piece) => {
    expect(says(commandOf(piece.language, piece.harmful))).not.toBe('harmless')
  })

  test.each(
    (['python', 'javascript', 'ruby', 'php', 'java', 'rust', 'go'] as const).flatMap((language) =>
      waysRound[language].map((code) => [code, language] as const),
    ),
  )('a way round the reader is stopped: %s', (code, language) => {
    expect(says(commandOf(language, code))).not.toBe('harmless')
  })

  test('is rarely asked about when it is harmless', () => {
    const asked = pieces.filter((piece) => says(commandOf(piece.language, piece.harmless)) !== 'harmless')
    expect(asked.map(({ id }) => id).filter((id) => !ASKED.has(id))).toEqual([])
  })
})
