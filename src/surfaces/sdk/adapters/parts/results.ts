import type { ResultForModel } from '../../gated-session.ts'
import type { Calls, FrameworkCall } from './calls.ts'

/** In place of an output that is no text: what has to be said, before the output. */
export interface NotedOutput {
  readonly portcullis: string
  /** Left out: it could not be looked at. */
  readonly output?: unknown
}

export function isNoted(output: unknown): output is NotedOutput {
  return (
    typeof output === 'object' && output !== null && 'portcullis' in output && typeof output.portcullis === 'string'
  )
}

/** A result as the model reads it. */
export function withNote({ output, note, withheld }: ResultForModel): unknown {
  if (withheld) return { portcullis: String(output) }
  if (note === '') return output
  return typeof output === 'string' ? `${note}\n\n${output}` : { portcullis: note, output }
}

/** The same as one text, for frameworks whose tools answer with text. */
export function asText(output: unknown): string {
  if (typeof output === 'string') return output
  if (isNoted(output))
    return 'output' in output ? `${output.portcullis}\n\n${asText(output.output)}` : output.portcullis
  return JSON.stringify(output) ?? ''
}

/** The model reads what an error says, so it is looked at as a result is. */
export async function lookedError(calls: Calls, call: FrameworkCall, error: unknown): Promise<unknown> {
  const message = error instanceof Error ? error.message : String(error)
  const looked = await calls.look(call, message)
  if (looked.note === '' && looked.withheld === undefined) return error
  return new Error(asText(withNote(looked)), { cause: error })
}
