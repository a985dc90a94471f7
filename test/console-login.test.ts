import { describe, expect, test } from 'vitest'
import { ConsoleLogins } from '../src/surfaces/daemon/console-logins.ts'
import { loadDaemon } from './daemon/client.ts'
import { CONSOLE_ROWS, consoleLogin } from './suites/console-login.ts'
import { consoleTraces } from './suites/console-traces.ts'

describe('logging in to the console', () => {
  test.each(CONSOLE_ROWS)('%s', async (name) => {
    expect(await consoleLogin(await loadDaemon(), new RegExp(`^${name}$`))).toEqual([])
  })

  test('keeps nothing that could be used to log in', () => {
    const kept: unknown[] = []
    const logins = new ConsoleLogins()
    const code = logins.newCode()
    const made = logins.login(code, undefined)!
    kept.push(JSON.stringify(logins), String(Object.values(logins)))
    expect(made.cookie).not.toBe(made.csrf)
    for (const secret of [code, made.cookie, made.csrf]) expect(kept.join('')).not.toContain(secret)
  })
})

describe('trying things out', () => {
  test('leaves no trace in the log, the sessions, the counters or the settings', async () => {
    expect(await consoleTraces(await loadDaemon())).toEqual([])
  })
})
