import { expect, test } from 'vitest'
import type { Memory } from '../memory.ts'
import { DEFAULT_TRUST } from '../../policy/trust.ts'
import { surroundingsOf } from '../surroundings.ts'
import { frozenWorld } from '../world.frozen.ts'
import { understandShell } from '../languages.ts'

const CWD = '/home/dev/project'

interface Fetched {
  readonly kind: 'network'
  readonly host: string
}

/** Where the code that runs comes from, when an earlier call wrote these. */
function origins(text: string, written: Readonly<Record<string, Fetched>>): readonly string[] {
  const world = frozenWorld({
    directories: [`${CWD}/.git`],
    files: { [`${CWD}/tool/run.sh`]: 'ls\n', [`${CWD}/scripts/test.sh`]: 'ls\n' },
  })
  const memory: Memory = { written: new Map(Object.entries(written)) }
  return understandShell(text, {
    world,
    surroundings: surroundingsOf(CWD, world, { trust: DEFAULT_TRUST }),
    memory,
  }).actions.flatMap((action) => (action.does === 'run-code' ? [action.origin] : []))
}

const FETCHED: Fetched = { kind: 'network', host: 'tools.example.net' }

test.each([
  ['a script of an archive that an earlier call fetched and unpacked', './tool/run.sh', `${CWD}/tool`, 'network'],
  ['a script that is not there yet, below what was unpacked', 'sh tool/bin/go.sh', `${CWD}/tool`, 'network'],
  ['a script of the project, beside what was unpacked', './scripts/test.sh', `${CWD}/tool`, 'file'],
  ['a script of the project, where something was unpacked into its root', './scripts/test.sh', CWD, 'file'],
])('%s', (_, command, directory, origin) => {
  expect(origins(command, { [directory]: FETCHED })).toContain(origin)
  expect(origins(command, {})).not.toContain('network')
})
