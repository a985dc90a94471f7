import type { Command } from 'commander'
import { EXAMPLES, pathOf } from '../src/surfaces/cli/examples.ts'
import { commandLine, withSubcommands } from '../src/surfaces/cli/program.ts'
import { version } from '../src/surfaces/cli/version.ts'

/** `portcullis(1)`, made from the command line itself. */
export async function manualPage(): Promise<string> {
  const program = await commandLine()
  const [, ...commands] = withSubcommands(program)
  return [
    `.TH PORTCULLIS 1 "" "portcullis ${version}" "User Commands"`,
    '.SH NAME',
    `portcullis \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    '.B portcullis',
    '.I command',
    '[\\fIoptions\\fR] [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    'Every tool call of an AI agent passes Portcullis before it runs. The harmless is let through at once, the dangerous is stopped,',
    'the rest is put to a model and then to a person; whatever fails is a refusal. Each command below explains itself with',
    '.BR \\-\\-help .',
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH FILES',
    ...FILES.flatMap(([path, meaning]) => ['.TP', `.I ${roff(path)}`, roff(meaning)]),
    '.SH EXAMPLES',
    ...(EXAMPLES['portcullis'] ?? []).flatMap(exampleOf),
    '',
  ].join('\n')
}

const EXITS: readonly (readonly [string, string])[] = [
  ['0', 'allowed (check, explain, hook); done'],
  ['1', 'a person must be asked (check, explain); something is wrong (doctor, log verify)'],
  ['2', 'denied; also whatever goes wrong while a call is judged'],
  ['3', 'nothing is wrong and no witness was asked (log verify)'],
  ['64', 'the command line is wrong: nothing was judged and nothing was done'],
  ['69', 'this Node is too old'],
]

const FILES: readonly (readonly [string, string])[] = [
  ['~/.portcullis/settings.json', 'your settings'],
  ['.portcullis/settings.json', "the project's settings, which may only tighten until the workspace is trusted"],
  ['/etc/portcullis/settings.json', 'the settings of whoever manages the machine'],
  ['~/.portcullis/state', 'tokens, socket and journal of the daemon'],
]

function section(command: Command): readonly string[] {
  const usage = command.usage().replace('[options] ', '')
  return [
    `.SS portcullis ${roff(pathOf(command))} ${roff(usage)}`,
    roff(sentence(command.description())),
    ...command.options.flatMap(({ flags, description }) => ['.TP', `.B ${roff(flags)}`, roff(description)]),
    ...(EXAMPLES[pathOf(command)] ?? []).flatMap(exampleOf),
  ]
}

function exampleOf([words, what]: readonly [string, string]): readonly string[] {
  return ['.PP', roff(sentence(what)), '.RS 4', '.nf', roff(`portcullis ${words}`), '.fi', '.RE']
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`
}

/** Text in which no character is an instruction to the typesetter. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replaceAll('\n', ' ')
}
