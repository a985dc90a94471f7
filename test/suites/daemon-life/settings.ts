import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshPlace, run } from '../../daemon/client.ts'
import { until } from '../../until.ts'
import { allowed, equal, type Life, like, said } from './looks.ts'

export const SETTINGS: readonly Life[] = [
  {
    what: 'an edit is in force at once; a broken one is told and allows nothing; a mended one is in force',
    holds: async (product) => {
      const place = freshPlace()
      const file = join(place.home, '.portcullis', 'settings.json')
      writeFileSync(file, '{"permissions":{"deny":["Bash(whoami)"]}}')
      const running = await run(product, { stateDirectory: place.state, home: place.home })
      const judged = async (command: string): Promise<string> =>
        said(await running.post('/v1/judge', { ...running.call(command), cwd: place.project }))
      const health = async (): Promise<string> => (await running.get('/v1/health')).body
      const failures: string[] = []
      try {
        failures.push(
          ...equal('at first', [await judged('whoami'), await judged('ls')], ['200 deny rule.deny', allowed]),
        )
        writeFileSync(file, '{"permissions":{"deny":["Bash(whoami)","Bash(ls *)"]}}')
        failures.push(...equal('the edit', await judged('ls'), '200 deny rule.deny'))
        writeFileSync(file, '{"permissions":{"deny":["Bash(who')
        failures.push(
          ...equal('while broken', [await judged('ls'), await judged('pwd')], Array(2).fill('200 deny policy.broken')),
          ...like('health', await health(), /"status":"degraded"/),
          ...like('log', running.logged.join('\n'), /error SETTINGS BROKEN .*settings\.json:1.*nothing is allowed/),
          ...like('problems', (await running.get('/v1/policy/problems')).body, /settings\.json/),
          ...like('metrics', (await running.get('/v1/metrics')).body, /policy_broken [1-9]/),
        )
        writeFileSync(file, '{}')
        failures.push(
          ...equal('mended', await judged('ls'), allowed),
          ...like('health', await health(), /"status":"ok"/),
        )
      } catch (error) {
        failures.push(String(error))
      } finally {
        await running.end()
        rmSync(place.directory, { recursive: true, force: true })
      }
      return failures
    },
  },
  {
    what: 'a file that is broken from the start allows nothing, until it is mended',
    holds: async (product) => {
      const place = freshPlace()
      const file = join(place.home, '.portcullis', 'settings.json')
      writeFileSync(file, '{"permissions":')
      const running = await run(product, { stateDirectory: place.state, home: place.home })
      const judged = async (command: string): Promise<string> =>
        said(await running.post('/v1/judge', { ...running.call(command), cwd: place.project }))
      const broken = [await judged('ls'), await judged('cat a.txt')]
      const health = (await running.get('/v1/health')).body
      writeFileSync(file, '{}')
      const mended = await until('it is mended', async () => (await judged('ls')) === allowed).then(
        () => 'mended',
        () => 'not mended',
      )
      await running.end()
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('broken', [...new Set(broken)], ['200 deny policy.broken']),
        ...like('health', health, /"status":"degraded"/),
        ...equal('then', mended, 'mended'),
      ]
    },
  },
]
