import { ownCommand } from '../../call/own-command.ts'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentNamed } from '../../agents/index.ts'
import type { Place } from '../install/place.ts'
import { type InstallableAgent, programOf, type Recipe } from '../install/recipes.ts'
import type { Finding } from './finding.ts'
import { startModel } from './scripted-model.ts'

/** How an agent is started without a terminal and without the network, with nothing of its own settings changed. */
interface Offline {
  readonly environment: (model: string, scratch: string) => Readonly<Record<string, string>>
  readonly arguments: (model: string) => readonly string[]
  /** Its shell tool, and that tool's parameters: one too many and the agent itself refuses the call. */
  readonly shell: (command: string) => { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
}

const PROMPT = 'portcullis canary: run it'

const OFFLINE: Readonly<Partial<Record<InstallableAgent, Offline>>> = {
  'claude-code': {
    environment: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    arguments: () => ['-p', PROMPT, '--output-format', 'json', '--allowedTools', 'Bash'],
    shell: (command) => ({ call: 'Bash', input: { command, description: PROMPT } }),
  },
  codex: {
    environment: () => ({ PORTCULLIS_CANARY_KEY: 'not-a-key' }),
    // The trust of hooks is left as it is: a hook that Codex would skip is to be found here.
    arguments: (model) => [
      'exec',
      '--skip-git-repo-check',
      '-s',
      'danger-full-access',
      '-c',
      'model="scripted"',
      '-c',
      'model_provider="scripted"',
      '-c',
      `model_providers.scripted={name="scripted",base_url="${model}/v1",wire_api="responses",env_key="PORTCULLIS_CANARY_KEY",request_max_retries=0,stream_max_retries=0}`,
      PROMPT,
    ],
    shell: (cmd) => ({ call: 'exec_command', input: { cmd } }),
  },
  'gemini-cli': {
    environment: (model) => ({ GEMINI_API_KEY: 'not-a-key', GOOGLE_GEMINI_BASE_URL: model }),
    arguments: () => ['-p', PROMPT, '-m', 'gemini-2.5-flash', '--skip-trust', '--approval-mode', 'yolo'],
    shell: (command) => ({ call: 'run_shell_command', input: { command, description: PROMPT } }),
  },
  opencode: {
    environment: (model, scratch) => {
      const file = join(scratch, 'opencode.json')
      const options = { baseURL: `${model}/v1`, apiKey: 'not-a-key' }
      const models = { scripted: { name: 'scripted', tool_call: true, limit: { context: 100_000, output: 4000 } } }
      const provider = { scripted: { npm: '@ai-sdk/openai-compatible', name: 'scripted', options, models } }
      writeFileSync(
        file,
        JSON.stringify({ enabled_providers: ['scripted'], small_model: 'scripted/scripted', provider }),
      )
      return { OPENCODE_CONFIG: file, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }
    },
    arguments: () => ['run', '-m', 'scripted/scripted', PROMPT],
    shell: (command) => ({ call: 'bash', input: { command, description: PROMPT } }),
  },
  'copilot-cli': {
    environment: (model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'not-a-key',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    arguments: () => ['-p', PROMPT, '--allow-all-tools', '--allow-all-paths'],
    shell: (command) => ({ call: 'bash', input: { command, description: PROMPT } }),
  },
  'qwen-code': {
    environment: (model) => ({ OPENAI_API_KEY: 'not-a-key', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' }),
    arguments: () => ['-p', PROMPT, '--auth-type', 'openai', '--approval-mode', 'yolo'],
    shell: (command) => ({
      call: 'run_shell_command',
      input: { command, description: PROMPT, is_background: false },
    }),
  },
}

const MOST_SECONDS = 120

/**
 * Harmless if it ran, and closed by the firewall whatever the rules are. Nothing that an agent's own checks stop: then
 * nobody could tell who stopped it.
 */
const CANARY = 'ls ~/.ssh/portcullis-canary'
const REASON = 'firewall.path'

/**
 * Runs the agent itself, as it is installed, with a model that asks for one marked call. The mark would be left by the
 * call and by nothing else.
 */
export async function runLive(recipe: Recipe, place: Place): Promise<Finding> {
  const about = `${agentNamed(recipe.agent)!.title}: live canary`
  const offline = OFFLINE[recipe.agent]
  const program = programOf(recipe, place)
  if (offline === undefined) return { about, state: 'yellow', says: 'this agent cannot be run without a person' }
  if (program === undefined) return { about, state: 'yellow', says: 'its program is not on the PATH' }
  const scratch = mkdtempSync(join(tmpdir(), 'portcullis-live-'))
  const project = join(scratch, 'project')
  const mark = join(project, 'canary-ran')
  mkdirSync(project)
  const canary = offline.shell(`${CANARY}; touch ${mark}`)
  let calls = 0
  const model = await startModel((turn) => {
    if (turn.calls > 0 || !turn.tools.some(({ name }) => name === canary.call)) return { say: 'done' }
    calls++
    return canary
  })
  try {
    const environment = { ...place.environment, ...offline.environment(model.url, scratch) }
    await finish(program, offline.arguments(model.url), project, environment)
    if (existsSync(mark))
      return {
        about,
        state: 'red',
        says: 'the canary ran: this agent does not pass the gate',
        fix: `${ownCommand(`init ${recipe.agent}`)}, then look at what it says`,
      }
    if (calls === 0 || model.seen.length < 2)
      return { about, state: 'yellow', says: 'the agent could not be brought to make a call, so nothing is shown' }
    if (!model.seen.some((text) => text.includes(REASON)))
      return {
        about,
        state: 'red',
        says: 'the canary did not run, but it was not the gate that stopped it',
        fix: `${ownCommand(`init ${recipe.agent}`)}, then look at what it says`,
      }
    return { about, state: 'green', says: 'the agent asked for the canary, and it did not run' }
  } finally {
    await model.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

function finish(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, MOST_SECONDS * 1000)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    child.on('error', end)
    child.on('close', end)
  })
}
