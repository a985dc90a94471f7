import type * as ChannelGate from '../../src/humans/channel-gate.ts'
import type * as Speech from '../../src/humans/speech.ts'
import type * as Settings from '../../src/policy/read-settings.ts'
import type * as Retention from '../../src/surfaces/daemon/retention.ts'
import type * as Joint from '../../src/surfaces/sdk/joint-queue.ts'
import type { ShownQueue } from '../../src/humans/channels/desk.ts'
import { type Failures, loaderFor, SOURCES } from '../product.ts'
import { until } from '../until.ts'

/** What people say and are told, and what is kept, as settings have it. */
export interface PeopleProduct {
  readonly channelGate: typeof ChannelGate
  readonly speech: typeof Speech
  readonly settings: typeof Settings
  readonly retention: typeof Retention
  readonly joint: typeof Joint
}

export async function loadPeople(root: string = SOURCES): Promise<PeopleProduct> {
  const load = loaderFor(root)
  return {
    channelGate: await load('humans/channel-gate.ts'),
    speech: await load('humans/speech.ts'),
    settings: await load('policy/read-settings.ts'),
    retention: await load('surfaces/daemon/retention.ts'),
    joint: await load('surfaces/sdk/joint-queue.ts'),
  }
}

/** No word of the settings turns one of ours round, and no wording leaves out what is asked. */
export async function speechDuties({ speech, settings }: PeopleProduct): Promise<Failures> {
  const failures: string[] = []
  const turned = speech.speechOf({ replies: { yes: ['n', 'ja'] } })
  if (turned.read('n')?.says !== 'no') failures.push('a no is a yes')
  if (turned.read('ja')?.says !== 'yes') failures.push('a word of the settings is no answer')
  for (const approvals of [
    { replies: { yes: ['no'] } },
    { replies: { yes: ['ja'], no: ['ja'] } },
    { wording: { who: 'somebody asks' } },
    { wording: { deny: 'Nein {tool}' } },
  ])
    if (settings.readSettings(JSON.stringify({ approvals }), 's.json').problems.length === 0)
      failures.push(`${JSON.stringify(approvals)} is taken`)
  return failures
}

/** Each chat has room of its own. */
export async function roomInChats({ channelGate }: PeopleProduct): Promise<Failures> {
  const said: string[] = []
  const gate = new channelGate.ChannelPermissionGate(async (channel, chat) => void said.push(`${channel} ${chat}`))
  const refused: string[] = []
  for (const chat of ['one', 'two'])
    for (let what = 0; what < 6; what++)
      void gate
        .requestConfirmation('telegram', chat, 'ann', 'Bash', `npm run ${what}`, { session: 'of both' })
        .then(() => refused.push(chat))
  try {
    await until('ten are asked', () => said.length === 10, 2_000)
  } catch {
    return [`${said.length} are asked, not 10`]
  }
  return refused.toSorted().join(' ') === 'one two' ? [] : [`refused: ${refused.join(' ')}`]
}

/** What is not sound is kept. */
export async function keptEvidence({ retention }: PeopleProduct): Promise<Failures> {
  const failures: string[] = []
  const { Retention: Kept } = retention
  const kept = new Kept({
    days: () => 1,
    verify: async () => ({ findings: [], damage: ['torn'] }),
    prune: async () => void failures.push('records of a log that is not sound are removed'),
    log: () => undefined,
    now: () => 0,
  })
  await kept.look()
  return failures
}

/** Two sessions ask under one short id: the answer is for what was shown. */
export async function rightSession({ joint }: PeopleProduct): Promise<Failures> {
  const answered: string[] = []
  const queueOf = (shown: string): ShownQueue => ({
    // Only what is looked at here: which queue an answer is given to.
    pending: () => [{ id: 'a34cde', shown }] as unknown as ReturnType<ShownQueue['pending']>,
    find: () => undefined,
    settled: () => [],
    listen: () => () => undefined,
    answer: async () => {
      answered.push(shown)
      return { refused: { code: 'approval.unknown', message: 'no' } }
    },
  })
  const queue = new joint.JointQueue()
  queue.add(queueOf('first'))
  queue.add(queueOf('second'))
  await queue.answer('a34cde', { choice: { says: 'once' }, shown: 'second', by: 'ann', channel: 'office' })
  return answered.join(' ') === 'second' ? [] : [`the answer went to: ${answered.join(' ')}`]
}
