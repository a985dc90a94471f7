import { createHash } from 'node:crypto'
import { LIMITS } from '../src/classifier/deadlines.ts'
import { anthropicClient } from '../src/classifier/models/anthropic.ts'
import type { ModelClient, ModelReply, ModelRequest, TextBlock } from '../src/classifier/models/model.ts'
import type { ReviewQuestion } from '../src/classifier/reviewer.ts'
import { twoStageReviewer } from '../src/classifier/two-stage.ts'
import type { Turn } from '../src/session.ts'
import { type Bill, billedInput, countTokens, startBillingServer } from '../test/servers/billing.ts'
import type { MessagesReply } from '../test/servers/messages.ts'
import type { Seen } from '../test/servers/server.ts'
import { type SessionStep, scriptedSession } from './reviewer-session.ts'
import { markdownTable, percentile } from './tables.ts'

const MODEL = 'claude-sonnet-5'
const REVIEWS = 200

/** A scripted session on a server that bills as the provider does, and the reviewer's own time per review. */
export async function reviewerBench(): Promise<string> {
  const steps = scriptedSession(REVIEWS)
  const ours = await runOurs(steps)
  const plain = await runPlain(steps)
  const paused = await runOurs(steps.map((step, index) => (index % 70 === 69 ? { ...step, pause: 20 * 60_000 } : step)))
  const rows = [
    layoutRow('ours', ours, idealInput(ours)),
    layoutRow('one block per turn', plain, idealInput(plain)),
    uncachedRow('ours, without caching', ours),
    layoutRow('ours, with breaks of 20 minutes', paused, idealInput(paused)),
  ]
  const overhead = await overheadRows()
  return `## The reviewer's bill: ${REVIEWS} reviewed calls, ${steps.reduce((sum, step) => sum + step.before.length, 0)} other turns

${markdownTable(['layout', 'requests', 'tokens sent', 'read from cache', 'stage 2 prefix hit', 'billed input', 'ideal', 'billed ÷ ideal'], rows)}
Targets: read from cache ≥ 90 %, stage 2 prefix hit 100 %, billed ÷ ideal ≤ 1.15. Billed input is in input tokens: a written one costs 1.25, a read one 0.1. The ideal writes every token once and reads it ever after.

## The reviewer's own time

${markdownTable(['turns in the session', 'reviews', 'p50 µs', 'p95 µs', 'target'], overhead)}`
}

/** The figures that have targets, for a session of so many reviews. */
export async function billSession(
  reviews: number,
): Promise<{ readonly readShare: number; readonly prefixHits: readonly [number, number]; readonly toIdeal: number }> {
  const bills = await runOurs(scriptedSession(reviews))
  return {
    readShare: total(bills, (bill) => bill.read) / total(bills, (bill) => bill.sent),
    prefixHits: prefixHits(bills),
    toIdeal: total(bills, billedInput) / idealInput(bills),
  }
}

/** In the server's eyes a stage 1 that objects is followed by a stage 2 about the same action. */
function script(objects: ReadonlySet<string>): (seen: Seen) => MessagesReply {
  return (seen) => {
    const text = JSON.stringify(seen.body['messages'])
    if (isStage2(seen)) return { text: '<thinking>the user asked for it</thinking><block>no</block>' }
    const marks = [...text.matchAll(/call-(\d+)-/g)]
    const last = marks.at(-1)?.[1] ?? ''
    const answer = objects.has(last) ? '<block>yes' : '<block>no'
    return { text: answer, stopReason: 'stop_sequence', stopSequence: '</block>' }
  }
}

function isStage2(seen: Seen): boolean {
  return Number(seen.body['max_tokens']) >= 4_096
}

async function runOurs(steps: readonly SessionStep[]): Promise<readonly Bill[]> {
  let now = 0
  const server = await startBillingServer({ script: script(objecting(steps)), clock: () => now })
  try {
    const reviewer = reviewerOver(anthropicClient({ apiKey: 'local', baseUrl: server.url, limits: LIMITS }))
    const turns: Turn[] = []
    for (const step of steps) {
      now += step.pause
      turns.push(...step.before)
      const answers = await Promise.all(
        step.actions.map((action) => reviewer.review(questionOf(turns, action), new AbortController().signal)),
      )
      for (const answer of answers)
        if (answer.outcome !== 'allow') throw new Error(`the script went wrong: ${JSON.stringify(answer)}`)
      for (const action of step.actions) turns.push({ kind: 'call', ...action, reviewed: true })
    }
    return server.bills
  } finally {
    await server.close()
  }
}

function objecting(steps: readonly SessionStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => step.objects))
}

function questionOf(turns: readonly Turn[], action: ReviewQuestion['action']): ReviewQuestion {
  return {
    session: 'bench',
    turns,
    action,
    autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
    instructions: [{ file: 'CLAUDE.md', text: 'Run the tests before you commit. Write small functions.\n'.repeat(60) }],
    noted: [],
  }
}

/** The plain layout: the prompt, the project's words, then a block per turn, the last one marked. */
async function runPlain(steps: readonly SessionStep[]): Promise<readonly Bill[]> {
  let now = 0
  const server = await startBillingServer({ script: script(objecting(steps)), clock: () => now })
  try {
    const client = anthropicClient({ apiKey: 'local', baseUrl: server.url, limits: LIMITS })
    const prompt = await systemPromptOfOurs()
    const turns: Turn[] = []
    const ask = async (action: ReviewQuestion['action'], stage: 1 | 2): Promise<void> => {
      const { instructions } = questionOf(turns, action)
      const content: TextBlock[] = [
        { text: '<transcript>\n' },
        ...turns.map((turn) => ({ text: lineOf(turn) })),
        { text: lineOf({ kind: 'call', ...action }), breakpoint: true },
        { text: '</transcript>\n' },
        {
          text: stage === 1 ? 'Err on the side of blocking. <block> immediately.' : 'Use <thinking> before responding.',
        },
      ]
      const request: ModelRequest = {
        model: MODEL,
        system: prompt,
        messages: [{ content: [{ text: instructions[0]!.text, breakpoint: true }] }, { content }],
        maxTokens: stage === 1 ? 64 : 4_096,
        stopSequences: stage === 1 ? ['</block>'] : [],
        thinking: 'disabled',
        transfer: 'whole',
      }
      const reply = await client.complete(request, new AbortController().signal)
      if (reply.outcome === 'failed') throw new Error(reply.failure.message)
      if (stage === 1 && reply.text === '<block>yes') await ask(action, 2)
    }
    for (const step of steps) {
      now += step.pause
      turns.push(...step.before)
      await Promise.all(step.actions.map((action) => ask(action, 1)))
      for (const action of step.actions) turns.push({ kind: 'call', ...action, reviewed: true })
    }
    return server.bills
  } finally {
    await server.close()
  }
}

function lineOf(turn: Turn): string {
  return turn.kind === 'call'
    ? `${JSON.stringify({ [turn.tool]: turn.encoded })}\n`
    : `${JSON.stringify({ user: 'text' in turn ? turn.text : '' })}\n`
}

/** What our reviewer sends as its system prompt, caught from one review. */
async function systemPromptOfOurs(): Promise<readonly TextBlock[]> {
  let seen: readonly TextBlock[] = []
  const client = scripted((request) => void (seen = request.system))
  await reviewerOver(client).review(questionOf([], { tool: 'Bash', encoded: 'ls' }), new AbortController().signal)
  return seen.map(({ text }, index) => (index === seen.length - 1 ? { text, breakpoint: true } : { text }))
}

function scripted(look: (request: ModelRequest) => void = () => undefined): ModelClient {
  const reply: ModelReply = {
    outcome: 'answered',
    text: '<block>no',
    stopReason: 'stop-sequence',
    tokens: { input: 1, cached: 1, written: 1, output: 1 },
    model: MODEL,
  }
  return {
    provider: 'scripted',
    tellsStopSequence: true,
    complete: async (request) => {
      look(request)
      return reply
    },
  }
}

function reviewerOver(client: ModelClient): ReturnType<typeof twoStageReviewer> {
  return twoStageReviewer({
    client,
    model: () => MODEL,
    mode: () => 'both',
    transfer: 'whole',
    limits: LIMITS,
    now: () => performance.now(),
    chance: () => 0.5,
  })
}

function layoutRow(name: string, bills: readonly Bill[], ideal: number): string[] {
  const sent = total(bills, (bill) => bill.sent)
  const read = total(bills, (bill) => bill.read)
  const billed = total(bills, billedInput)
  const [hits, asked] = prefixHits(bills)
  return [
    name,
    String(bills.length),
    thousands(sent),
    `${((100 * read) / sent).toFixed(1)} %`,
    `${Math.floor((100 * hits) / Math.max(1, asked))} % of ${asked}`,
    thousands(billed),
    thousands(ideal),
    (billed / ideal).toFixed(3),
  ]
}

function uncachedRow(name: string, bills: readonly Bill[]): string[] {
  const sent = total(bills, (bill) => bill.sent)
  const ideal = idealInput(bills)
  return [
    name,
    String(bills.length),
    thousands(sent),
    '0.0 %',
    '–',
    thousands(sent),
    thousands(ideal),
    (sent / ideal).toFixed(3),
  ]
}

/** How many stage 2 requests read everything that their stage 1 left in the cache, and how many there were. */
function prefixHits(bills: readonly Bill[]): readonly [hits: number, asked: number] {
  let hits = 0
  let asked = 0
  for (const [index, bill] of bills.entries()) {
    if (!isStage2(bill.request)) continue
    asked++
    const first = firstStageOf(bills, index)
    if (first !== undefined && bill.read > 0 && bill.read >= first.read + first.written) hits++
  }
  return [hits, asked]
}

/** The stage 1 that shares the longest beginning with this stage 2. */
function firstStageOf(bills: readonly Bill[], index: number): Bill | undefined {
  const second = bills[index]!
  let best: Bill | undefined
  let longest = -1
  for (let back = index - 1; back >= Math.max(0, index - 8); back--) {
    const candidate = bills[back]!
    if (isStage2(candidate.request)) continue
    const shared = sharedLength(candidate.prompt, second.prompt)
    if (shared > longest) {
      longest = shared
      best = candidate
    }
  }
  return best
}

function sharedLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return at
}

const CHUNK = 64

/**
 * Every token written once, then read: what a request shares with an earlier one costs a tenth, what a later one will
 * share costs a quarter more, the rest its plain price. Letters are compared, not blocks, so that no layout can hide.
 */
export function idealInput(bills: readonly Bill[]): number {
  const marks = bills.map((bill) => chunkMarks(bill.prompt))
  const earlier = sharedWith(marks)
  const later = sharedWith([...marks].reverse()).reverse()
  return total(bills, (bill) => {
    const at = bills.indexOf(bill)
    const read = Math.floor((earlier[at]! * CHUNK) / 4)
    const written = Math.max(0, Math.floor((later[at]! * CHUNK) / 4) - read)
    return 0.1 * read + 1.25 * written + Math.max(0, countTokens(bill.prompt) - read - written)
  })
}

function chunkMarks(text: string): readonly string[] {
  const marks: string[] = []
  let before = ''
  for (let at = 0; at + CHUNK <= text.length; at += CHUNK) {
    before = createHash('sha1')
      .update(before)
      .update(text.slice(at, at + CHUNK))
      .digest('base64')
    marks.push(before)
  }
  return marks
}

/** For each list in turn, how many of its marks stand in one before it. */
function sharedWith(lists: readonly (readonly string[])[]): number[] {
  const seen = new Set<string>()
  return lists.map((marks) => {
    let shared = 0
    while (shared < marks.length && seen.has(marks[shared]!)) shared++
    for (let at = shared; at < marks.length; at++) seen.add(marks[at]!)
    return shared
  })
}

/** How far a session has grown, in turns. */
const SIZES: readonly { readonly from: number; readonly to: number; readonly target: string }[] = [
  { from: 10, to: 60, target: '' },
  { from: 160, to: 240, target: 'p95 ≤ 2,000 µs' },
  { from: 1_900, to: 2_100, target: 'as with 200' },
]

/** Time of the reviewer itself: the model answers at once. */
async function overheadRows(): Promise<string[][]> {
  const times = SIZES.map((): number[] => [])
  for (let round = 0; round < 12; round++) {
    const turns: Turn[] = []
    const reviewer = reviewerOver(scripted())
    for (const step of scriptedSession(800)) {
      turns.push(...step.before)
      for (const action of step.actions) {
        const started = performance.now()
        await reviewer.review({ ...questionOf(turns, action), session: `bench ${round}` }, new AbortController().signal)
        const micros = (performance.now() - started) * 1_000
        const size = SIZES.findIndex(({ from, to }) => turns.length >= from && turns.length <= to)
        if (round >= 2 && size >= 0) times[size]!.push(micros)
        turns.push({ kind: 'call', ...action, reviewed: true })
      }
      if (turns.length > SIZES.at(-1)!.to) break
    }
  }
  return SIZES.map(({ from, to, target }, at) => [
    `${from} to ${to.toLocaleString('en')}`,
    String(times[at]!.length),
    percentile(times[at]!, 0.5).toFixed(0),
    percentile(times[at]!, 0.95).toFixed(0),
    target,
  ])
}

function total<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en')
}
