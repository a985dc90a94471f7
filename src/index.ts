/** A gate for agents that you build. Components by themselves: `portcullis/checks`, `/classifier`, `/humans` … */
export { openGate, type EmbeddedGate } from './surfaces/sdk/open-gate.ts'
export type { OpenGate, OpenGateOptions, SessionOptions } from './surfaces/sdk/gate-options.ts'
export type { GateOptions } from './surfaces/compose.ts'
export type { RemoteDaemon, RemoteGateOptions } from './surfaces/sdk/remote/remote-options.ts'
export type { EmbeddedSession } from './surfaces/sdk/embedded-session.ts'
export type {
  AnsweredCall,
  GatedSession,
  GatedSubagent,
  JudgeOptions,
  Refusal,
  ResultForModel,
  ToolResult,
  WrappedTool,
} from './surfaces/sdk/gated-session.ts'
export { isRefusal, type RunContained } from './surfaces/sdk/wrap-tool.ts'
export { type ContainedResult, containedText } from './surfaces/sdk/run-contained.ts'
export type { GateEventName, GateEvents, GateListener } from './surfaces/sdk/gate-events.ts'
export type { LibraryChannels, OwnChat } from './surfaces/sdk/library-chats.ts'
export { promptInTerminal, type AskPerson } from './surfaces/sdk/library-approver.ts'
export type { ParameterNames, ToolDescription, ToolDescriptions } from './call/tools/description.ts'
export type { Choice, Question } from './humans/questions/question.ts'
export type { DeliveredBy, Mode, Session } from './session.ts'
export type { Decision, Reason, Verdict } from './verdict.ts'
export { AbortError } from './classifier/denials.ts'
