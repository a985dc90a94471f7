import { z } from 'zod'
import { once } from '../call/once.ts'

/** Keys and transcripts go there: in the open only to this machine or the network around it. */
export const baseUrl: () => z.ZodURL = once(() =>
  z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .refine((text) => isConfidential(text), 'must be https, or http to this machine or a private network'),
)

function isConfidential(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text)
    if (username !== '' || password !== '') return false
    return protocol === 'https:' || PRIVATE_HOST.test(hostname)
  } catch {
    return false
  }
}

const PRIVATE_HOST =
  /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/

/** The name of an environment variable. */
export const environmentName: () => z.ZodString = once(() => z.string().regex(/^[A-Za-z_]\w{0,99}$/))

/** `registry.npmjs.org`, `*.company.com`, `mirror.company.com:80`, `10.0.0.5:8080`, `[fd00::5]:443`. */
export const ALLOWED_HOST =
  /^(?:(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+|localhost|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/
