import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { Flaky } from './test/flaky.ts'
import { Slowest } from './test/slowest.ts'

/** Begun first, so that no worker is left alone with one of them at the end. */
const LONGEST = [
  'test/system/two-accounts.test.ts',
  'test/selftest.test.ts',
  'test/journal/tamper.long.test.ts',
  'test/postgres/chaos.test.ts',
  'test/reviewer-cuts.long.test.ts',
  'test/self-attack-teeth.test.ts',
  'test/executed-chains.test.ts',
  'test/self-attack.test.ts',
  'test/console/pages.test.ts',
  'test/hook-matrix.test.ts',
  'test/command-line.test.ts',
  'test/daemon-life.test.ts',
  'test/daemon-process.test.ts',
  'test/answers-alike.test.ts',
  'test/approve.test.ts',
  'test/daemon-teeth.test.ts',
  'test/journal/crash.long.test.ts',
  'test/teeth.test.ts',
  'test/approvals-teeth.test.ts',
  'test/console/teeth.test.ts',
  'test/console-login-teeth.test.ts',
  'test/console/safety.test.ts',
  'test/console-login.test.ts',
  'test/daemon-approvals.test.ts',
  'test/journal/crash.test.ts',
  'test/reviewer-cuts.test.ts',
  'src/surfaces/doctor/doctor.test.ts',
  'src/journal/stores/sqlite-faults.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** Apart from `npm test` because they take as long: suites with bugs put back, which must turn red, and long ones. */
const SLOW = ['**/*teeth.test.ts', '**/*.long.test.ts']
/** Of these, what runs behind walls: it fills disks and starts bombs, and wants the machine to itself. */
const WALLS = ['test/containment/**/*teeth.test.ts', 'test/containment/**/*.long.test.ts']
const INCLUDED: Readonly<Record<string, readonly string[]>> = { slow: SLOW, walls: WALLS }
const EXCLUDED: Readonly<Record<string, readonly string[]>> = { slow: WALLS, walls: [] }

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/prepare.ts'],
    setupFiles: ['test/own-home.ts'],
    include: [...(INCLUDED[mode] ?? ['src/**/*.test.ts', 'test/**/*.test.ts'])],
    exclude: ['node_modules/**', '.teeth/**', ...(EXCLUDED[mode] ?? SLOW)],
    // Hooks that are run without a daemon would start one and leave it behind.
    env: { PORTCULLIS_NO_DAEMON: '1' },
    // Against tests that never end. No test is about them: on a busy machine everything takes many times longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for processes, browsers and databases of their own: one worker more than cores leaves none without work.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism() + 1)),
    // One test in seventeen thousand that loses a race must not hold up a change; it is named at the end, to be mended.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default', new Slowest(), new Flaky()],
    sequence: { sequencer: LongestFirst },
  },
}))
