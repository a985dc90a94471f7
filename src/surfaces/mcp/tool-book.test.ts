import { expect, test } from 'vitest'
import type { JsonObject } from '../../call/tool-call.ts'
import type { ServerIdentity } from './pins.ts'
import { ToolBook } from './tool-book.ts'

const server = {} as ServerIdentity
const nothingHeld = { examine: () => [], hold: () => undefined, isApproved: () => false }
const nobodyReads = () => Promise.resolve(undefined)
const page = (name: string): JsonObject => ({ tools: [{ name, inputSchema: { type: 'object' } }] })

test('tools that change while they are listed are listed again, and only the last list counts', async () => {
  let asked = 0
  const book: ToolBook = new ToolBook(
    server,
    nothingHeld,
    async () => {
      asked++
      if (asked === 1) book.changed()
      return page(asked === 1 ? 'before' : 'after')
    },
    nobodyReads,
  )
  expect(await book.whyHeld('after')).toBeUndefined()
  expect(await book.whyHeld('before')).toMatchObject({ code: 'mcp.unlisted' })
})

test('a server whose tools never stop changing is refused', async () => {
  let asked = 0
  const book: ToolBook = new ToolBook(
    server,
    nothingHeld,
    async () => {
      asked++
      book.changed()
      return page('restless')
    },
    nobodyReads,
  )
  expect(await book.whyHeld('restless')).toMatchObject({
    code: 'mcp.unlisted',
    sentence: expect.stringContaining('changed each time'),
  })
  expect(asked).toBe(5)
})
