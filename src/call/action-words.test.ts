import { expect, test } from 'vitest'
import { explainAction } from './action-words.ts'
import type { Action } from './action.ts'

const common = { evidence: '', where: { kind: 'here' }, elevated: false } as const
const dist = { kind: 'path', path: '/home/dev/project/dist', real: '/home/dev/project/dist' } as const

test.each<[Action, string]>([
  [
    { ...common, does: 'delete-file', place: dist, recursive: true },
    'deletes /home/dev/project/dist and everything in it',
  ],
  [
    { ...common, does: 'delete-file', place: dist, recursive: false, elevated: true },
    'deletes /home/dev/project/dist as administrator',
  ],
  [{ ...common, does: 'read-file', place: { kind: 'unknown', source: '"$X"' }, extent: 'content' }, 'reads "$X"'],
  [
    {
      ...common,
      does: 'run-program',
      program: '',
      typed: { kind: 'literal', text: '' },
      args: [],
      via: [],
      environment: [],
    },
    'starts a program whose name is not known',
  ],
  [
    {
      ...common,
      does: 'contact-host',
      host: { kind: 'named', name: 'example.net' },
      sends: 'data',
      purpose: 'upload',
      payload: { from: 'file', place: dist },
    },
    'sends /home/dev/project/dist to example.net',
  ],
  [
    { ...common, does: 'contact-host', host: { kind: 'unknown', source: '$HOST' }, sends: 'nothing', purpose: 'fetch' },
    'fetches from an unknown host ($HOST)',
  ],
  [
    { ...common, does: 'change-service', service: 'npm', deed: 'publish', target: '.', production: false },
    'publishes this package with npm',
  ],
  [
    {
      ...common,
      does: 'change-service',
      service: 'docker',
      deed: 'mass-delete',
      target: 'docker compose down',
      production: false,
    },
    'deletes the containers and volumes of the compose project (docker compose down)',
  ],
  [
    {
      ...common,
      does: 'change-service',
      service: 'docker',
      deed: 'delete',
      target: 'docker image rm a',
      production: true,
    },
    'deletes something in docker (docker image rm a) (production)',
  ],
  [
    { ...common, does: 'change-service', service: 'github', deed: 'create', target: 'label bug', production: false },
    'creates something in github (label bug)',
  ],
  [
    { ...common, does: 'change-service', service: 'vercel', deed: 'deploy', target: '', production: false },
    'deploys with vercel',
  ],
  [
    {
      ...common,
      does: 'change-database',
      deed: 'drop',
      target: 'orders',
      host: { kind: 'named', name: 'db.example.net' },
    },
    'drops the database object orders on db.example.net',
  ],
  [
    { ...common, does: 'end-process', whose: 'all', target: '-1', where: { kind: 'remote', host: 'web1' } },
    'ends every process on web1',
  ],
  [
    { ...common, does: 'something-opaque', text: 'x', because: 'unknown-program' },
    'does something that is not understood (an unknown program): x',
  ],
])('%o is told as "%s"', (action, sentence) => {
  expect(explainAction(action)).toBe(sentence)
})
