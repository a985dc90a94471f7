import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { toolNamed } from '../../call/tools/index.ts'
import type { Agent, AgentEvent, HookAnswer, Judged, ToolCallEvent } from '../agent.ts'
import { allowed, denied, insteadOf, reasonOf, refusal, runsAsItIs, SILENT } from '../answers.ts'
import { decision } from '../claude-answers.ts'
import { isQuestion, readClaudeShape } from '../claude-shape.ts'
import {
  answersText,
  callOf,
  modelOf,
  objectField,
  promptOf,
  optionalTextField,
  ranCall,
  readingEvent,
  saidBy,
  resultText,
  textField,
  unreadable,
} from '../fields.ts'
import { isVsCode, readVsCode } from '../vscode/adapter.ts'

/**
 * Copilot CLI. camelCase events carry no name of their own and are told apart by their fields; PascalCase events have
 * Claude's payload. The answer is flat; a deny needs its reason. A sub-agent has a session id of its own.
 */
export const copilotCli: Agent = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  readEvent: (payload) =>
    readingEvent(payload, (fields) => {
      if (isVsCode(fields)) return readVsCode('copilot-cli', fields)
      return Object.hasOwn(fields, 'hook_event_name') ? readClaudeShape('copilot-cli', fields) : read(fields)
    }),
  subagents: 'own session',
  // A tool that asks the user by itself needs no question of ours before it.
  caller: ({ call, rewrites }) => ({
    ...(toolNamed(call.tool)?.asksByItself === true ? CANNOT_ASK : PLAIN_CALLER),
    canRewrite: rewrites === true,
  }),
  // Its documentation does not promise that this is read; beside a result nothing else can be said.
  acknowledge: (event, warning) =>
    warning === undefined || event.kind !== 'tool-result' ? SILENT : allowed(warningBody(event.name, warning)),
  // Of a hook that only fails it shows the exit code and nothing else.
  refuse: (reason) => {
    const { stderr } = refusal(reason)
    return denied({ permissionDecision: 'deny', permissionDecisionReason: stderr.trim() }, stderr.trim())
  },
  answer: (verdict, event) => {
    const reason = reasonOf(verdict)
    if (verdict.decision === 'contain') return answerContained(verdict, reason, event)
    const body = answerBody(verdict.decision, reason, event)
    return verdict.decision === 'deny' ? denied(body, reason) : allowed(body)
  },
}

function answerContained(verdict: Judged, reason: string, event: ToolCallEvent): HookAnswer {
  const instead = event.rewrites === true ? insteadOf(verdict) : undefined
  if (instead !== undefined) return allowed({ ...answerBody('allow', reason, event), modifiedArgs: instead })
  const asItIs = event.moment === 'permission-request' && runsAsItIs(verdict, event)
  return asItIs ? allowed(answerBody('allow', reason, event)) : denied(answerBody('deny', reason, event), reason)
}

/** VS Code runs this hook, too, and reads what stands in Claude's place. */
function warningBody(event: string, additionalContext: string): JsonObject {
  const claude = { hookSpecificOutput: { hookEventName: event, additionalContext } }
  return { additionalContext, ...(event === 'PostToolUse' ? claude : {}) }
}

/** Claude-style JSON alone is ignored; beside the flat answer it is harmless, and PascalCase events may read it. */
function answerBody(says: 'allow' | 'ask' | 'deny', reason: string, event: ToolCallEvent): JsonObject {
  if (event.moment === 'permission-request')
    return says === 'ask' ? {} : { behavior: says, ...(says === 'deny' ? { message: reason } : {}) }
  const flat = { permissionDecision: says, permissionDecisionReason: reason }
  return event.name === 'PreToolUse' ? { ...flat, ...decision(says, reason) } : flat
}

/** What its results are called when the call was not made. */
const REFUSED: ReadonlySet<string> = new Set(['denied', 'rejected'])

function read(payload: JsonObject): AgentEvent {
  const session = textField(payload, 'sessionId')
  const has = (name: string): boolean => Object.hasOwn(payload, name)
  if (has('toolName') && !has('toolResult') && !has('error')) {
    const call = callOf('copilot-cli', {
      tool: toolOf(payload),
      input: has('toolArgs') ? objectField(payload, 'toolArgs') : objectField(payload, 'toolInput'),
      cwd: textField(payload, 'cwd'),
      session,
    })
    // A request for permission names what it would be recorded as; a plain preToolUse does not.
    const moment = has('permissionSuggestions') || has('permission_suggestions') ? 'permission-request' : 'before-tool'
    return {
      kind: 'tool-call',
      name: moment === 'before-tool' ? 'preToolUse' : 'permissionRequest',
      moment,
      call,
      ...(moment === 'before-tool' ? { rewrites: true as const } : {}),
      ...modelOf(payload),
    }
  }
  if (has('toolName')) {
    const tool = toolOf(payload)
    const name = 'postToolUse'
    const result = payload['toolResult'] ?? payload['error']
    // Refused: it did not run, and nobody said yes.
    if (isJsonObject(result) && REFUSED.has(String(result['resultType']))) return { kind: 'irrelevant', name }
    const ran = ranCall({ tool, input: payload['toolArgs'] ?? payload['toolInput'], cwd: payload['cwd'] })
    const answered = isQuestion(tool) ? answersText(result, payload['toolArgs']) : undefined
    return answered === undefined
      ? { kind: 'tool-result', name, session, tool, text: textOfResult(result), ...ran }
      : saidBy('question-answered', name, session, answered, payload['cwd'])
  }
  if (has('prompt')) {
    const parent = optionalTextField(payload, 'parentAgentId')
    const from = has('agentId') || parent !== undefined ? 'agent' : 'user'
    const said = promptOf(payload, 'userPromptSubmitted', session, from)
    return said.kind === 'delivered' && parent !== undefined && parent !== session ? { ...said, parent } : said
  }
  if (has('agentName') || has('agentId')) {
    const type = optionalTextField(payload, 'agentName') ?? 'unknown'
    const id = optionalTextField(payload, 'agentId') ?? type
    const name = has('stopReason') ? 'subagentStop' : 'subagentStart'
    const kind = name === 'subagentStop' ? 'subagent-ended' : 'subagent-started'
    return { kind, name, session, subagent: { id, type } }
  }
  if (has('source') || has('initialPrompt'))
    return { kind: 'session-started', name: 'sessionStart', session, ...modelOf(payload) }
  if (has('reason')) return { kind: 'session-ended', name: 'sessionEnd', session }
  return unreadable('The hook event is not one that is known.')
}

/** Tools of an MCP server are called `server-tool`, and both parts may have dashes: `mcp__` says so, and no more. */
function toolOf(payload: JsonObject): string {
  const name = textField(payload, 'toolName')
  return toolNamed(name) === undefined && /^[^-]+-.+$/.test(name) ? `mcp__${name}` : name
}

function textOfResult(result: JsonObject[string] | undefined): string {
  return isJsonObject(result) && typeof result['textResultForLlm'] === 'string'
    ? result['textResultForLlm']
    : resultText(result)
}
