import type { Host } from './conformance.ts'
import { claudeCodeHost } from './claude-code/host.ts'
import { clineHost } from './cline/host.ts'
import { codexHost } from './codex/host.ts'
import { copilotCliHost } from './copilot-cli/host.ts'
import { cursorHost } from './cursor/host.ts'
import { geminiCliHost } from './gemini-cli/host.ts'
import { factoryDroidHost } from './factory-droid/host.ts'
import { genericHost } from './generic/host.ts'
import { gooseHost } from './goose/host.ts'
import { opencodeHost } from './opencode/host.ts'
import { qwenCodeHost } from './qwen-code/host.ts'
import { vscodeHost } from './vscode/host.ts'
import { windsurfHost } from './windsurf/host.ts'

/** Every client in every shape it speaks, with the rules it was seen to follow: what the conformance suite plays against. */
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
  ['Factory Droid', factoryDroidHost],
  ['goose', gooseHost()],
  ['goose before on_failure existed', gooseHost('allow')],
  ['Cline', clineHost],
  ['Windsurf', windsurfHost],
  ['VS Code', vscodeHost()],
  ["VS Code with Claude Code's hook", vscodeHost('claude-code')],
  ["VS Code with Copilot CLI's hook", vscodeHost('copilot-cli')],
  ['any other agent', genericHost],
]
