import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { useGrammar } from './parser.ts'

let loading: Promise<void> | undefined

/** Initialises the PowerShell parser once; later calls wait for the first. */
export function loadPowerShell(): Promise<void> {
  loading ??= useGrammar(readFileSync(grammarFile()))
  return loading
}

/** In the published package the grammar lies next to the bundle; in a checkout it is the dependency's. */
function grammarFile(): string {
  const beside = fileURLToPath(new URL('./tree-sitter-powershell.wasm', import.meta.url))
  if (existsSync(beside)) return beside
  return fileURLToPath(import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'))
}
