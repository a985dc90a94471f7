import type { HookAnswer } from '../../agents/agent.ts'
import { refusal } from '../../agents/answers.ts'
import { strictMode } from '../../agents/client-modes.ts'
import { agentNamed } from '../../agents/index.ts'
import type { Caller } from '../../call/caller.ts'
import type { JsonValue, ToolCall } from '../../call/tool-call.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import type { Incoming } from '../../results/incoming.ts'
import type { SubagentNews } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import type { CameBack, SessionHost } from '../session-host.ts'

/** What answering a hook needs from whoever holds the gate and the sessions: the daemon, or this one process. */
export interface HookJudge {
  judge(call: ToolCall, manner: HookManner): Promise<Verdict>
  /** What the user said: typed, or chosen when the agent asked. */
  said(session: string, text: string, cwd?: string): Promise<void>
  /** What one agent told another. */
  delivered(session: string, text: string): Promise<void>
  /** A child with a session id of its own starts with what the user told its parent. */
  adopt?(child: string, parent: string): Promise<void>
  ended?(session: string): Promise<void>
  /** What became of a sub-agent. */
  subagent?(session: string, id: string, what: SubagentNews): Promise<void>
  /** The model that a session's main loop runs on. */
  runsOn?(session: string, model: string): Promise<void>
  /** A call ran: where the client was to ask about it, its person approved it. */
  ran?(session: string, call?: string, agent?: string): Promise<void>
  /** A result came back, perhaps with a sub-agent: what has to be said before it; '' when nothing has. */
  noteBefore?(session: string, result: BroughtBack): Promise<string>
  /** What a tool brought back: looked at, recorded, remembered. */
  resultOf(session: string, result: CameBack): Promise<Pick<Incoming, 'say'>>
  /** An event that cannot be read was refused, without a call to judge. */
  refused?(agent: string, reason: Reason): Promise<void>
}

/** What hooks tell about sessions. */
export type HookHost = Pick<
  SessionHost,
  'said' | 'delivered' | 'adopt' | 'subagent' | 'change' | 'ran' | 'resultOf' | 'noteBefore' | 'refused'
>

/** A host of sessions, for hooks. */
export function hookJudge(host: HookHost, judge: HookJudge['judge']): HookJudge {
  return {
    judge,
    said: (session, text) => host.said(session, text),
    delivered: (session, text) => host.delivered(session, text),
    adopt: (child, parent) => host.adopt(child, parent),
    subagent: (session, id, what) => host.subagent(session, id, what),
    runsOn: (session, model) => host.change(session, (open) => void (open.model = model)),
    ran: (session, call, agent) => host.ran(session, call, agent),
    noteBefore: (session, result) => host.noteBefore(session, result),
    resultOf: (session, result) => host.resultOf(session, result),
    refused: (agent, reason) => host.refused(agent, reason),
  }
}

export interface HookManner {
  readonly caller: Caller
  /** Where the agent keeps the conversation: the fallback when nothing of it was heard. */
  readonly transcript?: string
  /** The model that the main loop runs on. */
  readonly model?: string
}

/**
 * One hook event in, what the hook program prints and how it ends out. Never rejects: a failure is the shape that every
 * agent reads as a block. Undefined: no agent has that name. `observed`: the hook will give the agent no answer.
 */
export async function answerHook(
  agentName: string,
  payload: JsonValue,
  judge: HookJudge,
  manner: 'answered' | 'observed' = 'answered',
): Promise<HookAnswer | undefined> {
  const agent = agentNamed(agentName)
  if (!agent) return undefined
  const refuse = agent.refuse ?? refusal
  try {
    const read = agent.readEvent(payload)
    if ('unreadable' in read) {
      await judge.refused?.(agent.name, read.unreadable)
      return refuse(`${read.unreadable.code}: ${read.unreadable.sentence}`)
    }
    const event = read.ok
    switch (event.kind) {
      case 'tool-call': {
        const clientMode = strictMode(event.clientMode)
        const caller: Caller = { ...agent.caller(event), ...(clientMode === undefined ? {} : { clientMode }) }
        const terms = {
          caller: manner === 'observed' ? { ...caller, observed: true as const } : caller,
          ...(event.transcript === undefined ? {} : { transcript: event.transcript }),
          ...(event.model === undefined ? {} : { model: event.model }),
        }
        return agent.answer(await judge.judge(event.call, terms), event)
      }
      case 'user-prompt':
      case 'question-answered':
        if (event.text !== '') await judge.said(event.session, event.text, event.cwd)
        return agent.acknowledge(event)
      case 'delivered':
        if (event.parent !== undefined) {
          await judge.adopt?.(event.session, event.parent)
          await judge.subagent?.(event.parent, event.session, 'started elsewhere')
        }
        if (event.text !== '') await judge.delivered(event.session, event.text)
        return agent.acknowledge(event)
      case 'subagent-started':
        if (event.childSession !== undefined) {
          await judge.adopt?.(event.childSession, event.session)
          await judge.subagent?.(event.session, event.childSession, 'started elsewhere')
        }
        return agent.acknowledge(event)
      case 'subagent-ended':
        await judge.subagent?.(event.session, event.childSession ?? event.subagent.id, 'ended')
        return agent.acknowledge(event)
      case 'session-ended':
        await judge.ended?.(event.session)
        return agent.acknowledge(event)
      case 'tool-result': {
        await judge.ran?.(event.session, event.call, agent.name)
        const result = { tool: event.tool, to: event.subagent?.id, calls: agent.subagents }
        const note = (await judge.noteBefore?.(event.session, result)) ?? ''
        const { say } = await judge.resultOf(event.session, { tool: event.tool, text: event.text, agent: agent.name })
        return agent.acknowledge(event, warningOf(note, say))
      }
      case 'session-started':
        if (event.model !== undefined) await judge.runsOn?.(event.session, event.model)
        return agent.acknowledge(event)
      case 'irrelevant':
        return agent.acknowledge(event)
    }
  } catch (error) {
    return refuse(`the gate failed on this event: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function warningOf(note: string, warning: string): string | undefined {
  const lines = [...(note === '' ? [] : [`portcullis: ${note}`]), ...(warning === '' ? [] : [warning])]
  return lines.length === 0 ? undefined : lines.join('\n')
}
