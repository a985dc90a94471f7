import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Place } from './place.ts'
import type { Edit, InstallableAgent } from './recipes.ts'
import { BrokenSettings } from './settings-file.ts'

/** Where an agent keeps MCP servers: those of its user, or those of a project. */
interface ServersFile {
  readonly agent: InstallableAgent
  readonly path: (place: Place) => string
  readonly format: Format
}

/** How servers are written: under `mcpServers`, under `servers` as VS Code does, one list of words under `mcp`, or in TOML. */
type Format = 'mcpServers' | 'servers' | 'mcp' | 'toml'

const USER_FILES: readonly ServersFile[] = [
  {
    agent: 'claude-code',
    path: ({ environment, home }) => join(environment['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
    format: 'mcpServers',
  },
  { agent: 'cursor', path: ({ home }) => join(home, '.cursor', 'mcp.json'), format: 'mcpServers' },
  { agent: 'gemini-cli', path: ({ home }) => join(home, '.gemini', 'settings.json'), format: 'mcpServers' },
  { agent: 'qwen-code', path: ({ home }) => join(home, '.qwen', 'settings.json'), format: 'mcpServers' },
  { agent: 'factory-droid', path: ({ home }) => join(home, '.factory', 'mcp.json'), format: 'mcpServers' },
  {
    agent: 'windsurf',
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'mcpServers',
  },
  { agent: 'copilot-cli', path: ({ home }) => join(home, '.copilot', 'mcp-config.json'), format: 'mcpServers' },
  // VS Code runs the hook of Copilot CLI.
  { agent: 'copilot-cli', path: (place) => join(codeDirectory(place), 'mcp.json'), format: 'servers' },
  {
    agent: 'cline',
    path: ({ home }) => join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    format: 'mcpServers',
  },
  {
    agent: 'opencode',
    path: ({ environment, home }) =>
      join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode', 'opencode.json'),
    format: 'mcp',
  },
  {
    agent: 'codex',
    path: ({ environment, home }) => join(environment['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
    format: 'toml',
  },
]

/** Below the directory of a project. */
const PROJECT_FILES: readonly (Omit<ServersFile, 'path'> & { readonly below: string })[] = [
  { agent: 'claude-code', below: '.mcp.json', format: 'mcpServers' },
  { agent: 'cursor', below: '.cursor/mcp.json', format: 'mcpServers' },
  { agent: 'gemini-cli', below: '.gemini/settings.json', format: 'mcpServers' },
  { agent: 'qwen-code', below: '.qwen/settings.json', format: 'mcpServers' },
  { agent: 'factory-droid', below: '.factory/mcp.json', format: 'mcpServers' },
  { agent: 'copilot-cli', below: '.vscode/mcp.json', format: 'servers' },
  { agent: 'opencode', below: 'opencode.json', format: 'mcp' },
  { agent: 'codex', below: '.codex/config.toml', format: 'toml' },
]

function codeDirectory({ home, platform, environment }: Place): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  return join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code', 'User')
}

/** The files of an agent whose servers are started through the proxy. Files that are not there are not made. */
export function mcpEdits(agent: InstallableAgent, place: Place, projects: readonly string[] = []): readonly Edit[] {
  const ofProjects = projects.flatMap((project) =>
    PROJECT_FILES.map(({ below, ...file }): ServersFile => ({ ...file, path: () => join(project, below) })),
  )
  return [...USER_FILES, ...ofProjects]
    .filter((file) => file.agent === agent && existsSync(file.path(place)))
    .map(({ path, format }) => {
      const servers = FINDERS[format]
      const remove = (now: string): string => {
        const mark = now.startsWith('\ufeff') ? '\ufeff' : ''
        return mark + unwrapServers(now.slice(mark.length), servers)
      }
      return {
        path: path(place),
        mode: 0o644,
        write: (now) => wrapServers(remove(now ?? ''), servers, place),
        remove,
      }
    })
}

/** A server that is started by a command, and where the parts of that stand in the text. */
interface Found {
  readonly name: string
  /** The text of the command with its quotation marks; undefined: it is the first word of the list. */
  readonly command: Span | undefined
  /** The list of arguments from `[` to `]`; undefined: there is none. */
  readonly args: Span | undefined
}

interface Span {
  readonly from: number
  readonly to: number
}

type FindServers = (text: string) => readonly Found[]

/** Said in a wrapped entry: whether the list of arguments was there before. */
const WRAPPED = '--wrapped'

/** Every server behind the proxy. Only the command and the beginning of its arguments change. */
function wrapServers(text: string, find: FindServers, place: Place): string {
  return changed(text, find, ({ name, command, args }) => {
    const state = place.environment['PORTCULLIS_STATE']
    const words = [place.launcher, 'mcp', '--name', name, ...(state === undefined ? [] : ['--state', state])]
    const how = args === undefined ? 'no-args' : command === undefined ? 'list' : 'args'
    const front = [...words, WRAPPED, how, '--'].map(quoted)
    if (command === undefined) {
      const start = (args?.from ?? 0) + 1
      return [{ from: start, to: start, text: `${[quoted(place.node), ...front].join(', ')}, ` }]
    }
    const raw = text.slice(command.from, command.to)
    const first = [...front, raw].join(', ')
    const program = { from: command.from, to: command.to, text: quoted(place.node) }
    if (args === undefined)
      return [program, { from: command.to, to: command.to, text: `${ARGS[format(text)]}[${first}]` }]
    const more = /^\[\s*\]$/.test(text.slice(args.from, args.to)) ? '' : ', '
    return [program, { from: args.from + 1, to: args.from + 1, text: `${first}${more}` }]
  })
}

const ARGS = { json: ', "args": ', toml: '\nargs = ' } as const

function format(text: string): keyof typeof ARGS {
  return /^\s*[{/]/.test(text) ? 'json' : 'toml'
}

/** What wrapping put there is taken out again, to the byte; a file that its agent wrote anew keeps the agent's own form. */
function unwrapServers(text: string, find: FindServers): string {
  return changed(text, find, ({ command, args }) => {
    const all = args === undefined ? [] : wordsOf(text, args)
    const words = command === undefined ? all.slice(1) : all
    const dashes = words.findIndex(({ value }) => value === '--')
    const how = words[words.findIndex(({ value }) => value === WRAPPED) + 1]?.value
    const original = words[dashes + 1]
    if (args === undefined || !isOurs(words) || dashes < 0 || original === undefined) return []
    if (command === undefined) {
      const front = words[dashes]!.to
      return [{ from: args.from + 1, to: front + /^,? ?/.exec(text.slice(front))![0].length, text: '' }]
    }
    const back = { ...command, text: text.slice(original.from, original.to) }
    if (how === 'no-args') return [back, { from: beforeArgs(text, args, command), to: args.to, text: '' }]
    const rest = /^\s*, ?/.exec(text.slice(original.to))?.[0].length ?? 0
    return [back, { from: args.from + 1, to: original.to + rest, text: '' }]
  })
}

/** Where the entry with the arguments begins, with what parts it from the one before. */
function beforeArgs(text: string, args: Span, command: Span): number {
  const found = /(?:,\s*"args"\s*:\s*|\nargs = )$/.exec(text.slice(command.to, args.from))
  return found === null ? args.from : command.to + found.index
}

interface Quoted extends Span {
  readonly value: string
}

/** The texts at the beginning of a list, up to anything that is none. */
function wordsOf(text: string, args: Span): readonly Quoted[] {
  const words: Quoted[] = []
  const next = /\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')\s*,?/y
  next.lastIndex = args.from + 1
  for (let match = next.exec(text); match !== null && next.lastIndex < args.to; match = next.exec(text)) {
    const raw = match[1]!
    const from = match.index + match[0].indexOf(raw)
    words.push({ from, to: from + raw.length, value: unquoted(raw) })
  }
  return words
}

function isOurs(words: readonly Quoted[]): boolean {
  const [launcher, verb] = words.map(({ value }) => value)
  return launcher !== undefined && basename(launcher) === 'portcullis.cjs' && verb === 'mcp'
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

function unquoted(raw: string): string {
  if (raw.startsWith("'")) return raw.slice(1, -1)
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw
  }
}

interface Replacement extends Span {
  readonly text: string
}

function changed(text: string, find: FindServers, change: (found: Found) => readonly Replacement[]): string {
  const changes = find(text)
    .flatMap(change)
    .toSorted((one, other) => other.from - one.from)
  return changes.reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text)
}

const FINDERS: Readonly<Record<Format, FindServers>> = {
  mcpServers: (text) => serversInJson(text, 'mcpServers'),
  servers: (text) => serversInJson(text, 'servers'),
  mcp: (text) => serversInJson(text, 'mcp'),
  toml: serversInToml,
}

/** The servers under `key` of the file, and of each project that Claude Code keeps in it. */
function serversInJson(text: string, key: Exclude<Format, 'toml'>): readonly Found[] {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (errors[0]) throw new BrokenSettings(printParseErrorCode(errors[0].error))
  if (root?.type !== 'object') throw new BrokenSettings('it is not an object')
  const projects = property(root, 'projects')?.children?.flatMap(({ children }) => children?.[1] ?? []) ?? []
  return [root, ...projects].flatMap((holder) => {
    const servers = property(holder, key)?.children ?? []
    return servers.flatMap(({ children: [name, entry] = [] }): readonly Found[] => {
      const command = entry && property(entry, 'command')
      if (key === 'mcp') return command && isWords(command) ? [listed(String(name?.value), command)] : []
      const args = entry && property(entry, 'args')
      if (command?.type !== 'string' || (args !== undefined && args.type !== 'array')) return []
      // Somebody put it behind the gate by hand.
      if (basename(String(command.value)) === 'portcullis') return []
      return [{ name: String(name?.value), command: span(command), args: args && span(args) }]
    })
  })
}

/** A program and its arguments in one list, all of them texts. */
function isWords({ type, children = [] }: Node): boolean {
  const [first] = children
  return (
    type === 'array' &&
    first !== undefined &&
    children.every((child) => child.type === 'string') &&
    basename(String(first.value)) !== 'portcullis'
  )
}

function listed(name: string, words: Node): Found {
  return { name, command: undefined, args: span(words) }
}

function property(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined
  return node.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1]
}

function span({ offset, length }: Node): Span {
  return { from: offset, to: offset + length }
}

const SECTION = /^\[mcp_servers\.(?:"([^"\\\n]+)"|([\w-]+))\][ \t]*\r?$/gm

/** `[mcp_servers.name]` with a plain `command` and a plain list. Whatever is written in another way is left alone. */
function serversInToml(text: string): readonly Found[] {
  return [...text.matchAll(SECTION)].flatMap((match): readonly Found[] => {
    const begin = match.index + match[0].length
    const length = text.slice(begin).search(/^\s*\[/m)
    const body = length < 0 ? text.slice(begin) : text.slice(begin, begin + length)
    const command = /^command\s*=\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\r?$/m.exec(body)
    const args = /^args\s*=\s*(\[(?:[^\]"'#]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')*\])/m.exec(body)
    if (command === null || (args === null && /^args\b/m.test(body))) return []
    const at = (found: RegExpExecArray): Span => {
      const from = begin + found.index + found[0].indexOf(found[1]!)
      return { from, to: from + found[1]!.length }
    }
    return [{ name: match[1] ?? match[2]!, command: at(command), args: args === null ? undefined : at(args) }]
  })
}
