import { CANNOT_ASK } from '../../call/caller.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, insteadOf, reasonForUnaskable, reasonOf } from '../answers.ts'
import { acknowledgeInClaudeShape, isQuestion } from '../claude-shape.ts'
import {
  answersText,
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

const IRRELEVANT: ReadonlySet<string> = new Set([
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
  'Notification',
  'PreCompress',
])

/**
 * Gemini CLI. A flat `decision`; JSON on stdout beats exit 2, so an allow is never written beside a failure; an `ask`
 * hangs for ever without a terminal. Calls have no id, and sub-agents cannot be told from their parent.
 */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'unnamed',
  caller: () => ({ ...CANNOT_ASK, canRewrite: true }),
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict) => {
    switch (verdict.decision) {
      case 'allow':
        return allowed({ decision: 'allow', reason: reasonOf(verdict) })
      case 'contain': {
        const instead = insteadOf(verdict)
        const reason = reasonOf(verdict)
        return instead === undefined
          ? denied({ decision: 'deny', reason }, reason)
          : allowed({
              decision: 'allow',
              reason,
              hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: instead },
            })
      }
      case 'ask': {
        const reason = reasonForUnaskable(verdict, 'Gemini CLI')
        return denied({ decision: 'deny', reason }, reason)
      }
      case 'deny': {
        const reason = reasonOf(verdict)
        return denied(
          { decision: 'deny', reason, ...(verdict.stopAgent ? { continue: false, stopReason: reason } : {}) },
          reason,
        )
      }
    }
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'hook_event_name')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = textField(payload, 'session_id')
  switch (name) {
    case 'BeforeTool': {
      const transcript = optionalTextField(payload, 'transcript_path')
      const call = callOf('gemini-cli', {
        tool: textField(payload, 'tool_name'),
        input: objectField(payload, 'tool_input'),
        cwd: textField(payload, 'cwd'),
        session,
      })
      const found = transcript === undefined ? {} : { transcript }
      return { kind: 'tool-call', name, moment: 'before-tool', call, ...found, ...modelOf(payload) }
    }
    case 'BeforeAgent':
      return saidBy('user-prompt', name, session, optionalTextField(payload, 'prompt') ?? '', payload['cwd'])
    case 'AfterTool': {
      const tool = textField(payload, 'tool_name')
      const ran = ranCall({ tool, input: payload['tool_input'], cwd: payload['cwd'] })
      const answered = isQuestion(tool) ? answersText(payload['tool_response'], payload['tool_input']) : undefined
      return answered === undefined
        ? { kind: 'tool-result', name, session, tool, text: resultText(payload['tool_response']), ...ran }
        : saidBy('question-answered', name, session, answered, payload['cwd'])
    }
    case 'SessionStart':
      return { kind: 'session-started', name, session, ...modelOf(payload) }
    case 'SessionEnd':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}
