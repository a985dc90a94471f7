import type { Frozen } from '../../src/call/world.frozen.ts'
import type { World } from '../../src/call/world.ts'
import type { Gate } from '../../src/gate.ts'
import type { Session } from '../../src/session.ts'
import type { Failures, Product } from '../product.ts'
import { PROJECT, REPOSITORY, sessionIn } from '../project.ts'

/** The same call again, after something changed: what was understood before must not be used. */
export async function recall(product: Product): Promise<Failures> {
  const failures: string[] = []
  const expectStopped = (what: string, decisions: readonly string[]): void => {
    const last = decisions.at(-1)!
    if (decisions.slice(0, -1).some((decision) => decision !== 'allow')) failures.push(`${what}: not allowed before`)
    if (last === 'allow') failures.push(`${what}: allowed after the change`)
  }
  const harm = 'rm -rf ~/Documents\n'
  const file = (name: string, text: string): Frozen => ({ files: { ...REPOSITORY, [`${PROJECT}/${name}`]: text } })

  const scripts = changing(product, file('run.sh', 'echo hello\n'))
  const gate = await gateOn(product, scripts.world)
  const before = [await decide(product, gate, 'bash run.sh'), await decide(product, gate, 'bash run.sh')]
  scripts.become(file('run.sh', harm))
  expectStopped('a script was changed', [...before, await decide(product, gate, 'bash run.sh')])

  const session = sessionIn(product)
  const unwritten = await decide(product, gate, 'bash later.sh', session)
  session.written.set(`${PROJECT}/later.sh`, { kind: 'text', text: harm })
  expectStopped('the session wrote a script', [unwritten, await decide(product, gate, 'bash later.sh', session)])

  const wide = await gateOn(product, scripts.world, { permissions: { additionalDirectories: ['/srv/data'] } })
  const remove = 'rm -rf /srv/data/old/part'
  expectStopped('other settings are in force', [
    await decide(product, wide, remove),
    await decide(product, gate, remove),
  ])

  const harmless = callFor(product, 'echo hello')
  const forged = { ...callFor(product, harm), fingerprint: harmless.fingerprint }
  expectStopped('another call has the same fingerprint', [
    (await product.gate.judge(gate, harmless, sessionIn(product))).decision,
    (await product.gate.judge(gate, forged, sessionIn(product))).decision,
  ])
  return failures
}

/** One machine whose disk can become another. */
function changing(product: Product, frozen: Frozen): { readonly world: World; become(frozen: Frozen): void } {
  let now = product.frozen.frozenWorld(frozen)
  const world: World = {
    ...now,
    look: (path) => now.look(path),
    real: (path) => now.real(path),
    read: (path, limit) => now.read(path, limit),
    bytes: (path, limit) => now.bytes(path, limit),
    list: (path) => now.list(path),
  }
  return { world, become: (next) => void (now = product.frozen.frozenWorld(next)) }
}

function gateOn(product: Product, world: World, settings: object = {}): Promise<Gate> {
  return product.compose.composeGate({
    world,
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    userSettings: '{}',
    settings: JSON.stringify(settings),
  })
}

function callFor(product: Product, command: string): Parameters<Product['gate']['judge']>[1] {
  const read = product.readCall.readCallValue(
    { tool: 'Bash', input: { command } },
    { id: 'test', cwd: PROJECT, session: 'test', agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(`the test's own call is unreadable: ${read.unreadable.sentence}`)
  return read.ok
}

async function decide(
  product: Product,
  gate: Gate,
  command: string,
  session: Session = sessionIn(product),
): Promise<string> {
  return (await product.gate.judge(gate, callFor(product, command), session)).decision
}
