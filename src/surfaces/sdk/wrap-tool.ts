import { reasonOf } from '../../agents/answers.ts'
import { copyJson } from '../../call/strict-json.ts'
import type { Verdict } from '../../verdict.ts'
import type { ContainedResult } from './run-contained.ts'
import type { GatedSession, JudgeOptions, Refusal, ResultForModel, WrappedTool } from './gated-session.ts'

/** A deny or an unanswered ask as the model reads it. */
export function refusalOf(verdict: Verdict): Refusal {
  const [first] = verdict.because
  return { refused: true, code: first?.code ?? 'gate.silent', message: reasonOf(verdict), verdict }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true
}

export function judgeOptions(given: AbortSignal | JudgeOptions | undefined): JudgeOptions {
  return given instanceof AbortSignal ? { signal: given } : (given ?? {})
}

export type RunContained = (verdict: Verdict, signal?: AbortSignal) => Promise<ContainedResult>

/** The tool is given the input that was judged, a copy: whoever holds the original can no longer change what runs. */
export function wrapTool<Input, Output>(
  session: Pick<GatedSession, 'judge' | 'returned'>,
  tool: WrappedTool<Input, Output>,
  contained?: RunContained,
): (input: Input, options?: AbortSignal | JudgeOptions) => Promise<Output | Refusal> {
  return async (input, given) => {
    const options = judgeOptions(given)
    const copied = copyJson(input)
    const judged = 'ok' in copied ? copied.ok : input
    const { contained: outputOf } = tool
    const canRun = tool.runsRewritten === true || (contained !== undefined && outputOf !== undefined)
    const asked = canRun ? { ...options, canRunRewritten: true } : options
    const verdict = await session.judge(tool.name, judged, asked)
    const runs = whatRuns(verdict, judged, asked)
    if (runs === undefined) return refusalOf(verdict)
    const output =
      verdict.decision === 'contain' && contained !== undefined && outputOf !== undefined
        ? outputOf(await contained(verdict, options.signal))
        : await tool.run(runs as Input, options.signal)
    const { id } = options
    const result = { tool: tool.name, input: judged, output, ...(id === undefined ? {} : { id }) }
    const shown = await session.returned(result, options.signal)
    return shown.withheld === undefined && shown.note === '' ? output : noted(verdict, shown)
  }
}

/** The input that was judged, or what stands in its place; undefined: nothing. */
function whatRuns({ decision, rewritten }: Verdict, judged: unknown, asked: JudgeOptions): unknown {
  if (decision === 'allow') return judged
  return decision === 'contain' && asked.canRunRewritten === true ? rewritten : undefined
}

/** A text gets the note before it. Anything else becomes the text that a model would read, with the note before it. */
function noted<Output>(verdict: Verdict, { output, note, withheld }: ResultForModel): Output | Refusal {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  if (withheld) return { refused: true, code: 'result.withheld', message: text, verdict }
  if (typeof output === 'string') return `${note}\n\n${output}` as Output
  return { refused: true, code: 'result.injected', message: `${note}\n\n${text}`, verdict }
}
