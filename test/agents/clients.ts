import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstallableAgent } from '../../src/surfaces/install/recipes.ts'

/** The tools of one client that the script calls, as it names them. Expressions are for names that carry a server's. */
export interface Tools {
  readonly shell: (command: string) => Called
  readonly write: (path: string, text: string) => Called
  readonly getNote: RegExp
  readonly deleteNote: RegExp
  readonly skill?: (name: string) => Called
  /** Types into a program that is running, unseen by hooks. */
  readonly start?: (command: string) => Called
  readonly type?: (session: string, text: string) => Called
  /** Names of the tool that starts a sub-agent, best first. */
  readonly spawns: readonly string[]
  /** A kind of sub-agent that may run commands. */
  readonly childType: string
}

export interface Called {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A real client: which package, how it is started without a terminal, where it finds model and MCP server. */
export interface Client {
  readonly agent: InstallableAgent
  readonly package: string
  readonly version: string
  readonly program: string
  /** Writes what the client needs to talk to our model. Called before `init`, which must leave it as it is. */
  readonly prepare: (home: string, model: string, server: readonly string[]) => void
  readonly environment: (home: string, model: string) => Readonly<Record<string, string>>
  readonly arguments: (prompt: string, home: string) => readonly string[]
  /** The mode in which it asks nobody, for those that would run what they are told to ask about. */
  readonly unasked?: {
    readonly arguments: readonly string[]
    readonly environment: Readonly<Record<string, string>>
  }
  readonly tools: Tools
  /** Where a project keeps skills. */
  readonly skills: string
  /** What the client itself lets run, whatever the hook does. */
  readonly cannotClose: readonly ('a hook that hangs' | 'a hook that is killed')[]
  /** Its sub-agents call no hooks, so none is started. */
  readonly subagents?: 'refused'
  /** Rows that this client cannot show, and why. */
  readonly lacks?: Readonly<Record<string, string>>
  /** How editors start it, over the Agent Client Protocol. */
  readonly acp?: readonly string[]
  /** It calls no hooks there. */
  readonly skipsHooksInEditors?: true
  /** It runs what is put in the place of a command, so that what nobody understands is contained. */
  readonly contains?: true
  /** It tells the model no exit codes: those of all commands, as its output has them. */
  readonly exitCodes?: (output: string) => readonly number[]
  /** The same arguments, with commands in a sandbox of its own. */
  readonly ownSandbox?: (given: readonly string[]) => readonly string[]
  /** Packages that its own would fetch in an install script. */
  readonly also?: readonly string[]
}

export function put(path: string, value: object | string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`)
}

function servers([command, ...args]: readonly string[]): object {
  return { notes: { command, args } }
}

export const CLIENTS: readonly Client[] = [
  {
    agent: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    program: 'claude',
    contains: true,
    also: ['@agentclientprotocol/claude-agent-acp@0.99.1'],
    acp: ['claude-agent-acp'],
    prepare: (home, _model, server) => put(join(home, 'mcp.json'), { mcpServers: servers(server) }),
    environment: (_home, model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    }),
    arguments: (prompt, home) => ['-p', prompt, '--output-format', 'json', '--mcp-config', join(home, 'mcp.json')],
    tools: {
      shell: (command) => ({ call: 'Bash', input: { command, description: 'run it' } }),
      write: (path, text) => ({ call: 'Write', input: { file_path: path, content: text } }),
      getNote: /^mcp__notes__get_note$/,
      deleteNote: /^mcp__notes__delete_note$/,
      skill: (name) => ({ call: 'Skill', input: { skill: name } }),
      spawns: ['Agent', 'Task'],
      childType: 'general-purpose',
    },
    // It refuses this mode to root, unless it is told that there is a sandbox around it.
    unasked: { arguments: ['--permission-mode', 'bypassPermissions'], environment: { IS_SANDBOX: '1' } },
    skills: '.claude/skills',
    cannotClose: [],
  },
  {
    agent: 'codex',
    package: '@openai/codex',
    version: '0.166.0',
    program: 'codex',
    contains: true,
    prepare: (home, model, [command, ...args]) =>
      put(
        join(home, '.codex', 'config.toml'),
        `model = "scripted"\nmodel_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n[mcp_servers.notes]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
      ),
    environment: () => ({ SCRIPTED_KEY: 'not-a-key' }),
    // The hooks of a fresh home are not trusted; a person would approve them in /hooks.
    arguments: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--json',
      '-s',
      'danger-full-access',
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
    ownSandbox: (given) => given.map((word) => (word === 'danger-full-access' ? 'workspace-write' : word)),
    tools: {
      shell: (command) => ({ call: 'exec_command', input: { cmd: command } }),
      write: (path, text) => ({
        call: 'exec_command',
        input: { cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch\nEOF` },
      }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      start: (command) => ({ call: 'exec_command', input: { cmd: command, tty: true, yield_time_ms: 1500 } }),
      type: (session, text) => ({
        call: 'write_stdin',
        input: { session_id: Number(session), chars: text, yield_time_ms: 1500 },
      }),
      spawns: ['spawn_agent'],
      childType: 'general-purpose',
    },
    skills: '.agents/skills',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    contains: true,
    acp: ['gemini', '--acp', '-m', 'gemini-2.5-flash', '--skip-trust', '--approval-mode', 'yolo'],
    skipsHooksInEditors: true,
    prepare: (home, _model, server) =>
      put(join(home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        mcpServers: servers(server),
      }),
    environment: (_home, model) => ({ GEMINI_API_KEY: 'not-a-key', GOOGLE_GEMINI_BASE_URL: model }),
    arguments: (prompt) => [
      '-p',
      prompt,
      '-m',
      'gemini-2.5-flash',
      '--output-format',
      'json',
      '--skip-trust',
      '--approval-mode',
      'yolo',
    ],
    tools: {
      shell: (command) => ({ call: 'run_shell_command', input: { command, description: 'run it' } }),
      write: (path, text) => ({ call: 'write_file', input: { file_path: path, content: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'activate_skill', input: { name } }),
      spawns: ['invoke_agent', 'generalist', 'generalist_agent', 'delegate_to_agent', 'codebase_investigator'],
      childType: 'generalist',
    },
    skills: '.gemini/skills',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    contains: true,
    acp: ['opencode', 'acp'],
    prepare: (home, model, server) =>
      put(join(home, '.config', 'opencode', 'opencode.json'), {
        autoupdate: false,
        share: 'disabled',
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        enabled_providers: ['scripted'],
        mcp: { notes: { type: 'local', command: server, enabled: true } },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'scripted',
            options: { baseURL: `${model}/v1`, apiKey: 'not-a-key' },
            models: { scripted: { name: 'scripted', tool_call: true, limit: { context: 100_000, output: 4000 } } },
          },
        },
      }),
    environment: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
    arguments: (prompt) => ['run', '--format', 'json', '-m', 'scripted/scripted', prompt],
    exitCodes: (output) => [...output.matchAll(/"exit":(\d+)/g)].map(([, code]) => Number(code)),
    tools: {
      shell: (command) => ({ call: 'bash', input: { command, description: 'run it' } }),
      write: (path, text) => ({ call: 'write', input: { filePath: path, content: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'skill', input: { name } }),
      spawns: ['task'],
      childType: 'general',
    },
    skills: '.opencode/skill',
    cannotClose: [],
  },
  {
    agent: 'copilot-cli',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    contains: true,
    acp: ['copilot', '--acp', '--allow-all-tools', '--allow-all-paths'],
    prepare: (home, _model, [command, ...args]) =>
      put(join(home, '.copilot', 'mcp-config.json'), {
        mcpServers: { notes: { type: 'local', command, args, tools: ['*'] } },
      }),
    environment: (_home, model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'not-a-key',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    arguments: (prompt) => ['-p', prompt, '--allow-all-tools', '--allow-all-paths'],
    tools: {
      shell: (command) => ({ call: 'bash', input: { command, description: 'run it' } }),
      write: (path, text) => ({ call: 'create', input: { path, file_text: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'skill', input: { skill: name } }),
      spawns: ['task'],
      childType: 'general-purpose',
    },
    skills: '.github/skills',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'qwen-code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    acp: ['qwen', '--acp', '--approval-mode', 'yolo'],
    prepare: (home, _model, server) =>
      put(join(home, '.qwen', 'settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        mcpServers: servers(server),
      }),
    environment: (_home, model) => ({
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
    arguments: (prompt) => ['-p', prompt, '--output-format', 'json', '--approval-mode', 'yolo'],
    tools: {
      shell: (command) => ({
        call: 'run_shell_command',
        input: { command, description: 'run it', is_background: false },
      }),
      write: (path, text) => ({ call: 'write_file', input: { file_path: path, content: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'skill', input: { skill: name } }),
      spawns: ['agent', 'task'],
      childType: 'general-purpose',
    },
    skills: '.qwen/skills',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'factory-droid',
    // The program itself. The package that starts it names a version of it that the registry does not have.
    package: `@factory/cli-${process.platform}-${process.arch}`,
    version: '0.225.2',
    also: ['@factory/cli@0.225.1'],
    program: 'droid',
    prepare: (home, model, server) => {
      put(join(home, '.factory', 'mcp.json'), { mcpServers: servers(server) })
      put(join(home, '.factory', 'settings.json'), {
        customModels: [
          {
            model: 'scripted',
            displayName: 'scripted',
            baseUrl: `${model}/v1`,
            apiKey: 'not-a-key',
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 4000,
          },
        ],
      })
    },
    environment: () => ({ FACTORY_API_KEY: 'not-a-key', DROID_DISABLE_AUTO_UPDATE: '1' }),
    arguments: (prompt) => ['exec', '--skip-permissions-unsafe', '-m', 'custom:scripted-0', prompt],
    tools: {
      shell: (command) => ({
        call: 'Execute',
        input: { command, summary: 'Run the command now', riskLevel: 'low', riskLevelReason: 'a test' },
      }),
      write: (path, text) => ({ call: 'Create', input: { file_path: path, content: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'Skill', input: { skill: name } }),
      spawns: ['Task'],
      childType: 'worker',
    },
    skills: '.factory/skills',
    cannotClose: ['a hook that hangs'],
    lacks: {
      prompt: 'not told to hooks',
      'MCP tool that reads': 'not played',
      'MCP tool that deletes': 'not played',
    },
    subagents: 'refused',
  },
  {
    agent: 'goose',
    package: '@aaif/goose-acp',
    version: '1.50.0',
    program: 'goose',
    acp: ['goose', 'acp'],
    prepare: (home, _model, [command, ...args]) =>
      put(
        join(home, '.config', 'goose', 'config.yaml'),
        `GOOSE_PROVIDER: openai\nGOOSE_MODEL: scripted\nextensions:\n  developer:\n    bundled: true\n    enabled: true\n    name: developer\n    timeout: 300\n    type: builtin\n  notes:\n    enabled: true\n    name: notes\n    type: stdio\n    cmd: ${JSON.stringify(command)}\n    args: ${JSON.stringify(args)}\n    envs: {}\n    timeout: 300\n`,
      ),
    environment: (_home, model) => ({
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_HOST: model,
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_MODE: 'auto',
      GOOSE_TELEMETRY_ENABLED: 'false',
    }),
    arguments: (prompt) => ['run', '--no-session', '-t', prompt],
    tools: {
      shell: (command) => ({ call: 'shell', input: { command } }),
      write: (path, text) => ({ call: 'write', input: { path, content: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      skill: (name) => ({ call: 'load_skill', input: { name } }),
      spawns: ['delegate'],
      childType: 'worker',
    },
    skills: '.agents/skills',
    cannotClose: [],
    lacks: { 'result with an injection': 'not told to hooks' },
    subagents: 'refused',
  },
  {
    agent: 'cline',
    package: 'cline',
    version: '3.0.65',
    program: 'cline',
    prepare: (home, model, server) => {
      put(join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'), { mcpServers: servers(server) })
      put(join(home, '.cline', 'data', 'settings', 'providers.json'), {
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: { provider: 'openai-compatible', apiKey: 'not-a-key', model: 'scripted', baseUrl: `${model}/v1` },
            updatedAt: '2026-11-15T10:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      })
    },
    environment: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),
    arguments: (prompt) => ['--json', '-P', 'openai-compatible', '-m', 'scripted', prompt],
    tools: {
      shell: (command) => ({ call: 'run_commands', input: { commands: [command] } }),
      write: (path, text) => ({ call: 'editor', input: { path, new_text: text } }),
      getNote: /get_note$/,
      deleteNote: /delete_note$/,
      spawns: ['spawn_agent'],
      childType: 'worker',
    },
    skills: '.cline/skills',
    cannotClose: [],
  },
]

/** The version that is installed below `cache`, if one is. */
export function installedVersion(client: Client, cache: string): string | undefined {
  try {
    const manifest = join(cache, client.agent, 'node_modules', client.package, 'package.json')
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version
  } catch {
    return undefined
  }
}
