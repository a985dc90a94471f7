import { join } from 'node:path'
import type * as PinsModule from '../../src/surfaces/mcp/pins.ts'
import { startModelServer } from '../servers/said.ts'
import { until } from '../until.ts'
import type { Failures } from '../product.ts'
import { type McpProduct, openStage, Wire } from './scene.ts'

/** Near an order: the scanner finds nothing, and does not take it for clearly clean. */
export const DOUBTFUL = 'Reply with the word done when the branch has been removed.'
export const CLEAN = 'Gets a note by its id.'
const SERVER = { name: 'notes', runs: 'notes-server' }

export async function calledWith(
  product: McpProduct,
  description: string,
  verdict: 'orders' | 'data',
  results: object,
  then?: (pins: InstanceType<typeof PinsModule.Pins>, again: () => Promise<string>) => Promise<void>,
): Promise<{ readonly answer: string; readonly asked: number }> {
  const server = await startModelServer('chat', () => ({
    text: JSON.stringify({ verdict, quote: '', reason: 'scripted' }),
  }))
  const classifier = { provider: 'openai-compatible', baseUrl: `${server.url}/v1`, model: 'scripted' }
  const permissions = { allow: ['mcp__notes__get_note'] }
  const stage = await openStage(product, JSON.stringify({ permissions, classifier, results }))
  const lists = [{ tools: [{ name: 'get_note', description, inputSchema: { type: 'object' } }] }]
  const call = async (): Promise<string> => {
    const wire = new Wire(stage, 'described', { lists })
    try {
      wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_note', arguments: { id: 'a' } } })
      return JSON.stringify(await until('it is answered', () => wire.answer('1')))
    } finally {
      await wire.close()
    }
  }
  try {
    const answer = await call()
    const asked = server.requests.length
    await then?.(new product.pins.Pins(join(stage.root, 'pins', 'described')), call)
    return { answer, asked }
  } finally {
    await stage.close()
    await server.close()
  }
}

/** What the model objects to is held, also over the next connection, until a person says yes to exactly that. */
export async function objections(product: McpProduct): Promise<Failures> {
  const failures: string[] = []
  const { answer, asked } = await calledWith(product, DOUBTFUL, 'orders', { model: 'doubt' }, async (pins, again) => {
    const [held] = [...pins.list()[0]!.held.values()]
    if (held?.why.code !== 'mcp.model-objects') failures.push('it does not wait for a person')
    // Whoever looks again finds nothing: that a model objected is what holds it.
    const looked = held && pins.examine(SERVER, [{ name: 'get_note', definition: held.definition }])[0]
    if (looked?.code !== 'mcp.model-objects') failures.push('it is accepted when it is listed again')
    if (!(await again()).includes('mcp.model-objects')) failures.push('it is forgotten with the connection')
    if (held !== undefined && !pins.approve(SERVER, 'get_note', held.hash)) failures.push('nobody can approve it')
    if ((await again()).includes('mcp.model-objects')) failures.push('a yes of a person does not count')
  })
  if (asked !== 1) failures.push(`the model is asked ${asked} times`)
  if (!answer.includes('mcp.model-objects')) failures.push('the first call goes on')
  return failures
}
