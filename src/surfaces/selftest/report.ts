import { createPublicKey, sign, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { canonical } from '../../call/canonical-json.ts'
import { readJson } from '../../call/strict-json.ts'
import { newKey, readKey, type SigningKey } from '../../journal/checkpoints.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import type { PartResult } from './selftest.ts'

const PART = z.object({
  name: z.string(),
  title: z.string(),
  tried: z.number(),
  held: z.number(),
  letThrough: z.number(),
  provesNothing: z.number(),
  notTried: z.number(),
  seconds: z.number(),
  /** Every row that did not hold, and why. */
  rows: z.array(z.object({ what: z.string(), ended: z.string(), says: z.string().optional() })),
})

const REPORT = z.object({
  kind: z.literal('portcullis selftest 1'),
  version: z.string(),
  node: z.string(),
  platform: z.string(),
  at: z.string(),
  summary: z.string(),
  sound: z.boolean(),
  parts: z.array(PART),
  /** `this run`: there was no installation whose key could be used. */
  signedBy: z.enum(['installation', 'this run']),
  publicKey: z.string(),
  signature: z.string(),
})

export type Report = z.infer<typeof REPORT>
type Unsigned = Omit<Report, 'signature' | 'publicKey' | 'signedBy'>

/** Rows that held are counted; of the others everything is told. */
export function partOf({ part, tried, seconds }: PartResult): Report['parts'][number] {
  const count = (ended: string): number => tried.filter((row) => row.ended === ended).length
  return {
    name: part.name,
    title: part.title,
    tried: tried.length - count('not tried'),
    held: count('held'),
    letThrough: count('let through'),
    provesNothing: count('proves nothing'),
    notTried: count('not tried'),
    seconds: Math.round(seconds),
    rows: tried
      .filter(({ ended }) => ended !== 'held')
      .map(({ what, ended, says }) => ({ what, ended, ...(says === undefined ? {} : { says }) })),
  }
}

/** With the key that signs the installation's log, which is only read; where there is none, with one of this run. */
export function signReport(report: Unsigned, state: string): Report {
  const own = installationKey(state)
  const key = own ?? newKey().key
  const signed = {
    ...report,
    signedBy: own === undefined ? ('this run' as const) : ('installation' as const),
    publicKey: key.publicKey,
  }
  return { ...signed, signature: sign(null, signedBytes(signed), key.privateKey).toString('base64') }
}

export type Verified = { readonly genuine: Report; readonly isOurs: boolean } | { readonly refused: string }

/** Whether a report is as it was signed, and whether by the key of the installation at `state`. */
export function verifyReport(text: string, state: string): Verified {
  const read = readJson(text)
  const report = 'ok' in read ? REPORT.strict().safeParse(read.ok) : undefined
  if (report?.success !== true) return { refused: 'it is not a report of this self-test' }
  const { signature, ...signed } = report.data
  try {
    const key = createPublicKey({ key: Buffer.from(signed.publicKey, 'base64'), format: 'der', type: 'spki' })
    if (
      key.asymmetricKeyType !== 'ed25519' ||
      !verify(null, signedBytes(signed), key, Buffer.from(signature, 'base64'))
    )
      return { refused: 'its signature does not belong to it: it was changed' }
  } catch {
    return { refused: 'its signature cannot be read' }
  }
  return { genuine: report.data, isOurs: installationKey(state)?.publicKey === signed.publicKey }
}

function signedBytes(report: Omit<Report, 'signature'>): Buffer {
  return Buffer.from(`portcullis selftest report 1\n${canonical(JSON.parse(JSON.stringify(report)))}`)
}

function installationKey(state: string): SigningKey | undefined {
  const { key } = statePaths(state)
  try {
    return existsSync(key) ? readKey(readFileSync(key, 'utf8')) : undefined
  } catch {
    return undefined
  }
}
