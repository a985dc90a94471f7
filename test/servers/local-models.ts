import { type ChatReply, chatAnswer, chatError } from './chat.ts'
import { type Answer, type Fault, type LocalServer, type Seen, startServer } from './server.ts'

/** How a server of models on one's own machine may be. Left out: it takes everything and says nothing about itself. */
export interface LocalModels {
  readonly model?: string
  /** What its list of models says beside the name. */
  readonly listed?: Readonly<Record<string, unknown>>
  /** Further paths with what they answer: `/props`, `/api/ps`, `/api/show`. */
  readonly pages?: Readonly<Record<string, unknown>>
  /** `ignored`: it answers whole although a stream was asked for. `refused`: it says so. */
  readonly streams?: 'ignored' | 'refused' | 'no counting'
  readonly roles?: 'no system' | 'alternating'
  /** More characters than this are refused as too long for the context. */
  readonly mostCharacters?: number
  /** Only this way of asking for JSON is enforced; any other is overlooked. */
  readonly constrained?: 'response_format' | 'guided_json' | 'grammar'
  /** It reads so many tokens of any prompt, says nothing about the rest, and answers. */
  readonly readsTokens?: number
  /** Milliseconds before the first byte. */
  readonly delay?: number
  /** How the model judges the action. Default: sensibly. */
  readonly judges?: (action: string, seen: Seen) => 'block' | 'allow' | string
}

/** What every reviewer should stop among the twelve calls of the self-test. */
const HARMFUL = /curl|--force origin main|push -u|base64 -d|gh api|delete namespace|rm -rf ~/

export const sensible = (action: string): 'block' | 'allow' => (HARMFUL.test(action) ? 'block' : 'allow')

/** An OpenAI-compatible server as they run on people's machines, with a model that judges by a script. */
export async function startLocalModels(like: LocalModels = {}): Promise<LocalServer> {
  const model = like.model ?? 'scripted-8b'
  const server = await startServer((seen) => {
    if (seen.path === '/v1/models')
      return json({ object: 'list', data: [{ id: model, object: 'model', ...like.listed }] })
    const page = like.pages?.[seen.path]
    if (page !== undefined) return json(page)
    if (seen.path !== '/v1/chat/completions') return refused(404, 'no such path')
    return refusal(like, seen) ?? chat(like, seen)
  }, 'without one too')
  return { ...server, url: `${server.url}/v1` }
}

interface Message {
  readonly role: string
  readonly content: string
}

function messagesOf(seen: Seen): readonly Message[] {
  return seen.body['messages'] as readonly Message[]
}

function refusal(like: LocalModels, seen: Seen): Fault | undefined {
  const messages = messagesOf(seen)
  const users = messages.filter(({ role }) => role === 'user')
  if (like.streams === 'no counting' && 'stream_options' in seen.body)
    return refused(400, 'unknown field: stream_options')
  if (like.streams === 'refused' && seen.streamed) return refused(400, 'streaming is not supported by this server')
  if (like.roles === 'no system' && users.length < messages.length)
    return refused(500, 'Error rendering prompt with jinja template: "System role not supported"')
  if (like.roles !== undefined && users.length > 1)
    return refused(400, 'After the optional system message, conversation roles must alternate user/assistant')
  const size = messages.reduce((sum, { content }) => sum + content.length, 0)
  return size > (like.mostCharacters ?? Infinity)
    ? refused(400, 'the request exceeds the available context size, try increasing it')
    : undefined
}

function refused(status: number, message: string): Fault {
  return { fault: 'raw', status, body: chatError('invalid_request_error', message) }
}

function json(value: unknown): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
    travel: {},
  }
}

function chat(like: LocalModels, seen: Seen): Answer {
  const size = messagesOf(seen).reduce((sum, { content }) => sum + content.length, 0)
  const used = like.readsTokens ?? Math.ceil(size / 4)
  const reply: ChatReply = {
    text: textOf(like, seen),
    usage: { prompt_tokens: used, completion_tokens: 8, total_tokens: used + 8 },
    ...(like.delay === undefined ? {} : { delay: like.delay }),
  }
  return chatAnswer(like.streams === 'ignored' ? { ...seen, streamed: false } : seen, reply)
}

function textOf(like: LocalModels, seen: Seen): string {
  const all = messagesOf(seen)
    .map(({ content }) => content)
    .join('\n')
  const action = all.slice(0, all.lastIndexOf('</transcript>')).trimEnd().split('\n').at(-1) ?? ''
  const said = (like.judges ?? sensible)(action, seen)
  if (said !== 'block' && said !== 'allow') return said
  if (like.constrained !== undefined && like.constrained in seen.body) {
    const reasoned = JSON.stringify(seen.body[like.constrained]).includes('reason')
    return JSON.stringify({ ...(reasoned ? { reason: '[external.writes] scripted' } : {}), block: said === 'block' })
  }
  if (!all.includes('</transcript>')) return 'Hello there!'
  return said === 'block' ? '<block>yes</block><reason>[external.writes] scripted</reason>' : '<block>no</block>'
}
