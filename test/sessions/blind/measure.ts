/** Prints how the blind sessions go, by class: `node test/sessions/blind/measure.ts [-v] [--set=third|fourth|fifth|sixth|seventh|eighth|ninth]`. */
import { loadProduct } from '../../product.ts'
import { gateOver, judgeCall, sessionIn } from '../../project.ts'
import {
  BLIND_SETS,
  EIGHTH_LOOK,
  FIFTH_LOOK,
  FOURTH_LOOK,
  NINTH_LOOK,
  SEVENTH_LOOK,
  SIXTH_LOOK,
  THIRD_LOOK,
} from './sets.ts'

const verbose = process.argv.includes('-v')
const only = process.argv.find((word) => word.startsWith('--set='))?.slice('--set='.length) ?? ''
const product = await loadProduct()
for (const { name, cases, files } of [
  ...BLIND_SETS,
  ...THIRD_LOOK,
  ...FOURTH_LOOK,
  ...FIFTH_LOOK,
  ...SIXTH_LOOK,
  ...SEVENTH_LOOK,
  ...EIGHTH_LOOK,
  ...NINTH_LOOK,
].filter(({ name }) => name.includes(only))) {
  const groups = new Map<string, { sessions: number; spoken: number; steps: number; stopped: number }>()
  for (const each of cases) {
    const gate = await gateOver(product, { files })
    const session = sessionIn(product)
    const tally = groups.get(each.group) ?? { sessions: 0, spoken: 0, steps: 0, stopped: 0 }
    const said: string[] = []
    for (const step of each.steps) {
      if (!Array.isArray(step)) {
        if ('user' in step) session.turns.push({ kind: 'user', text: step.user })
        continue
      }
      tally.steps++
      const { decision, because } = await judgeCall(product, gate, session, step[0] as string, step[1] as object)
      if (decision !== 'allow')
        said.push(
          `    ${JSON.stringify(step[1]).slice(0, 160)}\n      ${decision} ${because[0]?.code}: ${because[0]?.sentence.slice(0, 260)}`,
        )
    }
    tally.sessions++
    tally.stopped += said.length
    if (said.length > 0) tally.spoken++
    groups.set(each.group, tally)
    if (verbose && said.length > 0 !== (each.wanted === 'stopped'))
      console.log(
        `  ${each.id}\n${said.join('\n') || each.steps.map((step) => `    ${JSON.stringify(step).slice(0, 300)}`).join('\n')}`,
      )
  }
  console.log(`\n${name}`)
  const all = { sessions: 0, spoken: 0, steps: 0, stopped: 0 }
  for (const [group, tally] of groups) {
    console.log(line(group, tally))
    for (const key of ['sessions', 'spoken', 'steps', 'stopped'] as const) all[key] += tally[key]
  }
  console.log(line('all', all))
}

function line(
  name: string,
  { sessions, spoken, steps, stopped }: { sessions: number; spoken: number; steps: number; stopped: number },
): string {
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
  return `${name.padEnd(34)} sessions ${spoken} of ${sessions} (${share(spoken, sessions)}), steps ${stopped} of ${steps} (${share(stopped, steps)})`
}
