import { expect, test } from 'vitest'
import { frozenWorld } from '../../call/world.frozen.ts'
import { newSession, type Session } from '../../session.ts'
import { composeGate } from '../compose.ts'
import { type Changed, SessionHost } from '../session-host.ts'
import { answerHook, hookJudge } from './answer-hook.ts'

/** One session in memory, behind the hook of Claude Code. */
async function hooked(): Promise<{ session: Session; tell: (event: string, more?: object) => Promise<string> }> {
  const gate = await composeGate({
    world: frozenWorld({ files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/main\n' } }),
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    userSettings: '{}',
  })
  const session = newSession('s', { interactive: true })
  const kept: Changed = () => Promise.resolve()
  const host = new SessionHost({
    gate: () => gate,
    sessions: { use: (_id, _make, act) => act(session, kept), peek: () => Promise.resolve(session) },
  })
  const judge = hookJudge(host, (call, manner) => host.judge(call, manner))
  const tell = async (event: string, more: object = {}): Promise<string> => {
    const payload = {
      hook_event_name: event,
      session_id: 's',
      cwd: '/home/dev/project',
      tool_name: 'Bash',
      tool_input: { command: 'frobnicate --all' },
      ...more,
    }
    return (await answerHook('claude-code', payload, judge))!.stdout
  }
  return { session, tell }
}

const outcomes = ({ turns }: Session): readonly unknown[] =>
  turns.flatMap((turn) => (turn.kind === 'call' ? [turn.outcome?.kind ?? 'allowed'] : []))

test.each([
  ['by its id', { tool_use_id: 'toolu_1' }],
  ['by its input, where the client gives no id', {}],
])('a call that the client asks about and then runs was approved there: known %s', async (_name, id) => {
  const { session, tell } = await hooked()
  expect(await tell('PreToolUse', id)).toContain('"ask"')
  expect(outcomes(session)).toEqual(['asked'])
  await tell('PostToolUse', { ...id, tool_response: 'done' })
  await tell('PostToolUse', { ...id, tool_response: 'done' })
  expect(outcomes(session)).toEqual(['asked', 'ran'])
})

test('a result of another call approves nothing', async () => {
  const { session, tell } = await hooked()
  await tell('PreToolUse', { tool_use_id: 'toolu_1' })
  await tell('PostToolUse', { tool_use_id: 'toolu_2', tool_response: 'done' })
  expect(outcomes(session)).toEqual(['asked'])
})

test('the model of the main loop is known from the events that carry it, not from a sub-agent', async () => {
  const { session, tell } = await hooked()
  await tell('SessionStart', { model: 'claude-opus-5' })
  expect(session.model).toBe('claude-opus-5')
  await tell('PreToolUse', { model: { id: 'claude-sonnet-5' } })
  expect(session.model).toBe('claude-sonnet-5')
  await tell('PreToolUse', { model: 'claude-haiku-4-5', agent_id: 'a', agent_type: 'Explore' })
  expect(session.model).toBe('claude-sonnet-5')
})

test('a sub-agent that is back is said to be unreviewed where there is no model', async () => {
  const { tell } = await hooked()
  const sub = { agent_id: 'a', agent_type: 'Explore' }
  await tell('PreToolUse', { ...sub, tool_input: { command: 'git status' } })
  await tell('SubagentStop', sub)
  const told = await tell('PostToolUse', { tool_name: 'Agent', tool_input: { prompt: 'look' }, tool_response: 'done' })
  expect(told).toContain('UNREVIEWED: what this sub-agent did could not be reviewed (no reviewer is configured)')
})
