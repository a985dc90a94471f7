import { type Chat, type ChannelProduct, NotInTime, type Stage, withStage } from '../channels/stage.ts'
import { CHANNEL_TEXTS } from '../channels/deceptive.ts'
import { CHANNEL_FAULTS } from '../channels/faults.ts'
import { CHANNEL_ROWS } from '../channels/rows.ts'
import type { Failures } from '../product.ts'

/** One thing that must hold in every chat. Says what does not. */
export interface Row {
  readonly name: string
  readonly run: (stage: Stage, must: Must) => Promise<void>
}

/** Notes what does not hold, in words. */
export type Must = (holds: boolean, words: string) => void

/** Runs every row whose name fits in one chat, each on a stage of its own. */
export async function channelSuite(
  product: ChannelProduct,
  chat: Chat,
  only: RegExp = /./,
  patience?: number,
): Promise<Failures> {
  const failures: string[] = []
  const rows = [...CHANNEL_ROWS, ...CHANNEL_TEXTS, ...CHANNEL_FAULTS].filter(({ name }) => only.test(name))
  if (rows.length === 0) failures.push(`no row is named ${only.source}`)
  const runOne = async ({ name, run }: Row): Promise<void> => {
    const must: Must = (holds, words) => {
      if (!holds) failures.push(`${chat}: ${name}: ${words}`)
    }
    try {
      await withStage(product, chat, (stage) => run(stage, must), patience)
    } catch (error) {
      failures.push(`${chat}: ${name}: ${error instanceof NotInTime ? `never: ${error.message}` : String(error)}`)
    }
  }
  // They mostly wait: a few at a time.
  const waiting = [...rows]
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await runOne(row)
    }),
  )
  return failures
}
