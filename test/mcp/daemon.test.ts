import { expect, test } from 'vitest'
import { daemonSuite, loadJudging } from './daemon-suite.ts'

test('the daemon judges calls on their way to MCP servers, and asks about none twice', async () =>
  expect(await daemonSuite(await loadJudging())).toEqual([]))
