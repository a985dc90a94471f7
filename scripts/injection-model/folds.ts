import { background } from './background.ts'
import { lessons } from './lessons.ts'
import { bagOf, heldOut, thresholdFor } from './train.ts'

/** `node scripts/injection-model/folds.ts`: what is found in texts whose templates were held out, by kind of text. */
const texts = lessons()
const bags = [...texts.map(bagOf), ...background()]
const scores = heldOut(bags, 5)
const injected = bags.filter((bag) => bag.injected).length
console.log(
  `${injected} injected, ${bags.length - injected} ordinary, ${new Set(bags.map(({ group }) => group)).size} templates`,
)
for (const share of [0.005, 0.01, 0.02, 0.05]) {
  const threshold = thresholdFor(bags, scores, share)
  const found = bags.filter((bag, index) => bag.injected && scores[index]! >= threshold).length
  console.log(`${(100 * share).toFixed(1)} % false alarms: ${((100 * found) / injected).toFixed(1)} % found`)
}
const threshold = thresholdFor(bags, scores, 0.02)
const kinds = new Map<string, { rows: number; right: number }>()
for (const [index, { group, injected: isInjected }] of texts.entries()) {
  const name = `${isInjected ? 'injected' : 'ordinary'}  ${group.split('/')[0]}`
  const kind = kinds.get(name) ?? { rows: 0, right: 0 }
  kinds.set(name, { rows: kind.rows + 1, right: kind.right + (scores[index]! >= threshold === isInjected ? 1 : 0) })
}
for (const [name, { rows, right }] of kinds)
  console.log(`${name.padEnd(60)} ${String(rows).padStart(5)}  ${((100 * right) / rows).toFixed(0)} % right`)
