import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Grammar, GRAMMARS, hasGrammar, missingGrammars, timesMissed, useGrammar } from './grammars.ts'

const loading = new Map<Grammar, Promise<void>>()

/** Loads a grammar once; later calls wait for the first. */
export function loadGrammar(grammar: Grammar): Promise<void> {
  const begun = loading.get(grammar) ?? load(grammar)
  loading.set(grammar, begun)
  return begun
}

/** Loads every grammar: for whoever cannot wait for one later. */
export async function loadGrammars(): Promise<void> {
  for (const grammar of GRAMMARS) await loadGrammar(grammar)
}

/** More rounds would mean that code in code in code needs one grammar after another. */
const MOST_ROUNDS = 4

/**
 * Looks at something, and again for as long as a grammar was missing: each is loaded when it is first needed, so that
 * calls without such code never wait for one. What still misses one after that is not understood.
 */
export async function withGrammars<T>(look: () => T): Promise<T> {
  for (let round = 0; ; round++) {
    const before = timesMissed()
    const seen = look()
    if (timesMissed() === before || round === MOST_ROUNDS) return seen
    for (const grammar of missingGrammars()) await loadGrammar(grammar)
  }
}

/**
 * Each grammar is one huge function, which takes seconds to optimise; a process that judges one call would wait for that
 * at its end. It is optimised after some hundred calls, which only a process that stays makes.
 */
async function load(grammar: Grammar): Promise<void> {
  if (hasGrammar(grammar)) return
  // Not imported: most processes load no grammar.
  process.getBuiltinModule('node:v8').setFlagsFromString('--wasm-tiering-budget=100000000')
  await useGrammar(grammar, readFileSync(grammarFile(grammar)))
}

/** In the published package the grammars lie next to the bundle; in a checkout they are the dependencies'. */
function grammarFile(grammar: Grammar): string {
  const name = `tree-sitter-${grammar}`
  const beside = fileURLToPath(new URL(`./${name}.wasm`, import.meta.url))
  if (existsSync(beside)) return beside
  return createRequire(import.meta.url).resolve(`${name}/${name}.wasm`)
}
