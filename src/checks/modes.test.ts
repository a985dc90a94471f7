import { describe, expect, test } from 'vitest'
import { CANNOT_ASK, type ClientMode, PLAIN_CALLER } from '../call/caller.ts'
import { mergeLayers, seal } from '../policy/merge.ts'
import type { Policy } from '../policy/policy.ts'
import { type Mode, newSession } from '../session.ts'
import { modeNow } from './modes.ts'

const EMPTY = mergeLayers([], { problems: [], notices: [], trusted: false })
const chosen = (modeChosen: boolean): Policy => seal({ ...EMPTY, modeChosen })

describe("the client's own mode", () => {
  test.each<[ClientMode | undefined, Mode, 'chosen' | 'not chosen', Mode]>([
    ['plan', 'auto', 'chosen', 'plan'],
    ['plan', 'bypassPermissions', 'chosen', 'plan'],
    ['plan', 'dontAsk', 'not chosen', 'plan'],
    ['dontAsk', 'auto', 'chosen', 'dontAsk'],
    ['dontAsk', 'default', 'not chosen', 'dontAsk'],
    ['dontAsk', 'plan', 'not chosen', 'plan'],
    ['default', 'auto', 'chosen', 'auto'],
    ['default', 'bypassPermissions', 'chosen', 'bypassPermissions'],
    ['default', 'auto', 'not chosen', 'default'],
    ['default', 'dontAsk', 'not chosen', 'dontAsk'],
    [undefined, 'auto', 'not chosen', 'auto'],
    [undefined, 'auto', 'chosen', 'auto'],
  ])('%s, with ours %s and %s: %s', (clientMode, mode, how, is) => {
    const caller = clientMode === undefined ? PLAIN_CALLER : { ...PLAIN_CALLER, clientMode }
    expect(modeNow({ session: newSession('s', { mode }), caller }, chosen(how === 'chosen'))).toBe(is)
  })

  test('default does not count against a mode that a person chose for the session', () => {
    const session = newSession('s', { mode: 'auto' })
    session.modeChosen = true
    expect(modeNow({ session, caller: { ...CANNOT_ASK, clientMode: 'default' } }, chosen(false))).toBe('auto')
    expect(modeNow({ session, caller: { ...CANNOT_ASK, clientMode: 'plan' } }, chosen(false))).toBe('plan')
  })

  test('a mode for one call counts beside it', () => {
    const caller = { ...PLAIN_CALLER, clientMode: 'dontAsk' as const }
    expect(modeNow({ session: newSession('s'), caller, ownMode: 'plan' }, chosen(true))).toBe('plan')
  })
})
