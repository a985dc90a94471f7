import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPolicy } from './load.ts'
import type { Policy } from './policy.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'observe-settings-'))
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

const file = (path: string, name: string = 'lake') => ({ type: 'file', name, format: 'ecs', path })
const hook = (more: object) => ({
  type: 'webhook',
  name: 'hook',
  format: 'ocsf',
  url: 'https://siem.example.com/in',
  ...more,
})
const syslog = (more: object) => ({ type: 'syslog', name: 'log', format: 'ecs', ...more })

describe('the settings of what leaves the daemon', () => {
  test('a project has no say in it, trusted or not', () => {
    const project = {
      siem: [file('/tmp/mine')],
      traces: { endpoint: 'https://mine.example.com' },
      logs: { format: 'json' },
    }
    for (const user of [{}, { trustedWorkspaces: [join(root, 'work')] }]) {
      const policy = load({ user, project })
      expect([policy.siem, policy.traces, policy.logs]).toEqual([undefined, undefined, undefined])
      expect(policy.notices?.map((notice) => notice.key)).toEqual(['siem', 'traces', 'logs'])
    }
  })

  test('users add targets, and take none away or over', () => {
    const managed = { siem: [file('/var/log/theirs')] }
    expect(load({ managed, user: { siem: [file('/tmp/mine'), file('/tmp/other', 'other')] } }).siem).toEqual([
      file('/var/log/theirs'),
      file('/tmp/other', 'other'),
    ])
    expect(load({ managed, user: { siem: [] } }).siem).toEqual([file('/var/log/theirs')])
  })

  test('no call may touch the files and sockets of a target', () => {
    const { firewall } = load({
      user: {
        siem: [
          file('/var/log/lake.jsonl'),
          hook({ secretFile: '/etc/siem.secret', tokenFile: '/etc/siem.token' }),
          syslog({ transport: 'unix', path: '/run/in.sock' }),
        ],
      },
    })
    expect(firewall.readWrite).toEqual(
      expect.arrayContaining(['/var/log/lake.jsonl', '/etc/siem.secret', '/etc/siem.token', '/run/in.sock']),
    )
  })

  test('they decide no call, so they change no digest', () => {
    const [without, within] = [
      load({}),
      load({ user: { traces: { endpoint: 'https://c' }, logs: { format: 'json' } } }),
    ]
    expect(within.digest).toBe(without.digest)
  })

  test.each([
    ['a secret in the settings', hook({ secret: 'inline' })],
    ['no secret', hook({})],
    ['two secrets', hook({ secretEnv: 'A', secretFile: '/b' })],
    ['an address in the open', hook({ secretEnv: 'A', url: 'http://siem.example.com' })],
    ['a password in the address', hook({ secretEnv: 'A', url: 'https://a:b@siem.example.com' })],
    ['syslog without a host', syslog({ transport: 'tcp' })],
    ['a unix socket with a host', syslog({ transport: 'unix', path: '/run/x', host: 'a' })],
    ['a certificate without its key', syslog({ transport: 'tls', host: 'a', certFile: '/c' })],
    ['a name that is a path', file('/x', '../../other')],
    ['a path that is not absolute', file('lake.jsonl')],
  ])('%s is refused', (_what, target) => expect(load({ user: { siem: [target] } }).problems).not.toEqual([]))

  test('two targets of one name are refused', () =>
    expect(load({ user: { siem: [file('/a'), file('/b')] } }).problems).not.toEqual([]))
})
