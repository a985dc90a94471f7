import type { DaemonProduct } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { CLIENT_MODES } from './daemon-life/client-modes.ts'
import { HOOKS } from './daemon-life/hooks.ts'
import { JUDGING } from './daemon-life/judging.ts'
import type { Life } from './daemon-life/looks.ts'
import { LOCKED } from './daemon-life/locked.ts'
import { SETTINGS } from './daemon-life/settings.ts'
import { STARTING } from './daemon-life/starting.ts'
import { WATCHING } from './daemon-life/watching.ts'

export const LIVES: readonly Life[] = [
  ...STARTING,
  ...JUDGING,
  ...SETTINGS,
  ...WATCHING,
  ...HOOKS,
  ...CLIENT_MODES,
  ...LOCKED,
].map((life) => ({
  ...life,
  holds: (product) => life.holds(product).catch((error: unknown) => [String(error)]),
}))

/** The case whose name begins so. */
export function daemonLife(start: string): (product: DaemonProduct) => Promise<Failures> {
  const life = LIVES.find((one) => one.what.startsWith(start))
  if (life === undefined) throw new Error(`no case begins with: ${start}`)
  return life.holds
}
