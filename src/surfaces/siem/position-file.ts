import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** The last record of a chain that a receiver has acknowledged. */
export interface Acknowledged {
  readonly seq: number
  readonly hash: string
}

/** By writer. A chain that is not in it was never sent. */
export type Positions = ReadonlyMap<string, Acknowledged>

const FILE = z.strictObject({
  version: z.literal(1),
  chains: z.record(
    z.string().max(200),
    z.strictObject({ seq: z.number().int().nonnegative(), hash: z.string().max(200) }),
  ),
})

/**
 * How far a target has come, as it survives a crash: written aside, synced, and put in place. Undefined: there is no file
 * yet. Throws when what is there cannot be read; the caller then begins again, because a record too many does no harm.
 */
export function readPositions(path: string): Positions | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return new Map(Object.entries(FILE.parse(JSON.parse(text)).chains))
}

/** Resolves when it is durable. */
export async function writePositions(path: string, positions: Positions): Promise<void> {
  const directory = dirname(path)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, chains: Object.fromEntries(positions) })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncDirectory(directory)
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
