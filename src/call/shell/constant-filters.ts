/** What a filter prints for this constant input, where that can be worked out; else undefined. */
export function evaluateFilter(_program: string, _args: readonly string[], _input: string): string | undefined {
  return undefined
}
