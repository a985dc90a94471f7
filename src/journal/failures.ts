import { UnreadableInput } from '../call/tools/tool.ts'
import { GivenUp, type Reason } from '../verdict.ts'
import { JournalFailure } from './journal.ts'

/** Why a call is refused on which the gate failed. */
export function failureReason(error: unknown): Reason {
  if (error instanceof GivenUp) return error.reason
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnreadableInput)
    return { code: 'call.unreadable', sentence: `the call does not have the shape of its tool: ${message}` }
  if (error instanceof JournalFailure)
    return { code: error.code, sentence: `the record could not be made durable: ${message}` }
  return { code: 'gate.crashed', sentence: `the gate failed on this call, so it is refused: \`${message}\`` }
}
