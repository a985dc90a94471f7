import { createHash } from 'node:crypto'
import { background } from './background.ts'
import { lessons } from './lessons.ts'
import { bagOf, heldOut, type Lesson, thresholdFor, train } from './train.ts'

/** Of held-out ordinary texts, made to be hard, this share may be above the threshold. */
const ALARMS = 0.028
const FOLDS = 5

/** What the weights were learnt from: other texts, other weights. */
export function digestOf(texts: readonly Lesson[]): string {
  const hash = createHash('sha256')
  for (const { group, injected, text } of texts) hash.update(`${group}\0${injected}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** The text of `src/results/reading/weights.ts`, the same for the same texts. */
export function weightsFile(): string {
  const texts = lessons()
  const bags = [...texts.map(bagOf), ...background()]
  const threshold = thresholdFor(bags, heldOut(bags, FOLDS), ALARMS)
  const { weights, bias } = train(bags)
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const scale = Math.floor((127 / largest) * 100) / 100
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight * scale))
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const injected = texts.filter((one) => one.injected).length
  return `/** Made by \`node scripts/train-injections.ts\`; do not edit. Learnt from ${injected} injected and ${texts.length - injected} ordinary texts of our own. */
export const MODEL: {
  readonly bias: number
  readonly threshold: number
  readonly scale: number
  readonly texts: string
  /** SHA-256 of the weights: others are not used. */
  readonly digest: string
  readonly weights: string
} = {
  bias: ${bias.toFixed(4)},
  threshold: ${threshold.toFixed(3)},
  scale: ${scale},
  texts: '${digestOf(texts)}',
  digest: '${digest}',
  weights:
    '${Buffer.from(bytes.buffer).toString('base64')}',
}
`
}
