import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doorPart, hooksPart, wallsPart } from './daemon-parts.ts'
import { crashPart, tamperPart } from './journal-parts.ts'
import { messageOf, type Part, type SelftestPlace, type Tried } from './part.ts'
import { reviewerPart } from './reviewer-part.ts'

/** Everything that is tried, in this order. */
export const PARTS: readonly Part[] = [reviewerPart, crashPart, tamperPart, doorPart, hooksPart, wallsPart]

export interface PartResult {
  readonly part: Part
  readonly tried: readonly Tried[]
  readonly seconds: number
}

/** What does not end by then has shown nothing. */
const MOST_MILLISECONDS = 15 * 60_000

/** Runs the parts one after the other, each in directories of its own that are gone afterwards. */
export async function selftest(
  parts: readonly Part[],
  progress: (part: Part, done: number, of: number) => void,
  most: number = MOST_MILLISECONDS,
): Promise<readonly PartResult[]> {
  const end = performance.now() + most
  const results: PartResult[] = []
  for (const part of parts) {
    const began = performance.now()
    const tried = await inTime(part, end - began, (done, of) => progress(part, done, of))
    results.push({ part, tried, seconds: (performance.now() - began) / 1000 })
  }
  return results
}

async function inTime(
  part: Part,
  left: number,
  progress: (done: number, of: number) => void,
): Promise<readonly Tried[]> {
  const late: Tried = { what: part.title, ended: 'proves nothing', says: 'it did not end within fifteen minutes' }
  if (left <= 0) return [late]
  const place = freshPlace()
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      part.run(place, progress),
      new Promise<readonly Tried[]>((resolve) => (timer = setTimeout(() => resolve([late]), left))),
    ])
  } catch (error) {
    return [{ what: part.title, ended: 'proves nothing', says: messageOf(error) }]
  } finally {
    clearTimeout(timer)
    rmSync(place.directory, { recursive: true, force: true })
  }
}

/** A short name: the path of a socket has little room. */
function freshPlace(): SelftestPlace {
  const directory = mkdtempSync(join(tmpdir(), 'pcs-'))
  const place = {
    directory,
    state: join(directory, 'state'),
    home: join(directory, 'home'),
    project: join(directory, 'home', 'project'),
  }
  mkdirSync(join(place.project, '.git'), { recursive: true })
  return place
}

/** Nothing was let through, and what was tried proves something. */
export function isSound(results: readonly PartResult[]): boolean {
  const tried = results.flatMap((result) => result.tried)
  return (
    tried.some(({ ended }) => ended === 'held') && tried.every(({ ended }) => ended === 'held' || ended === 'not tried')
  )
}

/** `0 of 812 let a call through`. */
export function summaryOf(results: readonly PartResult[]): string {
  const tried = results.flatMap((result) => result.tried)
  const count = (ended: Tried['ended']): number => tried.filter((row) => row.ended === ended).length
  const more = [
    [count('proves nothing'), 'proved nothing'],
    [count('not tried'), 'could not be tried here'],
  ] as const
  return [
    `${count('let through')} of ${tried.length - count('not tried')} let a call through`,
    ...more.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`),
  ].join('; ')
}
