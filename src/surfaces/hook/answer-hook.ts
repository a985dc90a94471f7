import type { HookAnswer } from '../../agents/agent.ts'
import { refusal } from '../../agents/answers.ts'
import { agentNamed } from '../../agents/index.ts'
import type { Caller } from '../../call/caller.ts'
import type { JsonValue, ToolCall } from '../../call/tool-call.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import { injectedIn, injectionNote } from '../../results/injected.ts'
import type { SubagentNews } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import type { SessionHost } from '../session-host.ts'

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
  /** A result came back, perhaps with a sub-agent: what has to be said before it; '' when nothing has. */
  noteBefore?(session: string, result: BroughtBack): Promise<string>
  /** An event that cannot be read was refused, without a call to judge. */
  refused?(agent: string, reason: Reason): Promise<void>
}

/** A host of sessions, for hooks. */
export function hookJudge(host: SessionHost, judge: HookJudge['judge']): HookJudge {
  return {
    judge,
    said: (session, text) => host.said(session, text),
    delivered: (session, text) => host.delivered(session, text),
    adopt: (child, parent) => host.adopt(child, parent),
    subagent: (session, id, what) => host.subagent(session, id, what),
    noteBefore: (session, result) => host.noteBefore(session, result),
    refused: (agent, reason) => host.refused(agent, reason),
  }
}

export interface HookManner {
  readonly caller: Caller
  /** The agent is in its own plan mode: judged as such. */
  readonly mode?: 'plan'
  /** Where the agent keeps the conversation: the fallback when nothing of it was heard. */
  readonly transcript?: string
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
        const caller = agent.caller(event)
        const terms = {
          caller: manner === 'observed' ? { ...caller, observed: true as const } : caller,
          ...(event.planning ? { mode: 'plan' as const } : {}),
          ...(event.transcript === undefined ? {} : { transcript: event.transcript }),
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
        const result = { tool: event.tool, to: event.subagent?.id, calls: agent.subagents }
        const note = (await judge.noteBefore?.(event.session, result)) ?? ''
        return agent.acknowledge(event, warningOf(note, warningAbout(event.tool, event.text)))
      }
      case 'session-started':
      case 'irrelevant':
        return agent.acknowledge(event)
    }
  } catch (error) {
    return refuse(`the gate failed on this event: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function warningOf(note: string, warning: string | undefined): string | undefined {
  const lines = [...(note === '' ? [] : [`portcullis: ${note}`]), ...(warning === undefined ? [] : [warning])]
  return lines.length === 0 ? undefined : lines.join('\n')
}

function warningAbout(tool: string, text: string): string | undefined {
  const finding = injectedIn(text)
  return finding && injectionNote(tool, finding)
}
