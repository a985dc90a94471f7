import { createHash } from 'node:crypto'
import { errorBody, messagesAnswer, type MessagesReply } from './messages.ts'
import { type LocalServer, type Seen, startServer } from './server.ts'

/** What one request cost, in tokens of the four prices. */
export interface Bill {
  /** Neither read nor written. */
  readonly input: number
  readonly written: number
  readonly read: number
  readonly output: number
  /** input + written + read: everything that was sent. */
  readonly sent: number
  /** Everything that was sent, as one text, for working out what the ideal would have cost. */
  readonly prompt: string
  readonly request: Seen
}

export interface BillingRules {
  /** Shorter prefixes are not cached, without a word. */
  readonly minimumTokens: number
  readonly lookBack: number
  readonly mostBreakpoints: number
  readonly lifetime: number
}

/** The provider's published rules for a large model. */
export const PROVIDER_RULES: BillingRules = {
  minimumTokens: 1_024,
  lookBack: 20,
  mostBreakpoints: 4,
  lifetime: 5 * 60_000,
}

export interface BillingServer extends LocalServer {
  readonly bills: readonly Bill[]
  /** Forgets every cached prefix. */
  readonly forget: () => void
}

export interface BillingOptions {
  readonly script: (request: Seen) => MessagesReply
  /** Milliseconds; the life of an entry is counted on it. */
  readonly clock: () => number
  readonly rules?: Partial<BillingRules>
}

interface CacheBlock {
  readonly text: string
  readonly tokens: number
  readonly breakpoint: boolean
  /** Hash of everything up to and including this block. */
  readonly prefix: string
}

/**
 * A Messages server that caches as the provider does and sends the bill:
 * - a prefix is everything up to a block with `cache_control`, in the order system, messages; the model is part of it,
 *   and from the messages on so are `thinking` and `tool_choice`
 * - an entry is written only where a breakpoint stands, and only when the prefix is long enough
 * - a lookup at a breakpoint goes back at most twenty blocks; the longest entry found is read and lives on
 * - an entry can be read only after the response to the request that wrote it has begun
 * - more than four breakpoints, or one on an empty block, is an error
 */
export async function startBillingServer(options: BillingOptions): Promise<BillingServer> {
  const rules = { ...PROVIDER_RULES, ...options.rules }
  const entries = new Map<string, { lastUsed: number; usable: boolean }>()
  const bills: Bill[] = []
  const alive = (prefix: string, now: number): boolean => {
    const entry = entries.get(prefix)
    return entry !== undefined && entry.usable && now - entry.lastUsed <= rules.lifetime
  }

  const server = await startServer(async (seen) => {
    const blocks = blocksOf(seen)
    const refused = refusal(blocks, rules)
    if (refused !== undefined) return { fault: 'raw', status: 400, body: errorBody('invalid_request_error', refused) }
    const now = options.clock()
    const hit = longestHit(blocks, rules, (prefix) => alive(prefix, now))
    if (hit >= 0) entries.get(blocks[hit]!.prefix)!.lastUsed = now
    const last = blocks.findLastIndex((block, at) => block.breakpoint && tokensUpTo(blocks, at) >= rules.minimumTokens)
    const writes = blocks.filter(
      (block, at) => block.breakpoint && tokensUpTo(blocks, at) >= rules.minimumTokens && !alive(block.prefix, now),
    )
    for (const { prefix } of writes) entries.set(prefix, { lastUsed: now, usable: false })
    const sent = tokensUpTo(blocks, blocks.length - 1)
    const read = hit < 0 ? 0 : tokensUpTo(blocks, hit)
    const written = Math.max(0, (last < 0 ? 0 : tokensUpTo(blocks, last)) - read)
    const reply = options.script(seen)
    const output = countTokens(reply.text ?? '')
    bills.push({
      input: sent - read - written,
      written,
      read,
      output,
      sent,
      prompt: blocks.map((block) => block.text).join(''),
      request: seen,
    })
    if (reply.delay !== undefined) await new Promise((later) => setTimeout(later, reply.delay))
    // From here on the response begins.
    for (const { prefix } of writes) entries.get(prefix)!.usable = true
    return messagesAnswer(seen, {
      ...reply,
      delay: 0,
      usage: {
        input_tokens: sent - read - written,
        output_tokens: output,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: read,
      },
    })
  })
  return { ...server, bills, forget: () => entries.clear() }
}

/** Four characters are a token: crude, the same everywhere, and enough to compare layouts. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** In prices relative to one input token: writing costs a quarter more, reading a tenth. */
export function billedInput(bill: Pick<Bill, 'input' | 'written' | 'read'>): number {
  return bill.input + 1.25 * bill.written + 0.1 * bill.read
}

function tokensUpTo(blocks: readonly CacheBlock[], at: number): number {
  let sum = 0
  for (let index = 0; index <= at; index++) sum += blocks[index]!.tokens
  return sum
}

function refusal(blocks: readonly CacheBlock[], rules: BillingRules): string | undefined {
  const marked = blocks.filter((block) => block.breakpoint)
  if (marked.length > rules.mostBreakpoints)
    return `A maximum of ${rules.mostBreakpoints} blocks with cache_control may be provided. Found ${marked.length}.`
  if (blocks.some((block) => block.text === '')) return 'messages: text content blocks must be non-empty'
  return undefined
}

/** The index of the longest cached prefix that any breakpoint can see, or -1. */
function longestHit(blocks: readonly CacheBlock[], rules: BillingRules, alive: (prefix: string) => boolean): number {
  let best = -1
  for (const [at, block] of blocks.entries()) {
    if (!block.breakpoint) continue
    for (let back = at; back > at - rules.lookBack && back > best; back--)
      if (alive(blocks[back]!.prefix)) {
        best = back
        break
      }
  }
  return best
}

interface WireBlock {
  readonly type?: unknown
  readonly text?: unknown
  readonly cache_control?: unknown
}

function blocksOf(seen: Seen): readonly CacheBlock[] {
  const { model, system, messages, thinking, tool_choice } = seen.body
  const found: CacheBlock[] = []
  let prefix = hash('', `model:${JSON.stringify(model)}`)
  const add = (role: string, block: WireBlock): void => {
    const { cache_control, ...rest } = block
    prefix = hash(prefix, `${role}:${JSON.stringify(rest)}`)
    const text = typeof block.text === 'string' ? block.text : JSON.stringify(rest)
    found.push({ text, tokens: countTokens(text), breakpoint: cache_control !== undefined, prefix })
  }
  for (const block of asBlocks(system)) add('system', block)
  prefix = hash(prefix, `parameters:${JSON.stringify([thinking ?? null, tool_choice ?? null])}`)
  for (const message of Array.isArray(messages) ? (messages as { role?: unknown; content?: unknown }[]) : [])
    for (const block of asBlocks(message.content)) add(String(message.role), block)
  return found
}

function asBlocks(content: unknown): readonly WireBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? (content as WireBlock[]) : []
}

function hash(before: string, piece: string): string {
  return createHash('sha256').update(before).update('\u0000').update(piece).digest('base64url')
}
