import { createHmac, randomBytes } from 'node:crypto'
import { readSecret } from '../../humans/channels/secrets.ts'
import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Message } from './message.ts'
import { NotTaken, type Sending } from './sending.ts'

/** The longest that a receiver may put us off. */
const LONGEST_PAUSE = 300_000

/**
 * One object a line, signed as the webhook of questions is: `v1=` and the hexadecimal HMAC-SHA-256 of
 * `siem.<timestamp>.<nonce>.` and the body.
 */
export async function sendToWebhook(
  target: Extract<SiemTarget, { type: 'webhook' }>,
  messages: readonly Message[],
  { environment, signal }: Sending,
): Promise<void> {
  const { secretEnv, secretFile, tokenEnv, tokenFile } = target
  const secret = readSecret({ env: secretEnv, file: secretFile }, environment)
  const token =
    tokenEnv === undefined && tokenFile === undefined
      ? undefined
      : readSecret({ env: tokenEnv, file: tokenFile }, environment)
  const body = Buffer.from(messages.map(({ json }) => `${json}\n`).join(''))
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const mac = createHmac('sha256', secret).update(`siem.${timestamp}.${nonce}.`).update(body)
  const response = await fetch(target.url, {
    method: 'POST',
    // A signature is not for strangers.
    redirect: 'error',
    signal,
    body,
    headers: {
      'content-type': 'application/x-ndjson',
      'portcullis-timestamp': timestamp,
      'portcullis-nonce': nonce,
      'portcullis-signature': `v1=${mac.digest('hex')}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  }).catch((error: unknown) => {
    throw new NotTaken(`cannot be reached: ${causeOf(error)}`)
  })
  // All of the answer: one that breaks off is none.
  await response.arrayBuffer().catch((error: unknown) => {
    throw new NotTaken(`its answer broke off: ${causeOf(error)}`)
  })
  if (response.ok) return
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new NotTaken(`answered ${response.status}`, {
    ...(seconds > 0 ? { after: Math.min(seconds * 1000, LONGEST_PAUSE) } : {}),
    tooLarge: response.status === 413,
  })
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.message : String(cause)
}
