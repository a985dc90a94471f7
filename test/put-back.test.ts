import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SOURCES } from './product.ts'

/**
 * The bugs are put back in the slow suites. A row whose text no longer stands in its file would only fail there, so that
 * it stands is looked at here, in the text of the rows: a path of a source, then the text to find.
 */
const LITERAL = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`
const ROW = new RegExp(String.raw`'([\w./-]+\.tsx?)',\s*(?:find:\s*)?(${LITERAL})`, 'g')

const ROOMS = new Set(readdirSync(SOURCES))

const holders = [
  ...readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('teeth.test.ts'),
  ),
  'agents/mutants.ts',
]

function rowsIn(file: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...text.matchAll(ROW)]
    .filter(([, path]) => ROOMS.has(path!.split('/')[0]!))
    .map(([, path, literal]) => [path!, valueOf(literal!)] as const)
}

/** The text that a string literal of the sources stands for. */
function valueOf(literal: string): string {
  const inside = literal.slice(1, -1)
  return inside.replaceAll(/\\(n|.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

describe('every bug that the slow suites put back', () => {
  test('has rows that are read here', () => {
    expect(holders.flatMap(rowsIn).length).toBeGreaterThan(300)
  })

  test.each(holders)('%s: its text stands in its file exactly once', (holder) => {
    const rotten = rowsIn(holder).filter(
      ([path, find]) =>
        !existsSync(join(SOURCES, path)) || readFileSync(join(SOURCES, path), 'utf8').split(find).length !== 2,
    )
    expect(rotten).toEqual([])
  })
})
