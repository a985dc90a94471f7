import { ownCommand } from '../call/own-command.ts'
import type { Caller } from '../call/caller.ts'
import { canonical } from '../call/canonical-json.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { deny, type Reason, type Ruling } from '../verdict.ts'

/**
 * The last word: what whoever asks would make of a ruling limits which ruling it may be given. It only takes away.
 */
export function callerLimits(ruling: Ruling, call: ToolCall, caller: Caller): Ruling {
  if (ruling.says === 'deny') return ruling
  return (
    unseenCalls(call, caller) ??
    notInItsPlace(ruling, call, caller) ??
    askWithNobody(ruling, call, caller) ??
    unseenInput(ruling, call, caller) ??
    ruling
  )
}

/** An agent that would be started behind the gate's back is not started, whoever would agree. */
function unseenCalls(call: ToolCall, caller: Caller): Ruling | undefined {
  if (caller.unseenCalls !== true) return undefined
  return deny({
    code: 'agent.unseen-calls',
    sentence: `what \`${call.tool}\` starts makes calls of its own, and in ${call.agent} those are not known to pass the gate`,
    clearedBy: 'doing the work in this session',
  })
}

/** Walls are for what runs in the place of the call: who would run the call itself, or is told nothing else, runs nothing. */
function notInItsPlace(ruling: Ruling, call: ToolCall, caller: Caller): Ruling | undefined {
  if (ruling.says !== 'contain') return undefined
  const same = ruling.rewritten !== undefined && canonical(ruling.rewritten) === canonical(call.input)
  if (ruling.rewritten !== undefined && (caller.canRewrite || same)) return undefined
  return deny({
    code: 'contain.unable',
    sentence: `it would have to run behind walls, and \`${call.agent}\` does not run what is put in its place`,
    clearedBy: 'a person, or a rule that allows it',
  })
}

/** An ask that no client shows to anybody is a deny. */
function askWithNobody(ruling: Ruling, call: ToolCall, caller: Caller): Ruling | undefined {
  if (ruling.says !== 'ask' || caller.ask === 'shown') return undefined
  const reason = caller.ask === 'runs' ? wouldRun(call.agent) : CANNOT_ASK
  return { says: 'deny', because: [...ruling.because, reason], ...(ruling.stopAgent ? { stopAgent: true } : {}) }
}

/**
 * What could be typed into the running program later passes no gate. So the call is allowed only with that shut out: as
 * it is where nothing can be typed into it, else rewritten. An ask is answered in the client, which then runs the call
 * as it is.
 */
function unseenInput(ruling: Ruling, call: ToolCall, caller: Caller): Ruling | undefined {
  const { unseenInput: unseen, canRewrite } = caller
  if (unseen === undefined) return undefined
  const input = ruling.rewritten ?? call.input
  const shut = unseen.shutOut(input)
  if (shut !== undefined && canonical(shut) === canonical(input)) return undefined
  if (shut !== undefined && (ruling.says === 'allow' || ruling.says === 'contain') && canRewrite)
    return { ...ruling, rewritten: shut }
  return deny({
    code: 'agent.unseen-input',
    sentence: `what ${call.agent} types into the running program with \`${unseen.tool}\` passes no hook, and this call cannot be run without that`,
    clearedBy: 'a single shell command that needs no input',
  })
}

/** The client would run what the gate wants a person to see. */
export function wouldRun(agent: string): Reason {
  return {
    code: 'agent.would-run',
    sentence: `this needs approval, and \`${agent}\` in its current mode runs such a call without showing it to anyone`,
    clearedBy: `another mode of that client, a person who runs \`${ownCommand('approve')}\`, or a rule that allows it`,
  }
}

const CANNOT_ASK: Reason = {
  code: 'humans.nobody',
  sentence: 'this needs approval, and the client cannot show the call to anyone',
  clearedBy: 'a person, or a rule that allows it',
}
