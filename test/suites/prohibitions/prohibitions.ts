import type { ModelClient, ModelRequest } from '../../../src/classifier/models/model.ts'
import type { Gate } from '../../../src/gate.ts'
import type { Session, Turn } from '../../../src/session.ts'
import type { Verdict } from '../../../src/verdict.ts'
import { gateOver, judgeCall, PROJECT, type Setting, sessionIn } from '../../project.ts'
import type { Failures } from '../../product.ts'
import type { ReviewerProduct } from '../../reviewer-product.ts'
import { PATIENT } from '../reviewer-sitting.ts'
import { LAST_LIMITS, LAST_ORDINARY, LIMITS, MORE_LIMITS, MORE_ORDINARY, ORDINARY } from './sentences.ts'

/** Calls that the gate allows by itself where no words speak against them. */
const CHANGES: readonly (readonly [tool: string, input: object])[] = [
  ['Bash', { command: 'git push origin feature/x' }],
  ['Bash', { command: 'git commit -m x' }],
  ['Write', { file_path: `${PROJECT}/src/app.ts`, content: 'export {}\n' }],
  ['Bash', { command: 'rm -rf dist' }],
  ['Bash', { command: 'npm test' }],
  ['Bash', { command: 'curl -s https://example.com/x' }],
  ['WebFetch', { url: 'https://docs.python.org/3/', prompt: 'what is new' }],
]

const READS: readonly (readonly [tool: string, input: object])[] = [
  ['Bash', { command: 'git status && git diff main | head -20' }],
  ['Read', { file_path: `${PROJECT}/README.md` }],
  ['Grep', { pattern: 'x', path: PROJECT }],
]

const FILES: Readonly<Record<string, string>> = {
  [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/feature/x\n',
  [`${PROJECT}/README.md`]: '# x\n',
  [`${PROJECT}/package.json`]: '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"1.0.0"}}',
}

/** All sentences that set a limit, and all that set none. */
export const ALL_LIMITS: readonly string[] = [...LIMITS, ...MORE_LIMITS, ...LAST_LIMITS]
export const ALL_ORDINARY: readonly string[] = [...ORDINARY, ...MORE_ORDINARY, ...LAST_ORDINARY]

/** Where the words stand. */
type Where = 'typed' | 'hard_deny' | 'soft_deny' | 'allow'

export interface ProhibitionPlan {
  readonly where?: readonly Where[]
  /** The first so many sentences. Left out: all. */
  readonly sentences?: number
}

/**
 * Words that forbid, against calls that the gate would allow: every change goes to the model with the words before it,
 * or without a model to a person who is shown them; a read goes to nobody.
 */
export async function prohibitions(product: ReviewerProduct, plan: ProhibitionPlan = {}): Promise<Failures> {
  const failures: string[] = []
  for (const where of plan.where ?? (['typed', 'hard_deny', 'soft_deny', 'allow'] as const))
    for (const words of ALL_LIMITS.slice(0, plan.sentences)) {
      const gate = await gateOver(product, { files: FILES, settings: settingsWith(where, words) })
      const turns: readonly Turn[] = where === 'typed' ? [{ kind: 'user', text: words }] : []
      for (const [tool, input] of CHANGES) {
        const told = (wrong: string): void => void failures.push(`${where} "${words}" × ${show(tool, input)}: ${wrong}`)
        const model = scripted('<block>yes</block><reason>[user.limit] across the limit</reason>')
        const reviewed = await judged(product, { ...gate, reviewer: reviewerOf(product, model) }, turns, tool, input)
        // Words that name exactly this call need no mind: they deny by themselves, with or without a model.
        if (where === 'typed' && isNamed(reviewed)) {
          const same = await judged(product, gate, turns, tool, input)
          if (!isNamed(same) || model.asked.length > 0) told(`${same.decision} (${codes(same)}) though it is named`)
          continue
        }
        if (reviewed.decision !== 'deny') told(`${reviewed.decision} (${codes(reviewed)}) though the model blocks`)
        else if (model.asked.length === 0) told(`denied without the model (${codes(reviewed)})`)
        else if (!quotes(model.asked, where, words)) told('the model is not told the words')
        const alone = await judged(product, gate, turns, tool, input)
        const reason = alone.because.find(({ code }) => code.startsWith('limit.'))
        if (alone.decision !== 'ask') told(`${alone.decision} (${codes(alone)}) without a model`)
        else if (reason === undefined) told('the person is not told about the words')
        else if (where !== 'allow' && !sentencesOf(words).some((one) => reason.sentence.includes(one)))
          told('the person is not shown them')
        else if (!reason.sentence.includes('no model is configured'))
          told('the person is not told that a model is needed')
      }
      for (const [tool, input] of READS) {
        const model = scripted('<block>yes</block>')
        const verdict = await judged(product, { ...gate, reviewer: reviewerOf(product, model) }, turns, tool, input)
        if (verdict.decision !== 'allow' || model.asked.length > 0)
          failures.push(`${where} "${words}" × ${show(tool, input)}: a read is not free (${codes(verdict)})`)
      }
    }
  return failures
}

/** Words that forbid nothing leave everything as it is, and cost no request. */
export async function ordinaryWords(product: ReviewerProduct): Promise<Failures> {
  const failures: string[] = []
  const gate = await gateOver(product, { files: FILES })
  for (const words of ['', ...ALL_ORDINARY])
    for (const [tool, input] of [...CHANGES, ...READS]) {
      const model = scripted('<block>yes</block>')
      const turns: readonly Turn[] = words === '' ? [] : [{ kind: 'user', text: words }]
      const verdict = await judged(product, { ...gate, reviewer: reviewerOf(product, model) }, turns, tool, input)
      if (verdict.decision !== 'allow' || model.asked.length > 0)
        failures.push(`"${words}" × ${show(tool, input)}: ${verdict.decision} (${codes(verdict)})`)
    }
  return failures
}

interface Order {
  readonly name: string
  readonly setting: Setting
  readonly typed?: string
  readonly prepare?: (session: Session) => void
  readonly expect: 'allowed by rule' | 'model' | 'person' | 'allowed' | 'denied'
}

const PUSH: readonly [string, object] = ['Bash', { command: 'git push origin feature/x' }]
const RULE = { permissions: { allow: ['Bash(git push *)'] } }
const PROSE = (section: string, words: string): object => ({ autoMode: { [section]: ['$defaults', words] } })

/** Words against what was allowed in other ways: which of them comes first. */
const ORDERS: readonly Order[] = [
  { name: 'an allow rule without words allows', setting: { settings: RULE }, expect: 'allowed by rule' },
  {
    name: 'typed words come before an allow rule',
    setting: { settings: RULE },
    typed: 'Do not push until I say so.',
    expect: 'model',
  },
  {
    name: 'typed words that name the call deny before an allow rule',
    setting: { settings: RULE },
    typed: 'Do not push.',
    expect: 'denied',
  },
  {
    name: 'hard_deny prose comes before an allow rule',
    setting: { settings: { ...RULE, ...PROSE('hard_deny', 'Never push') } },
    expect: 'model',
  },
  {
    name: 'an allow rule comes before soft_deny prose',
    setting: { settings: { ...RULE, ...PROSE('soft_deny', 'Never push') } },
    expect: 'allowed by rule',
  },
  {
    name: 'a rule granted for the session does not outlast typed words',
    setting: {},
    typed: 'Do not push until I say so.',
    prepare: (session) => void session.grants.push(grant(session, 'rule')),
    expect: 'model',
  },
  {
    name: 'a rule granted for the session allows without words',
    setting: {},
    prepare: (session) => void session.grants.push(grant(session, 'rule')),
    expect: 'allowed',
  },
  {
    name: 'in acceptEdits, and in default, a person is asked',
    setting: { mode: 'default', settings: RULE },
    typed: 'Do not push.',
    expect: 'person',
  },
  {
    name: 'bypassPermissions was chosen over every question',
    setting: { mode: 'bypassPermissions' },
    typed: 'Do not push.',
    expect: 'allowed',
  },
  {
    name: 'in dontAsk nobody could say what words mean: its rules hold',
    setting: { mode: 'dontAsk', settings: RULE },
    typed: 'Do not push.',
    expect: 'allowed by rule',
  },
]

export async function orderOfWords(product: ReviewerProduct): Promise<Failures> {
  const failures: string[] = []
  for (const order of ORDERS) {
    const gate = await gateOver(product, { ...order.setting, files: FILES })
    const session = sessionIn(product, order.setting)
    if (order.typed !== undefined) session.turns.push({ kind: 'user', text: order.typed })
    order.prepare?.(session)
    const model = scripted('<block>yes</block>')
    const verdict = await judgeCall(product, { ...gate, reviewer: reviewerOf(product, model) }, session, ...PUSH)
    const found =
      model.asked.length > 0
        ? 'model'
        : verdict.decision === 'ask'
          ? 'person'
          : verdict.decision === 'allow'
            ? verdict.because[0]?.code === 'rule.allow'
              ? 'allowed by rule'
              : 'allowed'
            : 'denied'
    if (found !== order.expect) failures.push(`${order.name}: ${found} (${codes(verdict)}), not ${order.expect}`)
  }
  return failures
}

function isNamed({ decision, because }: Verdict): boolean {
  return decision === 'deny' && because[0]?.code === 'limit.named'
}

function grant(session: Session, scope: 'rule'): Session['grants'][number] {
  return { id: 'g', session: session.id, scope, fingerprint: '', rule: 'Bash(git push *)', by: 'ana', at: 0 }
}

function settingsWith(where: Where, words: string): object {
  switch (where) {
    case 'typed':
      return {}
    case 'hard_deny':
    case 'soft_deny':
      return PROSE(where, words)
    case 'allow':
      return { autoMode: { allow: [words] } }
  }
}

/** The words, as they stand in JSON that nothing in them can break: in the remarks, or for settings in the rules. */
function quotes(asked: readonly ModelRequest[], where: Where, words: string): boolean {
  const noted = asked
    .map(({ messages }) =>
      messages
        .at(-1)!
        .content.map(({ text }) => text)
        .join(''),
    )
    .join('')
  const rules = asked.map(({ system }) => system.map(({ text }) => text).join('')).join('')
  const remark = /<noted>\n([\s\S]*?)<\/noted>/.exec(noted)?.[1] ?? ''
  if (where === 'allow') return remark.includes('"from":"allow"')
  const inRemark = sentencesOf(words).some((one) => remark.includes(JSON.stringify(one).slice(1, -1)))
  return inRemark && (where === 'typed' || rules.includes(words))
}

/** What is quoted is one of the sentences, the one that limits. */
function sentencesOf(words: string): readonly string[] {
  return words.split(/(?<=[.!?;])\s+/)
}

interface Scripted extends ModelClient {
  readonly asked: ModelRequest[]
}

function scripted(text: string): Scripted {
  const asked: ModelRequest[] = []
  return {
    provider: 'scripted',
    tellsStopSequence: false,
    asked,
    complete: async (request) => {
      asked.push(request)
      const tokens = { input: 0, cached: 0, written: 0, output: 0 }
      return { outcome: 'answered', text, stopReason: 'end', tokens, model: request.model }
    },
  }
}

function reviewerOf(product: ReviewerProduct, client: ModelClient): NonNullable<Gate['reviewer']> {
  return product.twoStage.twoStageReviewer({
    client,
    model: () => 'scripted',
    mode: () => 'fast',
    transfer: 'whole',
    limits: { ...product.deadlines.LIMITS, ...PATIENT },
    now: () => 0,
    chance: () => 0,
  })
}

async function judged(
  product: ReviewerProduct,
  gate: Gate,
  turns: readonly Turn[],
  tool: string,
  input: object,
): Promise<Verdict> {
  const session = sessionIn(product)
  session.turns.push(...turns)
  return judgeCall(product, gate, session, tool, input)
}

function codes(verdict: Verdict): string {
  return verdict.because.map(({ code }) => code).join(', ')
}

function show(tool: string, input: object): string {
  return `${tool} ${JSON.stringify(input)}`
}
