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

/** What the flags were called where they come from: honoured as ours are, which go first. */
export const FLAG_ALIASES: Readonly<Record<FlagName, string>> = {
  iron_gate_closed: 'tengu_iron_gate_closed',
  auto_mode_config: 'tengu_auto_mode_config',
}

const shapes = once(() => ({
  closed: z.boolean(),
  config: z.record(z.string(), z.unknown()),
  twoStageClassifier: z.enum(['both', 'fast', 'thinking']),
  model: z.string().regex(/^[\w][\w.:@/-]{0,199}$/),
}))

export interface ReadFlags {
  readonly flags: Flags
  /** Keys that nobody knows, and values that cannot be read: ignored, each with its own default in its place. */
  readonly notices: readonly string[]
}

/** Total. Undefined for what is no set of flags at all. */
export function readFlags(value: unknown): ReadFlags | undefined {
  const read = shapes().config.safeParse(value)
  if (!read.success || Array.isArray(value)) return undefined
  const notices: string[] = []
  const given = new Map(Object.entries(read.data))
  const take = <Value>(name: string, shape: z.ZodType<Value>, from = given, within = ''): Value | undefined => {
    if (!from.has(name)) return undefined
    const found = shape.safeParse(from.get(name))
    from.delete(name)
    if (!found.success) notices.push(`the flag \`${within}${name}\` cannot be read and has its default`)
    return found.data
  }
  const takeEither = <Value>(name: FlagName, shape: z.ZodType<Value>): Value | undefined => {
    const [own, alias] = [take(name, shape), take(FLAG_ALIASES[name], shape)]
    return own ?? alias
  }
  const closed = takeEither('iron_gate_closed', shapes().closed)
  const config = new Map(Object.entries(takeEither('auto_mode_config', shapes().config) ?? {}))
  const stages = take('twoStageClassifier', shapes().twoStageClassifier, config, 'auto_mode_config.')
  const model = take('model', shapes().model, config, 'auto_mode_config.')
  for (const key of given.keys()) notices.push(unknown(key))
  for (const key of config.keys()) notices.push(unknown(`auto_mode_config.${key}`))
  return { flags: { ironGateClosed: closed !== false, stages, model }, notices }
}

function unknown(key: string): string {
  return `the flag \`${key.slice(0, 60)}\` is not known and ignored`
}

/** Where flags come from. Rejects when they cannot be had. */
export type FlagSource = () => Promise<unknown>

export const REFRESH_FLAGS_EVERY = 30 * 60_000
/** A store that cannot be read or written is tried again as often, until it can. */
export const TRY_KEEPING_EVERY = 5_000

export interface FlagKeeperOptions {
  readonly source: FlagSource
  /** Calls `act` again and again; returns how to stop. */
  readonly every: (milliseconds: number, act: () => void) => () => void
  readonly onProblem?: (problem: string) => void
  /** Where the last good ones outlive the process. */
  readonly kept?: KeptFlags
}

/** Flags as text. Both may reject: then it is as if nothing were kept. */
export interface KeptFlags {
  read(): Promise<string | undefined>
  keep(text: string): Promise<void>
}

export interface FlagKeeper {
  /** The last flags that could be read; `NO_FLAGS` before there were any. */
  readonly current: () => Flags
  /** Never rejects. One at a time: a second caller waits for the first. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

/**
 * Reads the flags now and every thirty minutes. What cannot be read changes nothing: the last good flags stay, also those
 * of a process before this one, and where there are none the gate is closed.
 */
export function keepFlags(options: FlagKeeperOptions): FlagKeeper {
  let flags = NO_FLAGS
  let running: Promise<void> | undefined
  let stopped = false
  /** What is known to be kept. */
  let keptText: string | undefined
  let looked = options.kept === undefined
  /** What is to be kept and is not yet. */
  let unkept: string | undefined
  let fromSource = false
  let stopTrying: (() => void) | undefined
  const problem = (what: string, error: unknown): void =>
    options.onProblem?.(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  const lookAtKept = async (): Promise<void> => {
    if (looked) return
    try {
      keptText = await options.kept?.read()
      looked = true
      const found = keptText === undefined ? undefined : readFlags(JSON.parse(keptText))
      if (found !== undefined && !stopped && !fromSource) flags = found.flags
    } catch (error) {
      problem('the flags that were kept cannot be read', error)
    }
  }
  const keep = async (): Promise<void> => {
    if (unkept === undefined || unkept === keptText) return
    try {
      await options.kept?.keep(unkept)
      keptText = unkept
    } catch (error) {
      problem('the flags cannot be kept', error)
    }
  }
  /** A store that was busy once must not cost the next process its flags. */
  const tryAgain = (): void => {
    const isDone = looked && (unkept === undefined || unkept === keptText)
    if (isDone || stopped) {
      stopTrying?.()
      stopTrying = undefined
    } else stopTrying ??= options.every(TRY_KEEPING_EVERY, () => void oneAtATime(() => lookAtKept().then(keep)))
  }
  const oneAtATime = (act: () => Promise<void>): Promise<void> => {
    running ??= act().finally(() => {
      running = undefined
      tryAgain()
    })
    return running
  }
  const read = async (): Promise<void> => {
    await lookAtKept()
    try {
      const value = await options.source()
      const found = readFlags(value)
      if (found === undefined) options.onProblem?.('the flags are not what they should be; the last good ones stay')
      else if (!stopped) {
        flags = found.flags
        fromSource = true
        for (const notice of found.notices) options.onProblem?.(notice)
        if (options.kept !== undefined) unkept = JSON.stringify(value)
        await keep()
      }
    } catch (error) {
      problem('the flags cannot be read; the last good ones stay', error)
    }
  }
  const refresh = (): Promise<void> => oneAtATime(read)
  const stopTimer = options.every(REFRESH_FLAGS_EVERY, () => void refresh())
  return {
    current: () => flags,
    refresh,
    stop: () => {
      stopped = true
      stopTimer()
      stopTrying?.()
    },
  }
}
