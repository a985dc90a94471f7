import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstallableAgent } from '../../src/surfaces/install/recipes.ts'

/** A real client: which package, how it is started without a terminal, where it finds the model. */
export interface Client {
  readonly agent: InstallableAgent
  readonly package: string
  readonly version: string
  readonly program: string
  /** Writes what the client needs to talk to our model. Called before `init`, which must leave it as it is. */
  readonly prepare: (home: string, model: string) => void
  readonly environment: (home: string, model: string) => Readonly<Record<string, string>>
  readonly arguments: (prompt: string) => readonly string[]
  readonly shell: (command: string) => { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  /** Names of the tool that starts a sub-agent, best first. */
  readonly spawns: readonly string[]
  /** A kind of sub-agent that may run commands. */
  readonly childType: string
  /** What the client itself lets run when its hook hangs, whatever the hook does. */
  readonly cannotClose: readonly 'a hook that hangs'[]
}

function put(path: string, value: object | string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`)
}

export const CLIENTS: readonly Client[] = [
  {
    agent: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    program: 'claude',
    prepare: () => undefined,
    environment: (_home, model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    arguments: (prompt) => ['-p', prompt, '--output-format', 'json'],
    shell: (command) => ({ call: 'Bash', input: { command, description: 'run it' } }),
    spawns: ['Agent', 'Task'],
    childType: 'general-purpose',
    cannotClose: [],
  },
  {
    agent: 'codex',
    package: '@openai/codex',
    version: '0.166.0',
    program: 'codex',
    prepare: (home, model) =>
      put(
        join(home, '.codex', 'config.toml'),
        `model = "scripted"\nmodel_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
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
    shell: (command) => ({ call: 'exec_command', input: { cmd: command } }),
    spawns: ['spawn_agent'],
    childType: 'general-purpose',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    prepare: (home) =>
      put(join(home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
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
    shell: (command) => ({ call: 'run_shell_command', input: { command, description: 'run it' } }),
    spawns: ['invoke_agent', 'generalist', 'generalist_agent', 'delegate_to_agent', 'codebase_investigator'],
    childType: 'generalist',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    prepare: (home, model) =>
      put(join(home, '.config', 'opencode', 'opencode.json'), {
        autoupdate: false,
        share: 'disabled',
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        enabled_providers: ['scripted'],
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
    shell: (command) => ({ call: 'bash', input: { command, description: 'run it' } }),
    spawns: ['task'],
    childType: 'general',
    cannotClose: [],
  },
  {
    agent: 'copilot-cli',
    package: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    prepare: () => undefined,
    environment: (_home, model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'not-a-key',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    arguments: (prompt) => ['-p', prompt, '--allow-all-tools', '--allow-all-paths'],
    shell: (command) => ({ call: 'bash', input: { command, description: 'run it' } }),
    spawns: ['task'],
    childType: 'general-purpose',
    cannotClose: ['a hook that hangs'],
  },
  {
    agent: 'qwen-code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    program: 'qwen',
    prepare: (home) =>
      put(join(home, '.qwen', 'settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    environment: (_home, model) => ({
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
    arguments: (prompt) => ['-p', prompt, '--output-format', 'json', '--approval-mode', 'yolo'],
    shell: (command) => ({
      call: 'run_shell_command',
      input: { command, description: 'run it', is_background: false },
    }),
    spawns: ['agent', 'task'],
    childType: 'general-purpose',
    cannotClose: ['a hook that hangs'],
  },
]
