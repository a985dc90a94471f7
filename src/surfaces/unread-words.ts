import { limitsInSettings } from '../checks/limits.ts'
import type { Policy } from '../policy/policy.ts'

export interface UnreadWords {
  readonly says: string
  readonly fix: string
  /** The sentences themselves, for those who list them. */
  readonly sentences: readonly string[]
}

/** Prohibitions in the settings' own words, where there is no model that could read them. */
export function unreadWords(policy: Pick<Policy, 'autoMode'>, reviewer: 'none' | 'some'): UnreadWords | undefined {
  if (reviewer === 'some') return undefined
  const sentences = limitsInSettings(policy.autoMode).map(({ from, words }) => `autoMode.${from}: ${words}`)
  if (sentences.length === 0) return undefined
  const count = sentences.length === 1 ? 'one sentence' : `${sentences.length} sentences`
  const need = sentences.length === 1 ? 'needs' : 'need'
  return {
    says: `${count} of autoMode in your settings ${need} a model, and none is configured: until then a person is asked about everything that changes anything`,
    fix: 'name a model under `classifier` in the settings, or say it as a rule under `permissions.deny`',
    sentences,
  }
}
