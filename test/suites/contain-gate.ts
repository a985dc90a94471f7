import type { Caller } from '../../src/call/caller.ts'
import type { ReviewAnswer } from '../../src/classifier/reviewer.ts'
import type { Walls } from '../../src/classifier/walls.ts'
import type { Gate } from '../../src/gate.ts'
import type { ContainedOutcome, Session } from '../../src/session.ts'
import type { Verdict } from '../../src/verdict.ts'
import type { Failures, Product } from '../product.ts'
import { PROJECT, REPOSITORY } from '../project.ts'

/** One call before walls of which only tickets are made up: everything that decides is the gate's own. */
interface Row {
  readonly what: string
  readonly command?: string
  readonly settings?: object
  readonly session?: (session: Session) => void
  readonly mode?: Session['mode']
  readonly caller?: Partial<Caller>
  readonly walls?: Partial<Walls> | 'none'
  readonly reviewer?: ReviewAnswer
  readonly journal?: 'full'
  /** Decision, and the first code. */
  readonly told: string
  /** The last sentence. */
  readonly lastly?: string
}

const DOUBT = 'some-unknown-program --all'
const TICKET = "'/opt/portcullis-run' 'ticket' '/state' '0123'"
const CONTAINED = 'contain contain.doubt'
const ASKED = 'ask rulebook.cannot-tell'
const NO_BLOCK: ReviewAnswer = { outcome: 'allow', block: false, stage: 'first', usage: [] }
const BLOCK: ReviewAnswer = { outcome: 'block', block: true, stage: 'first', reason: 'no', usage: [] }
const AWAY: ReviewAnswer = { outcome: 'unavailable', block: true, cause: 'budget', message: 'spent', usage: [] }

const UNFIT: Partial<Walls> = { unfit: () => 'it needs a terminal' }
const SAYS_WHY = 'it cannot be tried behind walls: it needs a terminal'

const before = (became: ContainedOutcome['became'], walls?: string) => (session: Session) => {
  const outcome = {
    kind: 'contained',
    run: 'r1',
    fingerprint: fingerprintOf(session),
    became,
    ...(walls === undefined ? {} : { walls }),
  } as const
  session.turns.push({ kind: 'call', tool: 'Bash', encoded: DOUBT, outcome })
}

/** Put there by `outcomeOfRow`, before the session is prepared. */
const fingerprints = new WeakMap<Session, string>()
const fingerprintOf = (session: Session): string => fingerprints.get(session) ?? ''

export const CONTAIN_ROWS: readonly Row[] = [
  { what: 'doubt alone', told: CONTAINED },
  { what: 'doubt alone, accepting edits', mode: 'acceptEdits', told: CONTAINED },
  { what: 'a caller that runs the call itself', caller: { canRewrite: false }, told: ASKED },
  { what: 'a caller that is only watched', caller: { observed: true }, told: ASKED },
  { what: 'no walls', walls: 'none', told: ASKED },
  { what: 'no walls for this client', walls: { unavailable: () => 'no namespaces' }, told: ASKED },
  { what: 'a call that does not work behind walls', walls: UNFIT, told: ASKED, lastly: SAYS_WHY },
  { what: 'the same, accepting edits', mode: 'acceptEdits', walls: UNFIT, told: 'ask mode.ask', lastly: SAYS_WHY },
  { what: 'the same, and the model blocks', walls: UNFIT, reviewer: BLOCK, told: 'deny review.block' },
  { what: 'the same, and the model says yes', walls: UNFIT, reviewer: NO_BLOCK, told: 'allow review.no-block' },
  {
    what: 'a ticket that is refused',
    walls: { ticket: () => ({ refused: 'the home directory' }) },
    told: 'ask contain.refused',
  },
  {
    what: 'a ticket that fails',
    walls: {
      ticket: () => {
        throw new Error('no disk')
      },
    },
    told: 'ask contain.refused',
  },
  {
    what: 'a ticket that has to know the rules and the session',
    settings: { containmentNetwork: ['registry.example.com'] },
    session: ({ turns }) => turns.push({ kind: 'user', text: 'run it' }),
    walls: {
      ticket: ({ input }, by) =>
        by.policy.containmentNetwork?.[0] === 'registry.example.com' && by.session.turns.length > 0
          ? { run: 'r2', input }
          : { refused: 'nothing is known' },
    },
    told: CONTAINED,
  },
  { what: 'mode default', mode: 'default', told: 'ask mode.ask' },
  { what: 'mode plan', mode: 'plan', told: 'ask mode.plan' },
  { what: 'mode dontAsk', mode: 'dontAsk', told: 'deny rule.none' },
  { what: 'a soft finding beside the doubt', command: `git push --force; ${DOUBT}`, told: 'ask git.force-push' },
  { what: 'a hard finding beside the doubt', command: `rm -rf ~; ${DOUBT}`, told: 'deny tool.critical-removal' },
  { what: 'the firewall', command: `cat /etc/shadow; ${DOUBT}`, told: 'deny firewall.path' },
  { what: 'an ask rule', settings: { permissions: { ask: ['Bash(some-unknown-program *)'] } }, told: 'ask rule.ask' },
  {
    what: 'a deny rule',
    settings: { permissions: { deny: ['Bash(some-unknown-program *)'] } },
    told: 'deny rule.deny',
  },
  {
    what: 'a limit in words',
    session: ({ turns }) => turns.push({ kind: 'user', text: 'Do not run anything and do not change any files.' }),
    told: ASKED,
  },
  { what: 'a paused session', session: (session) => void (session.paused = true), told: 'ask session.paused' },
  { what: 'switched off', settings: { containment: 'off' }, told: ASKED },
  { what: 'for this doubt', settings: { containment: ['unknown-program'] }, told: CONTAINED },
  { what: 'for another doubt', settings: { containment: ['dynamic-code'] }, told: ASKED },
  { what: 'before a model that would allow', reviewer: NO_BLOCK, told: CONTAINED },
  { what: 'before a model that would block', reviewer: BLOCK, told: CONTAINED },
  {
    what: 'after a model that allows',
    settings: { containmentOrder: 'model-first' },
    reviewer: NO_BLOCK,
    told: 'allow review.no-block',
  },
  {
    what: 'after a model that blocks',
    settings: { containmentOrder: 'model-first' },
    reviewer: BLOCK,
    told: 'deny review.block',
  },
  {
    what: 'after a model that gives no verdict',
    settings: { containmentOrder: 'model-first' },
    reviewer: AWAY,
    told: CONTAINED,
  },
  { what: 'no room for the record', journal: 'full', told: 'deny journal.full' },
  {
    what: 'hit the walls before',
    session: before('unchanged', 'no network; tried x:443'),
    told: 'ask contain.walls',
  },
  { what: 'held before', session: before('held'), told: 'ask contain.held' },
  { what: 'thrown away before', session: before('discarded'), told: 'ask contain.held' },
  { what: 'not built before', session: before('failed'), told: 'ask contain.not-built' },
  {
    what: 'never used before',
    session: before('under way'),
    walls: { fate: () => 'unused' },
    told: 'ask contain.not-built',
  },
  { what: 'over before, with nothing to tell', session: before('under way'), told: CONTAINED },
  { what: 'committed before', session: before('committed'), told: CONTAINED },
  { what: 'the command of a ticket that was given', command: TICKET, walls: { given: () => 'r1' }, told: CONTAINED },
]

export async function containGate(product: Product): Promise<Failures> {
  const failures: string[] = []
  for (const row of CONTAIN_ROWS) {
    const { verdict, records } = await outcomeOfRow(product, row)
    const told = `${verdict.decision} ${verdict.because[0]?.code ?? ''}`
    if (told !== row.told) failures.push(`${row.what}: told ${told}, not ${row.told}`)
    const lastly = verdict.because.at(-1)?.sentence ?? ''
    if (row.lastly !== undefined && row.lastly !== lastly) failures.push(`${row.what}: the last sentence is ${lastly}`)
    if (records.at(-1)?.decision !== verdict.decision && row.journal === undefined)
      failures.push(`${row.what}: the record says ${records.at(-1)?.decision}`)
    if (verdict.decision === 'contain' && (verdict.rewritten === undefined || verdict.contained === undefined))
      failures.push(`${row.what}: nothing is put in its place`)
    if (verdict.decision !== 'contain' && (verdict.rewritten !== undefined || verdict.contained !== undefined))
      failures.push(`${row.what}: something is put in its place`)
  }
  return failures
}

async function outcomeOfRow(
  product: Product,
  row: Row,
): Promise<{ readonly verdict: Verdict; readonly records: readonly Verdict[] }> {
  const gate = await gateOf(product, row)
  const command = row.command ?? DOUBT
  const session = product.session.newSession('s', { mode: row.mode ?? 'auto', interactive: true })
  const read = product.readCall.readCallValue(
    { tool: 'Bash', input: { command } },
    { id: 'c', cwd: PROJECT, session: session.id, agent: 'claude-code' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  fingerprints.set(session, read.ok.fingerprint)
  row.session?.(session)
  const records: Verdict[] = []
  const journal: Gate['journal'] = {
    remember: ({ verdict }) => {
      if (row.journal === 'full') return Promise.reject(new product.journal.JournalFailure('journal.full', 'full'))
      records.push(verdict)
      return Promise.resolve()
    },
  }
  const caller: Caller = { ask: 'shown', canRewrite: true, ...row.caller }
  const verdict = await product.gate.judge({ ...gate, journal }, read.ok, session, { caller })
  return { verdict, records }
}

async function gateOf(product: Product, row: Row): Promise<Gate> {
  const dry: Walls = {
    unavailable: () => undefined,
    unfit: () => undefined,
    ticket: ({ input }) => ({ run: 'r2', input: { ...input, command: TICKET } }),
    fate: () => 'over',
    notUsed: () => undefined,
    given: () => undefined,
  }
  const walls = row.walls === 'none' ? undefined : { ...dry, ...row.walls }
  const gate = await product.compose.composeGate({
    world: product.frozen.frozenWorld({ files: REPOSITORY }),
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    userSettings: JSON.stringify(row.settings ?? {}),
    ...(walls === undefined ? {} : { walls: () => walls }),
  })
  if (row.reviewer === undefined) return gate
  const answer = row.reviewer
  return { ...gate, reviewer: { review: () => Promise.resolve(answer) } }
}
