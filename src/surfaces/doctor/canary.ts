import { ownCommand } from '../../call/own-command.ts'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'jsonc-parser'
import type { JsonObject } from '../../call/tool-call.ts'
import { quoted } from '../install/hook-script.ts'
import type { InstallableAgent } from '../install/recipes.ts'
import { CANARY, CANARY_SESSION } from './canary-call.ts'
import type { Finding } from './finding.ts'

/** The payload of a tool call as each agent writes it, for the shell tool it has. */
export function canaryPayload(agent: InstallableAgent, cwd: string): JsonObject {
  const session = CANARY_SESSION
  const input = { command: CANARY, description: 'portcullis canary' }
  switch (agent) {
    case 'claude-code':
      return { session_id: session, cwd, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: input }
    case 'codex':
      return {
        session_id: session,
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: CANARY },
      }
    case 'qwen-code':
      return {
        session_id: session,
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'run_shell_command',
        tool_input: input,
      }
    case 'gemini-cli':
      return {
        session_id: session,
        cwd,
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: input,
      }
    case 'opencode':
      return { event: 'tool.execute.before', sessionID: session, tool: 'bash', args: input, cwd }
    case 'copilot-cli':
      return { sessionId: session, cwd, toolName: 'bash', toolArgs: input }
    case 'cursor':
      return {
        conversation_id: session,
        workspace_roots: [cwd],
        cwd,
        hook_event_name: 'preToolUse',
        tool_name: 'Shell',
        tool_input: input,
      }
    case 'factory-droid':
      return { session_id: session, cwd, hook_event_name: 'PreToolUse', tool_name: 'Execute', tool_input: input }
    case 'goose':
      return { event: 'PreToolUse', session_id: session, tool_name: 'shell', tool_input: input, working_dir: cwd }
    case 'cline':
      return {
        hookName: 'tool_call',
        taskId: session,
        workspaceRoots: [cwd],
        parent_agent_id: null,
        tool_call: { id: 'canary', name: 'run_commands', input: { commands: [CANARY] } },
      }
    case 'windsurf':
      return {
        agent_action_name: 'pre_run_command',
        trajectory_id: session,
        tool_info: { command_line: CANARY, cwd },
      }
  }
}

/** The command that the agent would run before a tool, read from its own settings and not from what we meant to write. */
export function installedCommand(agent: InstallableAgent, settings: string, mark: string): string | undefined {
  if (agent === 'opencode' || agent === 'cline') {
    const named = /^const HOOK = (\[".*"\])$/m.exec(readFileSync(settings, 'utf8'))?.[1]
    return named === undefined ? undefined : (JSON.parse(named) as string[]).map(quoted).join(' ')
  }
  if (settings.endsWith('.toml')) {
    const line = /^command = (".*")$/m.exec(readFileSync(settings, 'utf8'))?.[1]
    return line === undefined ? undefined : (JSON.parse(line) as string)
  }
  const value: unknown = parse(readFileSync(settings, 'utf8'))
  const hooks = member(value, 'hooks') ?? value
  for (const event of ['PreToolUse', 'BeforeTool', 'preToolUse', 'pre_run_command']) {
    const groups = member(hooks, event)
    if (!Array.isArray(groups)) continue
    for (const group of groups) {
      const handlers: unknown = member(group, 'hooks') ?? [group]
      for (const handler of Array.isArray(handlers) ? handlers : []) {
        const command = member(handler, 'command') ?? member(handler, 'bash')
        if (typeof command === 'string' && command.includes(mark)) return command
      }
    }
  }
  return undefined
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

export interface CanaryRun {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
}

/** Runs the installed entry exactly as the agent does: through a shell, the payload on standard input. */
export function runEntry(command: string, payload: JsonObject, cwd: string, seconds: number): Promise<CanaryRun> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    let stdout = ''
    let stderr = ''
    let timedOut = false
    child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
    child.stdin.on('error', () => undefined)
    const timer = setTimeout(() => {
      timedOut = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, seconds * 1000)
    const end = (exit: number | null): void => {
      clearTimeout(timer)
      resolve({ exit, stdout, stderr, timedOut })
    }
    child.on('error', () => end(null))
    child.on('close', end)
    child.stdin.end(JSON.stringify(payload))
  })
}

/** A deny for the right reason is green; a refusal because the gate is broken still blocks, and is yellow. */
export function judgeCanary(title: string, run: CanaryRun): Finding {
  const about = `${title}: canary`
  const fix = `run \`${ownCommand('init')}\` again, then \`${ownCommand('doctor')}\``
  if (run.timedOut) return { about, state: 'red', says: 'the hook did not answer within its own deadline', fix }
  if (run.exit !== 2 || run.stderr.trim() === '')
    return { about, state: 'red', says: `a call that must be denied was not: exit ${run.exit}`, fix }
  if (run.stdout.trim() === '')
    return {
      about,
      state: 'yellow',
      says: `everything is refused, because the gate does not work: ${run.stderr.trim().slice(0, 300)}`,
      fix: 'nothing runs until this is fixed; see the lines above',
    }
  return { about, state: 'green', says: 'a marked call was denied through the installed hook' }
}
