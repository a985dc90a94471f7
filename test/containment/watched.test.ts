import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../../src/containment/did.ts'
import { makeScene, removeScene, runIn, type Scene } from './scene.ts'

let scene: Scene
beforeAll(
  () =>
    void (scene = makeScene({
      'home/project/.env': 'TOKEN=x\n',
      'home/project/tool.sh': '#!/bin/sh\ntrue\n',
      'home/.ssh/id_ed25519': 'key\n',
    })),
)
afterAll(() => removeScene(scene))

const python = (text: string): string => `python3 -c '${text}' 2>/dev/null; true`

/** A masked system directory that this machine has. */
const HIDDEN = ['/etc/ssl/private', '/etc/ssh', '/etc/sudoers.d'].find((path) => existsSync(path))

/** What was tried is known, whatever way it was tried. */
const TRIED: readonly (readonly [string, string, () => Event])[] = [
  ['a name', 'curl -s https://tried.example.com/', () => ({ kind: 'host', host: 'tried.example.com', port: 443 })],
  [
    'a name that nothing is sent to',
    'getent hosts only.example.com',
    () => ({ kind: 'name', host: 'only.example.com' }),
  ],
  ['an address', 'curl -s http://192.0.2.7:81/', () => ({ kind: 'host', host: '192.0.2.7', port: 81 })],
  ['IPv6', `curl -s 'http://[2001:db8::7]:82/'`, () => ({ kind: 'host', host: '2001:db8::7', port: 82 })],
  [
    'a datagram, by sendto',
    python('import socket; socket.socket(2,2).sendto(b"x",("192.0.2.8",83))'),
    () => ({ kind: 'host', host: '192.0.2.8', port: 83 }),
  ],
  [
    'a datagram, by sendmsg',
    python('import socket; socket.socket(2,2).sendmsg([b"x"],[],0,("192.0.2.9",84))'),
    () => ({ kind: 'host', host: '192.0.2.9', port: 84 }),
  ],
  [
    'TCP that sends at once',
    python('import socket; socket.socket().sendto(b"x",0x20000000,("192.0.2.10",85))'),
    () => ({ kind: 'host', host: '192.0.2.10', port: 85 }),
  ],
  [
    'a socket file',
    python('import socket; socket.socket(1).connect("/run/docker.sock")'),
    () => ({ kind: 'socket', path: '/run/docker.sock' }),
  ],
  ['a program', '/bin/true one two', () => ({ kind: 'program', path: '/bin/true', args: ['/bin/true', 'one', 'two'] })],
  [
    'a program by its descriptor',
    python('import os; os.execve(os.open("/usr/bin/true",0),["named"],{})'),
    () => ({ kind: 'program', path: '/usr/bin/true', args: ['named'] }),
  ],
  [
    'a program without a name',
    python(
      'import os; f=os.memfd_create("x"); os.write(f,open("/usr/bin/true","rb").read()); os.execve(f,["hidden"],{})',
    ),
    () => ({ kind: 'program', path: '/memfd:x (deleted)', args: ['hidden'] }),
  ],
  ['a secret of the project', 'cat .env', () => ({ kind: 'refused', path: `${scene.workspace}/.env` })],
  ['a secret of the user', 'cat ~/.ssh/id_ed25519', () => ({ kind: 'refused', path: `${scene.home}/.ssh/id_ed25519` })],
  ...(HIDDEN === undefined
    ? []
    : [['a hidden directory', `ls ${HIDDEN}`, (): Event => ({ kind: 'refused', path: HIDDEN })] as const]),
]

describe('what a contained command tried', () => {
  test.each(TRIED)('%s', async (_what, text, expected) => {
    const { did } = await runIn(scene, text)
    expect(did.events).toContainEqual(expected())
  })

  test('and nothing else', async () => {
    const { did } = await runIn(scene, 'echo hello; cat tool.sh > copy; find . -type f | sort > list')
    expect(did.events.filter(({ kind }) => kind !== 'program')).toEqual([])
  })

  test('a limit that was reached', async () => {
    const { did } = await runIn(scene, 'sleep 30', { limits: { seconds: 1 } })
    expect(did.events).toContainEqual({ kind: 'limit', what: 'time' })
  })
})
