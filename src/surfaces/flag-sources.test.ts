import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { NO_FLAGS, readFlags } from '../policy/flags.ts'
import { fileFlags, growthBookFlags, keepFlagsFresh } from './flag-sources.ts'

const scratch = mkdtempSync(join(tmpdir(), 'flags-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(
    () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serveJson = (value: unknown): Promise<string> =>
  serve((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)))

describe('GrowthBook', () => {
  const features = {
    iron_gate_closed: {
      defaultValue: true,
      rules: [{ condition: { team: 'platform' }, force: false }],
    },
    auto_mode_config: { defaultValue: { twoStageClassifier: 'thinking', model: 'claude-opus-5' } },
    somebody_elses: { defaultValue: 'x' },
  }

  test('features are evaluated for this machine', async () => {
    const paths: string[] = []
    const apiHost = await serve((path, response) => {
      paths.push(path)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ status: 200, features }))
    })
    const ours = await growthBookFlags({ apiHost, clientKey: 'sdk-key', attributes: { team: 'platform' } })()
    expect(readFlags(ours)?.flags).toEqual({ ironGateClosed: false, stages: 'thinking', model: 'claude-opus-5' })
    const others = await growthBookFlags({ apiHost, clientKey: 'sdk-key' })()
    expect(readFlags(others)?.flags).toMatchObject({ ironGateClosed: true })
    expect(paths).toEqual(['/api/features/sdk-key', '/api/features/sdk-key'])
  })

  test('a feature that is not there is left out', async () => {
    expect(
      readFlags(await growthBookFlags({ apiHost: await serveJson({ features: {} }), clientKey: 'k' })())?.flags,
    ).toEqual(NO_FLAGS)
  })

  test.each([
    ['an error page', (response: ServerResponse) => response.writeHead(500).end('<html>')],
    ['no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>')],
    ['no features', (response: ServerResponse) => response.writeHead(200).end('{"status":200}')],
    ['a list', (response: ServerResponse) => response.writeHead(200).end('[]')],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['half an answer', (response: ServerResponse) => response.writeHead(200).end('{"features":{"iron_gate_closed"')],
    ['too much', (response: ServerResponse) => response.writeHead(200).end(`{"features":{}${' '.repeat(2_000_000)}}`)],
    ['silence', (response: ServerResponse) => void response],
  ])('%s leaves the gate closed', async (_, answer) => {
    const apiHost = await serve((path, response) =>
      path === '/elsewhere'
        ? response.end('{"features":{"iron_gate_closed":{"defaultValue":false}}}')
        : answer(response),
    )
    const problems: string[] = []
    const kept = keepFlagsFresh(growthBookFlags({ apiHost, clientKey: 'k', deadline: 300 }), (text) =>
      problems.push(text),
    )
    await kept.refresh()
    kept.stop()
    expect(kept.current()).toEqual(NO_FLAGS)
    expect(problems).toHaveLength(1)
  })

  test('a value of the wrong type changes nothing', async () => {
    const good = await serveJson({ features: { iron_gate_closed: { defaultValue: 'no' } } })
    const kept = keepFlagsFresh(growthBookFlags({ apiHost: good, clientKey: 'k' }))
    await kept.refresh()
    kept.stop()
    expect(kept.current()).toEqual(NO_FLAGS)
  })
})

describe('a file', () => {
  test('is read anew every time', async () => {
    const path = join(scratch, 'flags.json')
    writeFileSync(path, '{"iron_gate_closed": false}')
    const kept = keepFlagsFresh(fileFlags(path))
    await kept.refresh()
    expect(kept.current().ironGateClosed).toBe(false)
    writeFileSync(path, 'half a fi')
    await kept.refresh()
    expect(kept.current().ironGateClosed).toBe(false)
    writeFileSync(path, '{"auto_mode_config": {"twoStageClassifier": "fast"}}')
    await kept.refresh()
    kept.stop()
    expect(kept.current()).toEqual({ ironGateClosed: true, stages: 'fast', model: undefined })
  })

  test.each([join(scratch, 'absent.json'), scratch])('%s closes the gate', async (path) => {
    const kept = keepFlagsFresh(fileFlags(path))
    await kept.refresh()
    kept.stop()
    expect(kept.current()).toEqual(NO_FLAGS)
  })
})
