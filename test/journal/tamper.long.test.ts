import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startDaemon } from '../../src/surfaces/daemon/daemon.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { verifyStateDirectory } from '../../src/journal/stores/verify-state.ts'
import { witnessOf } from '../../src/journal/stores/witnesses.ts'
import { UNLIMITED } from '../daemon/client.ts'
import { freshDirectory } from './samples.ts'
import {
  anchorOf,
  copyOf,
  makeOriginals,
  type Originals,
  type Place,
} from '../../src/surfaces/selftest/tamper-originals.ts'
import type { Way } from '../../src/surfaces/selftest/tamper-tools.ts'
import { WAYS } from '../../src/surfaces/selftest/tamper-ways.ts'

let originals: Originals

beforeAll(async () => {
  originals = await makeOriginals()
})

/** What `log verify` says, in the words of its result. */
async function verified(place: Place, witness: string | undefined): Promise<string> {
  const paths = statePaths(place.state, { anchor: anchorOf(place) })
  try {
    const witnesses = witness === undefined ? [] : [await witnessOf({ file: witness }).ask('')]
    return (await verifyStateDirectory(paths, { witnesses })).status
  } catch (error) {
    return `refused: ${String(error)}`
  }
}

async function started(place: Place): Promise<string> {
  try {
    const daemon = await startDaemon({
      stateDirectory: place.state,
      home: place.home,
      log: () => undefined,
      ...UNLIMITED,
    })
    await daemon.stop()
    return 'started'
  } catch (error) {
    return `refused: ${String(error)}`
  }
}

/** The user's settings name a file elsewhere, which has all heads up to the last. */
function withWitness(place: Place): string {
  const file = join(freshDirectory(), 'heads.jsonl')
  cpSync(join(originals.late.state, 'checkpoints.jsonl'), file)
  mkdirSync(join(place.home, '.portcullis'), { recursive: true })
  writeFileSync(join(place.home, '.portcullis', 'settings.json'), JSON.stringify({ journal: { witness: [{ file }] } }))
  return file
}

it('there are at least 100 ways, each with a name of its own', () => {
  expect(WAYS.length).toBeGreaterThanOrEqual(100)
  expect(new Set(WAYS.map((way) => way.name)).size).toBe(WAYS.length)
})

describe('a journal that nobody touched', () => {
  it.each(['late', 'crashed'] as const)('%s: verifies and starts', async (which) => {
    const place = copyOf(originals[which])
    expect(await verified(place, undefined)).toBe('unwitnessed')
    expect(await started(place)).toBe('started')
  })

  it('is sound when a witness agrees', async () => {
    const place = copyOf(originals.late)
    const witness = withWitness(place)
    expect(await verified(place, witness)).toBe('sound')
    expect(await started(place)).toBe('started')
  })
})

describe('tampering', () => {
  it.each(WAYS.map((way) => [way.name, way] as const))('%s', async (_name, way: Way) => {
    const place = copyOf(originals[way.on])
    const witness = way.needsWitness === undefined ? undefined : withWitness(place)
    way.tamper(place, originals)
    // Before the daemon: opening for writing must not be what mends it.
    const said = await verified(place, witness)
    expect.soft(said, 'log verify').toMatch(/^(?:not sound|refused)/)
    expect.soft(await started(place), 'at start').toMatch(/^refused/)
  })
})
