import { toolNamed } from '../call/tools/index.ts'
import { mayHaveRun, type Session } from '../session.ts'

/**
 * Some clients pass the task of a sub-agent on as if the user had typed it, with nothing to tell the two apart. A text
 * that this session's agent gave to another agent is that task, whoever seems to say it.
 */
export function isTaskOfAgent({ turns }: Session, text: string): boolean {
  const told = text.trim()
  return (
    told !== '' &&
    turns.some(
      (turn) =>
        turn.kind === 'call' &&
        mayHaveRun(turn) &&
        toolNamed(turn.tool)?.name === 'Agent' &&
        turn.encoded.includes(told),
    )
  )
}
