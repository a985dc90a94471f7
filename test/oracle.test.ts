import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/call/programs/entry.ts'
import { differences } from '../scripts/oracle/compare.ts'
import { type Facts, nothing, together } from '../scripts/oracle/facts.ts'

const facts = (name: string, told: Partial<Facts>): Facts => ({ ...nothing(name), sources: ['manual'], ...told })
const entry: Entry = {
  flags: '-q -v --fast',
  options: { '-o, --output': 'write', '--color': 'text?', '-X*': 'text' },
  subcommands: { 'push, put': { flags: '--force' }, status: 'look machine' },
}

describe('an entry beside the facts', () => {
  test.each<readonly [string, Partial<Facts>, object]>([
    ['as told', { flags: ['-q', '--color'], valued: { '-o': 'file' }, optionalValue: ['--color'] }, {}],
    ['left out', { flags: ['--new'], valued: { '-Z': 'value' } }, { leftOut: ['--new', '-Z'] }],
    ['a flag here that takes a value', { valued: { '--fast': 'file' } }, { valuedThere: ['--fast'] }],
    ['a value here for a flag', { flags: ['-o'] }, { flagThere: ['-o'] }],
    ['disputed', { flags: ['-o'], valued: { '-q': 'value' }, disputed: ['-o', '-q'] }, {}],
    ['beginnings and doubled letters', { flags: ['-Xmx', '-vv'] }, {}],
    ['numbers and modes in prose', { flags: ['-500', '-rw-r--r--'] }, {}],
  ])('%s', (_, told, different) => {
    const [one] = differences('mytool', entry, facts('mytool', told))
    expect({ leftOut: one!.leftOut, valuedThere: one!.valuedThere, flagThere: one!.flagThere }).toEqual({
      leftOut: [],
      valuedThere: [],
      flagThere: [],
      ...different,
    })
  })

  test('a subcommand is compared with what is told about it, with the options of its program', () => {
    const told = facts('mytool', { subcommands: { put: facts('put', { flags: ['-q', '--force', '--all'] }) } })
    expect(differences('mytool', entry, told).map(({ words, leftOut }) => [words, leftOut])).toEqual([
      ['mytool', []],
      ['mytool put', ['--all']],
    ])
  })
})

test('of two sources the one that saw a value is believed, and the dispute is noted', () => {
  const one = facts('mytool', { sources: ['fig'], flags: ['-o', '-q', '-i'], optionalValue: ['-i'] })
  const other = facts('mytool', { sources: ['help'], valued: { '-o': 'file', '-x': 'value' } })
  expect(together(one, other)).toEqual({
    name: 'mytool',
    sources: ['fig', 'help'],
    flags: ['-i', '-q'],
    valued: { '-o': 'file', '-x': 'value' },
    optionalValue: ['-i'],
    disputed: ['-o'],
  })
})
