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
import { skill } from './skill.ts'
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
  skill,
  ...sessionTools,
]

const byName = new Map(
  TOOLS.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name.toLowerCase(), tool] as const)),
)

/** The tool with this name in any agent's dialect. Undefined: nobody told us about it, so it is reviewed. */
export function toolNamed(name: string): Tool | undefined {
  return byName.get(name.toLowerCase()) ?? amongAgents(name) ?? mcpTool(name)
}

/** A tool of an MCP server, by the form of its name. */
export function isServed(name: string): boolean {
  return !byName.has(name.toLowerCase()) && mcpTool(name) !== undefined
}

/** Codex puts the name of the group before tools that speak to other agents: `multi_agent_v1wait_agent`. */
function amongAgents(name: string): Tool | undefined {
  const own = /^(?:multi_agent|collab|agents)(?:_v\d+)?[._-]*(\w+)$/i.exec(name)?.[1]?.toLowerCase()
  if (own === undefined) return undefined
  // Outside the group this is the name of a tool that types into programs.
  if (own === 'send_input') return sendMessage
  const found = byName.get(own)
  return found === agent || found === sendMessage || found?.name === 'TaskOutput' ? found : undefined
}

export { encodeUnknown, understandUnknown } from './unknown.ts'
