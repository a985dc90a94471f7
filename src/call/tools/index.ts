import { agent } from './agent.ts'
import { applyPatch } from './apply-patch.ts'
import { bash, monitor } from './bash.ts'
import { config } from './config.ts'
import { cronCreate } from './cron-create.ts'
import { fileDelete, fileEdit, multiEdit, textEditor } from './file-edit.ts'
import { fileRead } from './file-read.ts'
import { fileWrite, saveMemory } from './file-write.ts'
import { glob } from './glob.ts'
import { grep } from './grep.ts'
import { listDirectory } from './list-directory.ts'
import { mcp, mcpTool } from './mcp.ts'
import { notebookEdit } from './notebook-edit.ts'
import { cmd, powershell } from './powershell.ts'
import { readMany } from './read-many.ts'
import { repl } from './repl.ts'
import { sendMessage } from './send-message.ts'
import { sessionTools } from './session-tools.ts'
import type { Tool } from './tool.ts'
import { webFetch } from './web-fetch.ts'
import { webSearch } from './web-search.ts'
import { writeStdin } from './write-stdin.ts'

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
