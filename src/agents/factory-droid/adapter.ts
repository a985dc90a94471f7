import { CANNOT_ASK } from '../../call/caller.ts'
import { toolNamed } from '../../call/tools/index.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent } from '../agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf } from '../answers.ts'
import { decision } from '../claude-answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from '../claude-shape.ts'
import { readingEvent } from '../fields.ts'

/**
 * Factory Droid. Claude's shape with tools of its own; calls have no id. `droid exec` runs what a hook says `ask` about,
 * and nothing in the payload tells it from the terminal: an ask is a denial.
 */
export const factoryDroid: Agent = {
  name: 'factory-droid',
  title: 'Factory Droid',
  readEvent: (payload) => readingEvent(payload, (fields) => readClaudeShape('factory-droid', withKnownTool(fields))),
  subagents: 'unnamed',
  // Nobody has seen its sub-agents call hooks: they could not be brought to run without an account.
  caller: ({ call }) => (toolNamed(call.tool)?.name === 'Agent' ? { ...CANNOT_ASK, unseenCalls: true } : CANNOT_ASK),
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict) => {
    if (verdict.decision === 'allow') return allowed(decision('allow', reasonOf(verdict)))
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'Factory Droid') : reasonOf(verdict)
    return denied(decision('deny', reason), reason)
  },
}

/** Tools of an MCP server are called `server___tool`. */
function withKnownTool(fields: JsonObject): JsonObject {
  const name = fields['tool_name']
  const [, server, tool] = (typeof name === 'string' && /^(?!mcp__)(.+?)___(.+)$/.exec(name)) || []
  return server === undefined ? fields : { ...fields, tool_name: `mcp__${server}__${tool}` }
}
