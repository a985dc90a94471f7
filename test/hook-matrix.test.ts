import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { CLIENTS, stage } from './hooks/scene.ts'
import { appliesTo, HOOK_ROWS, passes, type Row } from './suites/hook-clients.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = stage()
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What a hook of this row waits for, roughly. */
function seconds({ call, patience, daemon }: Row): number {
  if (call?.input === 'never ends' || daemon?.startsWith('stops')) return 20
  return patience === undefined ? 1 : 8
}

const ROWS = CLIENTS.flatMap((client) =>
  HOOK_ROWS.filter((row) => appliesTo(row, client)).map((row) => ({ client, what: row.what, row })),
).toSorted((one, other) => seconds(other.row) - seconds(one.row))

/**
 * The real hook, started by its real entry in Claude Code's settings, with one thing broken at a time. Most of them
 * wait: at the same time, each in a place of its own, those that wait longest first.
 */
describe.concurrent('the hook', () => {
  test.each(ROWS)('$client: $what', async ({ client, row }) => expect(await passes(root, client, row)).toEqual([]))
})
