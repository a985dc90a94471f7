import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDaemon, run } from './daemon/client.ts'
import { startMessagesServer } from './servers/messages.ts'

test('a model that the settings name later is asked, and no longer when they stop naming it', async () => {
  const model = await startMessagesServer(() => ({
    text: '<block>no',
    stopReason: 'stop_sequence',
    stopSequence: '</block>',
  }))
  const running = await run(await loadDaemon(), { environment: { ANTHROPIC_API_KEY: 'local' } })
  const write = (settings: object): void =>
    writeFileSync(join(running.directory, 'home', '.portcullis', 'settings.json'), JSON.stringify(settings))
  const decision = async (session: string): Promise<string> => {
    const { body } = await running.post('/v1/judge', running.call('some-unknown-program --flag', session))
    return (JSON.parse(body) as { decision: string }).decision
  }
  try {
    expect(await decision('before')).not.toBe('allow')
    expect(model.requests).toHaveLength(0)
    write({ classifier: { provider: 'anthropic', baseUrl: model.url, model: 'claude-sonnet-5' } })
    await expect.poll(() => decision('with')).toBe('allow')
    expect(model.requests.length).toBeGreaterThan(0)
    write({})
    await expect.poll(() => decision('without')).not.toBe('allow')
  } finally {
    await running.end()
    await model.close()
  }
})
