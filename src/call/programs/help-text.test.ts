import { describe, expect, test } from 'vitest'
import { kindOf, optionsInHelp } from './help-text.ts'

/** A line of help → flags, options with a value, options with a value that can be left out. */
const LINES: readonly (readonly [string, string, string, string])[] = [
  ['  -v, --verbose           say more', '--verbose -v', '', ''],
  ['  -o, --output=FILE       write to FILE', '', '--output:file -o:file', ''],
  ['  -o FILE, --output FILE  where', '', '--output:file -o:file', ''],
  ['      --color[=WHEN]      use markers', '--color', '', '--color'],
  ['  -C, --directory <dir>   go there', '', '--directory:directory -C:directory', ''],
  ['  --[no-]color            paint', '--color --no-color', '', ''],
  ['  -n|--lines NUM          how many', '', '--lines:number -n:number', ''],
  ['  --proxy [protocol://]host[:port]', '', '--proxy:value', ''],
  ['  --check, --check=quiet  whether', '--check', '', '--check'],
  ['  -e CODE1[,CODE2..], --exclude=CODE1[,CODE2..]', '', '--exclude:value -e:value', ''],
  ['  -exec command', '', '-exec:command', ''],
  ['  -p Print the thing and go on', '-p', '', ''],
  ['  -x is the opposite of -y', '-x', '', ''],
  ['       \u00b7   --slurp/-s:', '--slurp -s', '', ''],
  ['usage: mytool [-q] [-f file] [--since date]', '-q', '--since:value -f:file', ''],
  ['  \u001b[1m-z\u001b[0m, --zero   end with 0', '--zero -z', '', ''],
  ['-\b--\b-b\bbo\bol\bld\bd=FILE', '', '--bold:file', ''],
  ['  - a point of a list', '', '', ''],
  ['  the file is -5 bytes', '', '', ''],
  ['  -500 is a number', '', '', ''],
]

describe('a line of help', () => {
  test.each(LINES)('%s', (line, flags, valued, optional) => {
    const recorded = optionsInHelp(line)
    expect({
      flags: recorded.flags.join(' '),
      valued: Object.entries(recorded.valued)
        .map(([name, kind]) => `${name}:${kind}`)
        .join(' '),
      optional: recorded.optionalValue.join(' '),
    }).toEqual({ flags, valued, optional })
  })
})

test('words under a heading of commands are subcommands', () => {
  const help = 'Usage: mytool <command>\n\nCommands:\n  deploy   put it there\n  status\n\nOptions:\n  -q   quiet\n'
  expect(optionsInHelp(help).subcommands).toEqual(['deploy', 'status'])
  expect(optionsInHelp('Options:\n  deploy   put it there\n').subcommands).toEqual([])
})

test('the word that stands for a value tells its kind', () => {
  expect(['FILE', '<path>', 'outdir', 'URL', 'COMMAND', 'host', 'N', 'WHEN'].map(kindOf)).toEqual(
    'file file directory url command host number value'.split(' '),
  )
})
