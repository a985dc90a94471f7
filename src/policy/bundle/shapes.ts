import { z } from 'zod'
import { once } from '../../call/once.ts'
import { settingsSchema } from '../settings.ts'

/** What becomes of calls when the bundle in force has expired, the mildest first. */
export const WHEN_EXPIRED = ['keep', 'ask', 'deny'] as const
export type WhenExpired = (typeof WHEN_EXPIRED)[number]

export const DEFAULT_WHEN_EXPIRED: WhenExpired = 'ask'

/** The stricter of what the bundle and this machine say; what neither says is asked. */
export function stricterWhenExpired(...said: readonly (WhenExpired | undefined)[]): WhenExpired {
  const ranks = said.filter((each) => each !== undefined).map((each) => WHEN_EXPIRED.indexOf(each))
  return ranks.length === 0 ? DEFAULT_WHEN_EXPIRED : WHEN_EXPIRED[Math.max(...ranks)]!
}

export const BUNDLE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const PROGRAM_VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

const shapes = once(() => {
  const time = z.iso.datetime({ precision: 0 })
  /** What is signed. Strict: a key that this program does not know could be the one that forbids. */
  const contents = z.strictObject({
    name: z.string().regex(BUNDLE_NAME, 'not a name: small letters, digits, dots and dashes'),
    version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    issued: time,
    expires: time,
    minimumVersion: z.string().regex(PROGRAM_VERSION, 'not a version such as 1.2.3').optional(),
    whenExpired: z.enum(WHEN_EXPIRED).optional(),
    canary: z
      .strictObject({ percent: z.number().min(0).max(100).multipleOf(0.01), salt: z.string().min(1).max(200) })
      .optional(),
    settings: settingsSchema(),
  })
  const envelope = z.strictObject({
    portcullisPolicy: z.literal(1),
    /** JSON text, signed byte for byte. */
    payload: z.string().min(2).max(1_000_000),
    key: z.string().regex(/^[0-9a-f]{32}$/),
    signature: z.base64().max(200),
  })
  const mark = z.strictObject({
    name: z.string().regex(BUNDLE_NAME),
    version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  })
  return { contents, envelope, mark }
})

type Shapes = ReturnType<typeof shapes>
export type BundleContents = z.infer<Shapes['contents']>
export type Envelope = z.infer<Shapes['envelope']>
/** The highest version of a bundle that was ever in force here: nothing below it counts again. */
export type Mark = z.infer<Shapes['mark']>

export const contentsSchema = (): Shapes['contents'] => shapes().contents
export const envelopeSchema = (): Shapes['envelope'] => shapes().envelope
export const markSchema = (): Shapes['mark'] => shapes().mark
