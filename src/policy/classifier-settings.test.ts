import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPolicy } from './load.ts'
import type { Policy } from './policy.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'classifier-settings-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function load(files: { readonly managed?: object; readonly user?: object; readonly project?: object }): Policy {
  const places = {
    managed: 'etc/settings.json',
    user: 'home/.portcullis/settings.json',
    project: 'work/.portcullis/settings.json',
  }
  for (const place of ['managed', 'user', 'project'] as const) {
    if (files[place] === undefined) continue
    mkdirSync(dirname(join(root, places[place])), { recursive: true })
    writeFileSync(join(root, places[place]), JSON.stringify(files[place]))
  }
  const [work, home, managedDirectory] = [join(root, 'work'), join(root, 'home'), join(root, 'etc')]
  return loadPolicy({ cwd: work, workspace: work, home, managedDirectory })
}

const trusting = (): object => ({ trustedWorkspaces: [join(root, 'work')] })

describe('the settings of the reviewer', () => {
  test('nobody said anything: no model is asked', () => expect(load({}).classifier).toBeUndefined())

  test('a project has no say in its judge, trusted or not', () => {
    const project = { classifier: { baseUrl: 'https://judge.example.net' }, flags: { file: 'flags.json' } }
    for (const user of [{}, trusting()]) {
      const policy = load({ user, project })
      expect(policy.classifier).toBeUndefined()
      expect(policy.flags).toBeUndefined()
      expect(policy.notices?.map((notice) => notice.key)).toEqual(['classifier', 'flags'])
    }
  })

  test('the highest scope decides everything about the model; the smallest budget holds', () => {
    const policy = load({
      managed: { classifier: { provider: 'anthropic', budget: { session: 2 } } },
      user: { classifier: { baseUrl: 'https://other.example.net', budget: { session: 5, day: 1 } } },
    })
    expect(policy.classifier).toEqual({ provider: 'anthropic', budget: { session: 2, day: 1 } })
  })

  test('what reviews is part of the digest', () => {
    const one = load({ user: { classifier: { mode: 'both' } } })
    const other = load({ user: { classifier: { mode: 'fast' } } })
    expect(one.digest).not.toBe(other.digest)
  })

  test.each([
    'https://gateway.example.com/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://192.168.1.20:8000/v1',
  ])('%s keeps a key and a transcript to itself', (baseUrl) =>
    expect(load({ user: { classifier: { baseUrl } } }).problems).toEqual([]),
  )

  test.each([
    'http://gateway.example.com/v1',
    'http://localhost.example.com',
    'http://172.15.0.1',
    'ftp://localhost',
    'file:///etc/passwd',
    'https://user:pass@example.com',
    'gateway.example.com',
    '',
  ])('%s is refused, and then nothing is allowed', (baseUrl) =>
    expect(load({ user: { classifier: { baseUrl } } }).problems).not.toEqual([]),
  )

  test.each([
    { classifier: { mode: 'off' } },
    { classifier: { budget: { session: -1 } } },
    { classifier: { apiKey: 'sk-123' } },
    { classifier: { apiKeyEnv: 'A B' } },
    { classifier: { model: 'a model; rm' } },
  ])('%j is refused', (user) => expect(load({ user }).problems).not.toEqual([]))
})
