import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { visible } from '../../call/visible.ts'
import { eitherJudge } from '../mcp/either-judge.ts'
import { DEADLINE_MS, type McpProxyOptions, openMcpProxy } from '../mcp/open-proxy.ts'
import { CLIENT_GONE } from '../mcp/proxy.ts'
import { servePermissionPrompt } from '../mcp/permission-prompt.ts'
import { LAUNCHER } from '../launcher.ts'
import { stateDirectory } from '../state-directory.ts'
import { addPinCommands } from './mcp-pins.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

interface McpOptions {
  readonly url?: string
  readonly header: readonly string[]
  readonly name?: string
  readonly permissionPrompt?: boolean
  readonly listen?: number
  readonly contained?: boolean
  readonly state?: string
  readonly settings?: string
  readonly cwd?: string
  readonly deadline: number
  /** The words after `--`, which commander never sees. */
  readonly shellCommand?: readonly string[]
}

export function addMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .description(
      'stand between an MCP client and a server: every call of a tool passes the gate before it reaches the server',
    )
    .option('--url <address>', 'a server behind streamable HTTP, instead of a command after --')
    .option('--header <name: value>', 'sent to that server with every request; may be given again', collect, [])
    .option('--name <name>', "the server's name in the client's settings (default: that of its program or host)")
    .option(
      '--listen <port>',
      'for clients that reach servers by address: streamable HTTP on this port of 127.0.0.1, with a token',
      readPort,
    )
    .option('--contained', 'run the server behind walls: no secrets, no network, its changes judged when it ends')
    .option('--permission-prompt', "be the tool that Claude Code's --permission-prompt-tool asks, and no proxy")
    .option('--deadline <seconds>', 'deny a call that is not allowed until then', readSeconds, DEADLINE_MS / 1000)
    .option('--cwd <directory>', 'the directory the client works in (default: this one)')
    .option('--state <directory>', 'where the gate keeps what it remembers')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's; judges here")
    // Says to `uninstall` what `init --mcp` found.
    .addOption(new Option('--wrapped <how>').hideHelp())
    .addHelpText(
      'after',
      `
Examples:
  portcullis mcp --name files -- npx -y @modelcontextprotocol/server-filesystem .
  portcullis mcp --name docs --url https://mcp.example.com/mcp --header 'Authorization: Bearer …'
  portcullis mcp --name files --listen 8123 -- npx -y @modelcontextprotocol/server-filesystem .
  claude --mcp-config '{"mcpServers":{"portcullis":{"command":"portcullis","args":["mcp","--permission-prompt"]}}}' \\
         --permission-prompt-tool mcp__portcullis__permission_prompt -p '…'
  portcullis mcp pins       which descriptions of tools were accepted, and which are held
`,
    )
    .action(async (options: McpOptions) => {
      process.exitCode = options.permissionPrompt ? await prompt(options) : await proxy(options)
    })
  addPinCommands(mcp)
}

async function proxy(options: McpOptions): Promise<number> {
  const [command, ...args] = options.shellCommand ?? []
  if ((command === undefined) === (options.url === undefined))
    throw new UsageError(
      'name one server: a command after `--` (`portcullis mcp -- npx some-server`), or `--url <address>`',
    )
  if (options.contained && command === undefined)
    throw new UsageError('--contained is for a server that is started here: a command after `--`')
  const server =
    command === undefined
      ? { url: address(options.url!), headers: headersOf(options.header) }
      : options.contained
        ? behindWalls([command, ...args], options)
        : { command, args }
  const name = options.name ?? (options.contained ? basename(command!) : undefined)
  const about: McpProxyOptions = {
    server,
    deadlineMs: options.deadline * 1000,
    ...(name === undefined ? {} : { name }),
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }
  if (options.listen !== undefined) return listen(about, options.listen)
  const opened = await openMcpProxy(about)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => opened.stop(`it was told to end (${signal})`))
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(failure, (error: unknown) =>
      opened.stop(`it failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  const why = await opened.run()
  await opened.close()
  if (why.startsWith(CLIENT_GONE)) return 0
  process.stderr.write(`portcullis: ${why}\n`)
  return 1
}

/** One judge for all sessions; a server for each. Ends when it is told to. */
async function listen(about: McpProxyOptions, port: number): Promise<number> {
  const given = process.env['PORTCULLIS_MCP_TOKEN']
  if (given !== undefined && given.length < 16)
    throw new UsageError(
      'PORTCULLIS_MCP_TOKEN is too short: 16 characters or more, or leave it out for a token of its own',
    )
  const { listenMcp } = await import('../mcp/listen.ts')
  const judge = eitherJudge({
    state: stateDirectory(about.state),
    patienceMs: about.deadlineMs ?? DEADLINE_MS,
    ...(about.settings === undefined ? {} : { settings: about.settings }),
  })
  const token = given ?? randomBytes(32).toString('base64url')
  const say = (sentence: string): void => void process.stderr.write(`portcullis: ${visible(sentence)}\n`)
  const listening = await listenMcp({ port, token, say, open: (client) => openMcpProxy({ ...about, client, judge }) })
  say(`listening on ${listening.url}${given === undefined ? `; Authorization: Bearer ${token}` : ''}`)
  const ended = Promise.withResolvers<number>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.resolve(0))
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(failure, (error: unknown) => {
      say(`it failed: ${error instanceof Error ? error.message : String(error)}`)
      ended.resolve(1)
    })
  const status = await ended.promise
  await listening.close()
  await judge.close()
  return status
}

/** The whole server behind walls. Where they cannot be built it does not start, and so serves nothing. */
function behindWalls(
  words: readonly string[],
  { state, cwd }: McpOptions,
): { command: string; args: readonly string[] } {
  const places = [...(state === undefined ? [] : ['--state', state]), ...(cwd === undefined ? [] : ['--cwd', cwd])]
  return { command: process.execPath, args: [LAUNCHER, 'run', '--quiet', '--commit', ...places, '--', ...words] }
}

async function prompt(options: McpOptions): Promise<number> {
  const { deadline, settings, cwd = process.cwd() } = options
  // Nobody reads answers any more.
  process.stdout.on('error', () => process.exit(2))
  const judge = eitherJudge({
    state: stateDirectory(options.state),
    patienceMs: deadline * 1000,
    ...(settings === undefined ? {} : { settings }),
  })
  await servePermissionPrompt((call, signal) => judge.judge({ ...call, cwd }, signal), version)
  await judge.close()
  return 0
}

function address(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`not an http or https address: ${text}`)
  return text
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new UsageError('a header is `Name: value`')
      return [name, value]
    }),
  )
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function readPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('a port from 0 (any that is free) to 65535 is needed.')
  return port
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 3600)) throw new InvalidArgumentError('a number of seconds from 1 to 3600 is needed.')
  return seconds
}
