import type { JsonObject, JsonValue } from '../call/tool-call.ts'

export const MASK = '[redacted value]'

/** From here on a value that was cut off is still told by its beginning. */
const TELLING_BEGINNING = 6

/** Masks known secrets wherever they stand: whole words when they are short, cut-off beginnings when they are long. */
export function maskKnown(text: string, secrets: ReadonlySet<string>): string {
  let result = text
  for (const secret of secrets) {
    if (result.includes(secret)) {
      result =
        secret.length >= TELLING_BEGINNING
          ? result.replaceAll(secret, MASK)
          : result.replaceAll(
              new RegExp(
                `(?<![A-Za-z0-9])${literal(secret)}(?![A-Za-z0-9])|(?<=-[pP])${literal(secret)}(?![A-Za-z0-9])`,
                'g',
              ),
              MASK,
            )
    }
    const beginning = secret.slice(0, TELLING_BEGINNING)
    if (secret.length > TELLING_BEGINNING && result.includes(beginning))
      result = maskBeginnings(result, secret, beginning)
  }
  return result
}

/** `SECRETVA…`: cut off to be shown. */
function maskBeginnings(text: string, secret: string, beginning: string): string {
  return text.replaceAll(new RegExp(`${literal(beginning)}[^\\s\`'"]*?(?=…|\\.\\.\\.|$)`, 'g'), (cut) =>
    secret.startsWith(cut) ? MASK : cut,
  )
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/**
 * Of what was masked, what can only be a secret. A word, a path or an address that somebody calls a password may not
 * vanish from the rest of the call: text that pretends to be a password must not hide code.
 */
export function onlySecrets(secrets: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...secrets].filter((secret) => !/^[a-z][a-z-]*$|[/\s]|:\/\//.test(secret)))
}

/** Known secrets masked in every text of a value, keys included. */
export function maskKnownJson(value: JsonObject, secrets: ReadonlySet<string>): JsonObject
export function maskKnownJson(value: JsonValue, secrets: ReadonlySet<string>): JsonValue
export function maskKnownJson(value: JsonValue, secrets: ReadonlySet<string>): JsonValue {
  if (secrets.size === 0) return value
  if (typeof value === 'string') return maskKnown(value, secrets)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => maskKnownJson(item, secrets))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskKnown(key, secrets), maskKnownJson(item, secrets)]),
  )
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
