import type { Host } from '../../src/agents/conformance.ts'
import { claudeCodeHost } from './claude-code.ts'
import { codexHost } from './codex.ts'
import { copilotCliHost } from './copilot-cli.ts'
import { cursorHost } from './cursor.ts'
import { geminiCliHost } from './gemini-cli.ts'
import { genericHost } from './generic.ts'
import { opencodeHost } from './opencode.ts'
import { qwenCodeHost } from './qwen-code.ts'

/** Every client in every shape it speaks. */
export const HOSTS: readonly (readonly [name: string, host: Host])[] = [
  ['Claude Code', claudeCodeHost()],
  ['Claude Code before onFailure existed', claudeCodeHost('proceed')],
  ['Codex', codexHost],
  ['Gemini CLI', geminiCliHost],
  ['OpenCode', opencodeHost],
  ['Copilot CLI', copilotCliHost()],
  ['Copilot CLI with PascalCase events', copilotCliHost('PascalCase')],
  ['Cursor before any tool', cursorHost('preToolUse')],
  ['Cursor before a shell command', cursorHost('beforeShellExecution')],
  ['Qwen Code', qwenCodeHost],
  ['any other agent', genericHost],
]
