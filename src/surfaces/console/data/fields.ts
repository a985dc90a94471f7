/** JSON from the daemon is read once, here at the edge; what is not there is empty, and is shown as such. */
export type Fields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function fieldsOf(value: unknown): readonly Fields[] {
  return listOf(value).map(asFields)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string')
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A record's body is canonical JSON as text. */
export function parsed(value: unknown): Fields {
  if (typeof value !== 'string') return asFields(value)
  try {
    return asFields(JSON.parse(value))
  } catch {
    return {}
  }
}
