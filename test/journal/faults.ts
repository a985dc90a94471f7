import { existsSync, statSync } from 'node:fs'
import { expect } from 'vitest'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { rememberedCalls, verifyState } from './samples.ts'
import type { FaultRun } from './syscalls.ts'

/** Whatever failed: it ended by itself, every acknowledged record is there, and the log verifies. */
export async function expectSound(run: Omit<FaultRun, 'injected'>): Promise<void> {
  expect(run.ended, 'the program ended by itself').toBe(true)
  const { database } = statePaths(run.directory)
  if (!existsSync(database) || statSync(database).size === 0) {
    expect(run.durable).toEqual([])
    return
  }
  if (run.durable.length === 0) return
  const remembered = new Set(rememberedCalls(run.directory))
  expect(run.durable.filter((id) => !remembered.has(id))).toEqual([])
  const result = await verifyState(run.directory)
  expect(result.findings).toEqual([])
  expect(result.damage).toEqual([])
}
