import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagesReply, startMessagesServer } from '../servers/messages.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { BURST } from './checks.ts'
import { Driver } from './driver.ts'
import { type ChaosTeam, fakeClock, startTeam } from './members.ts'

/** Three daemons, their database, their model and their load. */
export interface UnderTest {
  readonly team: ChaosTeam
  readonly driver: Driver
  readonly postgres: TestPostgres
  /** How many calls the model has been asked about that it takes its time for. */
  readonly slowReviews: () => number
  /** Sets the clock of the last daemon, in the words of libfaketime; undefined: there is none here. */
  readonly setClock: ((words: string) => void) | undefined
  end(): Promise<void>
}

const MANY = { burst: 1_000_000, perSecond: 1_000_000 }
const PASSES: MessagesReply = { text: '<block>no', stopReason: 'stop_sequence', stopSequence: '</block>' }
const REFUSES: MessagesReply = { text: '<block>yes</block><reason>nobody asked for it</reason>' }

export async function underTest(postgres: TestPostgres, root?: string): Promise<UnderTest> {
  let slow = 0
  const model = await startMessagesServer(async ({ body }) => {
    const asked = JSON.stringify(body)
    if (asked.includes('--slowly')) {
      slow++
      await sleep(4_000)
      return PASSES
    }
    return asked.includes('--refuse') ? REFUSES : PASSES
  })
  const clocks = mkdtempSync(join(tmpdir(), 'pc-clock-'))
  const clock = join(clocks, 'time')
  writeFileSync(clock, '+0')
  const library = fakeClock()
  const team = await startTeam({
    url: await postgres.database(),
    count: 3,
    ...(root === undefined ? {} : { root }),
    settings: {
      admission: { rate: { burst: BURST, perSecond: 0.000_1 }, ratePerAgent: MANY, ratePerUser: MANY, loop: false },
      approvals: { wait: 'always' },
      permissions: { ask: ['Bash(deploy-it *)'] },
      classifier: { provider: 'anthropic', baseUrl: model.url, model: 'claude-sonnet-5' },
    },
    environment: { ANTHROPIC_API_KEY: 'local' },
    environmentOf: (index) =>
      index !== 2 || library === undefined
        ? {}
        : {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: clock,
            FAKETIME_NO_CACHE: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
  })
  return {
    team,
    driver: new Driver(team),
    postgres,
    slowReviews: () => slow,
    setClock: library === undefined ? undefined : (words) => writeFileSync(clock, words),
    end: async () => {
      await team.end()
      await model.close()
      rmSync(clocks, { recursive: true, force: true })
    },
  }
}
