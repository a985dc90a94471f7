import { isJsonObject } from '../strict-json.ts'
import type { JsonObject } from '../tool-call.ts'
import { deed, understood } from './deeds.ts'
import { pairs, requiredText } from './input.ts'
import { argumentDeeds } from './mcp-arguments.ts'
import { type Tool, UnreadableInput } from './tool.ts'

/**
 * A tool of an MCP server, by its whole name: `mcp__server__tool`, `mcp_server_tool` as Gemini writes it, or
 * `mcp__server-tool` for clients that only put a dash between the two.
 */
export function mcpTool(name: string): Tool | undefined {
  const parts = /^mcp__(.+?)__(.+)$/s.exec(name) ?? /^mcp_([^_]+)_(.+)$/s.exec(name)
  const [, server, tool] = parts ?? []
  const readings = server === undefined || tool === undefined ? dashed(name) : ([[server, tool]] as const)
  const [first] = readings
  if (first === undefined) return undefined
  return {
    name,
    aliases: [],
    encode: (input) => shown(first[1], input),
    understand: (input, context) =>
      understood(
        ...readings.map(([server, tool]) =>
          deed({ does: 'call-mcp-tool', server, tool, input }, `${tool} ${pairs(input)}`.trim()),
        ),
        ...argumentDeeds(first[0], first[1], input, context),
      ),
    specifier: 'none',
  }
}

/** `mcp__server-tool`, where any dash may be the one between them: the call is judged in every reading. */
function dashed(name: string): readonly (readonly [server: string, tool: string])[] {
  const whole = /^mcp__(.+-.+)$/s.exec(name)?.[1]
  if (whole === undefined) return []
  const words = whole.split('-')
  return words
    .map((_word, at) => [words.slice(0, at).join('-'), words.slice(at).join('-')] as const)
    .filter(([server, tool]) => server !== '' && tool !== '')
    .reverse()
}

/** The dialect of hosts that pass every MCP call through one tool: `{tool_name, arguments}`. */
export const mcp: Tool = {
  name: 'mcp',
  aliases: ['use_mcp_tool', 'call_mcp_tool', 'mcp_tool', 'tool_call'],
  encode: (input) => shown(nameOf(input), argumentsOf(input)),
  understand: (input, context) => {
    const tool = nameOf(input)
    const server = input['server_name'] ?? input['server'] ?? 'mcp'
    if (typeof server !== 'string') throw new UnreadableInput('parameter `server_name` is not a text')
    const args = argumentsOf(input)
    return understood(
      deed({ does: 'call-mcp-tool', server, tool, input: args }, `${tool} ${pairs(args)}`.trim()),
      ...argumentDeeds(server, tool, args, context),
    )
  },
  specifier: 'none',
}

/** Never empty: a tool without arguments is shown by its name. */
function shown(tool: string, input: JsonObject): string {
  return pairs(input) || tool
}

function nameOf(input: JsonObject): string {
  return requiredText(input, 'tool_name', 'name', 'tool')
}

function argumentsOf(input: JsonObject): JsonObject {
  const given = input['arguments'] ?? input['args'] ?? input['params'] ?? {}
  if (!isJsonObject(given)) throw new UnreadableInput('parameter `arguments` is not an object')
  return given
}
