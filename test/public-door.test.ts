import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { publicConsole, publicDoor, publicList, spokenTls, whereToListen } from './suites/public-door.ts'

describe('the entrance for other machines', () => {
  test('refuses every request that is not honest, and none leaves a trace', async () => {
    expect(await publicDoor(await loadDaemon())).toEqual([])
  })
  test('has the routes of its list and no other', async () => {
    expect(await publicList(await loadDaemon())).toEqual([])
  })
  test('is opened only where TLS and tokens guard it', async () => {
    expect(await whereToListen(await loadDaemon())).toEqual([])
  })
  test('speaks TLS 1.2 and later, and follows its files', async () => {
    expect(await spokenTls(await loadDaemon())).toEqual([])
  })
  test('shows the console to who logged in with a link of their own', async () => {
    expect(await publicConsole(await loadDaemon())).toEqual([])
  })
})
