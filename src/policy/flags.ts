import { z } from 'zod'
import { once } from '../call/once.ts'

/** Which stages a review has. */
export type StagesFlag = 'both' | 'fast' | 'thinking'

/** What can be switched from afar, for every machine at once. */
export interface Flags {
  /** True: a reviewer that cannot be reached denies. False: it asks a person. */
  readonly ironGateClosed: boolean
  readonly stages: StagesFlag | undefined
  /** The model that reviews. */
  readonly model: string | undefined
}

/** Without any word from afar, or without a word that can be read. */
export const NO_FLAGS: Flags = { ironGateClosed: true, stages: undefined, model: undefined }

export const FLAG_NAMES = ['iron_gate_closed', 'auto_mode_config'] as const
export type FlagName = (typeof FLAG_NAMES)[number]

const schema = once(() =>
  z.strictObject({
    iron_gate_closed: z.boolean().optional(),
    auto_mode_config: z
      .strictObject({
        twoStageClassifier: z.enum(['both', 'fast', 'thinking']).optional(),
        model: z
          .string()
          .regex(/^[\w][\w.:@/-]{0,199}$/)
          .optional(),
      })
      .optional(),
  }),
)

/** Total. One wrong value makes the whole of it unreadable: half a set of flags is nobody's intention. */
export function readFlags(value: unknown): Flags | undefined {
  const read = schema().safeParse(value)
  if (!read.success) return undefined
  const { iron_gate_closed, auto_mode_config } = read.data
  return {
    ironGateClosed: iron_gate_closed !== false,
    stages: auto_mode_config?.twoStageClassifier,
    model: auto_mode_config?.model,
  }
}

/** Where flags come from. Rejects when they cannot be had. */
export type FlagSource = () => Promise<unknown>

export const REFRESH_FLAGS_EVERY = 30 * 60_000

export interface FlagKeeperOptions {
  readonly source: FlagSource
  /** Calls `act` again and again; returns how to stop. */
  readonly every: (milliseconds: number, act: () => void) => () => void
  readonly onProblem?: (problem: string) => void
}

export interface FlagKeeper {
  /** The last flags that could be read; `NO_FLAGS` before there were any. */
  readonly current: () => Flags
  /** Never rejects. One at a time: a second caller waits for the first. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

/**
 * Reads the flags now and every thirty minutes. What cannot be read changes nothing: the last good flags stay, and
 * where there are none the gate is closed.
 */
export function keepFlags(options: FlagKeeperOptions): FlagKeeper {
  let flags = NO_FLAGS
  let running: Promise<void> | undefined
  let stopped = false
  const read = async (): Promise<void> => {
    try {
      const found = readFlags(await options.source())
      if (found === undefined) options.onProblem?.('the flags are not what they should be; the last good ones stay')
      else if (!stopped) flags = found
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      options.onProblem?.(`the flags cannot be read; the last good ones stay: ${message}`)
    }
  }
  const refresh = (): Promise<void> => {
    running ??= read().finally(() => (running = undefined))
    return running
  }
  const stopTimer = options.every(REFRESH_FLAGS_EVERY, () => void refresh())
  return {
    current: () => flags,
    refresh,
    stop: () => {
      stopped = true
      stopTimer()
    },
  }
}
