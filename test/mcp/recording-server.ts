import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Page, ServerFault } from './fault-table.ts'

/**
 * An MCP server over standard input and output that writes down every line it gets, in the file that its first argument
 * names, and misbehaves as the second says.
 */
const [, , log = '', told = '{}'] = process.argv
const fault = JSON.parse(told) as ServerFault

const tool = (name: string): object => ({
  name,
  description: 'a tool for notes',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
})
const PLAIN: readonly Page[] = [{ tools: [tool('get_note'), tool('delete_note')] }]

interface Request {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly name?: string; readonly protocolVersion?: string }
}

let listed = 0

function list(): object | undefined {
  const lists = fault.lists ?? PLAIN
  switch (lists) {
    case 'hang':
      return undefined
    case 'error':
      return { error: { code: -32_603, message: 'no list today' } }
    case 'garbage':
      return { result: { tools: 'get_note' } }
    case 'endless':
      return { result: { tools: [tool(`tool_${listed}`)], nextCursor: String(++listed) } }
    default:
      return { result: lists[Math.min(listed++, lists.length - 1)] }
  }
}

function answerCall({ id, params }: Request): void {
  switch (fault.onCall) {
    case undefined:
      return say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `done: ${params?.name}` }] } })
    case 'exit':
      return process.exit(7)
    case 'hang':
      return
    case 'truncate':
      process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"conte`, () => process.exit(0))
      return
    case 'flood':
      return say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(11 * 1024 * 1024) }] } })
    default:
      for (const line of fault.onCall) process.stdout.write(`${line.replaceAll('$ID', JSON.stringify(id))}\n`)
  }
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function answer(request: Request): void {
  const { id, method, params } = request
  if (method === undefined || id === undefined) return
  switch (method) {
    case 'initialize':
      return say({
        jsonrpc: '2.0',
        id,
        result: {
          protocolVersion: params?.protocolVersion ?? '2025-06-18',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'notes', version: '1.0.0' },
        },
      })
    case 'ping':
      return say({ jsonrpc: '2.0', id, result: {} })
    case 'tools/list': {
      const body = list()
      if (body !== undefined) say({ jsonrpc: '2.0', id, ...body })
      return
    }
    case 'tools/call':
      answerCall(request)
      if (fault.changes) say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
      return
    default:
      return say({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'unknown method' } })
  }
}

if (fault.starts === 'and ends') process.exit(3)
for (const line of fault.says ?? []) process.stdout.write(`${line}\n`)
createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(log, `${line}\n`)
  const message = JSON.parse(line) as Request | readonly Request[]
  for (const one of Array.isArray(message) ? message : [message]) answer(one as Request)
})
