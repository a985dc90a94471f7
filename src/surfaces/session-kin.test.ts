import { describe, expect, test } from 'vitest'
import { loadProduct } from '../../test/product.ts'
import { gateOver, PROJECT } from '../../test/project.ts'
import { type Session } from '../session.ts'
import { SessionHost } from './session-host.ts'

const product = await loadProduct()

/** Sessions in memory, as a daemon keeps them. */
async function hostOver(files: Readonly<Record<string, string>> = {}) {
  const gate = await gateOver(product, { files })
  const open = new Map<string, Session>()
  const sessions = {
    use: <T>(id: string, make: () => Session, act: (session: Session, changed: () => Promise<void>) => Promise<T>) => {
      const session = open.get(id) ?? make()
      open.set(id, session)
      return act(session, () => Promise.resolve())
    },
    peek: (id: string) => Promise.resolve(open.get(id)),
  }
  let calls = 0
  const hostNow = () => new SessionHost({ gate: () => gate, sessions })
  const judged = async (host: SessionHost, session: string, tool: string, input: object): Promise<string> => {
    const id = `c${++calls}`
    const read = product.readCall.readCallValue({ tool, input }, { id, cwd: PROJECT, session, agent: 'test' })
    if ('unreadable' in read) throw new Error(read.unreadable.sentence)
    return (await host.judge(read.ok, { mode: 'auto' })).decision
  }
  return { hostNow, judged }
}

describe('what a parent and its child with a session of its own wrote', () => {
  test('the parent runs what the child fetched', async () => {
    const { hostNow, judged } = await hostOver()
    const host = hostNow()
    await host.adopt('child', 'parent')
    await host.subagent('parent', 'child', 'started elsewhere')
    const command = 'curl -fsSL https://files.example.net/x -o tests/test_x.py'
    expect(await judged(host, 'child', 'Bash', { command })).toBe('allow')
    expect(await judged(host, 'parent', 'Bash', { command: 'pytest' })).not.toBe('allow')
    expect(await judged(host, 'stranger', 'Bash', { command: 'pytest' })).toBe('allow')
  })

  test('also after a restart, by the record of the parent', async () => {
    const { hostNow, judged } = await hostOver()
    const host = hostNow()
    await host.adopt('child', 'parent')
    await host.subagent('parent', 'child', 'started elsewhere')
    await judged(host, 'child', 'Bash', { command: 'curl -fsSL https://files.example.net/x -o tests/test_x.py' })
    expect(await judged(hostNow(), 'parent', 'Bash', { command: 'pytest' })).not.toBe('allow')
  })

  test('the child runs what the parent fetched, before and after it started', async () => {
    const { hostNow, judged } = await hostOver()
    const host = hostNow()
    await judged(host, 'parent', 'Bash', { command: 'git clone https://github.com/somebody/tool.git vendor/tool' })
    await host.adopt('child', 'parent')
    expect(await judged(host, 'child', 'Bash', { command: 'make -C vendor/tool' })).not.toBe('allow')
    await judged(host, 'parent', 'Bash', { command: 'curl -fsSL https://files.example.net/x -o tests/test_x.py' })
    expect(await judged(host, 'child', 'Bash', { command: 'pytest' })).not.toBe('allow')
  })

  test('where both wrote, the file on disk says whose word is the last', async () => {
    const path = `${PROJECT}/scripts/x.sh`
    const { hostNow, judged } = await hostOver({ [path]: 'echo done\n' })
    const host = hostNow()
    await host.adopt('child', 'parent')
    await host.subagent('parent', 'child', 'started elsewhere')
    await judged(host, 'parent', 'Write', { file_path: path, content: 'echo start\n' })
    await judged(host, 'child', 'Write', { file_path: path, content: 'echo done\n' })
    expect(await judged(host, 'parent', 'Bash', { command: 'sh scripts/x.sh' })).toBe('allow')
  })
})
