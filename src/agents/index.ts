import type { Agent } from './agent.ts'
import { claudeCode } from './claude-code/adapter.ts'
import { cline } from './cline/adapter.ts'
import { codex } from './codex/adapter.ts'
import { copilotCli } from './copilot-cli/adapter.ts'
import { cursor } from './cursor/adapter.ts'
import { factoryDroid } from './factory-droid/adapter.ts'
import { geminiCli } from './gemini-cli/adapter.ts'
import { generic } from './generic/adapter.ts'
import { goose } from './goose/adapter.ts'
import { opencode } from './opencode/adapter.ts'
import { qwenCode } from './qwen-code/adapter.ts'
import { vscode } from './vscode/adapter.ts'
import { windsurf } from './windsurf/adapter.ts'

/** Every agent we speak to. To add one: one folder here, one line in this list and one in `hosts.ts`. */
export const AGENTS: readonly Agent[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  copilotCli,
  cursor,
  qwenCode,
  factoryDroid,
  goose,
  cline,
  windsurf,
  vscode,
  generic,
]

const byName = new Map<string, Agent>(AGENTS.map((agent) => [agent.name, agent]))

export function agentNamed(name: string): Agent | undefined {
  return byName.get(name)
}
