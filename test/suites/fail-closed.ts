import type { Journal } from '../../src/journal/journal.ts'
import type { Gate } from '../../src/gate.ts'
import type { Failures, Product } from '../product.ts'
import { gateOver, judgeCall, sessionIn } from '../project.ts'
import { within } from '../until.ts'

/** What breaks, and the exact code of the refusal. One row per thing that can break. */
interface Break {
  readonly what: string
  readonly tool?: string
  readonly input?: object
  readonly broken?: (gate: Gate, product: Product) => Gate
  readonly settings?: object
  readonly interactive?: boolean
  readonly code: string
}

const explode = (): never => {
  throw new Error('broken on purpose')
}

const journalThat =
  (remember: Journal['remember']) =>
  (gate: Gate): Gate => ({ ...gate, journal: { remember } })

const TABLE: readonly Break[] = [
  { what: 'the policy cannot be loaded', broken: (gate) => ({ ...gate, policyFor: explode }), code: 'gate.crashed' },
  {
    what: 'the world throws',
    broken: (gate) => ({ ...gate, world: { ...gate.world, real: explode } }),
    input: { command: 'cat a.txt' },
    code: 'gate.crashed',
  },
  { what: 'admission throws', broken: (gate) => ({ ...gate, admit: explode }), code: 'gate.crashed' },
  {
    what: 'the journal rejects',
    broken: (gate, product) =>
      journalThat(() => Promise.reject(new product.journal.JournalFailure('journal.full', 'the disk is full')))(gate),
    code: 'journal.full',
  },
  {
    what: 'the journal throws something that is no error',
    broken: journalThat(() => Promise.reject('a string')),
    code: 'gate.crashed',
  },
  { what: 'the journal throws at once', broken: journalThat(explode), code: 'gate.crashed' },
  { what: 'a settings file is broken', settings: { permissions: { alow: [] } }, code: 'policy.broken' },
  { what: 'a rule cannot be read', settings: { permissions: { deny: ['Bash(rm'] } }, code: 'policy.broken' },
  { what: 'a command is missing', input: {}, code: 'call.unreadable' },
  { what: 'a command is a number', input: { command: 7 }, code: 'call.unreadable' },
  { what: 'a file path is missing', tool: 'Write', input: { content: 'x' }, code: 'call.unreadable' },
  {
    what: 'a file path is an object',
    tool: 'Edit',
    input: { file_path: {}, old_string: '', new_string: '' },
    code: 'call.unreadable',
  },
  { what: 'a URL is missing', tool: 'WebFetch', input: { prompt: 'x' }, code: 'call.unreadable' },
  {
    what: 'nobody is there to ask',
    input: { command: 'some-unknown-program --go' },
    interactive: false,
    code: 'humans.nobody',
  },
]

/** A failure at any step is a deny with its own code. */
export async function failClosed(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of TABLE) {
    const whole = await gateOver(product, row.settings ? { settings: row.settings } : {})
    const gate = row.broken ? row.broken(whole, product) : whole
    const session = sessionIn(product, { interactive: row.interactive ?? true })
    try {
      const verdict = await judgeCall(product, gate, session, row.tool ?? 'Bash', row.input ?? { command: 'ls' })
      if (verdict.decision !== 'deny') failures.push(`${row.what}: ${verdict.decision}, not deny`)
      else if (!verdict.because.some((reason) => reason.code === row.code))
        failures.push(`${row.what}: ${verdict.because.map((reason) => reason.code).join(', ')}, not ${row.code}`)
    } catch (error) {
      failures.push(`${row.what}: judge threw ${String(error)}`)
    }
  }
  return [...failures, ...(await allowWaitsForJournal(product)), ...(await refusedTeachesNothing(product))]
}

/** A call that was refused at the last moment has not run: what it would have written is not what lies there. */
async function refusedTeachesNothing(product: Product): Promise<Failures> {
  const failures: string[] = []
  const whole = await gateOver(product)
  const full = (): Promise<never> => Promise.reject(new product.journal.JournalFailure('journal.full', 'no room'))
  const broken: readonly (readonly [string, Gate])[] = [
    ['the record cannot be written', { ...whole, journal: { remember: full } }],
    ['the session cannot be kept', { ...whole, keep: full }],
  ]
  for (const [what, gate] of broken) {
    const session = sessionIn(product)
    const verdict = await judgeCall(product, gate, session, 'Write', { file_path: 'a.sh', content: 'echo harmless' })
    if (verdict.decision !== 'deny') failures.push(`${what}: ${verdict.decision}, not deny`)
    if (session.turns.some((turn) => turn.kind === 'call' && turn.outcome?.kind !== 'denied'))
      failures.push(`${what}: the refused call is remembered as one that ran`)
    if ([...session.written.values()].some(({ kind }) => kind !== 'unknown'))
      failures.push(`${what}: a file is believed to hold what was never written`)
  }
  return failures
}

/** No allow leaves before its record is durable. */
async function allowWaitsForJournal(product: Product): Promise<Failures> {
  const reached = Promise.withResolvers<void>()
  const durable = Promise.withResolvers<void>()
  const gate = {
    ...(await gateOver(product)),
    journal: { remember: () => (reached.resolve(), durable.promise) },
  }
  let left = false
  const verdict = judgeCall(product, gate, sessionIn(product), 'Bash', { command: 'ls' }).then((one) => {
    left = true
    return one
  })
  await within('the record is to be written', reached.promise)
  await new Promise((later) => setTimeout(later, 20))
  const early = left
  durable.resolve()
  const failures = early ? ['an allow left before its record was durable'] : []
  if ((await verdict).decision !== 'allow') failures.push('a durable allow did not leave')
  return failures
}
