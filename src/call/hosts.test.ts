import { describe, expect, test } from 'vitest'
import { hostKind, isCollector, isPunycode, isRepositoryRemote, parseTarget } from './hosts.ts'
import { surroundingsOf } from './surroundings.ts'
import { frozenWorld } from './world.frozen.ts'

describe('parseTarget', () => {
  test.each([
    ['https://Example.com/a?b', 'example.com', undefined],
    ['https://example.com.:8443/', 'example.com', 8443],
    ['http://good.com@evil.com/', 'evil.com', undefined],
    ['http://good.com:pass@evil.com:81', 'evil.com', 81],
    ['http://good.com#@evil.com/', 'good.com', undefined],
    ['http://2130706433/', '127.0.0.1', undefined],
    ['http://0x7f.1/', '127.0.0.1', undefined],
    ['http://0177.0.0.1/', '127.0.0.1', undefined],
    ['http://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe', undefined],
    ['[::1]:8080', '::1', 8080],
    ['::1', '::1', undefined],
    ['git@github.com:owner/repo.git', 'github.com', undefined],
    ['ssh://git@example.org:2222/x', 'example.org', 2222],
    ['dev@10.0.0.5', '10.0.0.5', undefined],
    ['host.example:80', 'host.example', 80],
    ['example.com/path', 'example.com', undefined],
    ['backup:dir/file', 'backup', undefined],
    ['file:///etc/passwd', 'localhost', undefined],
    ['http://bücher.example/', 'xn--bcher-kva.example', undefined],
    ['http://ⓔxample.com/', 'example.com', undefined],
  ] as const)('%s is the host %s', (text, name, port) => {
    const host = parseTarget(text)
    expect(host).toMatchObject(port === undefined ? { kind: 'named', name } : { kind: 'named', name, port })
  })

  test.each([
    '',
    ' ',
    'http://',
    'http://evil.com\\@good.com/',
    'http://{a,b}.com/',
    'http://$HOST/',
    'a b',
    'http://a\u0000b/',
    'http://1.2.3.4.5/',
    'http://999.1.1.1/',
  ])('%j is not known', (text) => {
    expect(parseTarget(text).kind).toBe('unknown')
  })

  test('keeps the URL', () => {
    expect(parseTarget('https://example.com/a').url).toBe('https://example.com/a')
    expect(parseTarget('example.com').url).toBeUndefined()
  })
})

describe('hostKind', () => {
  test.each([
    ['localhost', 'loopback'],
    ['LOCALHOST.', 'loopback'],
    ['app.localhost', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['2130706433', 'loopback'],
    ['app.lvh.me', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['db', 'private'],
    ['nas.local', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['0xa9fea9fe', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['metadata.google.internal', 'metadata'],
    ['169.254.169.254.nip.io', 'metadata'],
    ['10-0-0-1.sslip.io', 'private'],
    ['172.32.0.1', 'public'],
    ['172.15.0.1', 'public'],
    ['11.0.0.1', 'public'],
    ['example.com', 'public'],
    ['localhost.example.com', 'public'],
    ['10.example.com', 'public'],
    ['2606:4700::1111', 'public'],
    ['', 'unknown'],
    ['a b', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
  ] as const)('%s is %s', (name, kind) => {
    expect(hostKind(name)).toBe(kind)
  })
})

describe('tables', () => {
  test.each(['webhook.site', 'abc.ngrok.io', 'x.y.oastify.com', 'transfer.sh', 'PASTEBIN.com.'])(
    '%s collects',
    (name) => {
      expect(isCollector(name)).toBe(true)
    },
  )
  test.each(['example.com', 'notwebhook.site', 'webhook.site.example.com', 'discord.com', 'github.com'])(
    '%s does not collect',
    (name) => {
      expect(isCollector(name)).toBe(false)
    },
  )
  test('a chat host collects only under its web-hook path', () => {
    expect(isCollector('discord.com', 'https://discord.com/api/webhooks/1/x')).toBe(true)
    expect(isCollector('discord.com', 'https://discord.com/developers')).toBe(false)
  })
  test('punycode is seen', () => {
    expect(isPunycode('xn--bcher-kva.example')).toBe(true)
    expect(isPunycode('example.xnx--a')).toBe(false)
  })
  test('a remote of the repository is known by its host', () => {
    const world = frozenWorld({
      files: {
        '/home/dev/project/.git/HEAD': 'ref: refs/heads/main',
        '/home/dev/project/.git/config': '[remote "origin"]\n\turl = git@git.example.org:team/app.git\n',
      },
    })
    const surroundings = surroundingsOf('/home/dev/project', world)
    expect(isRepositoryRemote(parseTarget('https://git.example.org/team/app'), surroundings)).toBe(true)
    expect(isRepositoryRemote(parseTarget('https://example.org/'), surroundings)).toBe(false)
    expect(isRepositoryRemote(parseTarget('http://$X/'), surroundings)).toBe(false)
  })
})
