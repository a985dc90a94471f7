import { expect, test } from 'vitest'
import { newSession } from '../src/session.ts'
import { isTaskOfAgent } from '../src/surfaces/agent-tasks.ts'
import { loadProduct } from './product.ts'
import { clients, tasks } from './suites/clients.ts'

test('the tools of the clients come to what they are', async () => {
  expect(await clients(await loadProduct())).toEqual([])
})

test('the task of a sub-agent is never the user', async () => {
  expect(await tasks(await loadProduct())).toEqual([])
})

test.each([
  ['CHILD-TASK: run it', true],
  ['  CHILD-TASK: run it\n', true],
  ['something else', false],
  ['', false],
  ['ls', false],
])('%j in place of a prompt: a task is %s', (text, wanted) => {
  const session = newSession('s')
  session.turns.push({ kind: 'call', tool: 'invoke_agent', encoded: '(generalist): CHILD-TASK: run it' })
  session.turns.push({ kind: 'call', tool: 'Bash', encoded: 'ls' })
  expect(isTaskOfAgent(session, text)).toBe(wanted)
})
