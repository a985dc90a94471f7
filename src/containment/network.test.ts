import { describe, expect, test } from 'vitest'
import { markSession, newSession } from '../session.ts'
import { allowedBy, hostName, networkFor, readAllowed, readProxyRequest } from './network.ts'
import { isPublic } from './proxy.node.ts'

const allowed = readAllowed(['registry.example.org', '*.company.com', 'mirror.company.com:80', '10.0.0.5:8080'])

describe('a host is let through by its name and port', () => {
  test.each([
    ['registry.example.org', 443, true],
    ['registry.example.org', 80, false],
    ['evil-registry.example.org', 443, false],
    ['registry.example.org.evil.net', 443, false],
    ['a.company.com', 443, true],
    ['a.b.company.com', 443, true],
    ['company.com', 443, false],
    ['evilcompany.com', 443, false],
    ['mirror.company.com', 80, true],
    ['10.0.0.5', 8080, true],
    ['10.0.0.5', 443, false],
    ['10.0.0.6', 8080, false],
  ])('%s:%i: %s', (host, port, expected) => expect(allowedBy(allowed, host, port) !== undefined).toBe(expected))

  test.each(['*', '*.*', 'com', 'http://x.org', 'x.org/path', 'x.org:0', 'x.org:99999', '*.10.0.0.1.', 'ä.org', ''])(
    '%j is no line of the list',
    (line) => expect(() => readAllowed([line])).toThrow('not a host'),
  )
})

describe('one host has one name', () => {
  test.each([
    ['EXAMPLE.org', 'example.org'],
    ['example.org.', 'example.org'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['[0:0::1]', '::1'],
    ['[::ffff:127.0.0.1]', undefined],
    ['[::FFFF:7f00:1]', '::ffff:7f00:1'],
    ['127.1', undefined],
    ['2130706433', undefined],
    ['0x7f000001', undefined],
    ['0x7f.1', undefined],
    ['0177.0.0.1', undefined],
    ['127.0.0.1.2', undefined],
    ['256.0.0.1', undefined],
    ['a..b', undefined],
    ['a b', undefined],
    ['a%2eb', undefined],
    ['exa\u0000mple.org', undefined],
    ['é.org', undefined],
    ['-a.org', undefined],
    ['', undefined],
  ])('%j is %j', (text, expected) => expect(hostName(text)).toBe(expected))
})

describe('what a client asks for', () => {
  test.each([
    ['CONNECT a.org:443 HTTP/1.1', { kind: 'tunnel', host: 'a.org', port: 443 }],
    ['CONNECT [::1]:443 HTTP/1.1', { kind: 'tunnel', host: '::1', port: 443 }],
    ['CONNECT a.org HTTP/1.1', { kind: 'bad' }],
    ['CONNECT a.org:0443 HTTP/1.1', { kind: 'bad' }],
    ['CONNECT a.org:65979 HTTP/1.1', { kind: 'bad' }],
    ['CONNECT a.org:443@b.org:443 HTTP/1.1', { kind: 'bad' }],
    ['CONNECT  a.org:443 HTTP/1.1', { kind: 'bad' }],
    ['GET / HTTP/1.1\r\nHost: a.org', { kind: 'bad' }],
    ['GET https://a.org/ HTTP/1.1', { kind: 'bad' }],
    ['GET file:///etc/passwd HTTP/1.1', { kind: 'bad' }],
    ['GET http://u:p@a.org/ HTTP/1.1', { kind: 'bad' }],
    ['GET http://a.org:80@b.org/ HTTP/1.1', { kind: 'bad' }],
    ['GET http://a.org/ HTTP/2.0', { kind: 'bad' }],
    ['GET http://a.org/ HTTP/1.1\nX: y', { kind: 'bad' }],
    ['GET http://a.org/ HTTP/1.1\r\n folded', { kind: 'bad' }],
    ['GET http://a.org/ HTTP/1.1\r\nX : y', { kind: 'bad' }],
    ['POST http://a.org/ HTTP/1.1\r\nTransfer-Encoding: chunked', { kind: 'bad' }],
    ['POST http://a.org/ HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2', { kind: 'bad' }],
    ['POST http://a.org/ HTTP/1.1\r\nContent-Length: +1', { kind: 'bad' }],
    [
      'POST http://a.org:8080/x HTTP/1.1\r\nContent-Length: 12',
      { kind: 'request', host: 'a.org', port: 8080, body: 12 },
    ],
  ])('%j', (head, expected) => expect(readProxyRequest(head)).toMatchObject(expected))

  test('the server is told the host that was looked at, and nothing of the way', () =>
    expect(
      readProxyRequest(
        'GET http://a.org?q=1 HTTP/1.1\r\nHost: b.org\r\nProxy-Authorization: x\r\nConnection: keep-alive, X\r\nAccept: */*',
      ),
    ).toMatchObject({ head: 'GET /?q=1 HTTP/1.1\r\nHost: a.org\r\nAccept: */*\r\nConnection: close\r\n\r\n' }))
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['198.18.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['::7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))

describe('a session that has read anything untrusted or private has no network', () => {
  const hosts = ['registry.example.org']
  test('before', () => expect(networkFor(hosts, newSession('s', { mode: 'auto', interactive: true }))).toEqual(hosts))
  test('no hosts in the settings', () =>
    expect(networkFor(undefined, newSession('s', { mode: 'auto', interactive: true }))).toEqual([]))
  test.each(['untrusted', 'private', 'injection', 'brought'] as const)('%s', (mark) => {
    const session = newSession('s', { mode: 'auto', interactive: true })
    markSession(session, [{ mark, from: 'WebFetch', detail: 'a page' }])
    expect(networkFor(hosts, session)).toEqual([])
  })
})
