import { describe, expect, it } from 'vitest'
import { ConsoleLogins } from './console-logins.ts'

const MINUTE = 60_000
const DAY = 86_400_000

function logins() {
  const clocks = { wall: 1_700_000_000_000, monotonic: 5 }
  const made = new ConsoleLogins({ now: () => clocks.wall, monotonic: () => clocks.monotonic })
  return { clocks, made }
}

describe('a login link', () => {
  it('works within its time', () => {
    const { clocks, made } = logins()
    const code = made.newCode()
    clocks.wall += 9 * MINUTE
    clocks.monotonic += 9 * MINUTE
    expect(made.login(code, undefined)).toBeDefined()
  })

  it('is not kept alive by turning the clock back', () => {
    const { clocks, made } = logins()
    const code = made.newCode()
    clocks.wall -= DAY
    clocks.monotonic += 11 * MINUTE
    expect(made.login(code, undefined)).toBeUndefined()
  })

  it('is not kept alive by turning the clock back again and again', () => {
    const { clocks, made } = logins()
    const code = made.newCode()
    for (let step = 0; step < 11; step++) {
      clocks.wall -= MINUTE
      clocks.monotonic += MINUTE
      made.sweep()
    }
    clocks.wall += 11 * MINUTE
    expect(made.login(code, undefined)).toBeUndefined()
  })

  it('has run out when the machine slept meanwhile', () => {
    const { clocks, made } = logins()
    const code = made.newCode()
    clocks.wall += 11 * MINUTE
    expect(made.login(code, undefined)).toBeUndefined()
  })

  it('nor does a session outlast its time by the clock', () => {
    const { clocks, made } = logins()
    const { cookie } = made.login(made.newCode(), undefined)!
    clocks.wall -= DAY
    clocks.monotonic += 31 * MINUTE
    expect(made.find(cookie)).toBeUndefined()
  })
})
