import { CANNOT_ASK } from '../../call/caller.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, insteadOf, reasonForUnaskable, reasonOf } from '../answers.ts'
import {
  callOf,
  modelOf,
  objectField,
  optionalTextField,
  ranCall,
  readingEvent,
  saidBy,
  resultText,
  textField,
  unreadable,
} from '../fields.ts'

/**
 * OpenCode. Its hooks are functions in a plugin; ours passes them on as JSON and throws whatever is not a clear allow,
 * which is OpenCode's way to refuse. There is no way to ask from there. A sub-agent has a session id of its own.
 */
export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'own session',
  // A plugin of an earlier version would run the call as it is: only one that says so takes another input.
  caller: ({ rewrites }) => ({ ...CANNOT_ASK, canRewrite: rewrites === true }),
  acknowledge: (_event, warning) => allowed(warning === undefined ? { seen: true } : { seen: true, warning }),
  answer: (verdict, event) => {
    if (verdict.decision === 'allow') return allowed({ decision: 'allow', reason: reasonOf(verdict) })
    const instead = event.rewrites === true ? insteadOf(verdict) : undefined
    if (instead !== undefined) return allowed({ decision: 'contain', reason: reasonOf(verdict), args: instead })
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'OpenCode') : reasonOf(verdict)
    return denied({ decision: 'deny', reason }, reason)
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'event')
  const session = textField(payload, 'sessionID')
  switch (name) {
    case 'tool.execute.before': {
      const id = optionalTextField(payload, 'callID')
      const call = callOf('opencode', {
        tool: toolOf(payload),
        input: objectField(payload, 'args'),
        cwd: textField(payload, 'cwd'),
        session,
        ...(id === undefined ? {} : { id }),
      })
      const rewrites = payload['rewrites'] === true ? { rewrites: true as const } : {}
      return { kind: 'tool-call', name, moment: 'before-tool', call, ...rewrites, ...modelOf(payload) }
    }
    case 'tool.execute.after':
      return {
        kind: 'tool-result',
        name,
        session,
        tool: textField(payload, 'tool'),
        text: resultText(payload['output']),
        ...ranCall({ id: payload['callID'], tool: toolOf(payload), input: payload['args'], cwd: payload['cwd'] }),
      }
    case 'chat.message': {
      const text = optionalTextField(payload, 'text') ?? ''
      const parent = optionalTextField(payload, 'parentID')
      // What a child session is told comes from the agent that made it.
      return parent === undefined
        ? saidBy('user-prompt', name, session, text, payload['cwd'])
        : { kind: 'delivered', name, session, text }
    }
    case 'session.created': {
      const parent = optionalTextField(payload, 'parentID')
      return parent === undefined
        ? { kind: 'session-started', name, session }
        : {
            kind: 'subagent-started',
            name,
            session: parent,
            subagent: { id: session, type: 'task' },
            childSession: session,
          }
    }
    case 'session.deleted':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The plugin event \`${name}\` is not known.`)
  }
}

/** Tools of an MCP server are called `server_tool`; our plugin asks OpenCode which servers there are. */
function toolOf(payload: JsonObject): string {
  const name = textField(payload, 'tool')
  const server = optionalTextField(payload, 'server')
  return server !== undefined && server !== '' && name.startsWith(`${server}_`) && name.length > server.length + 1
    ? `mcp__${server}__${name.slice(server.length + 1)}`
    : name
}
