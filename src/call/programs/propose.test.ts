import { describe, expect, test } from 'vitest'
import { effectsOf } from './examples.testing.ts'
import { programsFrom } from './from-settings.ts'
import { optionsInHelp } from './help-text.ts'
import { proposeEntry } from './propose.ts'

const HELP = `Usage: ship [options] <command>

Commands:
  deploy   put it there

Options:
  -q, --quiet            say less
  -o, --output FILE      write the result there
  --out-dir <dir>        write results there
  --format FORMAT        json or text
  --retries N            how often
  --color[=WHEN]         paint
  --plugin NAME          load it
  --config FILE          settings
  --ignore-file FILE     what to leave out
  --exec COMMAND         run it afterwards
  --registry URL         where from
  --host HOST            where to
  --force                do it anyway
  -y, --yes              ask nothing
  --help
`

describe('a proposal from help', () => {
  const { entry, undecided, subcommands } = proposeEntry(optionsInHelp(HELP))

  test('gives each option the role that its name and value tell, and leaves the rest open', () => {
    expect(entry).toEqual({
      options: {
        '-o, --output': 'write',
        '--out-dir': 'directory',
        '--ignore-file': 'read',
        '--exec': 'run-command',
        '--registry': 'fetch',
        '--format': 'text',
        '--retries': 'number',
        '--color': 'text?',
        '--plugin, --config, --host': 'opaque',
        '--force, -y, --yes': 'opaque?',
      },
      flags: '-q --quiet',
    })
    expect(undecided).toEqual(['--plugin', '--config', '--host', '--force', '-y', '--yes'])
    expect(subcommands).toEqual(['deploy'])
  })

  const programs = programsFrom({ known: { ship: entry } })
  test.each([
    ['ship -q --format json', []],
    ['ship --output a.txt', ['write a.txt']],
    ["ship --exec 'rm x'", ['run rm', 'delete x']],
    ['ship --plugin evil', ['unknown option --plugin of ship']],
    ['ship -y', ['unknown option -y of ship']],
    ['ship --unheard-of', ['unknown option --unheard-of of ship']],
    ['ship deploy', ['unknown operand deploy of ship']],
  ])('as an entry it is closed: %s', (command, effects) => {
    expect(effectsOf(command, programs)).toEqual(effects)
  })
})

test('help that tells nothing proposes nothing', () => {
  expect(proposeEntry(optionsInHelp('Segmentation fault'))).toEqual({ entry: {}, undecided: [], subcommands: [] })
})
