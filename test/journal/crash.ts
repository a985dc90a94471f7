import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { crash as crashOf, type CrashReport } from '../../src/surfaces/selftest/crash.ts'
import { freshDirectory } from './samples.ts'

export const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Only a child that ends by itself leaves its compiled code to the next ones. */
export function warmUp(): void {
  spawnSync(process.execPath, [CHILD, 'count', freshDirectory(), '1', 'FULL'])
}

export function crash(rounds: number, progress?: (round: number) => void): Promise<CrashReport> {
  const start = (directory: string, name: string) =>
    spawn(process.execPath, [CHILD, 'flood', directory, '4', name], { stdio: ['ignore', 'pipe', 'inherit'] })
  return crashOf(rounds, start, progress)
}
