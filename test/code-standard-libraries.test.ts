import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { READABLE } from '../src/call/code/read.ts'
import type { Library } from '../src/call/code/library.ts'
import { STANDARD } from './suites/standard-libraries.ts'

/** A library is classified when it cannot act, is said to act, or has rows of its own. */
function isClassified({ cannotAct, entries, specials }: Library, name: string): boolean {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const head = name.slice(0, end)
    if (cannotAct.has(head) || cannotAct.has(`-${head}`)) return true
  }
  const rows = [...entries.keys(), ...specials.keys()]
  return rows.some((row) => row === name || row.startsWith(`${name}.`))
}

const unclassified = (language: keyof typeof READABLE, names: readonly string[]): readonly string[] => {
  const library: Library = READABLE[language].library
  return names.filter((name) => !isClassified(library, name) && library.globals.get(name)?.kind !== 'object')
}

describe('the library that comes with a language is wholly classified', () => {
  test.each(Object.keys(STANDARD) as readonly (keyof typeof STANDARD)[])('%s', (language) => {
    const names = STANDARD[language].split(/\s+/).filter(Boolean)
    expect(names.length).toBeGreaterThan(40)
    expect(unclassified(language, names)).toEqual([])
  })

  test('javascript: what Node brings', () => {
    const names = builtinModules.filter((name) => !name.startsWith('_')).map((name) => name.replace(/^node:/, ''))
    expect(unclassified('javascript', names)).toEqual([])
  })

  test('what is in no list is not classified', () => {
    for (const language of ['python', 'javascript', 'go', 'ruby', 'java', 'rust', 'php'] as const)
      expect(unclassified(language, ['unheard_of'])).toEqual(['unheard_of'])
  })
})
