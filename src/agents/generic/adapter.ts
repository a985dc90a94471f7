import { PLAIN_CALLER } from '../../call/caller.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, insteadOf, reasonOf } from '../answers.ts'
import {
  callOf,
  objectField,
  optionalTextField,
  readingEvent,
  saidBy,
  resultText,
  textField,
  unreadable,
} from '../fields.ts'

/**
 * Any other agent: the documented JSON of docs/agents.md.
 *
 *     in    {"event":"tool-call","session":"…","cwd":"/…","tool":"Bash","input":{…},"id"?,"subagent"?:{"id","type"},"rewrites"?}
 *     out   {"decision":"allow"|"contain"|"ask"|"deny","reason":"…","codes":["…"],"stop":false,"input"?:{…}}
 *
 * Run the tool only on exit 0 and `decision` exactly `allow`. Who says `"rewrites": true` may be told `contain`, and then
 * runs the tool with `input` in the place of its own, and with nothing else.
 */
export const generic: Agent = {
  name: 'generic',
  title: 'any other agent',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'named',
  caller: ({ rewrites }) => ({ ...PLAIN_CALLER, canRewrite: rewrites === true }),
  acknowledge: (_event, warning) => allowed(warning === undefined ? { seen: true } : { seen: true, warning }),
  answer: (verdict, event) => {
    const reason = reasonOf(verdict)
    const instead = event.rewrites === true ? insteadOf(verdict) : undefined
    const refused = verdict.decision === 'deny' || (verdict.decision === 'contain' && instead === undefined)
    const body = {
      decision: refused ? 'deny' : verdict.decision,
      ...(instead === undefined ? {} : { input: instead }),
      reason,
      codes: verdict.because.map(({ code }) => code),
      stop: verdict.stopAgent === true,
    }
    return refused ? denied(body, reason) : allowed(body)
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'event')
  const session = textField(payload, 'session')
  switch (name) {
    case 'tool-call': {
      const id = optionalTextField(payload, 'id')
      const subagent = payload['subagent'] === undefined ? undefined : subagentIn(payload)
      const call = callOf('generic', {
        tool: textField(payload, 'tool'),
        input: objectField(payload, 'input'),
        cwd: textField(payload, 'cwd'),
        session,
        ...(id === undefined ? {} : { id }),
        ...(subagent === undefined ? {} : { subagent }),
      })
      const clientMode = optionalTextField(payload, 'mode')
      return {
        kind: 'tool-call',
        name,
        moment: 'before-tool',
        call,
        ...(payload['rewrites'] === true ? { rewrites: true as const } : {}),
        ...(clientMode === undefined ? {} : { clientMode }),
      }
    }
    case 'user-prompt':
    case 'question-answered':
      return saidBy(name, name, session, textField(payload, 'text'), payload['cwd'])
    case 'tool-result': {
      const to = payload['subagent'] === undefined ? {} : { subagent: subagentIn(payload) }
      const tool = textField(payload, 'tool')
      return { kind: name, name, session, tool, text: resultText(payload['result']), ...to }
    }
    case 'subagent-started':
    case 'subagent-ended': {
      const childSession = optionalTextField(payload, 'childSession')
      return {
        kind: name,
        name,
        session,
        subagent: subagentIn(payload),
        ...(childSession === undefined ? {} : { childSession }),
      }
    }
    case 'session-started':
    case 'session-ended':
      return { kind: name, name, session }
    default:
      return unreadable(`The event \`${name}\` is not known.`)
  }
}

function subagentIn(payload: JsonObject): { readonly id: string; readonly type: string } {
  const value = payload['subagent']
  if (!isJsonObject(value)) return unreadable('`subagent` is not an object.')
  return { id: textField(value, 'id'), type: textField(value, 'type') }
}
