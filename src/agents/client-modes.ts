import type { ClientMode } from '../call/caller.ts'

/**
 * What clients call the modes that are stricter than ours may be. Claude Code and Codex use our own words; Qwen Code has
 * `default` and `plan` beside wider ones; Factory Droid plans in `spec` and asks in `off`.
 */
const STRICT_MODES: Readonly<Record<string, ClientMode>> = {
  plan: 'plan',
  spec: 'plan',
  dontAsk: 'dontAsk',
  default: 'default',
  manual: 'default',
  off: 'default',
}

/** Undefined for a mode that is wider, or that nobody knows: it changes nothing. */
export function strictMode(word: string | undefined): ClientMode | undefined {
  return word !== undefined && Object.hasOwn(STRICT_MODES, word) ? STRICT_MODES[word] : undefined
}
