import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { deadTokens, editedRows, managing, openStreams, ownSessions, routesByRole } from './suites/user-roles.ts'
import { WHO_ANSWERS } from './suites/who-answers.ts'

describe('users of a daemon', () => {
  test('no role can use a route that its column forbids, and each may use the others', async () => {
    expect(await routesByRole(await loadDaemon())).toEqual([])
  })
  test('no dead token and no missing one opens any route, from the next request on', async () => {
    expect(await deadTokens(await loadDaemon())).toEqual([])
  })
  test('rows that somebody edited give nothing, and are noticed', async () => {
    expect(await editedRows(await loadDaemon())).toEqual([])
  })
  test('nobody makes themselves more than they are, and every change is on record', async () => {
    expect(await managing(await loadDaemon())).toEqual([])
  })
  test('an open stream ends with its user', async () => {
    expect(await openStreams(await loadDaemon())).toEqual([])
  })
  test('a session is whose agent opened it', async () => {
    expect(await ownSessions(await loadDaemon())).toEqual([])
  })
})

describe('who answers', () => {
  test.each(WHO_ANSWERS)('$what', async ({ holds }) => {
    expect(await holds(await loadDaemon())).toEqual([])
  })
})
