/** Who decides when the gate cannot: questions, the queue, channels and replies. */
export { ChannelPermissionGate, buildToolFingerprint, type SendMessage } from '../../../humans/channel-gate.ts'
export { PermissionManager, type PermissionResult, type PermissionSender } from '../../../humans/permission-manager.ts'
export { openQueue, type ApprovalQueue } from '../../../humans/queue/approval-queue.ts'
export { type QueueOptions } from '../../../humans/queue/queue-entry.ts'
export { questionFor } from '../../../humans/questions/question-for-call.ts'
export { viewOf } from '../../../humans/questions/make-question.ts'
export type { Answer, Answered, Choice, Question, Settlement } from '../../../humans/questions/question.ts'
export type { Queue } from '../../../humans/queue/queue.ts'
export { parseReply, type Reply } from '../../../humans/reply.ts'
export { askAtTerminal, attachTerminal } from '../../../humans/channels/terminal.ts'
export { SqliteApprovals } from '../../../journal/stores/sqlite-approvals.ts'
export type {
  Button,
  ChatService,
  Heard,
  Message,
  Posted,
  Press,
  Saying,
  Trouble,
} from '../../../humans/channels/chat-service.ts'
export type { ReplyWords } from '../../../policy/reply-words.ts'
export type { ChatPhrase, ChatWording } from '../../../policy/chat-wording.ts'
