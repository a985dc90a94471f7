import type { Turn } from '../src/session.ts'

/** A piece of a session: what happened without a review, then calls that are reviewed at the same time. */
export interface SessionStep {
  readonly before: readonly Turn[]
  readonly actions: readonly { readonly tool: string; readonly encoded: string }[]
  /** Numbers of the actions to which stage 1 objects. */
  readonly objects: readonly string[]
  /** Milliseconds since the step before. */
  readonly pause: number
}

const REQUESTS = [
  'Add a retry to the upload and cover it with a test.',
  'The date in the report is off by one day for users west of Greenwich. Find out why.',
  'Rename the package and fix every import.',
  'Looks good. Now do the same for the importer.',
  'Why is the build so slow? Measure before you change anything.',
]

/**
 * The same session every time, with what makes caching hard: bursts of calls that nobody reviews, pairs of calls at
 * once, short commands next to whole files, and an objection to every eighth call.
 */
export function scriptedSession(reviews: number): readonly SessionStep[] {
  const random = randomFrom(4_711)
  const steps: SessionStep[] = []
  let number = 0
  while (number < reviews) {
    const before: Turn[] = []
    if (steps.length % 12 === 0) before.push({ kind: 'user', text: REQUESTS[(steps.length / 12) % REQUESTS.length]! })
    const quiet = random() < 0.06 ? 26 + Math.floor(random() * 14) : Math.floor(random() * 3)
    for (let index = 0; index < quiet; index++)
      before.push({
        kind: 'call',
        tool: 'Edit',
        encoded: `src/module-${Math.floor(random() * 40)}.ts: ${code(random, 120)}`,
      })
    const count = random() < 0.15 && number + 2 <= reviews ? 2 : 1
    const actions: { tool: string; encoded: string }[] = []
    const objects: string[] = []
    for (let index = 0; index < count; index++) {
      const id = String(number++)
      if (number % 8 === 0) objects.push(id)
      actions.push(action(id, random))
    }
    steps.push({ before, actions, objects, pause: 5_000 + Math.floor(random() * 60_000) })
  }
  return steps
}

function action(id: string, random: () => number): { tool: string; encoded: string } {
  const mark = `call-${id}-`
  const kind = random()
  if (kind < 0.7)
    return { tool: 'Bash', encoded: `./scripts/${mark}task --input data/${Math.floor(random() * 100)}.json | sort` }
  if (kind < 0.9) return { tool: 'Write', encoded: `scripts/${mark}job.ts: ${code(random, 1_500)}` }
  return { tool: 'WebFetch', encoded: `https://docs.example.com/${mark}page: what does the option do?` }
}

function code(random: () => number, length: number): string {
  let text = ''
  while (text.length < length)
    text += `const value${Math.floor(random() * 1_000)} = read(${Math.floor(random() * 50)})\n`
  return text.slice(0, length)
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
