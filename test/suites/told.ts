import type { Caller } from '../../src/call/caller.ts'
import type { JsonObject } from '../../src/call/tool-call.ts'
import type { Terms } from '../../src/checks/look-at.ts'
import type { Gate } from '../../src/gate.ts'
import type { DecisionRecord } from '../../src/journal/journal.ts'
import type { Session } from '../../src/session.ts'
import type { Failures, Product } from '../product.ts'
import { gateOver, PROJECT, sessionIn } from '../project.ts'

/** One call on its way through the gate, with what happens to it meanwhile. */
interface Row {
  readonly what: string
  readonly command?: string
  readonly settings?: object
  readonly caller?: Partial<Caller>
  /** What happens while its first record is made durable. */
  readonly meanwhile?: (scene: Scene) => void
  readonly broken?: (gate: Gate, product: Product) => Gate
  /** Decision and code of what the caller is told. */
  readonly told: string
  /** Decisions of the records, the last of which must be what was told. */
  readonly records: string
  /** More about the last record. */
  readonly last?: (record: DecisionRecord) => Failures
}

interface Scene {
  readonly session: Session
  readonly give: AbortController
  /** Both clocks of the gate, in milliseconds. */
  readonly clocks: { steady: number; wall: number }
}

const UNKNOWN = 'some-unknown-program --all'
const DEADLINE = { arrived: 1_000, milliseconds: 500 }
/** A terminal that is shut out by a prefix, so that the suite can tell what is run. */
const shutOut = (input: JsonObject): JsonObject | undefined => {
  const command = String(input['command'])
  if (command.startsWith('nothing-typed ')) return input
  return command.includes('\n') ? undefined : { ...input, command: `nothing-typed ${command}` }
}
const unseenInput = { tool: 'write_stdin', shutOut }
const allowed = 'allow rulebook.harmless'
const allowing = { permissions: { allow: ['Bash(nothing-typed ls)', 'Bash(ls *)'] } }

const ROWS: readonly Row[] = [
  { what: 'an allow is told and recorded', told: allowed, records: 'allow' },
  { what: 'an ask is shown', command: UNKNOWN, told: 'ask rulebook.cannot-tell', records: 'ask' },
  {
    what: 'an ask that the client would run',
    command: UNKNOWN,
    caller: { ask: 'runs' },
    told: 'deny agent.would-run',
    records: 'deny',
  },
  {
    what: 'an allow of what would make calls that nobody sees',
    command: 'ls src',
    caller: { unseenCalls: true },
    told: 'deny agent.unseen-calls',
    records: 'deny',
  },
  {
    what: 'an ask about what would make calls that nobody sees',
    command: UNKNOWN,
    caller: { unseenCalls: true },
    told: 'deny agent.unseen-calls',
    records: 'deny',
  },
  {
    what: 'an ask by rule that the client would run',
    settings: { permissions: { ask: ['Bash(ls *)'] } },
    command: 'ls src',
    caller: { ask: 'runs' },
    told: 'deny agent.would-run',
    records: 'deny',
  },
  {
    what: 'an ask that the client would run, with somebody who says that the agent asks',
    command: UNKNOWN,
    caller: { ask: 'runs' },
    broken: (gate) => ({ ...gate, approver: whoSays('agent') }),
    told: 'deny agent.would-run',
    records: 'deny',
  },
  {
    what: 'an ask that the client would run, with a person elsewhere',
    command: UNKNOWN,
    caller: { ask: 'runs' },
    broken: (gate) => ({ ...gate, approver: PERSON_ELSEWHERE }),
    told: 'allow person.approved',
    records: 'allow',
  },
  {
    what: 'an ask that the client refuses',
    command: UNKNOWN,
    caller: { ask: 'refused' },
    told: 'deny humans.nobody',
    records: 'deny',
  },
  { what: 'what is harmless runs in such a client', caller: { ask: 'runs' }, told: allowed, records: 'allow' },
  {
    what: 'a call into which something could be typed later is rewritten',
    caller: { canRewrite: true, unseenInput },
    told: allowed,
    records: 'allow',
    last: ({ verdict, call }) => [
      ...(verdict.rewritten?.['command'] === 'nothing-typed ls' ? [] : ['what runs is not on record']),
      ...(call.input['command'] === 'ls' && verdict.fingerprint === call.fingerprint ? [] : ['what was asked is lost']),
    ],
  },
  {
    what: 'one that a rule allows, too',
    settings: allowing,
    command: 'ls src',
    caller: { canRewrite: true, unseenInput },
    told: 'allow rule.allow',
    records: 'allow',
    last: ({ verdict }) => (verdict.rewritten === undefined ? ['it was let through as it is'] : []),
  },
  {
    what: 'one for a client that runs only what it asked about',
    caller: { canRewrite: false, unseenInput },
    told: 'deny agent.unseen-input',
    records: 'deny',
  },
  {
    what: 'one that cannot be rewritten',
    command: 'ls\nls',
    caller: { canRewrite: true, unseenInput },
    told: 'deny agent.unseen-input',
    records: 'deny',
  },
  {
    what: 'one that has its terminal shut out already',
    settings: allowing,
    command: 'nothing-typed ls',
    caller: { canRewrite: false, unseenInput },
    told: 'allow rule.allow',
    records: 'allow',
    last: ({ verdict }) => (verdict.rewritten === undefined ? [] : ['it was rewritten twice']),
  },
  {
    what: 'an ask is answered in the client, which runs it as it is',
    command: UNKNOWN,
    caller: { canRewrite: true, unseenInput },
    told: 'deny agent.unseen-input',
    records: 'deny',
  },
  {
    what: 'a client that is only watched is told nothing, and the record says so',
    command: UNKNOWN,
    caller: { observed: true },
    told: 'ask rulebook.cannot-tell',
    records: 'ask',
    last: ({ told }) => (told === 'nothing' ? [] : ['the record says that the agent was told']),
  },
  {
    what: 'late before the record is written',
    caller: { deadline: { arrived: 0, milliseconds: 500 } },
    told: 'deny gate.late',
    records: 'deny',
  },
  {
    what: 'late when the record is durable, by the steady clock',
    caller: { deadline: DEADLINE },
    meanwhile: ({ clocks }) => void (clocks.steady += 600),
    told: 'deny gate.late',
    records: 'allow deny',
  },
  {
    what: 'late when the record is durable, by the wall clock: the machine slept',
    caller: { deadline: DEADLINE },
    meanwhile: ({ clocks }) => void (clocks.wall += 600),
    told: 'deny gate.late',
    records: 'allow deny',
  },
  {
    what: 'in time',
    caller: { deadline: DEADLINE },
    meanwhile: ({ clocks }) => void ((clocks.steady += 400), (clocks.wall += 400)),
    told: allowed,
    records: 'allow',
  },
  {
    what: 'given up while the record is written',
    meanwhile: ({ give }) => give.abort(),
    told: 'deny gate.given-up',
    records: 'allow deny',
  },
  {
    what: 'stopped while the record is written',
    meanwhile: ({ session }) => void (session.stopped = true),
    told: 'deny gate.given-up',
    records: 'allow deny',
  },
  {
    what: 'the session cannot be kept',
    broken: (gate) => ({ ...gate, keep: () => Promise.reject(new Error('broken on purpose')) }),
    told: 'deny gate.crashed',
    records: 'allow deny',
  },
  {
    what: 'the journal lost the session',
    broken: (gate, product) => ({
      ...gate,
      keep: () => Promise.reject(new product.journal.JournalFailure('journal.full', 'no room')),
    }),
    told: 'deny journal.full',
    records: 'allow deny',
  },
  {
    what: 'the gate crashes',
    broken: (gate) => ({
      ...gate,
      admit: () => {
        throw new Error('broken on purpose')
      },
    }),
    told: 'deny gate.crashed',
    records: 'deny',
  },
]

function whoSays(who: 'agent'): NonNullable<Gate['approver']> {
  const never = (): Promise<never> => Promise.reject(new Error('nobody is asked here'))
  return { who: () => who, times: () => ({ now: 0, timeoutMs: 0 }), ask: never, keep: never, spend: never, save: never }
}

/** Somebody who is asked where the client shows nothing to anybody, and says yes. */
const PERSON_ELSEWHERE: NonNullable<Gate['approver']> = {
  ...whoSays('agent'),
  who: ({ interactive }) => (interactive ? 'agent' : 'person'),
  ask: () => Promise.resolve({ how: 'answered', choice: { says: 'once' }, by: 'jane', channel: 'console', at: 0 }),
}

/** What the caller is told is what the last record says, whatever happens on the way. */
export async function told(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS) failures.push(...(await lookAtRow(product, row)).map((wrong) => `${row.what}: ${wrong}`))
  return failures
}

async function lookAtRow(product: Product, row: Row): Promise<Failures> {
  const records: DecisionRecord[] = []
  const scene: Scene = { session: sessionIn(product), give: new AbortController(), clocks: { steady: 1_000, wall: 0 } }
  const whole = await gateOver(product, row.settings === undefined ? {} : { settings: row.settings })
  const gate: Gate = {
    ...whole,
    clock: () => scene.clocks.steady * 1000,
    wall: () => scene.clocks.wall,
    journal: {
      remember: async (record) => {
        records.push(record)
        if (records.length === 1) row.meanwhile?.(scene)
      },
    },
  }
  const read = product.readCall.readCallValue(
    { tool: 'Bash', input: { command: row.command ?? 'ls' } },
    { id: 'test', cwd: PROJECT, session: scene.session.id, agent: 'test' },
  )
  if ('unreadable' in read) return [read.unreadable.sentence]
  const terms: Terms = { caller: { ask: 'shown', canRewrite: false, ...row.caller }, signal: scene.give.signal }
  const verdict = await product.gate.judge(row.broken?.(gate, product) ?? gate, read.ok, scene.session, terms)
  // A record that is not waited for is on its way.
  await new Promise((later) => setImmediate(later))
  const [decision, code] = row.told.split(' ')
  const last = records.at(-1)
  const failures: string[] = []
  const codes = verdict.because.map((reason) => reason.code)
  if (verdict.decision !== decision || !codes.includes(code!)) failures.push(`told ${verdict.decision} ${codes.join()}`)
  const found = records.map((record) => record.verdict.decision).join(' ')
  if (found !== row.records) failures.push(`recorded ${found}`)
  if (last?.verdict !== verdict) failures.push('the last record is not what was told')
  if (records.length > 1 && last?.withdraws !== records[0]!.verdict.decision)
    failures.push('the last record does not say what it takes back')
  const ran = scene.session.turns.some((turn) => turn.kind === 'call' && turn.outcome?.kind !== 'denied')
  if (verdict.decision === 'deny' && ran) failures.push('a refused call is remembered as one that may have run')
  if (verdict.decision !== 'allow' && verdict.rewritten !== undefined) failures.push('what does not run is rewritten')
  return last === undefined ? failures : [...failures, ...(row.last?.(last) ?? [])]
}
