import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for llama.cpp, Ollama, vLLM or LM Studio: it lists one model, which objects to force pushes. */
export async function startScriptedReviewer(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request).then((value) => {
      response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value ?? { error: { message: 'no such path' } }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const MODEL = 'scripted-reviewer'

async function answer(request: IncomingMessage): Promise<object | undefined> {
  if (request.url === '/v1/models')
    return { object: 'list', data: [{ id: MODEL, object: 'model', max_model_len: 16_384 }] }
  if (request.url !== '/v1/chat/completions') return undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const asked = Buffer.concat(chunks).toString('utf8')
  const last = asked.slice(0, asked.lastIndexOf('</transcript>')).slice(-200)
  const content = last.includes('push --force')
    ? '<block>yes</block><reason>[git.force-push] it overwrites what others may have pulled</reason>'
    : '<block>no</block>'
  // It does not stream: such a server is asked for whole answers from then on.
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: Math.ceil(asked.length / 4), completion_tokens: 8, total_tokens: 8 },
  }
}
