import { hash } from 'node:crypto'
import type { BundleContents } from './shapes.ts'

/** Of how many parts a share is counted: hundredths of a percent. */
const PARTS = 10_000

/**
 * Where a host stands in the order in which hosts come in, from 0 to 9999. It depends on the salt and the host alone, so a
 * host that is in at 10 % is in at 50 %, too.
 */
export function canaryPlace(salt: string, host: string): number {
  return Number(BigInt(`0x${hash('sha256', `${salt}\n${host}`).slice(0, 16)}`) % BigInt(PARTS))
}

export interface Share {
  readonly in: boolean
  /** For a person: why. */
  readonly because: string
}

export function shareOf({ canary }: Pick<BundleContents, 'canary'>, host: string): Share {
  if (canary === undefined) return { in: true, because: 'it is for every host' }
  const place = canaryPlace(canary.salt, host)
  const taken = place < Math.round(canary.percent * 100)
  const percent = (place / 100).toFixed(2)
  return {
    in: taken,
    because: taken
      ? `this host comes in at ${percent} %, and it is for the first ${canary.percent} % of the hosts`
      : `this host comes in only above ${percent} %, and it is for the first ${canary.percent} % of the hosts`,
  }
}
