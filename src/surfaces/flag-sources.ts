import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { FlagStore } from '../journal/tickets.ts'
import {
  FLAG_ALIASES,
  FLAG_NAMES,
  type FlagKeeper,
  type FlagSource,
  keepFlags,
  type KeptFlags,
} from '../policy/flags.ts'
import type { FlagSettings } from '../policy/settings.ts'

const MOST_BYTES = 1024 * 1024
const DEADLINE = 10_000

/** A JSON file `{"iron_gate_closed": true, "auto_mode_config": {"twoStageClassifier": "both", "model": "…"}}`. */
export function fileFlags(path: string): FlagSource {
  return async () => {
    const found = await stat(path)
    if (!found.isFile()) throw new Error(`${path} is not a regular file`)
    if (found.size > MOST_BYTES) throw new Error(`${path} is larger than 1 MB`)
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  }
}

/** What the flags of one place are kept as: another place has others, and its secrets are not in the name. */
export function keptFlags(settings: FlagSettings, store: FlagStore): KeptFlags {
  const name = `flags ${hash('sha256', JSON.stringify([settings.file ?? '', settings.growthBook ?? '']))}`
  return {
    read: async () => (await store.read(name))?.value,
    keep: (value) => store.keep(name, { value, at: Date.now() }),
  }
}

/** Where the settings say that flags come from. */
export function flagSource(settings: FlagSettings | undefined): FlagSource | undefined {
  if (settings?.file !== undefined) return fileFlags(settings.file)
  return settings?.growthBook === undefined ? undefined : growthBookFlags(settings.growthBook)
}

export interface GrowthBookOptions {
  /** `https://cdn.growthbook.io`, or a proxy of one's own. */
  readonly apiHost: string
  readonly clientKey: string
  readonly decryptionKey?: string
  /** What targeting rules may look at. */
  readonly attributes?: Readonly<Record<string, unknown>>
  /** Milliseconds for the whole download. */
  readonly deadline?: number
}

/**
 * The features `iron_gate_closed` and `auto_mode_config` of a GrowthBook project. The download is ours: bounded in time
 * and size, and never redirected; the peer package, loaded only here, works out which values hold for this machine.
 */
export function growthBookFlags(options: GrowthBookOptions): FlagSource {
  return async () => {
    const payload = await download(
      new URL(`/api/features/${encodeURIComponent(options.clientKey)}`, options.apiHost),
      options.deadline ?? DEADLINE,
    )
    const { GrowthBookClient } = await import('@growthbook/growthbook')
    const client = new GrowthBookClient({
      disableCache: true,
      ...(options.decryptionKey === undefined ? {} : { decryptionKey: options.decryptionKey }),
    })
    try {
      await client.setPayload(payload)
      const attributes = { ...options.attributes }
      const flags: Record<string, unknown> = {}
      for (const name of FLAG_NAMES.flatMap((own) => [own, FLAG_ALIASES[own]])) {
        const { value, source } = client.evalFeature(name, { attributes })
        if (source !== 'unknownFeature') flags[name] = value
      }
      return flags
    } finally {
      client.destroy()
    }
  }
}

async function download(url: URL, deadline: number): Promise<object> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${deadline} ms`)), deadline)
  try {
    const response = await fetch(url, { redirect: 'error', signal: ending.signal })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const value: unknown = JSON.parse(await readBounded(response))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('the answer is no object')
    if (!('features' in value || 'encryptedFeatures' in value)) throw new Error('the answer has no features')
    return value
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('the answer is larger than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Flags that are refreshed for as long as the process has something else to do. */
export function keepFlagsFresh(
  source: FlagSource,
  onProblem?: (problem: string) => void,
  kept?: KeptFlags,
): FlagKeeper {
  return keepFlags({
    source,
    every: (milliseconds, act) => {
      const timer = setInterval(act, milliseconds)
      timer.unref()
      return () => clearInterval(timer)
    },
    ...(onProblem ? { onProblem } : {}),
    ...(kept ? { kept } : {}),
  })
}
