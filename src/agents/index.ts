import type { Agent } from './agent.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilotCli } from './copilot-cli.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'
import { generic } from './generic.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

/** Every agent we speak to. To add one: one file in this folder and one line here. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, geminiCli, opencode, copilotCli, cursor, qwenCode, generic]

const byName = new Map<string, Agent>(AGENTS.map((agent) => [agent.name, agent]))

export function agentNamed(name: string): Agent | undefined {
  return byName.get(name)
}
