import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { truthful } from '../../humans/look-alikes.ts'
import { heldText, titleOf } from '../mcp/held-text.ts'
import { type Held, INSTRUCTIONS, type PinnedServer, Pins } from '../mcp/pins.ts'
import { stateDirectory } from '../state-directory.ts'
import { UsageError } from './usage-error.ts'
import { table } from './table.ts'

interface PinOptions {
  readonly state?: string
  readonly json?: boolean
  readonly yes?: boolean
}

/** What a person does about descriptions of tools. No call of an agent may run any of this. */
export function addPinCommands(mcp: Command): void {
  mcp
    .command('pins')
    .description('the descriptions of MCP tools that were accepted, and those that are held, with why')
    .option('--json', 'print everything as JSON')
    .option('--state <directory>', 'where the gate keeps what it remembers')
    .action((_given: PinOptions, command: Command) => {
      const options = command.optsWithGlobals<PinOptions>()
      const servers = new Pins(stateDirectory(options.state)).list()
      process.stdout.write(options.json ? `${JSON.stringify(servers.map(plainly), undefined, 2)}\n` : shown(servers))
    })
  mcp
    .command('approve')
    .description('accept what is held: shows each description, or what changed in it, and asks')
    .argument('<server>', 'its name, as `portcullis mcp pins` shows it')
    .argument('[tool]', 'one tool (default: everything that is held)')
    .option('--yes', 'do not ask')
    .option('--state <directory>', 'where the gate keeps what it remembers')
    .action(async (name: string, tool: string | undefined, _given: PinOptions, command: Command) => {
      const options = command.optsWithGlobals<PinOptions>()
      const pins = new Pins(stateDirectory(options.state))
      const held = named(pins, name).flatMap((server) =>
        [...server.held]
          .filter(([one]) => tool === undefined || titleOf(one) === tool)
          .map(([one, what]) => ({ server, one, what })),
      )
      if (held.length === 0)
        throw new UsageError(`nothing of \`${name}\` is held${tool === undefined ? '' : ` under the name \`${tool}\``}`)
      for (const { server, one, what } of held) {
        process.stdout.write(question(server, one, what))
        if (options.yes !== true && !(await agreed())) continue
        const taken = pins.approve(server, one, what.hash)
        process.stdout.write(
          taken ? `Accepted: ${truthful(titleOf(one))}\n\n` : 'It changed again meanwhile: look at it once more.\n\n',
        )
      }
    })
  mcp
    .command('forget')
    .description('forget what was accepted of a server, or of one tool: what it says next counts as its first word')
    .argument('<server>', 'its name, as `portcullis mcp pins` shows it')
    .argument('[tool]', 'one tool (default: all)')
    .option('--state <directory>', 'where the gate keeps what it remembers')
    .action((name: string, tool: string | undefined, _given: PinOptions, command: Command) => {
      const pins = new Pins(stateDirectory(command.optsWithGlobals<PinOptions>().state))
      for (const server of named(pins, name)) pins.forget(server, tool === 'instructions' ? INSTRUCTIONS : tool)
      process.stdout.write('Forgotten.\n')
    })
}

function named(pins: Pins, name: string): readonly PinnedServer[] {
  const servers = pins.list().filter((server) => server.name === name)
  if (servers.length === 0)
    throw new UsageError(`no MCP server \`${name}\` is known: see \`${ownCommand('mcp pins')}\``)
  return servers
}

function shown(servers: readonly PinnedServer[]): string {
  if (servers.length === 0) return 'No MCP server was seen yet.\n'
  const rows = servers.flatMap(({ name, pins, held }) => [
    ...[...held].map(([tool, { why }]) => [name, titleOf(tool), 'held', `${why.code}: ${why.sentence}`]),
    ...[...pins]
      .filter(([tool]) => !held.has(tool))
      .map(([tool, { by, at }]) => [
        name,
        titleOf(tool),
        'accepted',
        `by ${by}, ${new Date(at).toISOString().slice(0, 10)}`,
      ]),
  ])
  return table(
    ['server', 'tool', 'state', 'why'],
    rows.map((row) => row.map((cell) => truthful(cell))),
  )
}

function plainly({ key, name, runs, pins, held }: PinnedServer): object {
  return { key, name, runs, pins: Object.fromEntries(pins), held: Object.fromEntries(held) }
}

function question(server: PinnedServer, tool: string, { why }: Held): string {
  const runs = truthful(server.runs)
  return `${truthful(titleOf(tool))} of ${server.name} (${runs}) is held\n  ${why.code}: ${truthful(why.sentence)}\n\n${heldText(server, tool)}\n\n`
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('there is no terminal to ask in: read it above, then add --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test((await terminal.question('May models read this, and call it? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
