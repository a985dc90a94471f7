import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { useGrammar } from './parser.ts'

let loading: Promise<void> | undefined

/** Initialises the PowerShell parser once; later calls wait for the first. */
export function loadPowerShell(): Promise<void> {
  loading ??= load()
  return loading
}

/**
 * The grammar is one huge function, which takes seconds to optimise; a process that judges one call would wait for that
 * at its end. It is optimised after some hundred calls, which only a process that stays makes.
 */
function load(): Promise<void> {
  setFlagsFromString('--wasm-tiering-budget=100000000')
  return useGrammar(readFileSync(grammarFile()))
}

/** In the published package the grammar lies next to the bundle; in a checkout it is the dependency's. */
function grammarFile(): string {
  const beside = fileURLToPath(new URL('./tree-sitter-powershell.wasm', import.meta.url))
  if (existsSync(beside)) return beside
  return fileURLToPath(import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'))
}
