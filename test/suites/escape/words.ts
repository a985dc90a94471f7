import type { Attempt, Kind } from './attempts.ts'

export function row(kind: Kind, name: string, text: string): Attempt {
  return { kind, name, text }
}

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Key of what is shared by System V: one for each account, whose things the other cannot remove. */
export const SHARED_KEY = process.getuid?.() === 0 ? '0x5e0c7a91' : '0x5e0c7a92'
