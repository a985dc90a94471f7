import { shorten, visible } from '../call/visible.ts'
import { unhide } from './hidden-text.ts'
import { INJECTION_SIGNS } from './injection-signs.ts'

export interface PromptFinding {
  /** The text speaks to the agent: it is not to be obeyed. */
  readonly injected: boolean
  /** The sum of the signs; 1 is enough. */
  readonly score: number
  /** One line per sign, with the piece of text that shows it. */
  readonly evidence: readonly string[]
}

/** How much of a text is read: its start and its end, where instructions stand. */
const MOST_READ = 200_000

/**
 * Looks for injected instructions in what a tool brought back, or in a prompt that was not typed by the user.
 * Deterministic: a table of signs whose weights add up. It warns; whether an action runs is decided by the gate.
 */
export class PromptGuardian {
  readonly #threshold: number

  constructor(threshold: number = 1) {
    this.#threshold = threshold
  }

  check(text: string): PromptFinding {
    const read = text.length <= MOST_READ ? text : `${text.slice(0, MOST_READ / 2)}\n${text.slice(-MOST_READ / 2)}`
    const { text: plain, messages, signs } = unhide(read)
    const found = new Map(signs.map((sign) => [sign.name, { weight: sign.weight, quote: '' }]))
    for (const source of [plain, ...messages]) {
      // Hidden words count for more: nobody hides what anybody may read.
      const hidden = source === plain ? 0 : 0.5
      for (const sign of INJECTION_SIGNS) {
        const match = sign.pattern.exec(source)
        const weight = sign.weight + hidden
        if (match && weight > (found.get(sign.name)?.weight ?? 0)) found.set(sign.name, { weight, quote: match[0] })
      }
    }
    const score = [...found.values()].reduce((sum, sign) => sum + sign.weight, 0)
    return {
      injected: score >= this.#threshold,
      score: Math.round(score * 100) / 100,
      evidence: Array.from(found, ([name, { quote }]) =>
        quote === '' ? name : `${name}: \`${shorten(visible(quote), 120)}\``,
      ),
    }
  }
}
