import type { Failures } from '../product.ts'
import { until } from '../until.ts'
import { type Ending, type Fault, FAULTS } from './fault-table.ts'
import { type McpProduct, openStage, type Stage, Wire } from './scene.ts'

/** Plays every row, several at a time, each with a server of its own. Returns what does not hold. */
export async function faultSuite(product: McpProduct, rows: readonly Fault[] = FAULTS): Promise<Failures> {
  const stage = await openStage(product)
  try {
    const failures: string[] = []
    const waiting = rows.map((row, at) => ({ row, at }))
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        failures.push(...(await playFault(stage, next.row, `row-${next.at}`)))
    }
    await Promise.all([worker(), worker(), worker()])
    return failures
  } finally {
    await stage.close()
  }
}

/** Shorter than the gate that is late, and long enough for a real one. */
const LATE_DEADLINE = 60

const PATIENCE = 4000

async function playFault(
  stage: Stage,
  { name, server, gate, send, reached, answers }: Fault,
  log: string,
): Promise<Failures> {
  const failures: string[] = []
  // Only this row is about the deadline itself; in the others a late gate would be in time.
  const deadline = gate === 'late' && Object.values(answers).includes('denied') ? LATE_DEADLINE : undefined
  const wire = new Wire(stage, log, server, gate, deadline)
  try {
    for (const step of send) await wire.play(step)
    const wrong = (): Failures => [
      ...Object.entries(answers)
        .filter(([id, ending]) => endingOf(wire, id) !== ending)
        .map(([id, ending]) => `${name}: ${id} should end as ${ending}: ${JSON.stringify(wire.answer(id))}`),
      ...Object.keys(answers)
        .filter((id) => id !== 'null' && wire.answers(id).length > timesAsked(send, id))
        .map((id) => `${name}: ${id} is answered more often than it was asked: ${JSON.stringify(wire.answers(id))}`),
      ...(JSON.stringify(wire.reached) === JSON.stringify(reached)
        ? []
        : [`${name}: the server got ${JSON.stringify(wire.reached)}, not ${JSON.stringify(reached)}`]),
    ]
    // It comes to what it should, and stays so.
    await until('as it should', () => wrong().length === 0, PATIENCE).catch(() => undefined)
    await wire.drain(gate === undefined ? 'judged' : 'some time')
    failures.push(...wrong())
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await wire.close()
  }
  if (failures.length === 0 && JSON.stringify(wire.reached) !== JSON.stringify(reached))
    failures.push(`${name}: after the end the server got ${JSON.stringify(wire.reached)}`)
  return failures
}

/** Requests with this id among everything that is sent. */
function timesAsked(send: Fault['send'], id: string): number {
  const texts = send.map((step) => (typeof step === 'string' ? step : JSON.stringify(step))).join('\n')
  return texts.split(new RegExp(`"id":${id}[,}]`)).length - 1
}

function endingOf(wire: Wire, id: string): Ending {
  const answer = wire.answer(id)
  if (answer === undefined) return 'none'
  if (answer.error !== undefined) return 'error'
  const text = answer.result?.content?.[0]?.text ?? ''
  return answer.result?.isError === true && /^portcullis: \S+: /.test(text) ? 'denied' : 'result'
}
