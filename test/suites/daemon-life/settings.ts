import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshPlace, run } from '../../daemon/client.ts'
import { until } from '../../until.ts'
import { allowed, equal, type Life, like, said } from './looks.ts'

export const SETTINGS: readonly Life[] = [
  {
    what: 'a stricter defaultMode holds for running sessions, a wider one does not, and what a person chose stays',
    holds: async (product) => {
      const place = freshPlace()
      const file = join(place.home, '.portcullis', 'settings.json')
      const inMode = (mode: string): void => writeFileSync(file, JSON.stringify({ permissions: { defaultMode: mode } }))
      inMode('auto')
      const options = { stateDirectory: place.state, home: place.home }
      let running = await run(product, options)
      const judged = async (session: string): Promise<string> =>
        said(await running.post('/v1/judge', { ...running.call('touch a.txt', session), cwd: place.project }))
      const all = async (): Promise<readonly string[]> => [await judged('first'), await judged('chosen')]
      const steps: (readonly [string, readonly string[]])[] = []
      try {
        steps.push(['at first', await all()])
        await running.post('/v1/session/mode', { id: 'chosen', mode: 'bypassPermissions' })
        steps.push(['chosen', await all()])
        await running.end()
        running = await run(product, options)
        steps.push(['after a restart', await all()])
        inMode('plan')
        steps.push(['stricter', await all()])
        const log = running.logged.join('\n')
        const audit = (await running.get('/v1/audit')).body
        inMode('auto')
        steps.push(['wider again', await all()])
        steps.push(['a new session', [await judged('later')]])
        await running.post('/v1/session/mode', { id: 'first', mode: 'auto' })
        steps.push(['as a person says', [await judged('first')]])
        const edited = '200 allow fast.edit'
        const bypass = '200 allow mode.bypass'
        const plan = '200 ask mode.plan'
        return [
          ...equal('steps', steps, [
            ['at first', [edited, edited]],
            ['chosen', [edited, bypass]],
            ['after a restart', [edited, bypass]],
            ['stricter', [plan, plan]],
            ['wider again', [plan, plan]],
            ['a new session', [edited]],
            ['as a person says', [edited]],
          ]),
          ...like('log', log, /session first is in mode plan now/),
          ...like('audit', audit, /settings\.stricter-mode/),
        ]
      } finally {
        await running.end()
        rmSync(place.directory, { recursive: true, force: true })
      }
    },
  },
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
    what: 'a file that is broken from the start allows nothing, until it is fixed',
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
