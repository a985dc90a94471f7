import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { collectorOf } from '../src/surfaces/observe/tracer.ts'
import { readTraceparent } from '../src/surfaces/observe/traceparent.ts'
import { loadDaemon, requestText, run, type Running, sendRaw } from './daemon/client.ts'
import { parseExposition } from './prometheus.ts'
import { until } from './until.ts'

/** OTLP/HTTP in JSON: ids in hex, times as decimal text, enums as numbers; nothing that is not in the protocol. */
const TEXT = z.strictObject({ stringValue: z.string() })
const ATTRIBUTE = z.strictObject({
  key: z.string().min(1),
  value: z.union([TEXT, z.strictObject({ arrayValue: z.strictObject({ values: z.array(TEXT) }) })]),
})
const SPAN = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(ATTRIBUTE),
  status: z.strictObject({}),
})
const EXPORT = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        resource: z.strictObject({ attributes: z.array(ATTRIBUTE) }),
        scopeSpans: z.array(
          z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(SPAN) }),
        ),
      }),
    )
    .min(1),
})
type Span = z.infer<typeof SPAN>

const product = await loadDaemon()
let running: Running | undefined
let server: Server | undefined
afterEach(async () => {
  await running?.end()
  server?.closeAllConnections()
  server?.close()
})

/** A collector that reads strictly, and answers as told. */
async function collector(answer: (visit: number) => number | 'nothing' = () => 200) {
  const found = { spans: [] as Span[], odd: [] as string[], visits: 0, text: '', port: 0 }
  const made = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      const status = answer(found.visits++)
      if (incoming.url !== '/v1/traces' || incoming.headers['content-type'] !== 'application/json')
        found.odd.push(`${incoming.url} ${incoming.headers['content-type']}`)
      if (status === 'nothing') return
      if (status === 200) {
        const read = EXPORT.safeParse(JSON.parse(text))
        if (read.success)
          found.spans.push(...read.data.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)))
        else found.odd.push(read.error.message)
        found.text += text
      }
      outgoing.writeHead(status).end('{}')
    })
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  found.port = (made.address() as AddressInfo).port
  return found
}

const traced = (port: number, more: object = {}): string =>
  JSON.stringify({ traces: { endpoint: `http://127.0.0.1:${port}`, ...more } })

/** Asks for a judgement with a header of its own. */
async function judgeWithin(one: Running, traceparent: string): Promise<number> {
  const body = JSON.stringify(one.call('ls'))
  const answer = await sendRaw(
    one.port,
    requestText(
      'POST',
      '/v1/judge',
      [
        ['Host', `127.0.0.1:${one.daemon.port}`],
        ['Connection', 'close'],
        ['Authorization', `Bearer ${one.agent}`],
        ['traceparent', traceparent],
        ['Content-Type', 'application/json'],
        ['Content-Length', String(Buffer.byteLength(body))],
      ],
      body,
    ),
  )
  return typeof answer === 'string' ? 0 : answer.status
}

const counted = async (name: string): Promise<number> => {
  const families = parseExposition((await running!.get('/v1/metrics')).body)
  const samples = families.flatMap((family) => family.samples).filter((sample) => sample.name === name)
  return samples.reduce((sum, { value }) => sum + value, 0)
}

describe('traces', () => {
  test('a call is a span with its steps below it, in time and order, and nothing of what is in it', async () => {
    const found = await collector()
    running = await run(product, { settings: traced(found.port) })
    await running.post('/v1/judge', running.call('ls secret-name-of-a-file'))
    await running.post('/v1/judge', running.call('rm -rf ~'))
    await until('both calls', () => found.spans.filter(({ name }) => name === 'portcullis.call').length === 2)
    expect(found.odd).toEqual([])
    const [root] = found.spans.filter(({ name }) => name === 'portcullis.call')
    const children = found.spans.filter(({ parentSpanId }) => parentSpanId === root!.spanId)
    const names = children.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['portcullis.admission', 'portcullis.firewall', 'portcullis.rules']))
    expect(names).toEqual(expect.arrayContaining(['portcullis.review', 'portcullis.journal']))
    for (const span of [root!, ...children]) {
      expect(span.traceId).toBe(root!.traceId)
      expect(BigInt(span.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano))
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root!.startTimeUnixNano))
      expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root!.endTimeUnixNano))
    }
    expect(root!.attributes.map(({ key }) => key)).toEqual([
      'portcullis.tool',
      'portcullis.fingerprint',
      'portcullis.decision',
      'portcullis.layer',
      'portcullis.codes',
    ])
    expect(found.text).not.toMatch(/secret-name-of-a-file|rm -rf|"s"/)
    expect(new Set(found.spans.map(({ spanId }) => spanId)).size).toBe(found.spans.length)
  })

  test("a caller's trace is gone on with, and one that is not sampled is not sent", async () => {
    const found = await collector()
    running = await run(product, { settings: traced(found.port) })
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect(await judgeWithin(running, `00-${trace}-00f067aa0ba902b7-00`)).toBe(200)
    expect(await judgeWithin(running, `00-${trace}-00f067aa0ba902b7-01`)).toBe(200)
    await until('the call', () => found.spans.length > 0)
    const roots = found.spans.filter(({ name }) => name === 'portcullis.call')
    expect(roots).toHaveLength(1)
    expect(roots[0]).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' })
  })

  test('off unless somebody says where to, and never by a project', async () => {
    const found = await collector()
    running = await run(product, { environment: {} })
    const own = join(running.project, '.portcullis')
    mkdirSync(own)
    const siem = [{ type: 'file', name: 'mine', format: 'ecs', path: join(running.directory, 'mine') }]
    writeFileSync(join(own, 'settings.json'), JSON.stringify({ ...JSON.parse(traced(found.port)), siem }))
    await running.post('/v1/judge', running.call('ls'))
    expect(JSON.parse((await running.get('/v1/siem')).body)).toEqual({ targets: [] })
    expect(await counted('portcullis_traces_waiting')).toBe(0)
    expect(found.visits).toBe(0)
  })

  test('a collector that does not answer delays nothing, and what it does not take is dropped and counted', async () => {
    const found = await collector((visit) => (visit === 0 ? 503 : visit === 1 ? 200 : 400))
    running = await run(product, { settings: traced(found.port) })
    await running.post('/v1/judge', running.call('ls'))
    await until('taken at the second try', () => found.spans.length > 0)
    await running.post('/v1/judge', running.call('ls'))
    await until('dropped', async () => (await counted('portcullis_traces_dropped_total')) === 1)
    expect(await counted('portcullis_traces_exported_total')).toBe(1)
    expect(running.logged.join('\n')).toContain('traces were dropped')
  })
})

describe('where traces go', () => {
  test.each([
    ['nobody says', undefined, {}, undefined],
    ['the environment', undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, 'http://c:4318/v1/traces'],
    ['its own variable', undefined, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/x' }, 'http://c/x'],
    [
      'the settings first',
      { endpoint: 'https://s' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' },
      'https://s/v1/traces',
    ],
    ['switched off', { endpoint: 'https://s' }, { OTEL_SDK_DISABLED: 'true' }, undefined],
    ['no address', undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc/passwd' }, undefined],
  ])('%s', (_what, settings, environment, url) => expect(collectorOf(settings, environment)?.url).toBe(url))

  test('headers come from the environment, and nothing breaks out of them', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, bad name=1,x=%E0%A4%A',
    }
    expect(collectorOf(undefined, environment)?.headers).toEqual({ 'api-key': 'a b' })
  })
})

describe('traceparent', () => {
  const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
  test.each([
    ['sampled', `00-${ID}-00f067aa0ba902b7-01`, true],
    ['not sampled', `00-${ID}-00f067aa0ba902b7-00`, false],
    ['a later version', `01-${ID}-00f067aa0ba902b7-01-more`, true],
    ['more in version 0', `00-${ID}-00f067aa0ba902b7-01-more`, undefined],
    ['version ff', `ff-${ID}-00f067aa0ba902b7-01`, undefined],
    ['upper case', `00-${ID.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
    ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
    ['no span', `00-${ID}-${'0'.repeat(16)}-01`, undefined],
    ['too short', `00-${ID}-00f067aa0ba902b7`, undefined],
    ['nothing', '', undefined],
    ['a long text', 'a'.repeat(10_000), undefined],
  ])('%s', (_what, header, sampled) => expect(readTraceparent(header)?.sampled).toBe(sampled))
})
