import type { DaemonProduct } from '../../daemon/client.ts'
import type { Failures } from '../../product.ts'
import type { Manner } from '../../remote/cable.ts'
import { joined, openGate, openMachine, wholeLog } from '../../remote/stage.ts'
import { until } from '../../until.ts'

/** The gate is there, goes away, comes back: every record arrives, once, in order. */
export async function awayAndBack(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const stage = await openGate(product)
  const machine = await openMachine(product, stage)
  try {
    for (const command of ['ls', 'pwd']) await machine.judge(command)
    const from = machine.written().at(-1)!.seq
    const { token } = await stage.token('laptop')
    await joined(machine, token)
    for (let round = 0; round < 3; round++) {
      for (const command of ['ls', 'cat README.md', 'rm -rf ~']) await machine.judge(command)
      stage.cable.set('refuses')
      for (const command of ['ls -l', 'rm -rf /', 'pwd']) {
        const { decision } = await machine.judge(command)
        if (decision !== (command === 'rm -rf /' ? 'deny' : 'allow')) failures.push(`away, ${command}: ${decision}`)
      }
      stage.cable.set('passes')
    }
    const wrong = await wholeLog(stage, machine, from)
    if (wrong !== '') failures.push(wrong)
    if ((await stage.delivered(machine.writer)).some(({ seq }) => seq <= from))
      failures.push('what came before is delivered')
    const { body } = await stage.gate.get('/v1/machines?verify=yes')
    const { checks } = JSON.parse(body) as { checks: readonly { problem?: string }[] }
    if (checks.length !== 1 || checks.some(({ problem }) => problem !== undefined)) failures.push(`verify: ${body}`)
  } finally {
    await machine.end()
    await stage.end()
  }
  return failures
}

/** Where a delivery can be cut: in the handshake, in the request, in its answer. */
const CUTS: readonly Manner[] = [
  ...[1, 300, 517, 800, 1_000, 1_500, 2_500, 4_000, 8_000, 16_000].map((after) => ({ cut: 'sent' as const, after })),
  ...[1, 100, 1_000, 1_200, 1_500, 1_700, 1_800, 1_900, 2_000, 2_200].map((after) => ({
    cut: 'answered' as const,
    after,
  })),
]

/** The cable is cut at every point of a delivery; in the end nothing is missing, twice or out of order. */
export async function cutAnywhere(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const stage = await openGate(product)
  const machine = await openMachine(product, stage)
  try {
    const { token } = await stage.token('laptop')
    const from = machine.written().at(-1)?.seq ?? 0
    await joined(machine, token)
    for (const [index, manner] of CUTS.entries()) {
      const before = stage.cable.cuts
      stage.cable.set(manner)
      await machine.judge(`ls number-${index}`)
      await until(
        `a connection is cut (${JSON.stringify(manner)})`,
        async () => stage.cable.cuts > before || (await everything()),
      )
    }
    stage.cable.set('passes')
    const wrong = await wholeLog(stage, machine, from)
    if (wrong !== '') failures.push(wrong)
    if (stage.cable.cuts < CUTS.length / 2) failures.push(`only ${stage.cable.cuts} connections were cut`)
  } finally {
    await machine.end()
    await stage.end()
  }
  return failures

  async function everything(): Promise<boolean> {
    return (await stage.delivered(machine.writer)).at(-1)?.seq === machine.written().at(-1)?.seq
  }
}
