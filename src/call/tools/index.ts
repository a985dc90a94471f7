import { agent, sendMessage } from './agent.ts'
import { applyPatch } from './apply-patch.ts'
import { bash, monitor } from './bash.ts'
import { fileDelete, fileEdit, multiEdit, textEditor } from './file-edit.ts'
import { fileWrite, saveMemory } from './file-write.ts'
import { mcp, mcpTool } from './mcp.ts'
import { notebookEdit, repl, writeStdin } from './notebook.ts'
import { cmd, powershell } from './powershell.ts'
import { fileRead, glob, grep, listDirectory, readMany } from './read.ts'
import { sessionTools } from './session-tools.ts'
import { config, cronCreate } from './settings.ts'
import type { Tool } from './tool.ts'
import { webFetch, webSearch } from './web.ts'

/** Every tool we know. To add one: one file in this folder and one line here. */
export const TOOLS: readonly Tool[] = [
  bash,
  monitor,
  powershell,
  cmd,
  fileEdit,
  multiEdit,
  textEditor,
  applyPatch,
  fileDelete,
  fileWrite,
  saveMemory,
  notebookEdit,
  repl,
  writeStdin,
  agent,
  sendMessage,
  webFetch,
  webSearch,
  config,
  cronCreate,
  mcp,
  fileRead,
  readMany,
  grep,
  glob,
  listDirectory,
  ...sessionTools,
]

const byName = new Map(
  TOOLS.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name.toLowerCase(), tool] as const)),
)

/** The tool with this name in any agent's dialect. Undefined: nobody told us about it, so it is reviewed. */
export function toolNamed(name: string): Tool | undefined {
  return byName.get(name.toLowerCase()) ?? mcpTool(name)
}

export { encodeUnknown, understandUnknown } from './unknown.ts'
