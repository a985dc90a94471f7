/** The JSON object that a client finds on a hook's stdout, if it finds one. */
export function objectIn(stdout: string, bom: 'skips a BOM' | 'chokes on a BOM'): Record<string, unknown> | undefined {
  const text = bom === 'skips a BOM' ? stdout.replace(/^\ufeff/, '') : stdout
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export function inner(value: Record<string, unknown> | undefined, key: string): Record<string, unknown> | undefined {
  const found = value?.[key]
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
}
