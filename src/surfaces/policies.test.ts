import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { realWorld } from '../call/world.node.ts'
import { Policies } from './policies.ts'

it('what a person’s answer is compared with is what is on disk at that moment', () => {
  const home = mkdtempSync(join(tmpdir(), 'policies-'))
  const policies = new Policies({
    world: realWorld(),
    home,
    managedDirectory: join(home, 'none'),
    onChange: () => undefined,
  })
  const before = policies.policyFor(home).digest
  mkdirSync(join(home, '.portcullis'))
  writeFileSync(join(home, '.portcullis', 'settings.json'), '{"permissions":{"deny":["Bash(git push *)"]}}')
  const now = policies.policyNow(home)
  expect(now.digest).not.toBe(before)
  expect(now.deny).toHaveLength(1)
})
