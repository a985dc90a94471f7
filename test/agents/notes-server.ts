import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * An MCP server over standard input and output with one tool that reads and one that deletes. Every call that reaches it
 * is written to the file that its only argument names.
 */
const log = process.argv[2]!

const TOOLS = ['get_note', 'delete_note'].map((name) => ({
  name,
  description: `${name.split('_')[0]} a note`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
}))

interface Request {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly name?: string; readonly protocolVersion?: string }
}

function answer({ method, params }: Request): object | undefined {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'notes', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools: TOOLS }
    case 'tools/call':
      appendFileSync(log, `${params?.name}\n`)
      return { content: [{ type: 'text', text: `NOTES-${params?.name}-DONE` }] }
    case 'ping':
      return {}
    default:
      return undefined
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request
  if (request.id === undefined) return
  const result = answer(request)
  const body = result === undefined ? { error: { code: -32601, message: 'unknown method' } } : { result }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...body })}\n`)
})
