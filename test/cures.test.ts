import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCallValue } from '../src/call/read-call.ts'
import { realWorld } from '../src/call/world.node.ts'
import { judge } from '../src/gate.ts'
import { newSession } from '../src/session.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import type { Verdict } from '../src/verdict.ts'

/** What a verdict says would clear it can be pasted into the settings, and then it does. */
const CALLS: readonly (readonly [tool: string, input: object])[] = [
  ['Bash', { command: 'cat .env' }],
  ['Bash', { command: 'cp .env.production backup.txt' }],
  ['Bash', { command: 'echo "10.0.0.1 db" >> /etc/hosts' }],
  ['Bash', { command: 'cat ~/.ssh/config' }],
  ['Read', { file_path: 'config/.env.local' }],
  ['Write', { file_path: '/usr/local/etc/tool.conf', content: 'x' }],
  ['Bash', { command: 'some-tool-of-our-own --do-it' }],
  ['Bash', { command: 'terraformx plan -out=next' }],
  ['Bash', { command: 'frobnicate a b "c d"' }],
  ['Bash', { command: 'our-linter --fix src' }],
]

test.each(CALLS)('%s %j', async (tool, input) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cures-')))
  mkdirSync(join(root, '.git'))
  try {
    const before = await verdictUnder({}, root, tool, input)
    expect(before.decision).not.toBe('allow')
    const [first] = before.because
    expect(first?.clearedBy).toContain('`')
    const settings: unknown = JSON.parse(`{${/`("[^`]*)`/.exec(first!.clearedBy!)![1]!}}`)
    const after = await verdictUnder(settings as object, root, tool, input)
    expect(after.because.map(({ code }) => code)).not.toContain(first!.code)
    if (first!.code !== 'firewall.path') expect(after.decision).toBe('allow')
  } finally {
    rmSync(root, { recursive: true })
  }
})

async function verdictUnder(settings: object, cwd: string, tool: string, input: object): Promise<Verdict> {
  const gate = await composeGate({
    world: realWorld(),
    home: '/home/nobody',
    managedDirectory: '/nonexistent',
    settings: JSON.stringify(settings),
  })
  const read = readCallValue({ tool, input }, { id: 'test', cwd, session: 'test', agent: 'test' })
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return judge(gate, read.ok, newSession('test', { mode: 'auto', interactive: true }))
}
