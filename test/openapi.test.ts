import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDaemon, run, type Running } from './daemon/client.ts'

/** Whoever has nothing but the document can write a client: it is valid, and says what the daemon does. */

interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object; readonly example?: object }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly example?: object }> }>
}

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly securitySchemes: object; readonly schemas: Record<string, object> }
}

let running: Running
let text: string
let document: Document
beforeAll(async () => {
  running = await run(await loadDaemon())
  text = (await running.get('/v1/openapi.json')).body
  document = JSON.parse(text) as Document
}, 60_000)
afterAll(() => running.end())

const operations = (): readonly (readonly [path: string, method: string, operation: Operation])[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  )

test('it is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(`${text}\n`)
  expect(errors ?? [], JSON.stringify(errors)).toEqual([])
  expect(valid).toBe(true)
})

test('every route says its parameters, who may use it, and how it fails', () => {
  const ids = operations().map(([, , { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [path, , { parameters = [], responses, security, summary }] of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = parameters.filter((each) => each.in === 'path' && each.required === true).map(({ name }) => name)
    expect(described, path).toEqual(named)
    expect(security, path).toEqual([{ token: [] }])
    expect(summary, path).toBeTruthy()
    for (const status of ['200', '400', '401', '403', '404', '429', '500', '503'])
      expect(responses, path).toHaveProperty(status)
  }
})

test('what fails has the shape that the document says', async () => {
  expect(document.components.schemas).toHaveProperty('Problem')
  for (const [answer, status] of [
    [await running.post('/v1/judge', {}, running.agent), 400],
    [await running.post('/v1/judge', {}, 'x'.repeat(43)), 401],
    [await running.get('/v1/sessions', running.agent), 403],
    [await running.get('/v1/nothing'), 404],
  ] as const) {
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  }
})

test.each(['/v1/judge', '/v1/hooks/{agent}'])('the example of %s is answered as it says', async (path) => {
  const operation = document.paths[path]!['post']!
  const { example } = operation.requestBody!.content['application/json']!
  const wanted = operation.responses['200']!.content!['application/json']!.example as Record<string, unknown>
  const answer = await running.post(path.replace('{agent}', 'generic'), example!, running.agent)
  expect(answer.status).toBe(200)
  const got = JSON.parse(answer.body) as Record<string, unknown>
  for (const name of Object.keys(wanted)) expect(got, name).toHaveProperty(name)
  for (const name of ['decision', 'exit']) expect(got[name], answer.body).toEqual(wanted[name])
})
