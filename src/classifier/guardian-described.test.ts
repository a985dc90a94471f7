import { expect, expectTypeOf, test } from 'vitest'
import { freshDirectory } from '../../test/journal/samples.ts'
import { exampleWorld, EXAMPLE_WORKSPACE } from '../categories/example-deeds.ts'
import { AuditLogger } from '../journal/audit-logger.ts'
import { openSqliteJournal } from '../journal/stores/sqlite.ts'
import { openReader } from '../journal/stores/sqlite-reader.ts'
import { statePaths } from '../journal/stores/checkpoint-file.ts'
import { GuardianAgent, type GuardianAgentConfig, type GuardianAuditLogger, type LLMAdapter } from './guardian.ts'

/** The component as the design describes it. */
interface Described {
  review(
    toolName: string,
    args: Record<string, unknown>,
  ): Promise<{
    allowed: boolean
    riskLevel: 'none' | 'low' | 'medium' | 'high' | 'critical'
    reason: string
    cached: boolean
  }>
  clearCache(): void
}

test('it is made of a configuration, a model, an audit logger, a session and a workspace', () => {
  expectTypeOf<[GuardianAgentConfig, LLMAdapter, AuditLogger, string, string]>().toExtend<
    ConstructorParameters<typeof GuardianAgent>
  >()
  expectTypeOf<AuditLogger>().toExtend<GuardianAuditLogger>()
  expectTypeOf<GuardianAgent>().toExtend<Described>()
})

test('its reviews stand in the audit log of a journal', async () => {
  const state = freshDirectory()
  const journal = openSqliteJournal({ stateDirectory: state, thread: 'caller', deadlineMs: 20_000 })
  const llm: LLMAdapter = { complete: async () => ({ text: '{"risk":"low","reason":"runs a program"}', ended: true }) }
  const guardian: Described = new GuardianAgent(
    { mode: 'guard', world: exampleWorld() },
    llm,
    new AuditLogger(journal),
    'session-1',
    EXAMPLE_WORKSPACE,
  )
  expect(await guardian.review('Bash', { command: 'some-program' })).toMatchObject({
    allowed: true,
    riskLevel: 'low',
    reason: 'runs a program',
    cached: false,
  })
  expect(await guardian.review('Bash', { command: 'some-program' })).toMatchObject({ allowed: true, cached: true })
  guardian.clearCache()
  expect(await guardian.review('Bash', { command: 'some-program' })).toMatchObject({ cached: false })
  expect(await guardian.review('Bash', { command: 'rm -rf ~' })).toMatchObject({
    allowed: false,
    riskLevel: 'critical',
    reason: expect.stringMatching(/^\[guardian\] Blocked: .*rm -rf ~/),
  })
  await journal.close()
  const reader = openReader(statePaths(state).database)
  const found = await reader.latest({ event: 'guardian_review' }, 10)
  reader.close()
  expect(found.map(({ severity, session, tool, code }) => [severity, session, tool, code])).toEqual([
    ['info', 'session-1', 'Bash', 'guardian.risk'],
    ['info', 'session-1', 'Bash', 'guardian.risk'],
    ['info', 'session-1', 'Bash', 'guardian.risk'],
    ['critical', 'session-1', 'Bash', 'guardian.blocked'],
  ])
  expect(JSON.parse(found[3]!.body)).toMatchObject({
    allowed: false,
    riskLevel: 'critical',
    mode: 'guard',
    cached: false,
  })
})
