import { UsageError } from './usage-error.ts'

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** `30m`, `24h`, `7d` ago, or a date: `2026-11-01`, `2026-11-01T12:00`. Milliseconds since 1970. */
export function readWhen(text: string, now: number): number {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text)
  if (ago) return now - Number(ago[1]) * UNITS[ago[2]!]!
  const time = /^\d{4}-\d\d(-\d\d)?/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new UsageError(`not a time: \`${text}\`; use a date (2026-11-01) or an age (30m, 24h, 7d, 4w)`)
  return time
}
