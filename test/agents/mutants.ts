import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, putBack } from '../put-back.ts'
import { CLIENTS } from './clients.ts'
import { playSession } from './play-session.ts'

/** A bug in hook, daemon or adapters that a whole session of one client must notice. */
export interface Mutant {
  readonly bug: string
  /** The cheapest client that can show it. */
  readonly client: 'claude-code' | 'codex' | 'copilot-cli' | 'gemini-cli' | 'opencode' | 'qwen-code'
  readonly changes: readonly Change[]
}

const change = (file: string, find: string, replace: string): Change => ({ file, find, replace })

const SCRATCH = join(import.meta.dirname, '..', '..', '.teeth', 'clients')
const BIN = join(import.meta.dirname, '..', '..', 'bin', 'portcullis.cjs')

export const MUTANTS: readonly Mutant[] = []

/** Plays every mutant and prints what noticed it. Returns how many went unnoticed. */
export async function playMutants(how: {
  readonly cache: string
  readonly only: string
  readonly say: (line: string) => void
}): Promise<number> {
  let survived = 0
  const chosen = MUTANTS.filter(({ bug }) => bug.includes(how.only))
  try {
    for (const [at, { bug, client: name, changes }] of chosen.entries()) {
      const sources = putBack(SCRATCH, `mutant ${at}`, changes)
      mkdirSync(join(sources, '..', 'bin'), { recursive: true })
      copyFileSync(BIN, join(sources, '..', 'bin', 'portcullis.cjs'))
      const client = CLIENTS.find(({ agent }) => agent === name)!
      const { failures, seconds } = await playSession(client, { cache: how.cache, sources })
      if (failures.length === 0) survived++
      const noticed = failures.length === 0 ? 'SURVIVED' : failures[0]!.slice(0, 100)
      how.say(`mutant ${String(at + 1).padStart(2)}  ${name.padEnd(12)} ${bug.padEnd(62)} ${noticed}  ${seconds} s`)
    }
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true })
  }
  how.say(`${chosen.length - survived} of ${chosen.length} mutants noticed`)
  return survived
}

