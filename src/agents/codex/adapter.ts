import { toolNamed } from '../../call/tools/index.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, insteadOf, reasonForUnaskable, reasonOf } from '../answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from '../claude-shape.ts'
import { answerPermissionRequest, decision } from '../claude-answers.ts'
import { shutOut, unwrapped } from './shut-out.ts'
import { readingEvent } from '../fields.ts'

/** Tools that start a program into which something could be typed later. */
const STARTS_PROGRAMS: ReadonlySet<string> = new Set(['Bash', 'Monitor', 'PowerShell', 'REPL'])

/**
 * Codex. Its output schema is strict: one unknown field, a missing reason, `ask` or `continue` make the whole answer
 * invalid, and an invalid answer lets the call run. Text typed into a running program passes no hook.
 */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  readEvent: (payload) => readingEvent(payload, read),
  caller: ({ moment, call, shutOut: isShutOut }) => ({
    ask: moment === 'permission-request' ? 'shown' : 'refused',
    canRewrite: moment === 'before-tool',
    ...(STARTS_PROGRAMS.has(toolNamed(call.tool)?.name ?? '') && isShutOut !== true
      ? { unseenInput: { tool: 'write_stdin', shutOut } }
      : {}),
  }),
  subagents: 'named',
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => {
    if (event.moment === 'permission-request') return answerPermissionRequest(verdict, event)
    switch (verdict.decision) {
      case 'allow':
        return allowed(decision('allow', reasonOf(verdict), verdict.rewritten))
      case 'contain': {
        const instead = insteadOf(verdict)
        const reason = reasonOf(verdict)
        return instead === undefined
          ? denied(decision('deny', reason), reason)
          : allowed(decision('allow', reason, instead))
      }
      case 'ask': {
        const reason = reasonForUnaskable(verdict, 'Codex')
        return denied(decision('deny', reason), reason)
      }
      case 'deny':
        return denied(decision('deny', reasonOf(verdict)), reasonOf(verdict))
    }
  },
}

/**
 * A command that was rewritten comes back to us when Codex asks for permission: it is read as what it was made of. Before
 * a tool runs nothing follows from that, since whatever is allowed there is rewritten.
 */
function read(payload: JsonObject): AgentEvent {
  const input = payload['tool_input']
  const command = isJsonObject(input) ? input['command'] : undefined
  if (!isJsonObject(input) || typeof command !== 'string' || unwrapped(command) === command)
    return readClaudeShape('codex', payload)
  const event = readClaudeShape('codex', { ...payload, tool_input: { ...input, command: unwrapped(command) } })
  return event.kind === 'tool-call' && event.moment === 'permission-request' ? { ...event, shutOut: true } : event
}
